// How much one side of a run bears: one client's calls, or all calls to one host. Calls under way grow by
// a little and are halved (additive increase, multiplicative decrease), and leave no faster than a server
// that said "too many" was seen to accept (rate-limiter.ts). Only counts; sends nothing itself.
import type { Clock } from '../../domain/clock.ts';
import { createRateLimiter } from './rate-limiter.ts';

export interface AimdLimiter {
  /** Calls under way that are believed to be borne; Infinity while nobody objected. */
  readonly ceiling: () => number;
  /** Calls a second once a server said "too many"; null before. */
  readonly perSecond: () => number | null;
  readonly underWay: () => number;
  /**
   * Milliseconds until one more call may leave; 0: now; Infinity: not before an answer came.
   * @param isFirstTry of its token: a pause does not hold it for ever.
   */
  readonly waitMs: (isFirstTry: boolean) => number;
  readonly left: () => Departure;
  /** A server said "too many" of calls of this side. */
  readonly isPaced: () => boolean;
}

/** One call under way. Each is ended once; what it says about this side is told before. */
interface Departure {
  readonly accepted: () => void;
  /** Halves the calls under way, at most once for calls that left together. */
  readonly troubled: () => void;
  /** No call leaves before this is over; doubling pauses where the server named none. */
  readonly pause: (retryAfterMs: number | null) => void;
  readonly end: () => void;
}

/** A quarter more in every round of answers. */
const GROWTH = 0.25;
/**
 * While nothing is accepted, pauses hold up a token that was never tried for this long at most: what limits
 * one token may not limit the next, and each of them may be alive.
 */
const FIRST_TRY_HELD_MS = 10_000;
/** From then on one of them leaves in each second. */
const FIRST_TRIES_APART_MS = 1_000;

export function createAimdLimiter(clock: Clock): AimdLimiter {
  const pace = createRateLimiter(clock);
  let ceiling = Infinity;
  let underWay = 0;
  let departures = 0;
  /** Departures before this are answered for already. */
  let lowered = 0;
  let isPaced = false;
  let lastLeftMs = -Infinity;
  /** The first refusal since something was accepted. */
  let refusedSinceMs: number | null = null;

  function paceMs(isFirstTry: boolean): number {
    const waitMs = pace.waitMs();
    if (!isFirstTry || refusedSinceMs === null) return waitMs;
    const heldUntilMs = Math.max(
      refusedSinceMs + FIRST_TRY_HELD_MS,
      lastLeftMs + FIRST_TRIES_APART_MS,
    );
    return Math.min(waitMs, Math.max(0, heldUntilMs - clock.monotonicMs()));
  }

  return {
    ceiling: () => ceiling,
    perSecond: pace.perSecond,
    underWay: () => underWay,
    isPaced: () => isPaced,
    waitMs: (isFirstTry) =>
      underWay < Math.max(1, Math.floor(ceiling)) ? paceMs(isFirstTry) : Infinity,
    left() {
      const departure = departures;
      const leftAtMs = clock.monotonicMs();
      departures += 1;
      underWay += 1;
      lastLeftMs = leftAtMs;
      pace.left();
      return {
        accepted() {
          refusedSinceMs = null;
          pace.accepted(leftAtMs);
          if (underWay * 2 >= ceiling && departure >= lowered) ceiling += GROWTH;
        },
        troubled() {
          if (departure < lowered) return;
          ceiling = Math.max(1, Math.min(ceiling, underWay) / 2);
          lowered = departures;
        },
        pause(retryAfterMs) {
          isPaced = true;
          refusedSinceMs ??= clock.monotonicMs();
          pace.refused(leftAtMs, retryAfterMs);
        },
        end() {
          underWay -= 1;
        },
      };
    },
  };
}
