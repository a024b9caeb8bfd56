// What one check of a token showed: the server's answer, bounded and masked by main.
import * as v from 'valibot';
import { checkOutcomes } from './check-outcome.ts';
import { controlResults, refusalEvidences } from '../words.ts';
import { failureView } from '../failures/failure.ts';
import { count, id, list, text, timeMs } from '../view-parts.ts';

/** Nodes of one answer that are shown. */
export const ANSWER_NODES = 400;

/** One node of a bounded, masked answer tree: leaves are text, already masked by main. */
export interface AnswerNode {
  readonly key: string;
  readonly kind: 'object' | 'array' | 'text' | 'number' | 'boolean' | 'null' | 'masked' | 'more';
  readonly text: string;
  readonly children: readonly AnswerNode[];
}

/** One node of a server's answer as it is shown. */
export const answerNode: v.GenericSchema<AnswerNode> = v.strictObject({
  key: text(200),
  kind: v.picklist(['object', 'array', 'text', 'number', 'boolean', 'null', 'masked', 'more']),
  text: text(500),
  // All that are shown, and one that says how many are not.
  children: list(
    v.lazy(() => answerNode),
    ANSWER_NODES + 1,
  ),
});

/** What is shown of every answer about a token. */
export const answerEntries = {
  host: text(260),
  /** Host and port of the proxy on the way; null where the call went straight. */
  proxy: v.nullable(text(270)),
  atMs: timeMs,
  durationMs: v.number(),
  status: v.nullable(count),
  failure: v.nullable(failureView),
  contentType: text(100),
  bodyBytes: count,
  /** Null where the body is empty or not JSON; then `plain` holds its masked beginning. */
  tree: v.nullable(answerNode),
  plain: text(2000),
} as const;

/** One check with the answer it got. */
export const checkReportView = v.strictObject({
  tokenId: id,
  call: v.picklist(['identity check', 'positions']),
  ...answerEntries,
  outcome: v.picklist(checkOutcomes),
  /** Of a refusal: why it is about the token. */
  evidence: v.nullable(v.picklist(refusalEvidences)),
  /** Of an unclear refusal: what was asked beside it. */
  control: v.nullable(v.picklist(controlResults)),
  /** The call needs trade scope, as far as this service documents it, and the token was granted none. */
  needsTrade: v.boolean(),
});
export type CheckReportView = v.InferOutput<typeof checkReportView>;
