// The data key of an open vault and what is derived from it once: the header MAC's key and the
// fingerprint key. Owns their bytes and zeroes them. Keys of one use are derived where used.
import { SecretBytes } from '../../domain/secret-bytes.ts';
import { hkdf, hmac } from './primitives.ts';

/** The keys of an open vault, zeroed by `wipe`. */
export interface VaultKeys {
  readonly vaultId: Buffer;
  readonly dataKey: Buffer;
  readonly headerMac: (authenticated: Buffer) => Buffer;
  /** HKDF of the data key under a label of its own; the caller wipes it. */
  readonly derive: (label: string) => SecretBytes;
  readonly fingerprint: (secret: SecretBytes) => string;
  /** True once `wipe` has run: what is derived from the keys then is derived from zeros. */
  readonly wiped: () => boolean;
  readonly wipe: () => void;
}

/** Takes `dataKey` over: it is zeroed by `wipe`. */
export function createVaultKeys(dataKey: Buffer, vaultId: Buffer): VaultKeys {
  const headerKey = hkdf(dataKey, vaultId, 'header');
  const fingerprintKey = hkdf(dataKey, vaultId, 'fingerprint');
  let wiped = false;
  return {
    vaultId,
    dataKey,
    headerMac: (authenticated) => hmac(headerKey, authenticated),
    derive: (label) => SecretBytes.take(hkdf(dataKey, vaultId, label)),
    fingerprint(secret) {
      // Keyed and cut to 32 bits: tells two secrets apart by eye, confirms no guess without the key.
      const mark = secret.use((bytes) => hmac(fingerprintKey, bytes)).toString('hex');
      return `${mark.slice(0, 4)}·${mark.slice(4, 8)}`;
    },
    wiped: () => wiped,
    wipe() {
      wiped = true;
      dataKey.fill(0);
      headerKey.fill(0);
      fingerprintKey.fill(0);
    },
  };
}
