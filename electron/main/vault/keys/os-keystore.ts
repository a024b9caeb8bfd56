// The operating system's keystore as the vault needs it. The adapter (safeStorage, asynchronous) is
// elsewhere; what counts as real protection is decided in keystore-rule.ts, not by the adapter.
// One that does not answer in time counts as one that refuses.
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { Clock } from '../../domain/clock.ts';
import { within } from '../../domain/time-limit.ts';

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

/** Each call answers null after `limitMs` milliseconds. What is opened too late is wiped. */
export function answersWithin(
  keystore: OsKeystore,
  limitMs: number,
  clock: Pick<Clock, 'after'>,
): OsKeystore {
  return {
    platform: keystore.platform,
    backend: () => within(clock, limitMs, keystore.backend(), null),
    seal: (secret) => within(clock, limitMs, keystore.seal(secret), null),
    async open(sealed) {
      let isLate = false;
      const opening = keystore.open(sealed).then((secret) => {
        if (!isLate) return secret;
        secret?.wipe();
        return null;
      });
      const opened = await within(clock, limitMs, opening, 'late');
      isLate = opened === 'late';
      return opened === 'late' ? null : opened;
    },
  };
}
