// Replaces the vault file so that after any kill, crash or full disk either the old or the new one
// is there, whole (docs/reliability.md, "The save protocol"), and keeps earlier generations beside it. Never writes into
// a file that exists, never replaces a file that is not the one this vault was opened from.
import { basename } from 'node:path';
import { MAX_FILE_BYTES } from './file.ts';
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
} from './file-system.ts';
import { errnoOf } from '../domain/errno.ts';
import { generationOf, type VaultNames } from './names.ts';
import type { LockFile, HeldLock } from './lock.ts';
import type { VaultFailure } from './vault.ts';
import { type Result, ok, fail } from '../domain/result.ts';

/** The checksum at the end of a file, which covers its every byte: no two files of a vault have the same. */
export const checksumOf = (file: Buffer): Buffer => Buffer.from(file.subarray(-HASH_BYTES));

/** True when the file ends with one of the checksums; false also when it is gone or became a link. */
async function isSameOnDisk(
  fileSystem: FileSystem,
  path: string,
  checksums: readonly Buffer[],
): Promise<boolean> {
  try {
    const file = await fileSystem.open(path);
    try {
      const { kind, size } = await file.facts();
      if (kind !== 'file' || size < HASH_BYTES) return false;
      const end = Buffer.alloc(HASH_BYTES);
      await file.read(end, size - HASH_BYTES);
      return checksums.some((each) => each.equals(end));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (['ENOENT', 'ELOOP'].includes(errnoOf(error))) return false;
    throw error;
  }
}

/**
 * Reads the file to its last byte: true when it has one of the checksums. They are kept only of bytes that
 * authenticated, so no key is needed to know those again.
 */
export async function isWholeOnDisk(
  fileSystem: FileSystem,
  path: string,
  checksums: readonly Buffer[],
): Promise<boolean> {
  const size = (await fileSystem.facts(path))?.size ?? 0;
  const file = size < HASH_BYTES ? null : await readExactly(fileSystem, path, size);
  if (file === null) return false;
  const sum = sha256(file.subarray(0, -HASH_BYTES));
  return sum.equals(checksumOf(file)) && checksums.some((each) => each.equals(sum));
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
  /** Of what may be on disk: the last save, and one whose end is unknown. */
  readonly checksums: readonly Buffer[];
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
 * is not, to the byte, a file that authenticated (`checksums`) is no backup: it is kept aside as damaged. Rejects with the
 * file system's errors.
 */
export async function keepEarlier(
  place: BackupPlace,
  { vaultId, generation, checksums }: Replaced,
): Promise<Kept> {
  const { fileSystem, names, nowMs } = place;
  const name = await linked(place, vaultId, generation);
  const isWhole = await isWholeOnDisk(fileSystem, name, checksums);
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
  readonly checksum: Buffer;
  /** File name under which the one before is kept, where it was damaged or may be. */
  readonly keptAside: string | null;
}

export interface SaveFailure extends VaultFailure {
  /** Of the new file, when it may be the one on disk although the save failed. */
  readonly uncertain: Buffer | null;
}

type Sealing = () => Promise<Result<Buffer, VaultFailure>>;

/**
 * @param seal is asked for the file under the lock: what it looks at is what is replaced.
 * @param replaced null: creates the file and refuses to replace one (`vault_exists`). `whatever` lies there is kept
 *   aside, and no backup is pruned.
 */
export async function saveDurably(
  place: SavePlace,
  seal: Sealing,
  replaced: Replaced | null | 'whatever',
): Promise<Result<Saved, SaveFailure>> {
  const step: Step = { temporary: null, kept: null, renamed: null };
  try {
    const lock = await place.lockFile.acquire();
    if (!lock.ok) return fail({ ...lock.failure, uncertain: null });
    try {
      const saved = await replaceFile(place, seal, replaced, lock.value, step);
      if (!saved.ok) {
        await undo(place, step);
        return fail({ ...saved.failure, uncertain: null });
      }
      const { kept } = step;
      if (replaced !== 'whatever') {
        // Only now that the new file is durable. What cannot be looked for may stay.
        const pruned = pruneBackups(place, replaced?.vaultId ?? '', kept?.path ?? null);
        await pruned.catch(toFileFailure);
      }
      const keptAside = kept?.isDamaged === true ? basename(kept.path) : null;
      return ok({ checksum: saved.value, keptAside });
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
  renamed: Buffer | null;
}

async function replaceFile(
  place: SavePlace,
  seal: Sealing,
  replaced: Replaced | null | 'whatever',
  lock: HeldLock,
  step: Step,
): Promise<Result<Buffer, VaultFailure>> {
  const { fileSystem, names } = place;
  const looked = replaced === 'whatever' ? null : await refusal(place, replaced);
  if (looked !== null) return fail(looked);
  const file = await seal();
  if (!file.ok) return file;
  const temporary = names.temporary();
  step.temporary = temporary;
  await writeWhole(fileSystem, temporary, file.value);
  if (replaced === 'whatever') step.kept = await setAside(place);
  else if (replaced !== null) step.kept = await keepEarlier(place, replaced);
  if (!(await lock.isOurs())) return fail({ code: 'locked_by_other' });
  await retryBusy(fileSystem, () => fileSystem.rename(temporary, names.vault));
  const checksum = checksumOf(file.value);
  step.renamed = checksum;
  await fileSystem.syncDirectory(names.directory);
  if (
    fileSystem.platform === 'windows' &&
    !(await isWholeOnDisk(fileSystem, names.vault, [checksum]))
  ) {
    throw ioError('the file reads back differently');
  }
  return ok(checksum);
}

/** Why the file in the vault's place must stay; null when it is the one to be replaced. */
async function refusal(
  { fileSystem, names }: SavePlace,
  replaced: Replaced | null,
): Promise<VaultFailure | null> {
  if (replaced === null) {
    return (await fileSystem.facts(names.vault)) === null ? null : { code: 'vault_exists' };
  }
  const isSame = await isSameOnDisk(fileSystem, names.vault, replaced.checksums);
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

/** The file, whatever it is, under a name of its own. Null: there is none. */
async function setAside({ fileSystem, names, nowMs }: SavePlace): Promise<Kept | null> {
  const facts = await fileSystem.facts(names.vault);
  if (facts === null) return null;
  const path = names.setAside(nowMs());
  // A second name for a file, so that the vault's own is never missing. Anything else is moved.
  if (facts.kind === 'file' && facts.size <= MAX_FILE_BYTES) {
    await linkOrCopy(fileSystem, names.vault, path);
  } else await fileSystem.rename(names.vault, path);
  await fileSystem.syncDirectory(names.directory);
  return { path, isDamaged: true };
}
