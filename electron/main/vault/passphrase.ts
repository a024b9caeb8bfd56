// The passphrase's slot: a key by Argon2id (RFC 9106), one hash at a time, and the data key under it. Never stores either.
// The native library may leave copies of the passphrase and the key in its own memory.
import { serial } from '../domain/limit.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { KdfCost, VaultFailure } from './vault.ts';
import { type Result, fail, ok } from '../domain/result.ts';
import {
  type Argon2id,
  nativeArgon2id,
  randomBytesOwn,
  encodeBase64,
  decodeBase64,
} from './primitives.ts';
import {
  isKdfCostAllowed,
  DEFAULT_KDF_COST,
  MAX_ITERATIONS,
  type PassphraseSlot,
  KDF_SALT_BYTES,
  ID_BYTES,
  type KeySlot,
  WRAP_BYTES,
} from './header.ts';
import { wipeableCopy } from '../domain/wipeable-buffer.ts';
import { wrapDataKey, unwrapDataKey, type Unwrap } from './keys.ts';

export type PassphraseKdf = ReturnType<typeof createPassphraseKdf>;

/**
 * Hashes passphrases, one after the other.
 * @param isSound is asked while the hash is under way on another thread: no key comes out before it says yes.
 */
export function createPassphraseKdf(
  argon2id: Argon2id = nativeArgon2id,
  isSound: () => Promise<boolean> = () => Promise.resolve(true),
) {
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
    /** 32 bytes, the caller's to zero. Failures: `kdf_out_of_bounds`, `self_test_failed`. */
    async derive(
      passphrase: SecretBytes,
      salt: Uint8Array,
      cost: KdfCost,
    ): Promise<Result<Buffer, VaultFailure>> {
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
    /** How long the last hash took; null before the first. */
    measuredMs: (): number | null => measuredMs,
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

/** Whether a cost is less than the least: in memory, or in memory times passes. */
export function isBelow(cost: KdfCost, minimum: KdfCost): boolean {
  const work = ({ memoryKib, iterations }: KdfCost): number => memoryKib * iterations;
  return cost.memoryKib < minimum.memoryKib || work(cost) < work(minimum);
}

/**
 * A slot with a new salt. Failures: `kdf_out_of_bounds`, `self_test_failed`. Passphrase and data key stay
 * the caller's.
 */
export async function createPassphraseSlot(
  kdf: PassphraseKdf,
  cost: KdfCost,
  vaultId: string,
  passphrase: SecretBytes,
  dataKey: Buffer,
): Promise<Result<PassphraseSlot, VaultFailure>> {
  const salt = randomBytesOwn(KDF_SALT_BYTES);
  const derived = await kdf.derive(passphrase, salt, cost);
  if (!derived.ok) return derived;
  const slot = {
    id: encodeBase64(randomBytesOwn(ID_BYTES)),
    type: 'pw',
    kdf: {
      name: 'argon2id',
      m: cost.memoryKib,
      t: cost.iterations,
      p: cost.parallelism,
      salt: encodeBase64(salt),
    },
  } as const;
  return ok({ ...slot, wrap: wrapDataKey(derived.value, vaultId, slot, dataKey) });
}

/** The data key, the caller's to zero. Failures: `wrong_passphrase`, `kdf_out_of_bounds`. */
export async function openPassphraseSlot(
  kdf: PassphraseKdf,
  vaultId: string,
  slots: readonly KeySlot[],
  passphrase: SecretBytes,
): Promise<Result<Buffer, VaultFailure>> {
  const slot = passphraseSlotOf(slots);
  if (slot === undefined) return fail({ code: 'wrong_passphrase' });
  const salt = decodeBase64(slot.kdf.salt, KDF_SALT_BYTES);
  // The exact length is checked before unwrapping: GCM does not commit to its key (V11).
  const wrap = decodeBase64(slot.wrap, WRAP_BYTES);
  if (salt === null || wrap === null) return fail({ code: 'corrupt' });
  const derived = await kdf.derive(passphrase, salt, costOf(slot));
  if (!derived.ok) return derived;
  const dataKey = unwrapDataKey(derived.value, vaultId, slot, wrap);
  return dataKey === null ? fail({ code: 'wrong_passphrase' }) : ok(dataKey);
}

/** The one slot of a passphrase, where there is one. */
export function passphraseSlotOf(slots: readonly KeySlot[]): PassphraseSlot | undefined {
  return slots.find((slot) => slot.type === 'pw');
}

/** What the slot's hash costs. */
export function costOf({ kdf }: PassphraseSlot): KdfCost {
  return { memoryKib: kdf.m, iterations: kdf.t, parallelism: kdf.p };
}

/** Opens a file by its passphrase's slot. */
export const byPassphrase =
  (kdf: PassphraseKdf, passphrase: SecretBytes): Unwrap =>
  (vaultId, slots) =>
    openPassphraseSlot(kdf, vaultId, slots, passphrase);
