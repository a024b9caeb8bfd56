// What is authenticated with every wrapped data key: vault, slot, type and the KDF's text exactly as
// in the header (FORMAT.md, "Slots"). A slot edited in any way opens nothing (V2, V7).
import type { KeySlot } from './header-schema.ts';
import { associate, openReady, readyToOpen, sealBytes } from '../keys/primitives.ts';
import { encodeBase64 } from './strict-base64.ts';

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
  const box = readyToOpen(kek, slotContext(vaultId, slot), wrap);
  kek.fill(0);
  return box && openReady(box, wrap);
}
