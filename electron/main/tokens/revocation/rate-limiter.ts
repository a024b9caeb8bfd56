// How fast calls may leave once a server has said "too many" (429): none before its Retry-After, then
// as many a second as it was seen to accept in one; growing while it stays content. Only counts;
// sends nothing itself.
import type { Clock } from '../../domain/clock.ts';

interface RateLimiter {
  /** Milliseconds until one more call may leave; 0: now. */
  readonly waitMs: () => number;
  readonly left: () => void;
  /** The server took a call; when that had left, on the monotonic clock. */
  readonly accepted: (leftAtMs: number) => void;
  readonly refused: (leftAtMs: number, retryAfterMs: number | null) => void;
  /** Calls a second; null while the server never refused one. */
  readonly perSecond: () => number | null;
}

const SECOND_MS = 1_000;
/** A server's second and ours do not begin together. */
const WINDOW_MS = 1_030;
/** Calls over several connections overtake each other by about this. */
const OVERTAKING_MS = 100;
/** Where bursts were refused, a second is divided into so many slices. */
const SLICES = 20;
/** Below what was accepted last, so that an uneven slice is not one too many. */
const MARGIN = 0.95;
const FAST_GROWTH = 2;
const SLOW_GROWTH = 1.02;
/** A refusal costs more than a little speed gains. */
const SLOW_WINDOWS = 10;
/** Without Retry-After: one second, doubling up to this while nothing is accepted in between. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * What a server grants a second, by when the calls of the first flight that it took had left: a bucket
 * was full, and grew by what was added while they were leaving.
 */
function shownByFirst(leftAtMs: readonly number[]): number {
  const spanMs = leftAtMs.length === 0 ? 0 : Math.max(...leftAtMs) - Math.min(...leftAtMs);
  return leftAtMs.length / (1 + spanMs / SECOND_MS);
}

/** For one run at one server: it remembers every accepted call of the run. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const accepted: number[] = [];
  let recent: number[] = [];
  let allowed: number | null = null;
  /** The last allowance that went well. */
  let lasting = Infinity;
  /** Taken of the first flight: the most that a second was seen to bear. */
  let atFirst = 0;
  let even = false;
  /** Refused though spread evenly: about here is the limit. */
  let settled = false;
  let refusedInVain = 0;
  let acceptedAtRefusal = -1;
  let credit = 0;
  let creditAtMs = 0;
  let unread: { readonly leftAtMs: number } | null = null;
  let throttledAtMs = -Infinity;
  let pausedUntilMs = -Infinity;
  let grownAtMs = -Infinity;

  /** Only when the pause is over: by then the answers to all that left together are there. */
  function readRefusal(leftAtMs: number): void {
    const inTheSecond = accepted.filter(
      (atMs) => atMs > leftAtMs - SECOND_MS && atMs <= leftAtMs + OVERTAKING_MS,
    );
    if (even) settled = true;
    else if (allowed !== null) even = true;
    if (allowed === null) atFirst = inTheSecond.length;
    const shown = allowed === null ? shownByFirst(inTheSecond) : inTheSecond.length;
    const seen = shown > 0 ? shown : (allowed ?? 1) / 2;
    allowed = Math.max(1, Math.min(seen, lasting) * (even ? MARGIN : 1));
    grownAtMs = clock.monotonicMs();
    recent = [];
    credit = 1;
    creditAtMs = grownAtMs;
  }

  /** Quickly until a refusal of calls spread evenly shows where it ends, then hardly. */
  function grow(nowMs: number): void {
    const windows = settled ? SLOW_WINDOWS : even ? 1 : 2;
    if (allowed === null || nowMs - grownAtMs < windows * WINDOW_MS) return;
    lasting = even ? allowed : Math.max(allowed, atFirst);
    allowed *= settled ? SLOW_GROWTH : FAST_GROWTH;
    if (!even) [credit, creditAtMs] = [1, nowMs];
    even = true;
    grownAtMs = nowMs;
  }

  /** In bursts: as many as were taken within any second. */
  function burstWaitMs(perSecond: number, nowMs: number): number {
    const first = recent.at(-Math.max(1, Math.floor(perSecond)));
    return first === undefined ? 0 : Math.max(0, first + WINDOW_MS - nowMs);
  }

  /** Evenly: what a late timer missed is made up for, as far as one slice of the second. */
  function evenWaitMs(perSecond: number, nowMs: number): number {
    const most = Math.max(1, perSecond / SLICES);
    credit = Math.min(most, credit + ((nowMs - creditAtMs) * perSecond) / SECOND_MS);
    creditAtMs = nowMs;
    // Whole milliseconds: no timer waits for less, and rounding must not wait for ever.
    return credit >= 1 ? 0 : Math.ceil(((1 - credit) * SECOND_MS) / perSecond);
  }

  return {
    waitMs() {
      const nowMs = clock.monotonicMs();
      if (nowMs < pausedUntilMs) return pausedUntilMs - nowMs;
      if (unread !== null) {
        const { leftAtMs } = unread;
        unread = null;
        readRefusal(leftAtMs);
      }
      if (allowed === null) return 0;
      grow(nowMs);
      return even ? evenWaitMs(allowed, nowMs) : burstWaitMs(allowed, nowMs);
    },
    left() {
      credit -= 1;
      recent.push(clock.monotonicMs());
      if (recent.length > 2 * (allowed ?? 0) + SLICES) {
        recent = recent.slice(-Math.ceil(allowed ?? 1));
      }
    },
    accepted(leftAtMs) {
      accepted.push(leftAtMs);
    },
    refused(leftAtMs, retryAfterMs) {
      const nowMs = clock.monotonicMs();
      const isNews = leftAtMs > throttledAtMs;
      if (isNews) {
        refusedInVain = accepted.length > acceptedAtRefusal ? 0 : refusedInVain + 1;
        acceptedAtRefusal = accepted.length;
        throttledAtMs = nowMs;
        unread = { leftAtMs };
      }
      const ownPauseMs = Math.min(SECOND_MS * 2 ** Math.min(refusedInVain, 10), LONGEST_PAUSE_MS);
      // Of those that left together, the one told to wait longest speaks for all.
      pausedUntilMs = Math.max(pausedUntilMs, nowMs + (retryAfterMs ?? ownPauseMs));
    },
    perSecond: () => allowed,
  };
}
