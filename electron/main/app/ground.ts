// The ground of app.ts: what needs no window. Folder, log and preferences are made while Electron is not ready yet;
// the vault's place and the system's keystore once it is.
import path from 'node:path';
import { app, safeStorage } from 'electron';
import type { Clock } from '../domain/clock.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createPreferences, type Preferences } from '../platform/settings.ts';
import { listPageFiles, type PageFiles } from '../windows/page-files.ts';
import { OUTSIDE_LIMIT_MS } from '../domain/time-limit.ts';
import { createAnchorFile } from '../platform/anchor-file.ts';
import { createOsKeystore, keystorePlatform } from '../platform/electron-keystore.ts';
import { type OsKeystore, answersWithin } from '../vault/keys/os-keystore.ts';
import { createVaultStore, VAULT_FILE } from '../vault/store/vault-store.ts';
import type { VaultStore } from '../vault/store/vault-access.ts';

interface Ground {
  readonly userData: string;
  /** Folder of the built bundles, and the pages among them. */
  readonly bundles: string;
  readonly files: PageFiles;
  readonly log: Log;
  readonly preferences: Preferences;
  readonly standInHost: boolean;
}

export async function layGround(clock: Clock): Promise<Ground> {
  const bundles = path.join(import.meta.dirname, '..');
  const userData = app.getPath('userData');
  const log = createLog(path.join(userData, 'logs'), clock.nowMs);
  const preferences = createPreferences();
  const standInHost = 'strongroom-stand-in' in process.versions;
  log.event('started', { host: standInHost ? 'stand-in' : 'electron', version: app.getVersion() });
  const files = await listPageFiles(path.join(bundles, 'renderer'));
  return { userData, bundles, files, log, preferences, standInHost };
}

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
