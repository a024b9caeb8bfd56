// Creates and opens the vault file of one directory. The directory belongs to the vault alone: it is
// kept at 0700. Nothing is opened before the primitives have shown that they work here; a file may be read and
// a passphrase hashed meanwhile.
import { type FileSystem, nodeFileSystem, toFileFailure } from './file-system.ts';
import {
  type KdfCost,
  type VaultStore,
  type UnlockedVault,
  type VaultContents,
  type VaultFailure,
  NO_CONTENTS,
} from './vault.ts';
import {
  type Argon2id,
  nativeArgon2id,
  randomBytesOwn,
  encodeBase64,
  KEY_BYTES,
} from './primitives.ts';
import { type Clock, systemClock } from '../domain/clock.ts';
import { type RollbackGuard, NO_ANCHOR, createRollbackAnchor } from './rollback-anchor.ts';
import {
  createPassphraseKdf,
  createPassphraseSlot,
  byPassphrase,
  calibrateKdf,
  type KdfPolicy,
} from './passphrase.ts';
import { vaultNames } from './names.ts';
import { type SavePlace, type FileMark, saveDurably, markOf } from './save.ts';
import { createLockFile, systemProcesses } from './lock.ts';
import { createSelfTest } from './self-test.ts';
import { createRestoring } from './restore.ts';
import { type OpenedFile, sealVaultFile, openFile, readHeader } from './file.ts';
import { within, OUTSIDE_LIMIT_MS } from '../domain/time-limit.ts';
import { Vault } from './unlocked-vault.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { type Result, fail, ok } from '../domain/result.ts';
import { checkContents } from './changes.ts';
import { ID_BYTES, slotFacts, DEFAULT_KDF_COST } from './header.ts';
import { createVaultKeys, type Unwrap } from './keys.ts';
import { clearLeftovers, readVault } from './read-vault.ts';
import { openRecoverySlot } from './recovery-key.ts';
import { openKeystoreSlot } from './keystore.ts';

/** The vault's file, in the folder of the vault. */
export const VAULT_FILE = 'strongroom.vault';

/** Where the vault lies; the rest is for tests. */
export interface VaultStoreOptions {
  readonly directory: string;
  readonly fileSystem?: FileSystem;
  /** A fixed cost of new passphrase slots, for tests; measured on this machine when absent. */
  readonly kdf?: KdfCost | undefined;
  readonly nowMs: () => number;
  /** Between backups that stay; as `save.ts` says when absent. */
  readonly backupSpacingMs?: number;
  readonly argon2id?: Argon2id;
  /** Limits what a lock waits for; the system's, unless given. */
  readonly clock?: Pick<Clock, 'after'>;
  /** Without it, an older file in the vault's place goes unnoticed. */
  readonly rollback?: RollbackGuard;
}

/**
 * The vault of one directory. Failures: `vault_exists`, `vault_missing`, `wrong_passphrase`, those of
 * reading a file, and those of a save.
 */
export function createVaultStore(options: VaultStoreOptions): VaultStore {
  const { directory, nowMs, backupSpacingMs } = options;
  const { fileSystem = nodeFileSystem, argon2id = nativeArgon2id, clock = systemClock } = options;
  const policy: KdfPolicy = {
    minimum: options.kdf ?? DEFAULT_KDF_COST,
    cost: async () => options.kdf ?? (await calibrateKdf(argon2id, () => performance.now())),
  };
  const names = vaultNames(directory, VAULT_FILE);
  const place: SavePlace = {
    fileSystem,
    names,
    lockFile: createLockFile({ fileSystem, names, processes: systemProcesses, nowMs }),
    nowMs,
    backupSpacingMs,
  };
  const selfTestPasses = createSelfTest(argon2id);
  const kdf = createPassphraseKdf(argon2id, selfTestPasses);
  const anchor =
    options.rollback === undefined ? NO_ANCHOR : createRollbackAnchor(options.rollback);

  async function exists(): Promise<boolean> {
    try {
      return (await fileSystem.facts(names.vault)) !== null;
    } catch (error) {
      // What cannot be looked at is not absent: opening it will say why.
      toFileFailure(error);
      return true;
    }
  }

  async function unlocked(
    { keys, state }: OpenedFile,
    mark: FileMark,
    openedBy: UnlockedVault['openedBy'],
  ): Promise<UnlockedVault> {
    // A keystore that does not answer stands in nobody's way: without it, no rollback is noticed.
    const asked = anchor.known(state.header.vaultId);
    const known = await within(clock, OUTSIDE_LIMIT_MS, asked, null);
    const parts = { place, keys, state, mark, anchor, known, asked, clock };
    return new Vault({ ...parts, kdf, policy, openedBy });
  }

  async function create(
    passphrase: SecretBytes,
    contents: VaultContents,
  ): Promise<Result<UnlockedVault, VaultFailure>> {
    if (!(await selfTestPasses())) return fail({ code: 'self_test_failed' });
    try {
      if ((await fileSystem.facts(names.vault)) !== null) return fail({ code: 'vault_exists' });
      await fileSystem.makeDirectory(directory);
    } catch (error) {
      return fail(toFileFailure(error));
    }
    checkContents(contents, NO_CONTENTS);
    const id = randomBytesOwn(ID_BYTES);
    const vaultId = encodeBase64(id);
    const keys = createVaultKeys(randomBytesOwn(KEY_BYTES), id);
    const refused = (failure: VaultFailure): Result<UnlockedVault, VaultFailure> => {
      keys.wipe();
      return fail({ code: failure.code });
    };
    const cost = await policy.cost();
    const slot = await createPassphraseSlot(kdf, cost, vaultId, passphrase, keys.dataKey);
    if (!slot.ok) return refused(slot.failure);
    const header = { vaultId, generation: 1, slots: [slot.value] };
    const state = { header, contents, records: new Map() };
    const file = sealVaultFile(state, keys);
    if (!file.ok) return refused(file.failure);
    const saved = await saveDurably(place, file.value, null);
    if (!saved.ok) return refused(saved.failure);
    return ok(await unlocked({ keys, state }, saved.value.mark, 'passphrase'));
  }

  async function openBy(
    openedBy: UnlockedVault['openedBy'],
    unwrap: Unwrap,
  ): Promise<Result<UnlockedVault, VaultFailure>> {
    await clearLeftovers(place);
    const file = await readVault(place);
    if (!file.ok) return await tested(file);
    const opened = await openFile(file.value, unwrap);
    if (!opened.ok) return await tested(opened);
    return ok(await unlocked(opened.value, markOf(file.value), openedBy));
  }

  /** A verdict of primitives that do not work is none. */
  async function tested<T>(result: Result<T, VaultFailure>): Promise<Result<T, VaultFailure>> {
    return (await selfTestPasses()) ? result : fail({ code: 'self_test_failed' });
  }

  /** Without a hash, during which the primitives are tested. */
  const afterTest =
    (unwrap: Unwrap): Unwrap =>
    async (id, slots) =>
      (await selfTestPasses()) ? await unwrap(id, slots) : fail({ code: 'self_test_failed' });

  return {
    exists,
    create,
    open: (passphrase) => openBy('passphrase', byPassphrase(kdf, passphrase)),
    openWithRecoveryKey: (key) =>
      openBy(
        'recovery_key',
        afterTest((id, slots) => Promise.resolve(openRecoverySlot(id, slots, key))),
      ),
    openWithKeystore: (keystore) =>
      openBy(
        'keystore',
        afterTest((id, slots) => openKeystoreSlot(keystore, id, slots)),
      ),
    async slots() {
      const file = await readVault(place);
      if (!file.ok) return file;
      const header = readHeader(file.value);
      return header.ok ? ok(slotFacts(header.value.slots)) : header;
    },
    ...createRestoring({ place, anchor, kdf }),
  };
}
