// "Revoke everything" as the app window sees it. What became of each token stands in its own view
// (credential-view.ts); here is only what was asked and which tokens it covers.
import * as v from 'valibot';
import {
  count,
  credentialId,
  environmentId,
  id,
  list,
  MOST_ROWS,
  text,
  timeMs,
  tokenId,
} from '../view-parts.ts';

/** What to stop. A tag or a selection may span environments. */
export const revocationScope = v.variant('kind', [
  v.strictObject({ kind: v.literal('all') }),
  v.strictObject({ kind: v.literal('environment'), environmentId }),
  v.strictObject({ kind: v.literal('credential'), credentialId }),
  v.strictObject({ kind: v.literal('tag'), tag: text(40) }),
  v.strictObject({
    kind: v.literal('selection'),
    tokenIds: list(tokenId, MOST_ROWS, 1),
  }),
]);
export type RevocationScopeView = v.InferInput<typeof revocationScope>;

/** What pressing the key would stop, in numbers. */
export const revokeAllPreview = v.strictObject({
  /** Trader tokens that would be revoked. */
  revocable: count,
  /** Of these, tokens that may trade. */
  trading: count,
  /** Being revoked already, and not accepted yet. */
  underWay: count,
  /** Accepted before, and not proven dead: a trigger sends nothing for these. */
  accepted: count,
  /** Partner tokens: the person acts in the web app. */
  guided: count,
  /** May be live, but their text is not here: only waiting helps, or rotating the secret. */
  outOfReach: count,
  credentials: list(v.strictObject({ credentialId: id, tokens: count }), MOST_ROWS),
});
export type RevokeAllPreview = v.InferOutput<typeof revokeAllPreview>;

/** One revocation run. */
export const revocationRunView = v.strictObject({
  id,
  scope: revocationScope,
  pressedAtMs: timeMs,
  /** When the first byte of the first call left. */
  firstSentAtMs: v.nullable(timeMs),
  /** The person stopped the queue: what was not sent by then was left alone. */
  cancelledAtMs: v.nullable(timeMs),
  /** In the order of sending. */
  tokenIds: v.array(id),
  guidedTokenIds: v.array(id),
  /** Asked to stop and may still work, though the run could do nothing about them. */
  beyondIds: v.array(id),
  /** Calls that may be under way at once right now. */
  width: count,
  drillId: v.nullable(id),
});
export type RevocationRunView = v.InferOutput<typeof revocationRunView>;
