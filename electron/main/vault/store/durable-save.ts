// Replaces the vault file so that after any kill, crash or full disk either the old or the new one
// is there, whole (docs/reliability.md, "The save protocol"). Never writes into a file that exists, never
// replaces a file that is not the one this vault was opened from.
import path from 'node:path';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { Backups, Kept } from '../backups/backup-retention.ts';
import { toFileFailure, retryBusy } from './file-failure.ts';
import type { FileSystem } from './file-system.ts';
import { isSameOnDisk, isWholeOnDisk, markOf, type FileMark } from './file-mark.ts';
import type { HeldLock, LockFile } from './lock-file.ts';
import type { VaultNames } from './vault-names.ts';
import type { VaultFailure } from './vault.ts';
import { ioError, writeWhole } from './whole-file.ts';

/** Where a vault is saved, and what is beside it. */
export interface SavePlace {
  readonly fileSystem: FileSystem;
  readonly names: VaultNames;
  readonly lockFile: LockFile;
  readonly backups: Backups;
}

/** The file that a save means to replace. */
export interface Replaced {
  readonly vaultId: string;
  readonly generation: number;
  /** What may be on disk: the last save, and one whose end is unknown. */
  readonly marks: readonly FileMark[];
}

/** What a save came to. */
export interface Saved {
  /** Of the file that is the vault now. */
  readonly mark: FileMark;
  /** File name under which the one before is kept, where the disk had damaged it meanwhile. */
  readonly damagedFile: string | null;
}

interface SaveFailure extends VaultFailure {
  /** Of the new file, when it may be the one on disk although the save failed. */
  readonly uncertain: FileMark | null;
}

/**
 * `replaced` null: creates the file and refuses to replace one (`vault_exists`).
 */
export async function saveDurably(
  place: SavePlace,
  file: Buffer,
  replaced: Replaced | null,
): Promise<Result<Saved, SaveFailure>> {
  const step: Step = { temporary: null, kept: null, renamed: null };
  try {
    const lock = await place.lockFile.acquire();
    if (!lock.ok) return fail({ ...lock.failure, uncertain: null });
    try {
      const saved = await replaceFile(place, file, replaced, lock.value, step);
      if (!saved.ok) {
        await undo(place, step);
        return fail({ ...saved.failure, uncertain: null });
      }
      const { kept } = step;
      // Only now that the new file is durable. What cannot be looked for may stay.
      const pruned = place.backups.prune(replaced?.vaultId ?? '', kept?.path ?? null);
      await pruned.catch(toFileFailure);
      const damagedFile = kept?.isDamaged === true ? path.basename(kept.path) : null;
      return ok({ mark: saved.value, damagedFile });
    } catch (error) {
      const failure = toFileFailure(error);
      return fail({ ...failure, uncertain: (await undo(place, step)) ? null : step.renamed });
    } finally {
      await lock.value.release();
    }
  } catch (error) {
    return fail({ ...toFileFailure(error), uncertain: null });
  }
}

interface Step {
  temporary: string | null;
  kept: Kept | null;
  /** Of the new file, once it may have the vault's name. */
  renamed: FileMark | null;
}

async function replaceFile(
  place: SavePlace,
  file: Buffer,
  replaced: Replaced | null,
  lock: HeldLock,
  step: Step,
): Promise<Result<FileMark, VaultFailure>> {
  const { fileSystem, names, backups } = place;
  const looked = await refusal(place, replaced);
  if (looked !== null) return fail(looked);
  const temporary = names.temporary();
  step.temporary = temporary;
  await writeWhole(fileSystem, temporary, file);
  if (replaced !== null) {
    const { vaultId, generation, marks } = replaced;
    step.kept = await backups.keep(vaultId, generation, marks);
  }
  if (!(await lock.isOurs())) return fail({ code: 'locked_by_other' });
  await retryBusy(fileSystem, () => fileSystem.rename(temporary, names.vault));
  const mark = markOf(file);
  step.renamed = mark;
  await fileSystem.syncDirectory(names.directory);
  if (
    fileSystem.platform === 'windows' &&
    !(await isWholeOnDisk(fileSystem, names.vault, [mark]))
  ) {
    throw ioError('the file reads back differently');
  }
  return ok(mark);
}

/** Why the file in the vault's place must stay; null when it is the one to be replaced. */
async function refusal(
  { fileSystem, names }: SavePlace,
  replaced: Replaced | null,
): Promise<VaultFailure | null> {
  if (replaced === null) {
    return (await fileSystem.facts(names.vault)) === null ? null : { code: 'vault_exists' };
  }
  const isSame = await isSameOnDisk(fileSystem, names.vault, replaced.marks);
  return isSame ? null : { code: 'changed_on_disk' };
}

/** Puts the old file back under its name. False when that failed: the new one may be there. */
async function undo(place: SavePlace, step: Step): Promise<boolean> {
  const { fileSystem, names } = place;
  try {
    if (step.renamed === null) {
      if (step.temporary !== null) await fileSystem.unlink(step.temporary);
      return true;
    }
    if (step.kept === null) await fileSystem.unlink(names.vault);
    else await fileSystem.rename(step.kept.path, names.vault);
    await fileSystem.syncDirectory(names.directory);
    return true;
  } catch {
    return step.renamed === null;
  }
}
