// Sealing with the system's keystore, as the vault's port for one. Whether it protects anything here is
// judged by the vault's rule on what this seals (vault/keystore.ts), never here.
import type { SafeStorage } from 'electron';
import { SecretBytes } from '../domain/secret-bytes.ts';
import type { OsKeystore } from '../vault/vault.ts';

type KeystorePlatform = OsKeystore['platform'];

export function keystorePlatform(platform: NodeJS.Platform): KeystorePlatform {
  if (platform === 'darwin') return 'macos';
  return platform === 'win32' ? 'windows' : 'linux';
}

/** The only constant backend names outside Linux. */
const backends = { macos: 'keychain', windows: 'dpapi' } as const;

/** @param safe its asynchronous calls alone are made: the others are deprecated. */
export function createOsKeystore(safe: SafeStorage, platform: KeystorePlatform): OsKeystore {
  /** Null where the system refuses: its message could hold anything (S22). */
  async function asked<T>(call: () => T | Promise<T>): Promise<T | null> {
    try {
      return (await safe.isAsyncEncryptionAvailable()) ? await call() : null;
    } catch {
      return null; // SECURITY(S22)
    }
  }

  return {
    platform,
    backend: () =>
      asked(() => (platform === 'linux' ? safe.getSelectedStorageBackend() : backends[platform])),
    // Limit: the system's call takes and answers strings only, and strings cannot be wiped.
    seal(secret) {
      const text = secret.use((bytes) => bytes.toString('base64'));
      return asked(() => safe.encryptStringAsync(text));
    },
    async open(sealed) {
      const opened = await asked(() => safe.decryptStringAsync(sealed));
      if (opened === null) return null;
      const bytes = Buffer.from(opened.result, 'base64');
      if (bytes.toString('base64') === opened.result) return SecretBytes.take(bytes);
      bytes.fill(0);
      return null;
    },
  };
}
