// Contents, passphrases and stores for the vault's tests: small, complete, and of obvious origin.
import { NO_CONTENTS, type VaultContents } from '../../../electron/main/vault/vault.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Credential } from '../../../electron/main/domain/credential.ts';
import type { Environment } from '../../../electron/main/domain/environment.ts';
import type { CredentialId, EnvironmentId, TokenId } from '../../../electron/main/domain/ids.ts';
import type { Result } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import type { Token } from '../../../electron/main/domain/token.ts';
import type { UnlockedVault } from '../../../electron/main/vault/unlocked-vault.ts';
import {
  createVaultStore,
  type VaultStoreOptions,
  type VaultStore,
} from '../../../electron/main/vault/vault-store.ts';

/** The lowest cost the format accepts: some ten milliseconds a hash. */
export const LOW_COST = { memoryKib: 19_456, iterations: 2, parallelism: 1 };
export const PASSPHRASE = 'correct horse battery staple';

export const secret = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text, 'utf8'));

export function credential(index: number): Credential {
  return {
    id: `credential-${index}` as CredentialId,
    environmentId: 'environment-1' as EnvironmentId,
    accessType: index % 2 === 0 ? 'trader' : 'partner',
    label: `Desk ${index}`,
    clientId: `client-${index}-0123456789abcdef`,
    registeredScopes: index % 2 === 0 ? ['TRADER_READ', 'TRADER_TRADE'] : [],
    permission: index % 2 === 0 ? null : 'read',
    ownerAccount: 'Owner',
    tags: ['night', 'desk'],
    createdAtMs: 1_700_000_000_000 + index,
    secretSetAtMs: 1_700_000_000_000 + index,
    secretFingerprint: '3f9a·02c1',
    refusalsInARow: 0,
    removeWhenDead: false,
    lastFailure: null,
  };
}

export function token(index: number): Token {
  return {
    id: `token-${index}` as TokenId,
    credentialId: `credential-${index}` as CredentialId,
    issue: 'issued',
    quarantine: null,
    fingerprint: '02c1·3f9a',
    requestedScopes: ['TRADER_READ'],
    grantedScopes: ['TRADER_READ'],
    sentAtMs: 1_700_000_000_000,
    lifetimeSeconds: 86_400,
    expiresInRaw: null,
    anomalies: [],
    supersededAtMs: null,
    refusedAtMs: null,
    lastCheck: null,
    revocation: null,
    partnerPlan: null,
    forgottenAtMs: null,
    forgetWhenDead: false,
  };
}

export const environment: Environment = {
  id: 'environment-1' as EnvironmentId,
  name: 'Sandbox',
  kind: 'sandbox',
  baseUrl: 'https://gateway.example',
  tradeUrl: 'https://trade.example',
  authorityPem: null,
};

export function contents(credentials: number): VaultContents {
  return {
    ...NO_CONTENTS,
    environments: [environment],
    credentials: Array.from({ length: credentials }, (_, index) => credential(index)),
    tokens: Array.from({ length: credentials }, (_, index) => token(index)),
  };
}

/** A change that adds the token of that number. */
export const addToken =
  (index: number) =>
  (before: VaultContents): VaultContents => ({
    ...before,
    tokens: [...before.tokens, token(index)],
  });

export interface TemporaryStore extends VaultStore, Disposable {
  readonly directory: string;
  readonly file: string;
}

/** A store in a directory of its own, removed when the test ends (`using`). */
export function temporaryStore(options: Partial<VaultStoreOptions> = {}): TemporaryStore {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'strongroom-vault-'));
  const store = createVaultStore({
    directory,
    kdf: LOW_COST,
    nowMs: Date.now,
    backupSpacingMs: 0,
    ...options,
  });
  return {
    ...store,
    directory,
    file: path.join(directory, 'strongroom.vault'),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** The value of a result that must be good. */
export function valueOf<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.failure)}`);
  return result.value;
}

/** The failure's code, or `ok`. */
export function verdict<T>(result: Result<T, { readonly code: string }>): string {
  return result.ok ? 'ok' : result.failure.code;
}

export const textOf = (opened: SecretBytes): string =>
  opened.use((bytes) => bytes.toString('utf8'));

/** A new recovery key, as somebody who keeps it types it. */
export async function recoveryKeyOf(
  vault: Pick<UnlockedVault, 'createRecoveryKey'>,
): Promise<SecretBytes> {
  let typed = secret('');
  valueOf(
    await vault.createRecoveryKey((text) => {
      typed = text.copy();
      return Promise.resolve(true);
    }),
  );
  return typed;
}

/** A test restore of the backup of that id, as it is now. */
export async function inspectedFrom(store: VaultStore, id: string, passphrase: SecretBytes) {
  const backup = await store.readBackup(id);
  return backup.ok ? await store.inspectBackup(backup.value, passphrase) : backup;
}

/** The backup of that id, made the vault. */
export async function restoredFrom(store: VaultStore, id: string, passphrase: SecretBytes) {
  const backup = await store.readBackup(id);
  return backup.ok ? await store.restoreBackup(backup.value, passphrase) : backup;
}
