// Backups beside the vault: lists them, opens one without replacing anything, makes one the vault again, and rewrites or
// deletes those that open with slots the vault no longer has. Deletes nothing unasked, and nothing of another vault.
import { saveDurably, type SavePlace } from './save.ts';
import type { BackupContentsView, BackupView } from '../../shared/backups/backup-view.ts';
import type { BackupFile, RestoredBackup, StaleBackups, VaultFailure } from './vault.ts';
import { ok, type Result, fail } from '../domain/result.ts';
import {
  readFrame,
  MAX_FILE_BYTES,
  type OpenedFile,
  openFile,
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
import { generationOf } from './names.ts';
import type { VaultKeys, Unwrap } from './keys.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { RollbackAnchor } from './rollback-anchor.ts';
import { byPassphrase, type PassphraseKdf } from './passphrase.ts';
import { openSealedRecord } from './records.ts';

/** Names of files in the vault's folder. */
type Which = (fileName: string) => boolean;

/**
 * One at a time; newest first. One on a bad medium stands in the way of no other. Rejects with the file system's
 * errors about the directory.
 */
async function* readFiles(place: SavePlace, isWanted: Which): AsyncGenerator<BackupFile> {
  const { fileSystem, names } = place;
  const found: { readonly id: string; readonly savedAtMs: number }[] = [];
  for (const id of await fileSystem.list(names.directory)) {
    const facts = isWanted(id) ? await fileSystem.facts(names.beside(id)) : null;
    if (facts !== null) found.push({ id, savedAtMs: facts.modifiedAtMs });
  }
  found.sort((a, b) => b.savedAtMs - a.savedAtMs || generationOf(b.id) - generationOf(a.id));
  for (const { id } of found) {
    const file = await readOne(fileSystem, names.beside(id), id);
    if (file !== null) yield file;
  }
}

/** Null where there is no plain file, or none any more: a save prunes backups. */
async function readOne(
  fileSystem: FileSystem,
  file: string,
  id: string,
): Promise<BackupFile | null> {
  const found = await fileSystem.facts(file);
  // SECURITY(V17): a link in a backup's place is no backup.
  if (found?.kind !== 'file') return null;
  const { size, modifiedAtMs: savedAtMs } = found;
  let bytes: Buffer | null = null;
  let unread: VaultFailure | null = null;
  try {
    if (size <= MAX_FILE_BYTES) bytes = await readExactly(fileSystem, file, size);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    unread = toFileFailure(error);
  }
  bytes ??= Buffer.alloc(0);
  const frame = readFrame(bytes);
  const generation = frame.ok ? frame.value.header.generation : 0;
  return { bytes, facts: { id, savedAtMs, generation, bytes: size, intact: frame.ok }, unread };
}

/** A file that a person chose: as a backup, but that one that is no whole vault file is a failure at once. */
export async function readBackupFile(
  fileSystem: FileSystem,
  file: string,
): Promise<Result<BackupFile, VaultFailure>> {
  try {
    const found = await readOne(fileSystem, file, '');
    if (found === null) return fail({ code: 'not_a_vault' });
    if (found.unread !== null) return fail(found.unread);
    const frame = readFrame(found.bytes);
    return frame.ok ? ok(found) : frame;
  } catch (error) {
    return fail(toFileFailure(error));
  }
}

/** What it takes to open a backup, and to make it the vault. */
export interface RestoringParts {
  readonly place: SavePlace;
  readonly anchor: RollbackAnchor;
  readonly kdf: PassphraseKdf;
}

/** Newest first; also when the vault itself is damaged or gone. */
export async function listBackups(
  place: SavePlace,
): Promise<Result<readonly BackupView[], VaultFailure>> {
  try {
    const facts: BackupView[] = [];
    for await (const backup of readFiles(place, place.names.isBackup)) facts.push(backup.facts);
    return ok(facts);
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? ok([]) : fail(toFileFailure(error));
  }
}

/** A backup as it is now: a save may prune it. `backup_missing` for an id that names none. */
export async function readBackup(
  place: SavePlace,
  id: string,
): Promise<Result<BackupFile, VaultFailure>> {
  try {
    // SECURITY(V17): an id is the name of a backup of ours, never a path.
    const { fileSystem, names } = place;
    const backup = names.isBackup(id) ? await readOne(fileSystem, names.beside(id), id) : null;
    return backup === null ? fail({ code: 'backup_missing' }) : ok(backup);
  } catch (error) {
    return fail(toFileFailure(error));
  }
}

interface Tested extends OpenedFile {
  readonly contents: BackupContentsView;
}

/** Everything authenticated, every secret opened and wiped again. */
async function test(
  { facts, bytes, unread }: BackupFile,
  unwrap: Unwrap,
): Promise<Result<Tested, VaultFailure>> {
  if (unread !== null) return fail(unread);
  const opened = await openFile(bytes, unwrap);
  if (!opened.ok) return opened;
  const { keys, state } = opened.value;
  for (const record of state.records.values()) {
    const secret = openSealedRecord(keys, record);
    if (secret === null) {
      keys.wipe();
      return fail({ code: 'tampered' });
    }
    secret.wipe();
  }
  const { environments, credentials, tokens } = state.contents;
  const contents = {
    id: facts.id,
    savedAtMs: facts.savedAtMs,
    generation: state.header.generation,
    environments: environments.length,
    credentials: credentials.length,
    tokens: tokens.length,
  };
  return ok({ keys, state, contents });
}

/** A test restore that replaces nothing. Failures as of opening the vault. */
export async function inspectBackup(
  kdf: PassphraseKdf,
  backup: BackupFile,
  passphrase: SecretBytes,
): Promise<Result<BackupContentsView, VaultFailure>> {
  const tested = await test(backup, byPassphrase(kdf, passphrase));
  if (!tested.ok) return tested;
  tested.value.keys.wipe();
  return ok(tested.value.contents);
}

/** The newest backup that passes a test restore; null when none does. */
export async function newestAuthenticBackup(
  { place, kdf }: RestoringParts,
  passphrase: SecretBytes,
): Promise<Result<BackupContentsView | null, VaultFailure>> {
  try {
    for await (const backup of readFiles(place, place.names.isBackup)) {
      const tested = await test(backup, byPassphrase(kdf, passphrase));
      if (!tested.ok) continue;
      tested.value.keys.wipe();
      return ok(tested.value.contents);
    }
    return ok(null);
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? ok(null) : fail(toFileFailure(error));
  }
}

/**
 * Makes a backup the vault, above every known generation; the present file is kept as `<file>.damaged-<time>`, and
 * nothing is deleted. Failures as of opening and saving the vault, which must be locked.
 */
export async function restoreBackup(
  { place, anchor, kdf }: RestoringParts,
  backup: BackupFile,
  passphrase: SecretBytes,
): Promise<Result<RestoredBackup, VaultFailure>> {
  const tested = await test(backup, byPassphrase(kdf, passphrase));
  if (!tested.ok) return tested;
  const { keys, state, contents } = tested.value;
  try {
    const anchored = (await anchor.known(state.header.vaultId))?.generation ?? 0;
    let restoredGeneration = 0;
    const seal = async (): Promise<Result<Buffer, VaultFailure>> => {
      restoredGeneration = 1 + (await highestKnown(place, state.header, keys, anchored));
      const header = { ...state.header, generation: restoredGeneration };
      return sealVaultFile({ ...state, header }, keys);
    };
    // A new machine has no folder yet.
    await place.fileSystem.makeDirectory(place.names.directory);
    const saved = await saveDurably(place, seal, 'whatever');
    if (!saved.ok) return fail({ code: saved.failure.code });
    return ok({ ...contents, restoredGeneration, keptAside: saved.value.keptAside });
  } catch (error) {
    return fail(toFileFailure(error));
  } finally {
    keys.wipe();
  }
}

/** The highest generation that is authentic under these keys, in the vault and its backups, or `anchored`. */
async function highestKnown(
  place: SavePlace,
  { vaultId }: Header,
  keys: VaultKeys,
  anchored: number,
): Promise<number> {
  const { fileSystem, names } = place;
  let highest = anchored;
  const look = (bytes: Buffer): void => {
    highest = Math.max(highest, authenticHeader(bytes, keys)?.generation ?? 0);
  };
  const isOurs = (name: string): boolean => names.isBackup(name, vaultId);
  for await (const { bytes } of readFiles(place, isOurs)) look(bytes);
  // A bad medium under the damaged file must not stand in the way of the backup.
  const present = await readBackupFile(fileSystem, names.vault);
  if (present.ok) look(present.value.bytes);
  return highest;
}

/** What the vault is now: backups are held against it. */
interface Present {
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

/**
 * Files that may open by ways in that the vault no longer has: its backups, or files of it that were kept aside as damaged.
 * How damaged those are, nobody can say, and one that a backup took the place of may be whole.
 */
export type Stale = 'backups' | 'kept_aside';

/** `rewrite` gives them the present slots. */
export type Settling = 'count' | 'rewrite' | 'delete';

/** Under the lock, so that no save prunes meanwhile. A file of another vault, or of nobody knows whom, is left. One that cannot be settled is left, and counted. */
export async function settleStale(
  place: SavePlace,
  present: Present,
  which: Stale,
  how: Settling,
): Promise<Result<StaleBackups, VaultFailure>> {
  const { vaultId } = present.header;
  const { lockFile, fileSystem, names } = place;
  const isSettled = async (backup: BackupFile): Promise<boolean> => {
    try {
      if (how === 'rewrite') return await rewriteBackup(place, backup, present);
      if (how === 'delete') await fileSystem.unlink(names.beside(backup.facts.id));
      return how === 'delete';
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
      const isWanted =
        which === 'backups' ? (name: string) => names.isBackup(name, vaultId) : names.isSetAside;
      for await (const backup of readFiles(place, isWanted)) {
        // The name of a backup says whose it is; that of a file kept aside does not.
        const owner = which === 'backups' ? vaultId : ownerOf(backup.bytes);
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
async function rewriteBackup(
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
