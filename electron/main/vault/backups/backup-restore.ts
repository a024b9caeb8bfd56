// Test restores of backups, and making one of them the vault again. A test restore opens everything
// and replaces nothing; a restore keeps the replaced file aside and deletes none.
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { readBackupFile, readBackups } from './backup-files.ts';
import type { SavePlace } from '../store/durable-save.ts';
import { errnoOf } from '../../domain/errno.ts';
import { toFileFailure } from '../store/file-failure.ts';
import {
  isHeaderAuthentic,
  openFile,
  sealVaultFile,
  splitFrame,
  type OpenedFile,
} from '../format/file.ts';
import { decodeHeader } from '../format/header.ts';
import { openSealedRecord } from '../format/record-seal.ts';
import { presentFile, putInPlace } from '../store/restore-save.ts';
import type { RollbackAnchor } from '../store/rollback-anchor.ts';
import { openSlotOnce, type DeriveOnce } from '../keys/key-slot.ts';
import type {
  BackupContents,
  BackupFacts,
  RestoredBackup,
  BackupFile,
  BackupSource,
} from './vault-backups-port.ts';
import type { VaultKeys } from '../keys/vault-keys.ts';
import type { VaultFailure } from '../store/vault.ts';

interface BackupRestore {
  readonly list: () => Promise<Result<readonly BackupFacts[], VaultFailure>>;
  /** Read whole once, since a save may prune it. `backup_missing`. */
  readonly read: (id: string) => Promise<Result<BackupFile, VaultFailure>>;
  /** A file from anywhere, read whole once: what is tested is what is restored. Failures as of opening a vault. */
  readonly readFile: (file: string) => Promise<Result<BackupFile, VaultFailure>>;
  readonly inspect: (
    source: BackupSource,
    passphrase: SecretBytes,
  ) => Promise<Result<BackupContents, VaultFailure>>;
  readonly restore: (
    source: BackupSource,
    passphrase: SecretBytes,
  ) => Promise<Result<RestoredBackup, VaultFailure>>;
  readonly newest: (
    passphrase: SecretBytes,
  ) => Promise<Result<BackupContents | null, VaultFailure>>;
}

interface BackupRestoreDependencies {
  readonly place: SavePlace;
  readonly anchor: RollbackAnchor;
  readonly nowMs: () => number;
  readonly deriveOnce: () => DeriveOnce;
}

interface Tested extends OpenedFile {
  readonly contents: BackupContents;
}

/**
 * Tests backups and restores one. Failures: those of opening a vault, and `backup_missing` for an id that names
 * no backup. Nothing is deleted.
 */
export function createBackupRestore(dependencies: BackupRestoreDependencies): BackupRestore {
  const { place, anchor, nowMs, deriveOnce } = dependencies;
  const { names } = place;

  async function find(id: string): Promise<BackupFile | null> {
    // SECURITY(V17): an id is the name of a backup of ours, never a path.
    if (!names.isBackup(id)) return null;
    for await (const backup of readBackups(place)) if (backup.facts.id === id) return backup;
    return null;
  }

  async function test(
    { facts, bytes, unread }: BackupFile,
    passphrase: SecretBytes,
    once: DeriveOnce,
  ): Promise<Result<Tested, VaultFailure>> {
    if (unread !== null) return fail(unread);
    const opened = await openFile(bytes, openSlotOnce(once, passphrase));
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
    const once = deriveOnce();
    try {
      const backup = typeof source === 'string' ? await find(source) : source;
      return backup === null
        ? fail({ code: 'backup_missing' })
        : await test(backup, passphrase, once);
    } catch (error) {
      return fail(toFileFailure(error));
    } finally {
      once.wipe();
    }
  }

  /** The highest generation that is authentic under these keys, in the vault and its backups, or `anchored`. */
  async function highestKnown(vaultId: string, keys: VaultKeys, anchored: number): Promise<number> {
    let highest = anchored;
    const look = (bytes: Buffer): void => {
      const frame = splitFrame(bytes);
      if (!frame.ok || !isHeaderAuthentic(frame.value, keys)) return;
      const header = decodeHeader(frame.value.header);
      if (header.ok) highest = Math.max(highest, header.value.generation);
    };
    for await (const { bytes } of readBackups(place, vaultId)) look(bytes);
    look(await presentFile(place));
    return highest;
  }

  async function restore(
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
      const placed = await putInPlace(place, seal, nowMs());
      return placed.ok ? ok({ ...contents, restoredGeneration, keptAside: placed.value }) : placed;
    } catch (error) {
      return fail(toFileFailure(error));
    } finally {
      keys.wipe();
    }
  }

  return {
    async list() {
      try {
        const facts: BackupFacts[] = [];
        for await (const backup of readBackups(place)) facts.push(backup.facts);
        return ok(facts);
      } catch (error) {
        return errnoOf(error) === 'ENOENT' ? ok([]) : fail(toFileFailure(error));
      }
    },
    async read(id) {
      try {
        const backup = await find(id);
        return backup === null ? fail({ code: 'backup_missing' }) : ok(backup);
      } catch (error) {
        return fail(toFileFailure(error));
      }
    },
    readFile: (file) => readBackupFile(place.fileSystem, file),
    async inspect(source, passphrase) {
      const tested = await testSource(source, passphrase);
      if (!tested.ok) return tested;
      tested.value.keys.wipe();
      return ok(tested.value.contents);
    },
    restore,
    async newest(passphrase) {
      const once = deriveOnce();
      try {
        for await (const backup of readBackups(place)) {
          const tested = await test(backup, passphrase, once);
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
