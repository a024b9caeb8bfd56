// Creates and opens the vault file of one directory. The directory belongs to the vault alone: it is
// kept at 0700. Nothing is opened before the primitives have shown that they work here; a file may be read and
// a passphrase hashed meanwhile.
import { type FileSystem, nodeFileSystem, toFileFailure } from './file-system.ts';
import {
  type BackupFile,
  type KdfCost,
  type OpenedBy,
  type OsKeystore,
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
import { type RollbackGuard, RollbackAnchor } from './rollback-anchor.ts';
import {
  createPassphraseKdf,
  createPassphraseSlot,
  byPassphrase,
  calibrateKdf,
  type KdfPolicy,
} from './passphrase.ts';
import { vaultNames } from './names.ts';
import { checksumOf, type SavePlace, saveDurably } from './save.ts';
import { LockFile, systemProcesses } from './lock.ts';
import { createSelfTest } from './self-test.ts';
import {
  inspectBackup,
  listBackups,
  newestAuthenticBackup,
  readBackup,
  readBackupFile,
  restoreBackup,
  type RestoringParts,
} from './backups.ts';
import { type OpenedFile, sealVaultFile, openFile, readFrame } from './file.ts';
import { within, OUTSIDE_LIMIT_MS } from '../domain/time-limit.ts';
import { Vault, type UnlockedVault } from './unlocked-vault.ts';
import { NO_CHECKSUM } from './vault-core.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { type Result, fail, ok } from '../domain/result.ts';
import { checkContents } from './changes.ts';
import { ID_BYTES, slotFacts, DEFAULT_KDF_COST, type SlotFacts } from './header.ts';
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

export type VaultStore = ReturnType<typeof createVaultStore>;

interface StoreParts extends RestoringParts {
  readonly policy: KdfPolicy;
  readonly clock: Pick<Clock, 'after'>;
  readonly selfTestPasses: () => Promise<boolean>;
}

function partsOf(options: VaultStoreOptions): StoreParts {
  const { directory, nowMs, backupSpacingMs } = options;
  const { fileSystem = nodeFileSystem, argon2id = nativeArgon2id, clock = systemClock } = options;
  const names = vaultNames(directory, VAULT_FILE);
  const lockFile = new LockFile({ fileSystem, names, processes: systemProcesses, nowMs });
  const selfTestPasses = createSelfTest(argon2id);
  return {
    place: { fileSystem, names, lockFile, nowMs, backupSpacingMs },
    policy: {
      minimum: options.kdf ?? DEFAULT_KDF_COST,
      cost: async () => options.kdf ?? (await calibrateKdf(argon2id, () => performance.now())),
    },
    selfTestPasses,
    kdf: createPassphraseKdf(argon2id, selfTestPasses),
    anchor: new RollbackAnchor(options.rollback ?? null),
    clock,
  };
}

type Opened = Promise<Result<UnlockedVault, VaultFailure>>;

/**
 * Creates and opens the vault of one directory. Failures: `vault_exists`, `vault_missing`, `wrong_passphrase`, those of
 * reading a file, and those of a save.
 */
export function createVaultStore(options: VaultStoreOptions) {
  const parts = partsOf(options);
  const { place, kdf } = parts;
  return {
    exists: () => exists(place),
    /** Refuses to replace a vault. The passphrase stays the caller's to wipe. */
    create: (passphrase: SecretBytes, contents: VaultContents): Opened =>
      create(parts, passphrase, contents),
    open: (passphrase: SecretBytes): Opened =>
      openBy(parts, 'passphrase', byPassphrase(kdf, passphrase)),
    /** A vault that writes nothing, beside the one of this place. */
    openInMemory: (contents: VaultContents): Opened => openInMemory(parts, contents),
    /**
     * Tolerates case, spaces, hyphens, O for 0 and I or L for 1. `recovery_key_mistyped` by its check
     * characters, `wrong_recovery_key`, `slot_missing` when the vault has none.
     */
    openWithRecoveryKey: (key: SecretBytes): Opened =>
      openAfterTest(parts, 'recovery_key', (id, slots) =>
        Promise.resolve(openRecoverySlot(id, slots, key)),
      ),
    /** `slot_missing`, `os_keystore_unavailable`, `os_keystore_changed`, `os_keystore_insecure`. */
    openWithKeystore: (keystore: OsKeystore): Opened =>
      openAfterTest(parts, 'keystore', (id, slots) => openKeystoreSlot(keystore, id, slots)),
    /** The ways in that the file lists, read without a key: which unlock buttons make sense. */
    async slots(): Promise<Result<readonly SlotFacts[], VaultFailure>> {
      const file = await readVault(place);
      if (!file.ok) return file;
      const frame = readFrame(file.value);
      return frame.ok ? ok(slotFacts(frame.value.header.slots)) : frame;
    },
    backups: () => listBackups(place),
    readBackup: (id: string) => readBackup(place, id),
    readBackupFile: (file: string) => readBackupFile(place.fileSystem, file),
    inspectBackup: (backup: BackupFile, passphrase: SecretBytes) =>
      inspectBackup(kdf, backup, passphrase),
    restoreBackup: (backup: BackupFile, passphrase: SecretBytes) =>
      restoreBackup(parts, backup, passphrase),
    newestAuthenticBackup: (passphrase: SecretBytes) => newestAuthenticBackup(parts, passphrase),
  };
}

async function exists({ fileSystem, names }: SavePlace): Promise<boolean> {
  try {
    return (await fileSystem.facts(names.vault)) !== null;
  } catch (error) {
    // What cannot be looked at is not absent: opening it will say why.
    toFileFailure(error);
    return true;
  }
}

async function unlocked(
  parts: StoreParts,
  { keys, state }: OpenedFile,
  checksum: Buffer,
  openedBy: OpenedBy,
): Promise<UnlockedVault> {
  // A keystore that does not answer stands in nobody's way: without it, no rollback is noticed.
  const asked = parts.anchor.known(state.header.vaultId);
  await within(parts.clock, OUTSIDE_LIMIT_MS, asked, null);
  return new Vault({ ...parts, keys, state, checksum, asked, openedBy });
}

async function create(parts: StoreParts, passphrase: SecretBytes, contents: VaultContents): Opened {
  const { place, kdf, policy } = parts;
  const { fileSystem, names } = place;
  if (!(await parts.selfTestPasses())) return fail({ code: 'self_test_failed' });
  try {
    if ((await fileSystem.facts(names.vault)) !== null) return fail({ code: 'vault_exists' });
    await fileSystem.makeDirectory(names.directory);
  } catch (error) {
    return fail(toFileFailure(error));
  }
  checkContents(contents, NO_CONTENTS);
  const id = randomBytesOwn(ID_BYTES);
  const vaultId = encodeBase64(id);
  const keys = createVaultKeys(randomBytesOwn(KEY_BYTES), id);
  const refused = ({ code }: VaultFailure): Result<UnlockedVault, VaultFailure> => {
    keys.wipe();
    return fail({ code });
  };
  const slot = await createPassphraseSlot(
    kdf,
    await policy.cost(),
    vaultId,
    passphrase,
    keys.dataKey,
  );
  if (!slot.ok) return refused(slot.failure);
  const header = { vaultId, generation: 1, slots: [slot.value] };
  const state = { header, contents, records: new Map() };
  const file = sealVaultFile(state, keys);
  if (!file.ok) return refused(file.failure);
  const saved = await saveDurably(place, () => Promise.resolve(file), null);
  if (!saved.ok) return refused(saved.failure);
  return ok(await unlocked(parts, { keys, state }, saved.value.checksum, 'passphrase'));
}

/** Its secrets are sealed all the same, so that a lock takes all of it. */
async function openInMemory(parts: StoreParts, contents: VaultContents): Opened {
  if (!(await parts.selfTestPasses())) return fail({ code: 'self_test_failed' });
  checkContents(contents, NO_CONTENTS);
  const id = randomBytesOwn(ID_BYTES);
  const header = { vaultId: encodeBase64(id), generation: 1, slots: [] };
  const vault = new Vault({
    ...parts,
    keys: createVaultKeys(randomBytesOwn(KEY_BYTES), id),
    state: { header, contents, records: new Map() },
    checksum: NO_CHECKSUM,
    anchor: new RollbackAnchor(null),
    asked: Promise.resolve(null),
    openedBy: null,
  });
  return ok(vault);
}

async function openBy(parts: StoreParts, openedBy: OpenedBy, unwrap: Unwrap): Opened {
  const { place } = parts;
  await clearLeftovers(place);
  const file = await readVault(place);
  if (!file.ok) return await tested(parts, file);
  const opened = await openFile(file.value, unwrap);
  if (!opened.ok) return await tested(parts, opened);
  return ok(await unlocked(parts, opened.value, checksumOf(file.value), openedBy));
}

/** A verdict of primitives that do not work is none. */
async function tested<T>(
  { selfTestPasses }: StoreParts,
  result: Result<T, VaultFailure>,
): Promise<Result<T, VaultFailure>> {
  return (await selfTestPasses()) ? result : fail({ code: 'self_test_failed' });
}

/** By a way without a hash, during which the primitives are tested. */
function openAfterTest(parts: StoreParts, openedBy: OpenedBy, unwrap: Unwrap): Opened {
  return openBy(parts, openedBy, async (id, slots) =>
    (await parts.selfTestPasses()) ? await unwrap(id, slots) : fail({ code: 'self_test_failed' }),
  );
}
