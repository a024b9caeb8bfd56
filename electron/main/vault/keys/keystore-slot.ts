// Wraps the data key under a random key that the operating system's keystore seals (FORMAT.md,
// "Slots", type `os`). Opt-in and never the only way in: whoever runs as this person and reaches the
// keystore can open it. What is no protection is refused by the rule of keystore-rule.ts (S14, V18).
import { fail, ok, type Result } from '../../domain/result.ts';
import { SecretBytes } from '../../domain/secret-bytes.ts';
import { wipeableCopy } from '../../domain/wipeable-buffer.ts';
import {
  ID_BYTES,
  KEYSTORE_PREFIX_BYTES,
  MAX_KEYSTORE_BLOB_BYTES,
  WRAP_BYTES,
  type KeySlot,
} from '../format/header-schema.ts';
import { orNull, probeKeystore } from './keystore-rule.ts';
import type { OsKeystore } from './os-keystore.ts';
import { KEY_BYTES, randomBytesOwn } from './primitives.ts';
import { unwrapDataKey, wrapDataKey } from './key-slot.ts';
import { decodeBase64, encodeBase64 } from '../format/strict-base64.ts';
import type { VaultFailure } from '../store/vault.ts';

/** Failures: `os_keystore_unavailable`, `os_keystore_insecure`. */
export async function createKeystoreSlot(
  keystore: OsKeystore,
  vaultId: string,
  dataKey: Buffer,
): Promise<Result<KeySlot, VaultFailure>> {
  const mark = await probeKeystore(keystore);
  if (!mark.ok) return mark;
  const kek = SecretBytes.take(randomBytesOwn(KEY_BYTES));
  try {
    const sealed = await orNull(() => keystore.seal(kek));
    if (sealed === null || sealed.length > MAX_KEYSTORE_BLOB_BYTES) {
      return fail({ code: 'os_keystore_unavailable' });
    }
    const prefix = Buffer.from(mark.value.prefix, 'latin1');
    if (!sealed.subarray(0, KEYSTORE_PREFIX_BYTES).equals(prefix)) {
      return fail({ code: 'os_keystore_changed' });
    }
    const slot = {
      id: encodeBase64(randomBytesOwn(ID_BYTES)),
      type: 'os',
      kdf: {
        name: 'os-keystore',
        backend: mark.value.backend,
        prefix: encodeBase64(prefix),
        sealed: encodeBase64(sealed),
      },
    } as const;
    return ok({ ...slot, wrap: wrapDataKey(ownCopy(kek), vaultId, slot, dataKey) });
  } finally {
    kek.wipe();
  }
}

/** Failures: `slot_missing`, the three of the keystore, `tampered` when the wrap was edited. */
export async function openKeystoreSlot(
  keystore: OsKeystore,
  vaultId: string,
  slots: readonly KeySlot[],
): Promise<Result<Buffer, VaultFailure>> {
  const slot = slots.find((each) => each.type === 'os');
  if (slot === undefined) return fail({ code: 'slot_missing' });
  const prefix = Buffer.from(slot.kdf.prefix, 'base64').toString('latin1');
  const mark = await probeKeystore(keystore, { backend: slot.kdf.backend, prefix });
  if (!mark.ok) return mark;
  const sealed = decodeBase64(slot.kdf.sealed, 1, MAX_KEYSTORE_BLOB_BYTES);
  const wrap = decodeBase64(slot.wrap, WRAP_BYTES);
  if (sealed === null || wrap === null) return fail({ code: 'corrupt' });
  const kek = await orNull(() => keystore.open(sealed));
  if (kek?.length !== KEY_BYTES) {
    kek?.wipe();
    return fail({ code: 'os_keystore_changed' });
  }
  const dataKey = unwrapDataKey(ownCopy(kek), vaultId, slot, wrap);
  kek.wipe();
  return dataKey === null ? fail({ code: 'tampered' }) : ok(dataKey);
}

function ownCopy(key: SecretBytes): Buffer {
  return key.use(wipeableCopy);
}
