// The history's keys by their ids: each a sealed record of the vault, opened once and kept until lock.
import { randomUUID } from 'node:crypto';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { KEY_BYTES, randomBytesOwn } from '../vault/keys/primitives.ts';
import type { OpenVault } from '../vault/store/vault.ts';
import { createHistoryKeys, type HistoryKeys } from './history-keys.ts';

interface NewKey {
  readonly keys: HistoryKeys;
  /** To be sealed under `keys.id`; the caller wipes it. */
  readonly secret: SecretBytes;
}

export interface Keyring {
  /** Null where this vault holds no such key. */
  readonly find: (keyId: string) => HistoryKeys | null;
  /** Not in the vault yet: the caller seals it there. */
  readonly make: () => NewKey;
  readonly wipe: () => void;
}

export function createKeyring(vault: Pick<OpenVault, 'hasRecord' | 'openRecord'>): Keyring {
  const known = new Map<string, HistoryKeys>();
  let isWiped = false;
  const keep = (keyId: string, secret: SecretBytes): HistoryKeys => {
    const keys = createHistoryKeys(keyId, secret);
    if (isWiped) keys.wipe();
    else known.set(keyId, keys);
    return keys;
  };
  return {
    find(keyId) {
      const held = known.get(keyId);
      if (held !== undefined) return held;
      const name = { id: keyId, field: 'history_key' as const };
      if (!vault.hasRecord(name)) return null;
      const secret = vault.openRecord(name);
      if (!secret.ok) return null;
      const keys = keep(keyId, secret.value);
      secret.value.wipe();
      return keys;
    },
    make() {
      const secret = SecretBytes.take(randomBytesOwn(KEY_BYTES));
      return { keys: keep(randomUUID(), secret), secret };
    },
    wipe() {
      isWiped = true;
      for (const keys of known.values()) keys.wipe();
      known.clear();
    },
  };
}
