// The vault's part of compose.ts: its files on this machine, and the system keystore it may be tied to.
import path from 'node:path';
import { safeStorage } from 'electron';
import { createAnchorFile } from './platform/anchor-file.ts';
import { createOsKeystore, keystorePlatform } from './platform/os-keystore.ts';
import type { OsKeystore } from './vault/os-keystore.ts';
import { createVaultStore } from './vault/vault-store.ts';
import type { VaultStore } from './vault/vault.ts';

export interface VaultPlace {
  readonly keystore: OsKeystore;
  readonly store: VaultStore;
  /** The folder of the vault, its backups and its history. */
  readonly folder: string;
}

export function placeVault(userData: string, nowMs: () => number): VaultPlace {
  const folder = path.join(userData, 'vault');
  const keystore = createOsKeystore(safeStorage, keystorePlatform(process.platform));
  const place = createAnchorFile(path.join(userData, 'vault-anchor'));
  const store = createVaultStore({ directory: folder, nowMs, rollback: { keystore, place } });
  return { keystore, store, folder };
}
