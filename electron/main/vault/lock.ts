// The lock beside the vault: held only while a save runs, so that two processes never replace the file at once (V15).
// The system's own lock of an empty file, which ends with the process that holds it. The file stays: one that is removed
// and made anew could be held twice.
import { type Result, fail, ok } from '../domain/result.ts';
import type { VaultFailure } from './vault.ts';
import type { FileSystem } from './file-system.ts';
import type { VaultNames } from './names.ts';

/** How long a save waits for another process's save. */
const WAIT_MS = 3_000;

const POLL_MS = 8;

/** Lets go of a lock. */
export type Release = () => void;

/** Failure: `locked_by_other`. Rejects with the file system's error when there can be no lock. */
export async function acquireLock(
  { fileSystem, names }: { readonly fileSystem: FileSystem; readonly names: VaultNames },
  waitMs = WAIT_MS,
): Promise<Result<Release, VaultFailure>> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const release = await fileSystem.lock(names.lock);
    if (release !== null) return ok(release);
    if (waitedMs >= waitMs) return fail({ code: 'locked_by_other' });
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
