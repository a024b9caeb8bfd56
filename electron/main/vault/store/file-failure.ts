// What a failed file operation is called to a person, and when it is tried again. Drops the error itself: its message
// holds paths.
import type { VaultFailureCode } from '../../../shared/failures/failure.ts';
import { errnoOf } from '../../domain/errno.ts';
import type { VaultFailure } from './vault.ts';
import type { FileSystem } from './file-system.ts';

const codes: Readonly<Record<string, VaultFailureCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
};

/** @throws the error again when it is no errno: a bug must not pass for a bad disk. */
export function toFileFailure(error: unknown): VaultFailure {
  const errno = errnoOf(error);
  if (!/^E[A-Z0-9]+$/.test(errno)) throw error;
  return { code: codes[errno] ?? 'io_error' };
}

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
