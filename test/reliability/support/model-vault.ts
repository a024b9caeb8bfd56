// A vault on the disk in memory: what it holds before a task, and with what it opens afterwards.
import type { VaultContents } from '../../../electron/main/vault/vault.ts';
import type { FileSystem } from '../../../electron/main/vault/file-system.ts';
import { createVaultStore, type VaultStore } from '../../../electron/main/vault/vault-store.ts';
import { LOW_COST, PASSPHRASE, contents, secret, valueOf } from '../../unit/vault/vault-samples.ts';
import { modelDisk, type Found } from './model-disk.ts';
import { quickArgon2id } from './quick-argon2id.ts';
import { stamped } from './stamp.ts';
import { STAMP } from './vault-tasks.ts';

const DIRECTORY = '/vault';
export const VAULT = `${DIRECTORY}/strongroom.vault`;
export const honest = { fileSync: true, directorySync: true };
export const storeOn = (fileSystem: FileSystem): VaultStore =>
  createVaultStore({
    directory: DIRECTORY,
    kdf: LOW_COST,
    nowMs: () => 1_700_000_000_000,
    fileSystem,
    argon2id: quickArgon2id,
  });

/** A vault of some generations, so that a save also prunes; everything durable. */
export async function template(): Promise<Found> {
  const disk = modelDisk(new Map(), honest);
  const vault = valueOf(
    await storeOn(disk.fileSystem).create(secret(PASSPHRASE), stamped(contents(2), 1)),
  );
  for (let stamp = 2; stamp <= STAMP; stamp += 1) {
    valueOf(await vault.change({ contents: (before) => stamped(before, stamp) }));
  }
  await vault.lock();
  return disk.current();
}

/** What the vault holds that opens by one of the passphrases; null when it does not open. */
export async function openedContents(
  found: Found,
  passphrases: readonly string[],
): Promise<VaultContents | 'absent' | null> {
  if (!found.has(VAULT)) return 'absent';
  const store = storeOn(modelDisk(found, honest).fileSystem);
  for (const passphrase of passphrases) {
    const vault = await store.open(secret(passphrase));
    if (!vault.ok) continue;
    const contents = vault.value.contents();
    await vault.value.lock();
    return contents;
  }
  return null;
}
