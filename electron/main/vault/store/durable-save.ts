// Replaces the vault file so that after any kill, crash or full disk either the old or the new one
// is there, whole (docs/reliability.md, "The save protocol"). Never writes into a file that exists, never
// replaces a file that is not the one this vault was opened from.
import path from 'node:path';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { Backups, Kept } from '../backups/backup-retention.ts';
import { toFileFailure, retryBusy } from './file-failure.ts';
import type { FileSystem } from './file-system.ts';
import { isSameOnDisk, isWholeOnDisk, type FileMark } from './file-mark.ts';
import type { HeldLock, LockFile } from './lock-file.ts';
import type { SealedFile } from './vault-file.ts';
import type { VaultNames } from './vault-names.ts';
import type { VaultFailure } from './vault.ts';
import { ioError, writeOut, settleBoth } from './whole-file.ts';

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
 * `replaced` null: creates the file and refuses to replace one (`vault_exists`). `corrupt` when the file
 * would not open again as what was sealed.
 */
export async function saveDurably(
  place: SavePlace,
  file: SealedFile,
  replaced: Replaced | null,
): Promise<Result<Saved, SaveFailure>> {
  const step: Step = { temporary: null, kept: null, renamed: null, superfluous: [] };
  try {
    const lock = await place.lockFile.acquire();
    if (!lock.ok) return fail({ ...lock.failure, uncertain: null });
    try {
      const saved = await replaceFile(place, file, replaced, lock.value, step);
      if (!saved.ok) {
        await undo(place, step);
        return fail({ ...saved.failure, uncertain: null });
      }
      const { kept, superfluous } = step;
      await place.backups.prune(superfluous);
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
  superfluous: readonly string[];
}

async function replaceFile(
  place: SavePlace,
  file: SealedFile,
  replaced: Replaced | null,
  lock: HeldLock,
  step: Step,
): Promise<Result<FileMark, VaultFailure>> {
  const { fileSystem, names, backups } = place;
  const temporary = names.temporary();
  step.temporary = temporary;
  // The new file is written while the one to be replaced is looked at: before both are done, nothing has changed.
  const writing = writeOut(fileSystem, temporary, file.writeTo);
  const [looked] = await Promise.allSettled([refusal(place, replaced), writing]);
  if (looked.status === 'rejected' || looked.value !== null) {
    await writing.then(({ discard }) => discard()).catch(() => undefined);
  }
  if (looked.status === 'rejected') throw looked.reason;
  if (looked.value !== null) return fail(looked.value);
  const written = await writing;
  // The old file gets its second name and is looked through while the medium takes up the new one.
  const keeping =
    replaced === null
      ? Promise.resolve(null)
      : backups.keep(replaced.vaultId, replaced.generation, replaced.marks);
  [step.kept] = await settleBoth(keeping, written.settle());
  const mark = written.value;
  if (mark === null) return fail({ code: 'corrupt' });
  if (!(await lock.isOurs())) return fail({ code: 'locked_by_other' });
  await retryBusy(fileSystem, () => fileSystem.rename(temporary, names.vault));
  step.renamed = mark;
  // Looked for meanwhile, removed once the new file is durable. What cannot be looked for may stay.
  const looking = backups
    .superfluous(replaced?.vaultId ?? '', step.kept?.path ?? null)
    .catch(nothingFound);
  [, step.superfluous] = await settleBoth(fileSystem.syncDirectory(names.directory), looking);
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

function nothingFound(error: unknown): readonly string[] {
  toFileFailure(error);
  return [];
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
