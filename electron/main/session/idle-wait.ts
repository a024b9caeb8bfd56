// Waiting for calls under way to end by themselves, with an end of its own.
import type { Clock } from '../domain/clock.ts';

/** Waits until nothing runs, at most until then on the monotonic clock. */
export async function quiet(
  clock: Clock,
  untilMs: number,
  isQuiet: () => boolean,
  lookEveryMs = 20,
): Promise<void> {
  while (!isQuiet() && clock.monotonicMs() < untilMs) {
    await new Promise<void>((resume) => {
      clock.after(lookEveryMs, resume);
    });
  }
}
