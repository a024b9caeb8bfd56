// The vault's part of compose.ts: its files on this machine, and the system keystore it may be tied to.
import path from 'node:path';
import { safeStorage } from 'electron';
import type { Clock } from './domain/clock.ts';
import { OUTSIDE_LIMIT_MS } from './domain/time-limit.ts';
import { createAnchorFile } from './platform/anchor-file.ts';
import { createOsKeystore, keystorePlatform } from './platform/electron-keystore.ts';
import { answersWithin } from './vault/keys/keystore-limit.ts';
import type { OsKeystore } from './vault/keys/os-keystore.ts';
import { createVaultStore, VAULT_FILE } from './vault/store/vault-store.ts';
import type { VaultStore } from './vault/store/vault-access.ts';

/** A keystore that the person turned to may ask for a password of its own first. */
const ASKED_FOR_LIMIT_MS = 30_000;

interface VaultPlace {
  readonly keystore: OsKeystore;
  readonly store: VaultStore;
  /** The folder of the vault, its backups and its history. */
  readonly folder: string;
  readonly file: string;
}

export function placeVault(userData: string, clock: Clock): VaultPlace {
  const folder = path.join(userData, 'vault');
  const system = createOsKeystore(safeStorage, keystorePlatform(process.platform));
  const keystore = answersWithin(system, ASKED_FOR_LIMIT_MS, clock);
  const place = createAnchorFile(path.join(userData, 'vault-anchor'));
  const rollback = { keystore: answersWithin(system, OUTSIDE_LIMIT_MS, clock), place };
  const store = createVaultStore({ directory: folder, nowMs: clock.nowMs, clock, rollback });
  return { keystore, store, folder, file: path.join(folder, VAULT_FILE) };
}
