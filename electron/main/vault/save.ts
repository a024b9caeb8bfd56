// Replaces the vault file so that after any kill, crash or full disk either the old or the new one
// is there, whole (docs/reliability.md, "The save protocol"), and keeps earlier generations beside it. Never writes into
// a file that exists, never replaces a file that is not the one this vault was opened from.
import { basename } from 'node:path';
import { FIXED_BYTES, MAX_FILE_BYTES } from './file.ts';
import { HASH_BYTES, sha256 } from './primitives.ts';
import {
  type FileSystem,
  readExactly,
  linkOrCopy,
  toFileFailure,
  type FileFacts,
  writeWhole,
  retryBusy,
  ioError,
  verifyWhole,
} from './file-system.ts';
import { errnoOf } from '../domain/errno.ts';
import { generationOf, type VaultNames } from './names.ts';
import type { LockFile, HeldLock } from './lock.ts';
import type { VaultFailure } from './vault.ts';
import { type Result, ok, fail } from '../domain/result.ts';

/** What tells one file of a vault from another. */
export interface FileMark {
  readonly size: number;
  /** Magic to header MAC. */
  readonly start: Buffer;
  /** The checksum at the end: two files of one generation differ here. */
  readonly end: Buffer;
}

/** Of a whole file that `readFrame` accepts. Copies what it keeps. */
export function markOf(file: Buffer): FileMark {
  const startLength = FIXED_BYTES + file.readUInt32BE(12) + HASH_BYTES;
  return {
    size: file.length,
    start: Buffer.from(file.subarray(0, startLength)),
    end: Buffer.from(file.subarray(file.length - HASH_BYTES)),
  };
}

/** True when the file carries one of the marks; false also when it is gone or became a link. */
export async function isSameOnDisk(
  fileSystem: FileSystem,
  path: string,
  marks: readonly FileMark[],
): Promise<boolean> {
  try {
    const file = await fileSystem.open(path);
    try {
      const facts = await file.facts();
      for (const mark of marks) {
        if (facts.kind !== 'file' || facts.size !== mark.size) continue;
        const start = Buffer.alloc(mark.start.length);
        const end = Buffer.alloc(mark.end.length);
        await Promise.all([file.read(start, 0), file.read(end, mark.size - end.length)]);
        if (start.equals(mark.start) && end.equals(mark.end)) return true;
      }
      return false;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (['ENOENT', 'ELOOP'].includes(errnoOf(error))) return false;
    throw error;
  }
}

/**
 * Reads the file to its last byte: true when it is one of those marked. A mark is taken only of bytes
 * that authenticated, and its checksum covers all of them, so no key is needed to know them again.
 */
export async function isWholeOnDisk(
  fileSystem: FileSystem,
  path: string,
  marks: readonly FileMark[],
): Promise<boolean> {
  const size = (await fileSystem.facts(path))?.size ?? 0;
  const wanted = marks.filter((mark) => mark.size === size);
  const file = wanted.length === 0 ? null : await readExactly(fileSystem, path, size);
  if (file === null) return false;
  const sum = sha256(file.subarray(0, -HASH_BYTES));
  return sum.equals(file.subarray(-HASH_BYTES)) && wanted.some(({ end }) => sum.equals(end));
}

/** Where a vault is saved, and what is beside it. */
export interface SavePlace {
  readonly fileSystem: FileSystem;
  readonly names: VaultNames;
  readonly lockFile: Pick<LockFile, 'acquire'>;
  /** The wall clock. */
  readonly nowMs: () => number;
  /** How far two kept backups are apart at least; ten minutes when absent. */
  readonly backupSpacingMs?: number | undefined;
}
type BackupPlace = Omit<SavePlace, 'lockFile'>;

/** The file that a save means to replace. */
export interface Replaced {
  readonly vaultId: string;
  readonly generation: number;
  /** What may be on disk: the last save, and one whose end is unknown. */
  readonly marks: readonly FileMark[];
}

const NEWEST_KEPT = 5;
/** Five saves within a minute would leave five backups of that minute. */
const SPACING_MS = 10 * 60_000;
const DAYS_KEPT = 7;
const DAY_MS = 86_400_000;

/** The file that was the vault until a save replaced it. */
export interface Kept {
  /** The path it has now. */
  readonly path: string;
  readonly isDamaged: boolean;
}

async function linked(
  { fileSystem, names }: BackupPlace,
  vaultId: string,
  generation: number,
): Promise<string> {
  const name = names.backup(vaultId, generation);
  try {
    await linkOrCopy(fileSystem, names.vault, name);
    return name;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
  // A kill between link and rename leaves the name behind: then it is the same file.
  const [ours, theirs] = [await fileSystem.facts(names.vault), await fileSystem.facts(name)];
  if (ours !== null && ours.identity === theirs?.identity) return name;
  const spare = names.backup(vaultId, generation, true);
  await linkOrCopy(fileSystem, names.vault, spare);
  return spare;
}

/**
 * Links the current file to its backup name and reads it back; the name is durable when it resolves. What
 * is not, to the byte, a file that authenticated (`marks`) is no backup: it is kept aside as damaged. Rejects with the
 * file system's errors.
 */
export async function keepEarlier(
  place: BackupPlace,
  { vaultId, generation, marks }: Replaced,
): Promise<Kept> {
  const { fileSystem, names, nowMs } = place;
  const name = await linked(place, vaultId, generation);
  const isWhole = await isWholeOnDisk(fileSystem, name, marks);
  await fileSystem.syncDirectory(names.directory);
  if (isWhole) return { path: name, isDamaged: false };
  const aside = names.setAside(nowMs());
  await fileSystem.rename(name, aside);
  await fileSystem.syncDirectory(names.directory);
  return { path: aside, isDamaged: true };
}

/**
 * Removes what the next save need not find any more, temporary files with it. Only the holder of the lock may
 * call it: a temporary file may be another's. What cannot be removed stays. Rejects with the file system's errors.
 * @param newestPath of what `keepEarlier` answered: it stays, whatever the clock says.
 */
export async function pruneBackups(
  { fileSystem, names, nowMs, backupSpacingMs = SPACING_MS }: BackupPlace,
  vaultId: string,
  newestPath: string | null,
): Promise<void> {
  const all = await fileSystem.list(names.directory);
  const found: Backup[] = [];
  for (const name of all.filter((each) => names.isBackup(each, vaultId))) {
    const facts = await fileSystem.facts(names.beside(name));
    // A folder or a link in a backup's place is no backup, and takes the place of none.
    if (facts?.kind === 'file') found.push({ name, facts });
  }
  const newest = newestPath === null ? null : basename(newestPath);
  const kept = keptOf(spaced(found, newest, backupSpacingMs), newest, nowMs());
  const others = found.map(({ name }) => name).filter((name) => !kept.has(name));
  // One that cannot be removed keeps no other: else every save would leave one more.
  for (const name of [...all.filter(names.isTemporary), ...others]) {
    await fileSystem.unlink(names.beside(name)).catch(toFileFailure);
  }
}

interface Backup {
  readonly name: string;
  readonly facts: FileFacts;
}

/** The names of what stays: the newest, five in all, and one a day. */
function keptOf(backups: readonly Backup[], newest: string | null, nowMs: number): Set<string> {
  const days = new Set<number>();
  const kept = backups.toReversed().filter(({ name, facts }, index) => {
    const day = Math.floor(facts.modifiedAtMs / DAY_MS);
    const recent = day > Math.floor(nowMs / DAY_MS) - DAYS_KEPT;
    const firstOfDay = recent && !days.has(day);
    days.add(day);
    return index < NEWEST_KEPT || firstOfDay || name === newest;
  });
  return new Set(kept.map(({ name }) => name));
}

/**
 * Oldest first: each at least so long after the one before it, and the newest, whatever the clock says. Counted from
 * the oldest, so that one that stays is never in the way of those after it.
 */
function spaced(
  backups: readonly Backup[],
  newest: string | null,
  spacingMs: number,
): readonly Backup[] {
  const oldestFirst = backups.toSorted(
    (a, b) =>
      a.facts.modifiedAtMs - b.facts.modifiedAtMs || generationOf(a.name) - generationOf(b.name),
  );
  let lastMs = Number.NEGATIVE_INFINITY;
  return oldestFirst.filter(({ name, facts }) => {
    const isKept = name === newest || facts.modifiedAtMs - lastMs >= spacingMs;
    if (isKept) lastMs = facts.modifiedAtMs;
    return isKept;
  });
}

/** What a save came to. */
export interface Saved {
  /** Of the file that is the vault now. */
  readonly mark: FileMark;
  /** File name under which the one before is kept, where the disk had damaged it meanwhile. */
  readonly damagedFile: string | null;
}

export interface SaveFailure extends VaultFailure {
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
      const pruned = pruneBackups(place, replaced?.vaultId ?? '', kept?.path ?? null);
      await pruned.catch(toFileFailure);
      const damagedFile = kept?.isDamaged === true ? basename(kept.path) : null;
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
  const { fileSystem, names } = place;
  const looked = await refusal(place, replaced);
  if (looked !== null) return fail(looked);
  const temporary = names.temporary();
  step.temporary = temporary;
  await writeWhole(fileSystem, temporary, file);
  if (replaced !== null) step.kept = await keepEarlier(place, replaced);
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

/**
 * Puts a file in the vault's place, whatever lies there. Answers the name the earlier file was kept under, or null when there was none.
 * @param seal is asked for the file under the lock: what it looks at is what is replaced.
 */
export async function putInPlace(
  place: SavePlace,
  seal: () => Promise<Result<Buffer, VaultFailure>>,
): Promise<Result<string | null, VaultFailure>> {
  const { fileSystem, names, lockFile } = place;
  const temporary = names.temporary();
  try {
    // A new machine has none yet.
    await fileSystem.makeDirectory(names.directory);
    const lock = await lockFile.acquire();
    if (!lock.ok) return lock;
    try {
      const file = await seal();
      if (!file.ok) return file;
      const bytes = file.value;
      await writeWhole(fileSystem, temporary, bytes);
      const aside = await setAside(place);
      await fileSystem.syncDirectory(names.directory);
      if (!(await lock.value.isOurs())) {
        await fileSystem.unlink(temporary);
        return fail({ code: 'locked_by_other' });
      }
      await retryBusy(fileSystem, () => fileSystem.rename(temporary, names.vault));
      await fileSystem.syncDirectory(names.directory);
      if (fileSystem.platform === 'windows') await verifyWhole(fileSystem, names.vault, bytes);
      return ok(aside);
    } catch (error) {
      await fileSystem.unlink(temporary).catch(toFileFailure);
      throw error;
    } finally {
      await lock.value.release();
    }
  } catch (error) {
    return fail(toFileFailure(error));
  }
}

async function setAside({ fileSystem, names, nowMs }: SavePlace): Promise<string | null> {
  const facts = await fileSystem.facts(names.vault);
  if (facts === null) return null;
  const aside = names.setAside(nowMs());
  // A second name for a file, so that the vault's own is never missing. Anything else is moved.
  if (facts.kind === 'file' && facts.size <= MAX_FILE_BYTES) {
    await linkOrCopy(fileSystem, names.vault, aside);
  } else await fileSystem.rename(names.vault, aside);
  return basename(aside);
}
