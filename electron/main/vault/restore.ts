// Test restores of backups, and making one of them the vault again. A test restore opens everything
// and replaces nothing; a restore keeps the replaced file aside and deletes none.
import path from 'node:path';
import type { SavePlace } from './save.ts';
import { type Result, ok, fail } from '../domain/result.ts';
import type {
  VaultFailure,
  BackupFacts,
  BackupFile,
  BackupSource,
  BackupContents,
  RestoredBackup,
  VaultStore,
} from './vault.ts';
import { writeWhole, retryBusy, verifyWhole, toFileFailure, linkOrCopy } from './file-system.ts';
import {
  MAX_FILE_BYTES,
  type OpenedFile,
  openFile,
  sealVaultFile,
  authenticHeader,
} from './file.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { RollbackAnchor } from './rollback-anchor.ts';
import { byPassphrase, type PassphraseKdf, unwrapOnce } from './passphrase.ts';
import { readBackups, readBackupFile } from './backups.ts';
import { openSealedRecord } from './records.ts';
import type { VaultKeys, Unwrap } from './keys.ts';
import { errnoOf } from '../domain/errno.ts';

/**
 * Answers the name the earlier file was kept under, or null when there was none.
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
  return path.basename(aside);
}

type Restoring = Pick<
  VaultStore,
  | 'backups'
  | 'readBackup'
  | 'readBackupFile'
  | 'inspectBackup'
  | 'restoreBackup'
  | 'newestAuthenticBackup'
>;

interface RestoringParts {
  readonly place: SavePlace;
  readonly anchor: RollbackAnchor;
  readonly kdf: PassphraseKdf;
}

interface Tested extends OpenedFile {
  readonly contents: BackupContents;
}

/**
 * Tests backups and restores one. Failures: those of opening a vault, and `backup_missing` for an id that names
 * no backup. Nothing is deleted.
 */
export function createRestoring({ place, anchor, kdf }: RestoringParts): Restoring {
  const { fileSystem, names } = place;

  async function find(id: string): Promise<BackupFile | null> {
    // SECURITY(V17): an id is the name of a backup of ours, never a path.
    if (!names.isBackup(id)) return null;
    for await (const backup of readBackups(place)) if (backup.facts.id === id) return backup;
    return null;
  }

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
      records: state.records.size,
    };
    return ok({ keys, state, contents });
  }

  async function testSource(
    source: BackupSource,
    passphrase: SecretBytes,
  ): Promise<Result<Tested, VaultFailure>> {
    try {
      const backup = typeof source === 'string' ? await find(source) : source;
      return backup === null
        ? fail({ code: 'backup_missing' })
        : await test(backup, byPassphrase(kdf, passphrase));
    } catch (error) {
      return fail(toFileFailure(error));
    }
  }

  /** The highest generation that is authentic under these keys, in the vault and its backups, or `anchored`. */
  async function highestKnown(vaultId: string, keys: VaultKeys, anchored: number): Promise<number> {
    let highest = anchored;
    const look = (bytes: Buffer): void => {
      highest = Math.max(highest, authenticHeader(bytes, keys)?.generation ?? 0);
    };
    for await (const { bytes } of readBackups(place, vaultId)) look(bytes);
    // A bad medium under the damaged file must not stand in the way of the backup.
    const present = await readBackupFile(fileSystem, names.vault);
    if (present.ok) look(present.value.bytes);
    return highest;
  }

  async function restoreBackup(
    source: BackupSource,
    passphrase: SecretBytes,
  ): Promise<Result<RestoredBackup, VaultFailure>> {
    const tested = await testSource(source, passphrase);
    if (!tested.ok) return tested;
    const { keys, state, contents } = tested.value;
    try {
      const { vaultId } = state.header;
      const anchored = (await anchor.known(vaultId))?.generation ?? 0;
      let restoredGeneration = 0;
      const seal = async (): Promise<Result<Buffer, VaultFailure>> => {
        restoredGeneration = 1 + (await highestKnown(vaultId, keys, anchored));
        const header = { ...state.header, generation: restoredGeneration };
        return sealVaultFile({ ...state, header }, keys);
      };
      const placed = await putInPlace(place, seal);
      return placed.ok ? ok({ ...contents, restoredGeneration, keptAside: placed.value }) : placed;
    } catch (error) {
      return fail(toFileFailure(error));
    } finally {
      keys.wipe();
    }
  }

  return {
    async backups() {
      try {
        const facts: BackupFacts[] = [];
        for await (const backup of readBackups(place)) facts.push(backup.facts);
        return ok(facts);
      } catch (error) {
        return errnoOf(error) === 'ENOENT' ? ok([]) : fail(toFileFailure(error));
      }
    },
    async readBackup(id) {
      try {
        const backup = await find(id);
        return backup === null ? fail({ code: 'backup_missing' }) : ok(backup);
      } catch (error) {
        return fail(toFileFailure(error));
      }
    },
    readBackupFile: (file) => readBackupFile(fileSystem, file),
    async inspectBackup(source, passphrase) {
      const tested = await testSource(source, passphrase);
      if (!tested.ok) return tested;
      tested.value.keys.wipe();
      return ok(tested.value.contents);
    },
    restoreBackup,
    async newestAuthenticBackup(passphrase) {
      const once = unwrapOnce(kdf, passphrase);
      try {
        for await (const backup of readBackups(place)) {
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
    },
  };
}
