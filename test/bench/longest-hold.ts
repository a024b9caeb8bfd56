// How long the event loop is held at most while something runs. What other processes of the machine take of
// the processor meanwhile is no hold of ours: a turn counts no longer than this thread was running in it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Between two looks, so that looking takes nothing from what is measured. */
const RESOLUTION_MS = 1;
/** The kernel counts the time of a thread in ticks of at most this many milliseconds. */
const TICK_MS = 4;

/** Milliseconds beyond a turn of the timer that measures; up to a tick too many beside a busy machine. */
export async function longestHold(work: () => Promise<void>): Promise<number> {
  let longestMs = 0;
  let wallMs = performance.now();
  let threadMs = threadTimeMs();
  const watch = setInterval(() => {
    const [nowMs, ranMs] = [performance.now(), threadTimeMs()];
    const heldMs = Math.min(nowMs - wallMs - RESOLUTION_MS, ranMs - threadMs + TICK_MS);
    longestMs = Math.max(longestMs, heldMs);
    [wallMs, threadMs] = [nowMs, ranMs];
  }, RESOLUTION_MS);
  // One look before the work, and one after it.
  await turns();
  await work();
  await turns();
  clearInterval(watch);
  return longestMs;
}

function threadTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const turns = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 4 * RESOLUTION_MS);
  });

/**
 * Takes away what was made before: the texts of the bench itself are many MiB, and the collector would come
 * for them while something else is measured. What is measured has to pay for its own.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
