// A vault on the disk in memory: what it holds before a task, and with what it opens afterwards.
import type { FileSystem } from '../../../electron/main/vault/file-system.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import type { VaultStore } from '../../../electron/main/vault/vault.ts';
import { LOW_COST, PASSPHRASE, contents, secret, valueOf } from '../../unit/vault/vault-samples.ts';
import { modelDisk, type Found } from './model-disk.ts';
import { quickArgon2id } from './quick-argon2id.ts';
import { stampOf, stamped } from './stamp.ts';
import type { VaultTask } from './vault-tasks.ts';

const DIRECTORY = '/vault';
export const VAULT = `${DIRECTORY}/strongroom.vault`;
export const honest = { fileSync: true, directorySync: true };
/** The stamp before a task. */
export const STAMP = 8;

export const storeOn = (fileSystem: FileSystem): VaultStore =>
  createVaultStore({
    directory: DIRECTORY,
    kdf: LOW_COST,
    nowMs: () => 1_700_000_000_000,
    fileSystem,
    argon2id: quickArgon2id,
  });

/** A save writes 100; a restore goes back by one; nothing else touches the contents. */
export function stampAfter({ name }: VaultTask): number {
  if (name === 'save') return 100;
  return name.startsWith('restore') ? STAMP - 1 : STAMP;
}

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

/** The stamp with which the vault opens by one of the passphrases, or null. */
export async function openedStamp(
  found: Found,
  passphrases: readonly string[],
): Promise<number | null> {
  const store = storeOn(modelDisk(found, honest).fileSystem);
  for (const passphrase of passphrases) {
    const vault = await store.open(secret(passphrase));
    if (!vault.ok) continue;
    const stamp = stampOf(vault.value.contents());
    await vault.value.lock();
    return stamp;
  }
  return null;
}
