// Wraps the data key under the recovery key (FORMAT.md, "Slots", type `rk`). The key has 160 random
// bits, so HKDF is enough: there is nothing to guess.
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import {
  ID_BYTES,
  RECOVERY_SALT_BYTES,
  WRAP_BYTES,
  type KeySlot,
} from '../format/header-schema.ts';
import { hkdf, randomBytesOwn } from './primitives.ts';
import { parseRecoveryKey } from './recovery-key.ts';
import { unwrapDataKey, wrapDataKey } from './key-slot.ts';
import { decodeBase64, encodeBase64 } from '../format/strict-base64.ts';
import type { VaultFailure } from '../store/vault.ts';

/** A slot with a new salt. Recovery key and data key stay the caller's. */
export function createRecoverySlot(key: SecretBytes, vaultId: string, dataKey: Buffer): KeySlot {
  const salt = randomBytesOwn(RECOVERY_SALT_BYTES);
  const slot = {
    id: encodeBase64(randomBytesOwn(ID_BYTES)),
    type: 'rk',
    kdf: { name: 'hkdf-sha256', salt: encodeBase64(salt) },
  } as const;
  const kek = key.use((bytes) => hkdf(bytes, salt, 'rk'));
  return { ...slot, wrap: wrapDataKey(kek, vaultId, slot, dataKey) };
}

/** Failures: `recovery_key_mistyped`, `slot_missing`, `wrong_recovery_key`. */
export function openRecoverySlot(
  vaultId: string,
  slots: readonly KeySlot[],
  typed: SecretBytes,
): Result<Buffer, VaultFailure> {
  const key = parseRecoveryKey(typed);
  if (key === null) return fail({ code: 'recovery_key_mistyped' });
  try {
    const candidates = slots.filter((slot) => slot.type === 'rk');
    if (candidates.length === 0) return fail({ code: 'slot_missing' });
    for (const slot of candidates) {
      const salt = decodeBase64(slot.kdf.salt, RECOVERY_SALT_BYTES);
      const wrap = decodeBase64(slot.wrap, WRAP_BYTES);
      if (salt === null || wrap === null) return fail({ code: 'corrupt' });
      const kek = key.use((bytes) => hkdf(bytes, salt, 'rk'));
      const dataKey = unwrapDataKey(kek, vaultId, slot, wrap);
      if (dataKey !== null) return ok(dataKey);
    }
    return fail({ code: 'wrong_recovery_key' });
  } finally {
    key.wipe();
  }
}
