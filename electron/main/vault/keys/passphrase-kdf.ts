// A passphrase to a key by Argon2id (RFC 9106), one hash at a time. Never stores either.
// The native library may leave copies of the passphrase and the key in its own memory.
import { serial } from '../../domain/limit.ts';
import { ok, fail, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { wipeableCopy } from '../../domain/wipeable-buffer.ts';
import {
  type KdfCost,
  isKdfCostAllowed,
  DEFAULT_KDF_COST,
  MAX_ITERATIONS,
} from '../format/kdf-bounds.ts';
import { KEY_BYTES } from './primitives.ts';
import type { VaultFailure } from '../store/vault.ts';

/** The library's const enums are empty objects at run time: their numbers, spelt out. */
const ARGON2ID = 2;
const VERSION_0X13 = 1;

/** Argon2id (RFC 9106): 32 bytes. Rejects where the library cannot. */
export type Argon2id = (message: Uint8Array, salt: Uint8Array, cost: KdfCost) => Promise<Buffer>;

/** Hashes passphrases, one after the other. */
export interface PassphraseKdf {
  /** 32 bytes, the caller's to zero. Failures: `kdf_out_of_bounds`, `self_test_failed`. */
  readonly derive: (
    passphrase: SecretBytes,
    salt: Uint8Array,
    cost: KdfCost,
  ) => Promise<Result<Buffer, VaultFailure>>;
  /** How long the last hash took; null before the first. */
  readonly measuredMs: () => number | null;
}

/** Loaded on first use, so that a missing native file is a failed self-test and not a dead app. */
export const nativeArgon2id: Argon2id = async (message, salt, cost) => {
  const { hashRaw } = await import('@node-rs/argon2');
  return await hashRaw(message, {
    algorithm: ARGON2ID,
    version: VERSION_0X13,
    memoryCost: cost.memoryKib,
    timeCost: cost.iterations,
    parallelism: cost.parallelism,
    outputLen: KEY_BYTES,
    salt,
  });
};

/** @param isSound is asked while the hash is under way on another thread: no key comes out before it says yes. */
export function createPassphraseKdf(
  argon2id: Argon2id = nativeArgon2id,
  isSound: () => Promise<boolean> = () => Promise.resolve(true),
): PassphraseKdf {
  // Four hashes at once would fill libuv's pool and stop every file operation meanwhile.
  const inTurn = serial();
  let measuredMs: number | null = null;

  async function hash(message: Buffer, salt: Uint8Array, cost: KdfCost): Promise<Buffer> {
    const startedAtMs = performance.now();
    const derived = await argon2id(message, salt, cost);
    measuredMs = Math.round(performance.now() - startedAtMs);
    return derived;
  }

  return {
    async derive(passphrase, salt, cost) {
      if (!isKdfCostAllowed(cost.memoryKib, cost.iterations, cost.parallelism)) {
        return fail({ code: 'kdf_out_of_bounds' });
      }
      const message = passphrase.use(normalised);
      try {
        const derived = inTurn(() => hash(message, salt, cost)).catch(() => null);
        const sound = await isSound();
        const key = await derived;
        if (sound && key !== null) return ok(key);
        key?.fill(0);
        // The self-test has shown that the library works: this machine has not the memory asked for.
        return fail({ code: sound ? 'kdf_out_of_bounds' : 'self_test_failed' });
      } finally {
        message.fill(0);
      }
    },
    measuredMs: () => measuredMs,
  };
}

/**
 * NFKC, so that the same words typed on another keyboard or system open the vault. JavaScript can
 * normalise strings only, and a string cannot be wiped: pure ASCII is its own NFKC and never
 * becomes one. Bytes that are not UTF-8 are taken as they are.
 */
function normalised(bytes: Buffer): Buffer {
  if (bytes.every((byte) => byte < 0x80)) return wipeableCopy(bytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const encoded = new TextEncoder().encode(text.normalize('NFKC'));
    const own = wipeableCopy(encoded);
    encoded.fill(0);
    return own;
  } catch {
    return wipeableCopy(bytes);
  }
}

const TARGET_MS = 750;
/** The fastest counts: a machine busy for a moment must not make a vault cheaper to guess for ever. */
const SAMPLES = 3;

/** What new slots cost, and what an existing one is held against. */
export interface KdfPolicy {
  readonly minimum: KdfCost;
  readonly cost: () => Promise<KdfCost>;
}

/** @param nowMs a clock with fractions of a millisecond, such as `performance.now`. */
export async function calibrateKdf(argon2id: Argon2id, nowMs: () => number): Promise<KdfCost> {
  let fastestMs = Infinity;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const startedAtMs = nowMs();
    await argon2id(Buffer.from('calibration'), Buffer.alloc(16, 1), DEFAULT_KDF_COST);
    fastestMs = Math.min(fastestMs, nowMs() - startedAtMs);
  }
  const passMs = fastestMs / DEFAULT_KDF_COST.iterations;
  const wanted = passMs > 0 ? Math.round(TARGET_MS / passMs) : MAX_ITERATIONS;
  const iterations = Math.min(MAX_ITERATIONS, Math.max(DEFAULT_KDF_COST.iterations, wanted));
  return { ...DEFAULT_KDF_COST, iterations };
}

/** Always the same cost. */
export function fixedPolicy(cost: KdfCost): KdfPolicy {
  return { minimum: cost, cost: () => Promise.resolve(cost) };
}

/**
 * Measures this machine for each new slot.
 * @param nowMs a monotonic clock.
 */
export function calibratedPolicy(argon2id: Argon2id, nowMs: () => number): KdfPolicy {
  return { minimum: DEFAULT_KDF_COST, cost: () => calibrateKdf(argon2id, nowMs) };
}

/** Whether a cost is less than the least: in memory, or in memory times passes. */
export function isBelow(cost: KdfCost, minimum: KdfCost): boolean {
  const work = ({ memoryKib, iterations }: KdfCost): number => memoryKib * iterations;
  return cost.memoryKib < minimum.memoryKib || work(cost) < work(minimum);
}
