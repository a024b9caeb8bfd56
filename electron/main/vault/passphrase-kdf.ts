// A passphrase to a key by Argon2id (RFC 9106), one hash at a time. Never stores either.
// Limit: the native library copies the passphrase while it hashes; that copy is not ours to zero.
import { ok, fail, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { KdfCost } from './kdf-bounds.ts';
import { isKdfCostAllowed } from './kdf-bounds.ts';
import { KEY_BYTES } from './primitives.ts';
import type { VaultFailure } from './vault.ts';

/** The library's const enums are empty objects at run time: their numbers, spelt out. */
const ARGON2ID = 2;
const VERSION_0X13 = 1;

export type Argon2id = (message: Uint8Array, salt: Uint8Array, cost: KdfCost) => Promise<Buffer>;

export interface PassphraseKdf {
  /** 32 bytes, the caller's to zero. Failure: `kdf_out_of_bounds`. */
  readonly derive: (
    passphrase: SecretBytes,
    salt: Uint8Array,
    cost: KdfCost,
  ) => Promise<Result<Buffer, VaultFailure>>;
}

/** Loaded on first use, so that a missing native file is a failed self-test and not a dead app. */
export const nativeArgon2id: Argon2id = async (message, salt, cost) => {
  const { hashRaw } = await import('@node-rs/argon2');
  return hashRaw(message, {
    algorithm: ARGON2ID,
    version: VERSION_0X13,
    memoryCost: cost.memoryKib,
    timeCost: cost.iterations,
    parallelism: cost.parallelism,
    outputLen: KEY_BYTES,
    salt,
  });
};

export function createPassphraseKdf(argon2id: Argon2id = nativeArgon2id): PassphraseKdf {
  // Four hashes at once would fill libuv's pool and stop every file operation meanwhile.
  let last: Promise<unknown> = Promise.resolve();

  return {
    async derive(passphrase, salt, cost) {
      if (!isKdfCostAllowed(cost.memoryKib, cost.iterations, cost.parallelism)) {
        return fail({ code: 'kdf_out_of_bounds' });
      }
      const message = passphrase.use(normalised);
      const turn = last.then(() => argon2id(message, salt, cost));
      last = turn.catch(() => undefined);
      try {
        return ok(await turn);
      } catch {
        // The self-test has shown that the library works: this machine has not the memory asked for.
        return fail({ code: 'kdf_out_of_bounds' });
      } finally {
        message.fill(0);
      }
    },
  };
}

/**
 * NFKC, so that the same words typed on another keyboard or system open the vault. JavaScript can
 * normalise strings only, and a string cannot be wiped: pure ASCII is its own NFKC and never
 * becomes one. Bytes that are not UTF-8 are taken as they are.
 */
function normalised(bytes: Buffer): Buffer {
  if (bytes.every((byte) => byte < 0x80)) return copyOf(bytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const encoded = new TextEncoder().encode(text.normalize('NFKC'));
    const own = copyOf(encoded);
    encoded.fill(0);
    return own;
  } catch {
    return copyOf(bytes);
  }
}

function copyOf(bytes: Uint8Array): Buffer {
  const own = Buffer.alloc(bytes.length);
  own.set(bytes);
  return own;
}
