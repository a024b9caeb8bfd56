// The data key of an open vault and what is derived from it, and how a slot wraps it (FORMAT.md, "Slots"). Vault, slot,
// type and the KDF's text exactly as in the header are authenticated with the wrap of every slot, so one edited in any
// way opens nothing (V2, V7).
import type { KeySlot } from './header.ts';
import type { Result } from '../domain/result.ts';
import type { VaultFailure } from './vault.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { hkdf, hmac, associate, sealBytes, encodeBase64, openBytes } from './primitives.ts';

/** Unwraps the data key by one of the slots; the caller zeroes it. */
export type Unwrap = (
  vaultId: string,
  slots: readonly KeySlot[],
) => Promise<Result<Buffer, VaultFailure>>;

/** The keys of an open vault, zeroed by `wipe`. */
export type VaultKeys = ReturnType<typeof createVaultKeys>;

/** Takes `dataKey` over: it is zeroed by `wipe`. */
export function createVaultKeys(dataKey: Buffer, vaultId: Buffer) {
  const headerKey = hkdf(dataKey, vaultId, 'header');
  const fingerprintKey = hkdf(dataKey, vaultId, 'fingerprint');
  // One for all boxes of its kind: AES-GCM with random nonces bears 2^32 of them under one key.
  const indexKey = hkdf(dataKey, vaultId, 'index');
  const secretKey = hkdf(dataKey, vaultId, 'secret');
  let wiped = false;
  return {
    vaultId,
    dataKey,
    indexKey,
    secretKey,
    headerMac: (authenticated: Buffer): Buffer => hmac(headerKey, authenticated),
    /** HKDF of the data key under a label of its own; the caller wipes it. */
    derive: (label: string): SecretBytes => SecretBytes.take(hkdf(dataKey, vaultId, label)),
    fingerprint(secret: SecretBytes): string {
      // Keyed and cut to 32 bits: tells two secrets apart by eye, confirms no guess without the key.
      const mark = secret.use((bytes) => hmac(fingerprintKey, bytes)).toString('hex');
      return `${mark.slice(0, 4)}·${mark.slice(4, 8)}`;
    },
    /** True once `wipe` has run: what is derived from the keys then is derived from zeros. */
    wiped: (): boolean => wiped,
    wipe(): void {
      wiped = true;
      for (const key of [dataKey, headerKey, fingerprintKey, indexKey, secretKey]) key.fill(0);
    },
  };
}

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
