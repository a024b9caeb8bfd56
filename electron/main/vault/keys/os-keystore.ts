// The operating system's keystore as the vault needs it. The adapter (safeStorage, asynchronous) is
// elsewhere; what counts as real protection is decided in keystore-rule.ts, not by the adapter.
import type { SecretBytes } from '../../domain/secret-bytes.ts';

/** Seals bytes for this user of this machine. Never rejects: a keystore that refuses answers null. */
export interface OsKeystore {
  readonly platform: 'linux' | 'macos' | 'windows';
  /** Name of the backend in [a-z0-9_]{1,32}, such as `keychain` or `gnome_libsecret`; null when none. */
  readonly backend: () => Promise<string | null>;
  /** Null when the keystore refuses. The bytes stay the caller's. */
  readonly seal: (secret: SecretBytes) => Promise<Buffer | null>;
  /** The caller wipes the answer. Null when the keystore refuses or did not seal these bytes. */
  readonly open: (sealed: Buffer) => Promise<SecretBytes | null>;
}

/** Where the rollback anchor lies: outside the vault's file and directory. Bytes come sealed. */
export interface AnchorPlace {
  /** Null when there is none. Rejects with the file system's error. */
  readonly load: () => Promise<Buffer | null>;
  readonly store: (sealed: Buffer) => Promise<void>;
}

/** Keeps an older vault file from passing for the present one (V9). */
export interface RollbackGuard {
  readonly keystore: OsKeystore;
  readonly place: AnchorPlace;
}
