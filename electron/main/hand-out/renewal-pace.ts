// When a token that a program holds is replaced, and how long the one before it lives on. Pure.

/**
 * Programs ask again when half of `expires_in` is over. A token is renewed once a third of its life is over, so that
 * whoever asks by then is given a new one while the old one has half of its life left.
 */
const RENEWED_AFTER_SHARE = 1 / 3;
/** From then on a third of its life passes until all that were given the old one have asked again. */
const GRACE_SHARE = 1 / 3;
/** Beyond that: a program takes as long to ask, to hear the answer, and to end its calls. */
const GRACE_MS = 10_000;
/** A refusal that is reported sooner after a renewal, in milliseconds, is about the token before it. */
export const SAME_REFUSAL_MS = 2_000;

/** @param leftMs of its life; null where the server named no end: then it is renewed only as a call refuses it. */
export const isToRenew = (leftMs: number | null, lifetimeSeconds: number | null): boolean =>
  leftMs !== null &&
  lifetimeSeconds !== null &&
  leftMs <= lifetimeSeconds * 1000 * (1 - RENEWED_AFTER_SHARE);

/** Milliseconds after its renewal at which the old token is revoked. */
export const graceMs = (lifetimeSeconds: number | null): number =>
  GRACE_MS + (lifetimeSeconds ?? 0) * 1000 * GRACE_SHARE;
