// Wraps the data key under a passphrase and unwraps it (FORMAT.md, "Slots"). The cost and the salt
// are authenticated with the wrap, so an edited header opens nothing (V2).
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import {
  ID_BYTES,
  KDF_SALT_BYTES,
  WRAP_BYTES,
  type KeySlot,
  type PassphraseSlot,
} from '../format/header-schema.ts';
import type { KdfCost } from '../format/kdf-bounds.ts';
import type { PassphraseKdf } from './passphrase-kdf.ts';
import { randomBytesOwn } from './primitives.ts';
import { unwrapDataKey, wrapDataKey } from '../format/slot-context.ts';
import { decodeBase64, encodeBase64 } from '../format/strict-base64.ts';
import type { VaultFailure } from '../store/vault.ts';

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
