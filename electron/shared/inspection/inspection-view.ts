// A token from somewhere else as the window may see it: what is known of its form, whether it is one of
// ours, and what servers answered about it. Its text is in none of these.
import * as v from 'valibot';
import { answerEntries } from '../tokens/check-report-view.ts';
import { count, id, keyOf, list, text, timeMs } from '../view-parts.ts';
import { fieldWords, findingWords } from './inspection-words.ts';

/** Where it came from. Never through the app window. */
export const inspectionSources = ['clipboard', 'entry'] as const;
export type InspectionSource = (typeof inspectionSources)[number];

export type TokenFinding = keyof typeof findingWords;

/** What the form of a token shows. */
export const inspectionView = v.strictObject({
  source: v.picklist(inspectionSources),
  /** Under the vault's key, as every fingerprint here. */
  fingerprint: text(100),
  bytes: count,
  findings: list(keyOf(findingWords), Object.keys(findingWords).length),
  /** May be put into a request as it is. */
  sendable: v.boolean(),
  /** There is something around it that can be left out. */
  tidiable: v.boolean(),
  /** Compared byte by byte, or where our text is gone by fingerprint. */
  ours: v.nullable(
    v.strictObject({
      what: v.picklist(['token', 'client_secret']),
      credentialId: id,
      label: text(80),
      proof: v.picklist(['text', 'fingerprint']),
    }),
  ),
});
export type InspectionView = v.InferOutput<typeof inspectionView>;

const inspectionOutcomes = [
  'honoured',
  'refused',
  'lacks_scope', // the server says that its scope is not enough (RFC 6750 section 3.1)
  'unclear',
  'no_answer',
  'active',
  'inactive',
  'asker_refused', // the credentials it was asked with, not the token
] as const;
export type InspectionOutcome = (typeof inspectionOutcomes)[number];

/** What one server answered about it. */
export const inspectionAnswerView = v.strictObject({
  question: v.picklist(['identity check', 'positions', 'introspection']),
  environment: text(80),
  ...answerEntries,
  outcome: v.picklist(inspectionOutcomes),
  /** WWW-Authenticate as the server wrote it: plain and masked. */
  challenge: v.nullable(text(300)),
  /** Of an introspection alone: what it said, nothing else, of each at most twice. `atMs` where it said a time. */
  fields: list(
    v.strictObject({
      name: keyOf(fieldWords),
      text: text(300),
      atMs: v.nullable(timeMs),
    }),
    2 * Object.keys(fieldWords).length,
  ),
});
export type InspectionAnswerView = v.InferOutput<typeof inspectionAnswerView>;
