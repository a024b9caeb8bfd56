// Sealing with the system's keystore, as the vault's port for one. Whether it protects anything here is
// judged by the vault's rule on what this seals (vault/keystore.ts), never here.
import { SecretBytes } from '../domain/secret-bytes.ts';

/** Electron's safeStorage, asynchronous calls alone: the others are deprecated. */
export interface KeystorePort {
  readonly isAsyncEncryptionAvailable: () => Promise<boolean>;
  readonly encryptStringAsync: (text: string) => Promise<Buffer>;
  readonly decryptStringAsync: (sealed: Buffer) => Promise<{ readonly result: string }>;
  /** Linux alone. */
  readonly getSelectedStorageBackend: () => string;
}

export type KeystorePlatform = 'linux' | 'macos' | 'windows';

export function keystorePlatform(platform: NodeJS.Platform): KeystorePlatform {
  if (platform === 'darwin') return 'macos';
  return platform === 'win32' ? 'windows' : 'linux';
}

/** The only constant backend names outside Linux. */
const backends = { macos: 'keychain', windows: 'dpapi' } as const;

export function createOsKeystore(port: KeystorePort, platform: KeystorePlatform) {
  async function sealText(text: string): Promise<Buffer | null> {
    try {
      if (!(await port.isAsyncEncryptionAvailable())) return null;
      return await port.encryptStringAsync(text);
    } catch {
      return null; // SECURITY(S22): the system's message could hold anything
    }
  }

  async function backend(): Promise<string | null> {
    try {
      if (!(await port.isAsyncEncryptionAvailable())) return null;
      return platform === 'linux' ? port.getSelectedStorageBackend() : backends[platform];
    } catch {
      return null;
    }
  }

  return {
    platform,
    backend,
    // Limit: the system's call takes and answers strings only, and strings cannot be wiped.
    /** Null when the keystore refuses. The bytes stay the caller's. */
    seal: (secret: SecretBytes) => sealText(secret.use((bytes) => bytes.toString('base64'))),
    /** Null when the keystore refuses or did not seal these bytes. The caller wipes the answer. */
    async open(sealed: Buffer): Promise<SecretBytes | null> {
      try {
        const { result } = await port.decryptStringAsync(sealed);
        const bytes = Buffer.from(result, 'base64');
        if (bytes.toString('base64') === result) return SecretBytes.take(bytes);
        bytes.fill(0);
        return null;
      } catch {
        return null;
      }
    },
  };
}
