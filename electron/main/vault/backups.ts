// Backups beside the vault: lists them, opens one without replacing anything, makes one the vault again, and rewrites or
// deletes those that open with slots the vault no longer has. Deletes nothing unasked, and nothing of another vault.
import { putInPlace, type SavePlace } from './save.ts';
import type {
  BackupContents,
  BackupFacts,
  BackupFile,
  BackupSource,
  RestoredBackup,
  StaleBackups,
  VaultFailure,
} from './vault.ts';
import { ok, type Result, fail } from '../domain/result.ts';
import {
  splitFrame,
  MAX_FILE_BYTES,
  type OpenedFile,
  openFile,
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
import type { VaultKeys, Unwrap } from './keys.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { RollbackAnchor } from './rollback-anchor.ts';
import { byPassphrase, type PassphraseKdf, unwrapOnce } from './passphrase.ts';
import { openSealedRecord } from './records.ts';

/** Names of files in the vault's folder. */
type Which = (fileName: string) => boolean;

/**
 * One at a time; newest first. One on a bad medium stands in the way of no other. Rejects with the file system's
 * errors about the directory.
 */
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

/** What it takes to open a backup, and to make it the vault. */
export interface RestoringParts {
  readonly place: SavePlace;
  readonly anchor: RollbackAnchor;
  readonly kdf: PassphraseKdf;
}

/** Newest first; also when the vault itself is damaged or gone. */
export async function listBackups(
  place: SavePlace,
): Promise<Result<readonly BackupFacts[], VaultFailure>> {
  try {
    const facts: BackupFacts[] = [];
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
    if (place.names.isBackup(id)) {
      for await (const backup of readFiles(place, (name) => name === id)) return ok(backup);
    }
    return fail({ code: 'backup_missing' });
  } catch (error) {
    return fail(toFileFailure(error));
  }
}

interface Tested extends OpenedFile {
  readonly contents: BackupContents;
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

async function testSource(
  { place, kdf }: RestoringParts,
  source: BackupSource,
  passphrase: SecretBytes,
): Promise<Result<Tested, VaultFailure>> {
  const backup = typeof source === 'string' ? await readBackup(place, source) : ok(source);
  return backup.ok ? await test(backup.value, byPassphrase(kdf, passphrase)) : backup;
}

/** A test restore that replaces nothing. `backup_missing`, else as opening the vault. */
export async function inspectBackup(
  parts: RestoringParts,
  source: BackupSource,
  passphrase: SecretBytes,
): Promise<Result<BackupContents, VaultFailure>> {
  const tested = await testSource(parts, source, passphrase);
  if (!tested.ok) return tested;
  tested.value.keys.wipe();
  return ok(tested.value.contents);
}

/** The newest backup that passes a test restore; null when none does. */
export async function newestAuthenticBackup(
  { place, kdf }: RestoringParts,
  passphrase: SecretBytes,
): Promise<Result<BackupContents | null, VaultFailure>> {
  const once = unwrapOnce(kdf, passphrase);
  try {
    for await (const backup of readFiles(place, place.names.isBackup)) {
      const tested = await test(backup, once.unwrap);
      if (!tested.ok) continue;
      tested.value.keys.wipe();
      return ok(tested.value.contents);
    }
    return ok(null);
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? ok(null) : fail(toFileFailure(error));
  } finally {
    once.wipe();
  }
}

/**
 * Makes a backup the vault, above every known generation; the present file is kept as `<file>.damaged-<time>`, and
 * nothing is deleted. `backup_missing`, else as opening and saving the vault, which must be locked.
 */
export async function restoreBackup(
  parts: RestoringParts,
  source: BackupSource,
  passphrase: SecretBytes,
): Promise<Result<RestoredBackup, VaultFailure>> {
  const tested = await testSource(parts, source, passphrase);
  if (!tested.ok) return tested;
  const { keys, state, contents } = tested.value;
  const { place, anchor } = parts;
  try {
    const anchored = (await anchor.known(state.header.vaultId))?.generation ?? 0;
    let restoredGeneration = 0;
    const seal = async (): Promise<Result<Buffer, VaultFailure>> => {
      restoredGeneration = 1 + (await highestKnown(place, state.header, keys, anchored));
      const header = { ...state.header, generation: restoredGeneration };
      return sealVaultFile({ ...state, header }, keys);
    };
    const placed = await putInPlace(place, seal);
    return placed.ok ? ok({ ...contents, restoredGeneration, keptAside: placed.value }) : placed;
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
