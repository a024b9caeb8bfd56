// How long a token is still good for. Expiry counts from the moment the request was sent
// (docs/oauth-cases.md case 111), and what remains is the smaller of wall and monotonic time (case 112),
// so that a clock set back never lengthens a token's life.
import type { AccessType } from '../../shared/words.ts';
import type { Clock } from './clock.ts';

/** Documented lifetimes, specification section 8: the ceiling where the server named none. */
export const documentedLifetimeSeconds: Readonly<Record<AccessType, number>> = {
  trader: 24 * 3600,
  partner: 2 * 3600,
};

/**
 * When a token ends on the clock that cannot be set, as it was last known for sure. A number alone: there is one
 * for each of thousands of tokens.
 */
export type ExpiryAnchor = number;

export interface Lifetime {
  readonly sentAtMs: number;
  readonly lifetimeSeconds: number | null;
}

/** No lifetime is reckoned longer than this: 100 years. */
const LONGEST_NAMED_SECONDS = 100 * 365 * 24 * 3600;
const WHOLE_SECONDS = /^"?(\d{1,20})"?$/;

/**
 * The lifetime that the server named, in milliseconds, also where it is too long to be relied on: a token may live as
 * long as its server said. Null where it named none.
 */
export function namedLifetimeMs({
  lifetimeSeconds,
  expiresInRaw,
}: {
  readonly lifetimeSeconds: number | null;
  readonly expiresInRaw: string | null;
}): number | null {
  const written = lifetimeSeconds ?? Number(WHOLE_SECONDS.exec(expiresInRaw ?? '')?.[1] ?? 0);
  return written > 0 ? Math.min(written, LONGEST_NAMED_SECONDS) * 1000 : null;
}

/** Remaining by the wall clock alone, never more than the whole lifetime; null when unknown. */
function wallRemainingMs(life: Lifetime, nowMs: number): number | null {
  if (life.lifetimeSeconds === null) return null;
  const wholeMs = life.lifetimeSeconds * 1000;
  return Math.min(wholeMs, life.sentAtMs + wholeMs - nowMs);
}

/** Anchors a token now; for one that just arrived, pass when its request was sent. */
export function anchorExpiry(
  life: Lifetime,
  clock: Clock,
  sentMonotonicMs?: number,
): ExpiryAnchor | null {
  if (life.lifetimeSeconds === null) return null;
  if (sentMonotonicMs !== undefined) return sentMonotonicMs + life.lifetimeSeconds * 1000;
  return clock.monotonicMs() + (wallRemainingMs(life, clock.nowMs()) ?? 0);
}

/** Milliseconds left, possibly negative; null when the expiry is unknown. */
export function remainingMs(
  life: Lifetime,
  anchor: ExpiryAnchor | null,
  clock: Clock,
): number | null {
  const byWall = wallRemainingMs(life, clock.nowMs());
  if (byWall === null) return null;
  if (anchor === null) return byWall;
  return Math.min(byWall, anchor - clock.monotonicMs());
}

/**
 * The larger of both clocks: what may be left if the wall clock was set forward. Nothing that may live is
 * dropped by the other (I4). Milliseconds, possibly negative; null when the expiry is unknown.
 */
export function mostRemainingMs(
  life: Lifetime,
  anchor: ExpiryAnchor | null,
  clock: Clock,
): number | null {
  const byWall = wallRemainingMs(life, clock.nowMs());
  if (byWall === null || anchor === null) return byWall;
  return Math.max(byWall, anchor - clock.monotonicMs());
}

/** When something began, on the clock that cannot be set, as it was first known for sure. */
export type AgeAnchor = number;

/** Anchors the age of what was sent then; of what is just being sent, it is none. */
export function anchorAge(sentAtMs: number, clock: Clock): AgeAnchor {
  return clock.monotonicMs() - Math.max(0, clock.nowMs() - sentAtMs);
}

/**
 * The smaller age of both clocks: a wall clock set forward makes nothing older. For tokens whose end nobody
 * named, which are let go by their age alone. Milliseconds, possibly negative.
 */
export function leastAgeMs(sentAtMs: number, anchor: AgeAnchor, clock: Clock): number {
  const byWall = clock.nowMs() - sentAtMs;
  return Math.min(byWall, clock.monotonicMs() - anchor);
}

const EXPIRING_AT_LEAST_MS = 30 * 60_000;

/** From here on a token counts as expiring: a tenth of its life or 30 minutes, whichever is more, but never before half of it. */
export function expiringThresholdMs(lifetimeSeconds: number): number {
  const lifeMs = lifetimeSeconds * 1000;
  return Math.min(Math.max(lifeMs / 10, EXPIRING_AT_LEAST_MS), lifeMs / 2);
}
