// One trigger of "Revoke everything", as it is remembered: what was asked and which tokens it covers.
// What became of each token is in the token's own facts (token.ts), never told twice.
import * as v from 'valibot';
import type { DrillId, RevocationRunId } from './ids.ts';
import {
  credentialId,
  environmentId,
  finite,
  identifier,
  text,
  tokenId,
  type Row,
} from './row-schema.ts';

const scopeSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('all') }),
  v.strictObject({ kind: v.literal('environment'), environmentId }),
  v.strictObject({ kind: v.literal('credential'), credentialId }),
  v.strictObject({ kind: v.literal('tag'), tag: text }),
  v.strictObject({ kind: v.literal('selection'), tokenIds: v.array(tokenId) }),
]);
export type RevocationScope = Row<typeof scopeSchema>;

export const revocationRunSchema = v.strictObject({
  id: identifier<RevocationRunId>(),
  scope: scopeSchema,
  /** When the person pressed the key; every duration shown counts from here. */
  pressedAtMs: finite,
  /** Trader tokens in the order of sending. Grows where a token arrives late (case 87). */
  tokenIds: v.array(tokenId),
  /** Partner tokens: the person acts in the web app, the app proves (docs/service.md 5.9). */
  guidedTokenIds: v.array(tokenId),
  /** When the first byte of the first call left; null before. */
  firstSentAtMs: v.nullable(finite),
  /** The person stopped the queue: tokens not sent by then were left alone. */
  cancelledAtMs: v.nullable(finite),
  /** The person put the run away; until then the rows of its tokens are kept, dead or not. */
  closedAtMs: v.nullable(finite),
  /** The drill it belongs to; null in earnest. */
  drillId: v.nullable(identifier<DrillId>()),
});
export type RevocationRun = Row<typeof revocationRunSchema>;
