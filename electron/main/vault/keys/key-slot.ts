// Wraps the data key under a passphrase and unwraps it (FORMAT.md, "Slots"). Vault, slot, type and the KDF's text exactly
// as in the header are authenticated with the wrap of every slot, so one edited in any way opens nothing (V2, V7).
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
import { randomBytesOwn, associate, openBytes, sealBytes } from './primitives.ts';
import { decodeBase64, encodeBase64 } from '../format/strict-base64.ts';
import type { VaultFailure } from '../store/vault.ts';
import { wipeableCopy } from '../../domain/wipeable-buffer.ts';
import type { Unwrap } from '../format/file.ts';

type UnwrappedSlot<S extends KeySlot = KeySlot> = S extends KeySlot ? Omit<S, 'wrap'> : never;

function slotContext(vaultId: string, slot: UnwrappedSlot): Buffer {
  return associate(
    Buffer.from(vaultId, 'base64'),
    Buffer.from(slot.id, 'base64'),
    slot.type,
    JSON.stringify(slot.kdf),
  );
}

/** Takes `kek` over: it is zeroed. */
export function wrapDataKey(
  kek: Buffer,
  vaultId: string,
  slot: UnwrappedSlot,
  dataKey: Uint8Array,
): string {
  const wrap = sealBytes(kek, slotContext(vaultId, slot), dataKey);
  kek.fill(0);
  return encodeBase64(wrap);
}

/** Takes `kek` over: it is zeroed. Null when the wrap does not open. */
export function unwrapDataKey(
  kek: Buffer,
  vaultId: string,
  slot: UnwrappedSlot,
  wrap: Uint8Array,
): Buffer | null {
  const dataKey = openBytes(kek, slotContext(vaultId, slot), wrap);
  kek.fill(0);
  return dataKey;
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

/**
 * Opens passphrase slots by one passphrase, and hashes once for each that differs. The key is the caller's to
 * zero. Failures: those of `openPassphraseSlot`.
 */
export interface DeriveOnce {
  readonly open: (
    vaultId: string,
    slots: readonly KeySlot[],
    passphrase: SecretBytes,
  ) => Promise<Result<Buffer, VaultFailure>>;
  readonly wipe: () => void;
}

/** Holds the data keys it found until `wipe`. */
export function createDeriveOnce(kdf: PassphraseKdf): DeriveOnce {
  const answers = new Map<string, Result<Buffer, VaultFailure>>();
  return {
    async open(vaultId, slots, passphrase) {
      const key = JSON.stringify([vaultId, passphraseSlotOf(slots)]);
      const answer =
        answers.get(key) ?? (await openPassphraseSlot(kdf, vaultId, slots, passphrase));
      answers.set(key, answer);
      return answer.ok ? ok(copyOf(answer.value)) : answer;
    },
    wipe() {
      for (const answer of answers.values()) if (answer.ok) answer.value.fill(0);
      answers.clear();
    },
  };
}

/** A way of opening a file that hashes as `once` does. The key it answers is the caller's to zero. */
export function openSlotOnce(once: DeriveOnce, passphrase: SecretBytes): Unwrap {
  return (vaultId, slots) => once.open(vaultId, slots, passphrase);
}

function copyOf(key: Buffer): Buffer {
  return wipeableCopy(key);
}
