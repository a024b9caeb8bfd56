// One trigger of "Revoke everything", as it is remembered: what was asked and which tokens it covers.
// What became of each token is in the token's own facts (token.ts), never told twice.
import * as v from 'valibot';
import { revocationScope } from '../../shared/revoke-all/revocation-run-view.ts';
import type { DrillId, RevocationRunId } from './ids.ts';
import { finite, identifier, tokenId, type Row } from './row-schema.ts';

export type RevocationScope = Row<typeof revocationScope>;

export const revocationRunSchema = v.strictObject({
  id: identifier<RevocationRunId>(),
  scope: revocationScope,
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
