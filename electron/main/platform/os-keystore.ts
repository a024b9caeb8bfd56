// The system's keystore: whether it protects anything here, and sealing with it. "Available" says
// nothing on Linux, so a probe is sealed and its first bytes are read: `v11` was sealed under a key of
// the keyring, `v10` under a constant that everybody knows (threats.md, S13). Never decides to use it.
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

/** Recorded beside what is sealed: a different answer later is an error of its own. */
export interface KeystoreMark {
  readonly backend: string;
  /** The first three characters of what it seals. */
  readonly prefix: string;
}

export type KeystoreVerdict =
  | { readonly kind: 'protected'; readonly mark: KeystoreMark }
  | { readonly kind: 'os_keystore_unavailable' }
  | { readonly kind: 'os_keystore_insecure' }
  | { readonly kind: 'os_keystore_changed' };

const PROBE = 'strongroom probe';
const PREFIX_BYTES = 3;
const KEYRING_PREFIX = 'v11';
const unprotected: ReadonlySet<string> = new Set(['basic_text', 'unknown', '']);

/** Pure. `mark` is null where the keystore did not seal; `recorded` null where nothing is sealed yet. */
export function judgeKeystore(
  platform: KeystorePlatform,
  mark: KeystoreMark | null,
  recorded: KeystoreMark | null,
): KeystoreVerdict {
  if (mark === null) return { kind: 'os_keystore_unavailable' };
  // SECURITY(S13): a keystore that turned into another one is never used silently.
  if (recorded !== null && (recorded.backend !== mark.backend || recorded.prefix !== mark.prefix)) {
    return { kind: 'os_keystore_changed' };
  }
  // SECURITY(S13): fails closed: a prefix nobody has looked at is no protection either.
  const isOpen = unprotected.has(mark.backend) || mark.prefix !== KEYRING_PREFIX;
  if (platform === 'linux' && isOpen) return { kind: 'os_keystore_insecure' };
  return { kind: 'protected', mark };
}

/** Why it is not used here; null where it protects. */
export async function refusalOf(
  keystore: Pick<OsKeystoreAdapter, 'platform' | 'probe'>,
): Promise<{ readonly code: Exclude<KeystoreVerdict['kind'], 'protected'> } | null> {
  const { kind } = judgeKeystore(keystore.platform, await keystore.probe(), null);
  return kind === 'protected' ? null : { code: kind };
}

export interface OsKeystoreAdapter {
  readonly platform: KeystorePlatform;
  readonly backend: () => Promise<string | null>;
  /** Null when the keystore refuses. The bytes stay the caller's. */
  readonly seal: (secret: SecretBytes) => Promise<Buffer | null>;
  /** Null when the keystore refuses or did not seal these bytes. The caller wipes the answer. */
  readonly open: (sealed: Buffer) => Promise<SecretBytes | null>;
  /** What it is now, found out by sealing a probe; null when it does not seal. */
  readonly probe: () => Promise<KeystoreMark | null>;
}

export function keystorePlatform(platform: NodeJS.Platform): KeystorePlatform {
  if (platform === 'darwin') return 'macos';
  return platform === 'win32' ? 'windows' : 'linux';
}

/** The only constant backend names outside Linux. */
const backends = { macos: 'keychain', windows: 'dpapi' } as const;

export function createOsKeystore(
  port: KeystorePort,
  platform: KeystorePlatform,
): OsKeystoreAdapter {
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
    seal: (secret) => sealText(secret.use((bytes) => bytes.toString('base64'))),
    async open(sealed) {
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
    async probe() {
      const name = await backend();
      const sealed = await sealText(PROBE);
      if (name === null || sealed === null) return null;
      return { backend: name, prefix: sealed.toString('latin1', 0, PREFIX_BYTES) };
    },
  };
}
