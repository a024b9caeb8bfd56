// Reads the backups beside the vault, and rewrites or deletes those that open with slots the vault no
// longer has. Deletes nothing unasked, and nothing of another vault.
import type { SavePlace } from './save.ts';
import type { BackupFile, VaultFailure, StaleBackups } from './vault.ts';
import { ok, type Result, fail } from '../domain/result.ts';
import {
  splitFrame,
  MAX_FILE_BYTES,
  readHeader,
  headerOf,
  sealVaultFile,
  authenticHeader,
  readState,
} from './file.ts';
import { decodeHeader, type Header, encodeHeader } from './header.ts';
import {
  type FileSystem,
  readExactly,
  toFileFailure,
  writeWhole,
  verifyWhole,
} from './file-system.ts';
import { errnoOf } from '../domain/errno.ts';
import type { VaultKeys } from './keys.ts';

/** Names of files in the vault's folder. */
type Which = (fileName: string) => boolean;

/**
 * Every backup, one at a time; newest first. One on a bad medium stands in the way of no other. Rejects with
 * the file system's errors about the directory.
 */
export async function* readBackups(place: SavePlace, vaultId?: string): AsyncGenerator<BackupFile> {
  yield* readFiles(place, (name) => place.names.isBackup(name, vaultId));
}

async function* readFiles(
  { fileSystem, names }: SavePlace,
  isWanted: Which,
): AsyncGenerator<BackupFile> {
  const found: { readonly id: string; readonly savedAtMs: number; readonly size: number }[] = [];
  for (const id of await fileSystem.list(names.directory)) {
    if (!isWanted(id)) continue;
    const facts = await fileSystem.facts(names.beside(id));
    // SECURITY(V17): a link in a backup's place is no backup.
    if (facts?.kind !== 'file') continue;
    found.push({ id, savedAtMs: facts.modifiedAtMs, size: facts.size });
  }
  found.sort((a, b) => b.savedAtMs - a.savedAtMs || byGeneration(b.id, a.id));
  for (const { id, savedAtMs, size } of found) {
    const read = await readOne(fileSystem, names.beside(id), size);
    if (read === 'gone') continue;
    const bytes = (read.ok ? read.value : null) ?? Buffer.alloc(0);
    const frame = splitFrame(bytes);
    const header = frame.ok ? decodeHeader(frame.value.header) : frame;
    const generation = header.ok ? header.value.generation : 0;
    const facts = { id, savedAtMs, generation, bytes: size, intact: frame.ok };
    yield { bytes, facts, unread: read.ok ? null : read.failure };
  }
}

/** `gone`: a save has pruned it since it was listed. */
async function readOne(
  fileSystem: FileSystem,
  file: string,
  size: number,
): Promise<Result<Buffer | null, VaultFailure> | 'gone'> {
  try {
    return ok(size <= MAX_FILE_BYTES ? await readExactly(fileSystem, file, size) : null);
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? 'gone' : fail(toFileFailure(error));
  }
}

/** A file that a person chose: as a backup, but that one that is no whole vault file is a failure at once. */
export async function readBackupFile(
  fileSystem: FileSystem,
  file: string,
): Promise<Result<BackupFile, VaultFailure>> {
  try {
    const facts = await fileSystem.facts(file);
    if (facts?.kind !== 'file' || facts.size > MAX_FILE_BYTES) return fail({ code: 'not_a_vault' });
    const read = await readOne(fileSystem, file, facts.size);
    if (read === 'gone') return fail({ code: 'backup_missing' });
    if (!read.ok) return read;
    const bytes = read.value ?? Buffer.alloc(0);
    const header = readHeader(bytes);
    if (!header.ok) return header;
    const { generation } = header.value;
    const savedAtMs = facts.modifiedAtMs;
    const own = { id: '', savedAtMs, generation, bytes: facts.size, intact: true };
    return ok({ bytes, facts: own, unread: null });
  } catch (error) {
    return fail(toFileFailure(error));
  }
}

function byGeneration(a: string, b: string): number {
  const number = (id: string): number => Number(/-(\d+)(?:\.[0-9a-f]+)?$/.exec(id)?.[1] ?? 0);
  return number(a) - number(b);
}

/** What the vault is now: backups are held against it. */
export interface Present {
  readonly header: Header;
  readonly keys: VaultKeys;
}

/** A backup is stale unless it authenticates under the data key and has the very same slots. */
function isStale(bytes: Buffer, { header, keys }: Present): boolean {
  const own = authenticHeader(bytes, keys);
  if (own === null) return true;
  return !encodeHeader({ ...own, slots: header.slots }).equals(encodeHeader(own));
}

/** Whose file it says it is, however damaged behind its header; null where that cannot be made out. */
function ownerOf(bytes: Buffer): string | null {
  const header = headerOf(bytes);
  const decoded = header === null ? null : decodeHeader(header);
  return decoded?.ok === true ? decoded.value.vaultId : null;
}

/** Under the lock, so that no save prunes meanwhile. A file of another vault, or of nobody knows whom, is left. One that cannot be settled is left, and counted. */
export async function settleStale(
  place: SavePlace,
  present: Present,
  settle: (backup: BackupFile) => Promise<boolean>,
  isWanted?: Which,
): Promise<Result<StaleBackups, VaultFailure>> {
  const { vaultId } = present.header;
  // The name of a backup says whose it is; that of a file kept aside does not.
  const which = isWanted ?? ((name: string) => place.names.isBackup(name, vaultId));
  const { lockFile, fileSystem, names } = place;
  const isSettled = async (backup: BackupFile): Promise<boolean> => {
    try {
      return await settle(backup);
    } catch (error) {
      toFileFailure(error);
      return false;
    }
  };
  try {
    const lock = await lockFile.acquire();
    if (!lock.ok) return lock;
    try {
      const stale = { settled: 0, left: 0, unreadable: 0 };
      for await (const backup of readFiles(place, which)) {
        const owner = isWanted === undefined ? vaultId : ownerOf(backup.bytes);
        if (owner === null) stale.unreadable += 1;
        if (owner !== vaultId) continue;
        const isToSettle = isStale(backup.bytes, present);
        // Under zeroed keys no backup authenticates: every one would pass for stale.
        if (present.keys.wiped()) return fail({ code: 'vault_locked' });
        if (!isToSettle) continue;
        stale[(await isSettled(backup)) ? 'settled' : 'left'] += 1;
      }
      await fileSystem.syncDirectory(names.directory);
      const { unreadable, ...counts } = stale;
      return ok(unreadable === 0 ? counts : stale);
    } finally {
      await lock.value.release();
    }
  } catch (error) {
    return fail(toFileFailure(error));
  }
}

/** The same generation and contents under the present slots. False when it does not authenticate. */
export async function rewriteBackup(
  { fileSystem, names }: SavePlace,
  { facts, bytes }: BackupFile,
  { header, keys }: Present,
): Promise<boolean> {
  const state = readState(bytes, keys);
  if (!state.ok) return false;
  const own = { ...state.value.header, slots: header.slots };
  const file = sealVaultFile({ ...state.value, header: own }, keys);
  if (!file.ok) return false;
  const temporary = names.temporary();
  try {
    await writeWhole(fileSystem, temporary, file.value);
    await verifyWhole(fileSystem, temporary, file.value);
    await fileSystem.setModifiedTime(temporary, facts.savedAtMs);
    await fileSystem.rename(temporary, names.beside(facts.id));
    await fileSystem.syncDirectory(names.directory);
    return true;
  } catch (error) {
    await fileSystem.unlink(temporary).catch(toFileFailure);
    throw error;
  }
}
