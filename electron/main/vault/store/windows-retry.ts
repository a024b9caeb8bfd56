// On Windows an antivirus or indexer may hold a file for a moment: the operation is tried again,
// waiting without holding the event loop. Elsewhere the same errors are final.
import { errnoOf } from '../../domain/errno.ts';
import type { FileSystem } from './file-system.ts';

const BUSY = new Set(['EPERM', 'EBUSY', 'EACCES']);
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;
const TOTAL_MS = 10_000;

/**
 * Does the operation, and again for a while where Windows says that the file is busy. Rejects with its last
 * error.
 */
export async function retryBusy(
  fileSystem: FileSystem,
  operation: () => Promise<void>,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<void> {
  let waitedMs = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await operation();
    } catch (error) {
      const again = fileSystem.platform === 'windows' && BUSY.has(errnoOf(error));
      if (!again || waitedMs + waitMs > TOTAL_MS) throw error;
    }
    await wait(waitMs);
    waitedMs += waitMs;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
