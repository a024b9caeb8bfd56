// Time as a port, so that every test runs on a fake clock. Wall time can jump; monotonic time cannot,
// but stops during suspend on Linux: a remaining time is always the smaller of the two.

/** The longest delay a Node timer keeps (2^31-1 ms); anything longer fires at once. */
const MAX_TIMER_MS = 2_147_483_647;

export interface Clock {
  /** Milliseconds since the epoch, wall clock. */
  readonly nowMs: () => number;
  /** Milliseconds since an arbitrary start in this process, never running backwards. */
  readonly monotonicMs: () => number;
  /** Calls back once after `delayMs` (clamped to `MAX_TIMER_MS`); the answer cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(0, delayMs), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
