// What may be said of a slot without a key: id, type, and the backend of a keystore slot.
import type { KeySlot } from './header-schema.ts';
import type { SlotFacts } from '../store/vault-access.ts';

/** What is told of slots: no salt, no wrapped key. */
export function slotFacts(slots: readonly KeySlot[]): readonly SlotFacts[] {
  return slots.map((slot) => ({
    id: slot.id,
    type: slot.type,
    backend: slot.type === 'os' ? slot.kdf.backend : null,
  }));
}
