// Creates and opens the vault file of one directory. The directory belongs to the vault alone: it is
// kept at 0700. Nothing is opened before the primitives have shown that they work here.
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { createBackups } from './backups.ts';
import { checkContents } from './change-application.ts';
import { saveDurably, type SavePlace } from './durable-save.ts';
import { toFileFailure } from './file-failure.ts';
import { markOf } from './file-mark.ts';
import type { FileSystem } from './file-system.ts';
import { splitFrame } from './frame.ts';
import { decodeHeader } from './header.ts';
import { ID_BYTES } from './header-schema.ts';
import { DEFAULT_KDF_COST, type KdfCost } from './kdf-bounds.ts';
import { createPassphraseSlot, openPassphraseSlot } from './key-slot.ts';
import { createIndexWriter } from './index-writer.ts';
import { createLockFile } from './lock-file.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { createOpenVault } from './open-vault.ts';
import { createPace } from './pace.ts';
import { pendingAccess, pendingStore } from './pending-ports.ts';
import { createPassphraseKdf, nativeArgon2id, type Argon2id } from './passphrase-kdf.ts';
import { KEY_BYTES, randomBytesOwn } from './primitives.ts';
import { systemProcesses } from './process-identity.ts';
import { clearLeftovers, readVault } from './read-vault.ts';
import { createSelfTest } from './self-test.ts';
import { encodeBase64 } from './strict-base64.ts';
import { openWithKeys, sealVaultFile } from './vault-file.ts';
import { createVaultKeys } from './vault-keys.ts';
import { vaultNames } from './vault-names.ts';
import { NO_CONTENTS } from './vault-state.ts';
import type { UnlockedVault } from './vault-access.ts';
import type { VaultContents, VaultFailure, VaultStore } from './vault.ts';

export interface VaultStoreOptions {
  readonly directory: string;
  readonly fileName?: string;
  readonly fileSystem?: FileSystem;
  /** Of new passphrase slots; an opened vault keeps its own. */
  readonly kdf?: KdfCost;
  readonly nowMs: () => number;
  readonly argon2id?: Argon2id;
}

export function createVaultStore(options: VaultStoreOptions): VaultStore {
  const { directory, nowMs, kdf: cost = DEFAULT_KDF_COST } = options;
  const { fileName = 'strongroom.vault', fileSystem = nodeFileSystem } = options;
  const argon2id = options.argon2id ?? nativeArgon2id;
  const names = vaultNames(directory, fileName);
  const processes = systemProcesses;
  const place: SavePlace = {
    fileSystem,
    names,
    lockFile: createLockFile({ fileSystem, names, processes, nowMs }),
    backups: createBackups(fileSystem, names, nowMs),
  };
  const passphraseKdf = createPassphraseKdf(argon2id);
  const selfTest = createSelfTest(argon2id);

  async function exists(): Promise<boolean> {
    try {
      return (await fileSystem.facts(names.vault)) !== null;
    } catch (error) {
      // What cannot be looked at is not absent: opening it will say why.
      toFileFailure(error);
      return true;
    }
  }

  async function create(
    passphrase: SecretBytes,
    contents: VaultContents,
  ): Promise<Result<UnlockedVault, VaultFailure>> {
    if (!(await selfTest.passes())) return fail({ code: 'self_test_failed' });
    try {
      if ((await fileSystem.facts(names.vault)) !== null) return fail({ code: 'vault_exists' });
      await fileSystem.makeDirectory(directory);
    } catch (error) {
      return fail(toFileFailure(error));
    }
    const pace = createPace();
    await checkContents(contents, NO_CONTENTS, pace);
    const id = randomBytesOwn(ID_BYTES);
    const vaultId = encodeBase64(id);
    const keys = createVaultKeys(randomBytesOwn(KEY_BYTES), id);
    const refused = (failure: VaultFailure): Result<UnlockedVault, VaultFailure> => {
      keys.wipe();
      return fail({ code: failure.code });
    };
    const slot = await createPassphraseSlot(passphraseKdf, cost, vaultId, passphrase, keys.dataKey);
    if (!slot.ok) return refused(slot.failure);
    const header = { vaultId, generation: 1, slots: [slot.value] };
    const state = { header, contents, records: new Map() };
    const writer = createIndexWriter();
    const file = await sealVaultFile(state, keys, writer, pace);
    if (!file.ok) return refused(file.failure);
    const saved = await saveDurably(place, file.value, null);
    if (!saved.ok) return refused(saved.failure);
    const vault = createOpenVault({ place, keys, state, writer, mark: markOf(file.value) });
    return ok({ ...vault, ...pendingAccess, openedBy: 'passphrase' });
  }

  async function open(passphrase: SecretBytes): Promise<Result<UnlockedVault, VaultFailure>> {
    if (!(await selfTest.passes())) return fail({ code: 'self_test_failed' });
    await clearLeftovers(place);
    const file = await readVault(place);
    if (!file.ok) return file;
    const pace = createPace();
    const frame = await splitFrame(file.value, pace);
    if (!frame.ok) return frame;
    const header = decodeHeader(frame.value.header);
    if (!header.ok) return header;
    const { vaultId, slots } = header.value;
    const dataKey = await openPassphraseSlot(passphraseKdf, vaultId, slots, passphrase);
    if (!dataKey.ok) return dataKey;
    const keys = createVaultKeys(dataKey.value, Buffer.from(vaultId, 'base64'));
    const state = await openWithKeys(frame.value, header.value, keys, pace);
    if (!state.ok) {
      keys.wipe();
      return state;
    }
    const mark = markOf(file.value);
    const writer = createIndexWriter();
    const vault = createOpenVault({ place, keys, state: state.value, writer, mark });
    return ok({ ...vault, ...pendingAccess, openedBy: 'passphrase' });
  }

  return { ...pendingStore, exists, create, open };
}
