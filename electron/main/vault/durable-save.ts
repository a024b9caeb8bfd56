// Replaces the vault file so that after any kill, crash or full disk either the old or the new one
// is there, whole (reliability.md, "Save protocol"). Never writes into a file that exists, never
// replaces a file that is not the one this vault was opened from.
import path from 'node:path';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Backups, Kept } from './backups.ts';
import { toFileFailure } from './file-failure.ts';
import type { FileSystem } from './file-system.ts';
import { isSameOnDisk, type FileMark } from './file-mark.ts';
import type { HeldLock, LockFile } from './lock-file.ts';
import type { VaultNames } from './vault-names.ts';
import type { VaultFailure } from './vault.ts';
import { verifyWhole, writeWhole } from './whole-file.ts';
import { retryBusy } from './windows-retry.ts';

export interface SavePlace {
  readonly fileSystem: FileSystem;
  readonly names: VaultNames;
  readonly lockFile: LockFile;
  readonly backups: Backups;
}

export interface Replaced {
  readonly vaultId: string;
  readonly generation: number;
  /** What may be on disk: the last save, and one whose end is unknown. */
  readonly marks: readonly FileMark[];
}

export interface Saved {
  /** File name under which the one before is kept, where the disk had damaged it meanwhile. */
  readonly damagedFile: string | null;
}

export interface SaveFailure extends VaultFailure {
  /** True when the new file may be the one on disk although the save failed. */
  readonly uncertain: boolean;
}

/** `replaced` null: creates the file and refuses to replace one (`vault_exists`). */
export async function saveDurably(
  place: SavePlace,
  bytes: Buffer,
  replaced: Replaced | null,
): Promise<Result<Saved, SaveFailure>> {
  const step: Step = { temporary: null, kept: null, renamed: false };
  try {
    const lock = await place.lockFile.acquire();
    if (!lock.ok) return fail({ ...lock.failure, uncertain: false });
    try {
      const refusal = await replaceFile(place, bytes, replaced, lock.value, step);
      if (refusal !== null) {
        await undo(place, step);
        return fail({ ...refusal, uncertain: false });
      }
      await place.backups.prune(replaced?.vaultId ?? '').catch(toFileFailure);
      const { kept } = step;
      return ok({ damagedFile: kept?.isDamaged === true ? path.basename(kept.path) : null });
    } catch (error) {
      const failure = toFileFailure(error);
      return fail({ ...failure, uncertain: !(await undo(place, step)) });
    } finally {
      await lock.value.release();
    }
  } catch (error) {
    return fail({ ...toFileFailure(error), uncertain: false });
  }
}

interface Step {
  temporary: string | null;
  kept: Kept | null;
  renamed: boolean;
}

async function replaceFile(
  place: SavePlace,
  bytes: Buffer,
  replaced: Replaced | null,
  lock: HeldLock,
  step: Step,
): Promise<VaultFailure | null> {
  const { fileSystem, names, backups } = place;
  if (replaced === null) {
    if ((await fileSystem.facts(names.vault)) !== null) return { code: 'vault_exists' };
  } else if (!(await isSameOnDisk(fileSystem, names.vault, replaced.marks))) {
    return { code: 'changed_on_disk' };
  }
  step.temporary = names.temporary();
  await writeWhole(fileSystem, step.temporary, bytes);
  if (replaced !== null) {
    step.kept = await backups.keep(replaced.vaultId, replaced.generation, replaced.marks);
    await fileSystem.syncDirectory(names.directory);
  }
  if (!(await lock.isOurs())) return { code: 'locked_by_other' };
  const from = step.temporary;
  await retryBusy(fileSystem, () => fileSystem.rename(from, names.vault));
  step.renamed = true;
  await fileSystem.syncDirectory(names.directory);
  if (fileSystem.platform === 'windows') await verifyWhole(fileSystem, names.vault, bytes);
  return null;
}

/** Puts the old file back under its name. False when that failed: the new one may be there. */
async function undo(place: SavePlace, step: Step): Promise<boolean> {
  const { fileSystem, names } = place;
  try {
    if (!step.renamed) {
      if (step.temporary !== null) await fileSystem.unlink(step.temporary);
      return true;
    }
    if (step.kept === null) await fileSystem.unlink(names.vault);
    else await fileSystem.rename(step.kept.path, names.vault);
    await fileSystem.syncDirectory(names.directory);
    return true;
  } catch {
    return !step.renamed;
  }
}
