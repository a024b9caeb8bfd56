// A span of time that a person was told: counted by the wall clock and by the monotonic one, whichever says more. The
// monotonic clock stands still while a machine sleeps, and the wall clock can be set back: neither makes a span longer.
import type { Clock } from './clock.ts';

/** No longer between two looks: a timer stands still too while the machine sleeps. */
const LOOK_EVERY_MS = 10_000;

/** Answers how many milliseconds have passed since this call. */
export function stopwatch(clock: Pick<Clock, 'nowMs' | 'monotonicMs'>): () => number {
  const wallMs = clock.nowMs();
  const monotonicMs = clock.monotonicMs();
  return () => Math.max(clock.nowMs() - wallMs, clock.monotonicMs() - monotonicMs);
}

/** Calls `work` once after `spanMs`, within ten seconds of a wake-up where the machine slept. The answer cancels it. */
export function afterSpan(clock: Clock, spanMs: number, work: () => void): () => void {
  const passedMs = stopwatch(clock);
  let cancel = (): void => undefined;
  const look = (): void => {
    const leftMs = spanMs - passedMs();
    if (leftMs <= 0) work();
    else cancel = clock.after(Math.min(leftMs, LOOK_EVERY_MS), look);
  };
  look();
  return () => cancel();
}

/** The wall clock has run so far ahead of the monotonic one: the machine slept, or somebody set the clock. */
const ASLEEP_MS = 60_000;

/** Calls `work` once after a sleep of the machine, also where the system announces none. The answer cancels it. */
export function afterSleep(clock: Clock, work: () => void): () => void {
  const aheadAtStartMs = clock.nowMs() - clock.monotonicMs();
  let cancel = (): void => undefined;
  const look = (): void => {
    if (clock.nowMs() - clock.monotonicMs() - aheadAtStartMs > ASLEEP_MS) work();
    else cancel = clock.after(LOOK_EVERY_MS, look);
  };
  look();
  return () => cancel();
}
