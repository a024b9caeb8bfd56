// How long the event loop is held at most while something runs.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 2;

/** Milliseconds beyond a turn of the timer that measures. */
export async function longestHold(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  // It tells how long after one turn the next came: one before the work, and one after it.
  await turns();
  await work();
  await turns();
  delay.disable();
  return Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
}

const turns = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 4 * RESOLUTION_MS);
  });
