// Limits for whatever is waited for: somebody outside this process (a keystore, the clipboard, a disk), or calls under
// way that may end by themselves. None of them may hold up a lock or the end of the app.
import type { Clock } from './clock.ts';

/** So long anything outside this process is waited for where nobody asked for it by hand, in milliseconds. */
export const OUTSIDE_LIMIT_MS = 2_000;

export const pause = (clock: Pick<Clock, 'after'>, ms: number): Promise<void> =>
  new Promise((resume) => {
    clock.after(ms, resume);
  });

/**
 * What `work` answers, or `late` where it has not answered within `limitMs`. Rejects as `work` does, in time;
 * a rejection that comes later is dropped.
 */
export function within<T, const L>(
  clock: Pick<Clock, 'after'>,
  limitMs: number,
  work: Promise<T>,
  late: L,
): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => resolve(late));
    work.then(resolve, reject).finally(cancel);
  });
}

/** Waits until nothing runs, at most until then on the monotonic clock. */
export async function quiet(
  clock: Clock,
  untilMs: number,
  isQuiet: () => boolean,
  lookEveryMs = 20,
): Promise<void> {
  while (!isQuiet() && clock.monotonicMs() < untilMs) {
    await pause(clock, lookEveryMs);
  }
}
