// Wraps the data key under a random key that the operating system's keystore seals (FORMAT.md,
// "Slots", type `os`). Opt-in and never the only way in: whoever runs as this person and reaches the
// keystore can open it. Refuses a keystore that offers no protection (S13, S14, V18).
import { fail, ok, type Result } from '../domain/result.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { wipeableCopy } from '../domain/wipeable-buffer.ts';
import {
  ID_BYTES,
  KEYSTORE_PREFIX_BYTES,
  MAX_KEYSTORE_BLOB_BYTES,
  WRAP_BYTES,
  type KeySlot,
} from './header-schema.ts';
import type { OsKeystore } from './os-keystore.ts';
import { KEY_BYTES, randomBytesOwn } from './primitives.ts';
import { unwrapDataKey, wrapDataKey } from './slot-context.ts';
import { decodeBase64, encodeBase64 } from './strict-base64.ts';
import type { VaultFailure } from './vault.ts';

/** Backends that seal under a key everybody knows. */
const WITHOUT_PROTECTION = new Set(['basic_text', 'unknown', 'basic']);
/** How Chromium marks what it sealed under its constant key on Linux; the keyring's is `v11`. */
const LINUX_CONSTANT_KEY = 'v10';

export interface KeystoreFacts {
  readonly backend: string;
  /** How everything this keystore seals begins. */
  readonly prefix: Buffer;
}

/** Seals a probe and looks at it: "available" alone says nothing on Linux. */
export async function probeKeystore(
  keystore: OsKeystore,
): Promise<Result<KeystoreFacts, VaultFailure>> {
  const backend = await attempt(() => keystore.backend());
  if (backend === null) return fail({ code: 'os_keystore_unavailable' });
  // SECURITY(S13)
  if (WITHOUT_PROTECTION.has(backend)) return fail({ code: 'os_keystore_insecure' });
  if (!/^[a-z0-9_]{1,32}$/.test(backend)) return fail({ code: 'os_keystore_unavailable' });
  const probe = SecretBytes.take(randomBytesOwn(KEY_BYTES));
  const sealed = await attempt(() => keystore.seal(probe));
  const exposed = sealed !== null && probe.use((bytes) => sealed.includes(bytes));
  probe.wipe();
  if (sealed === null || sealed.length <= KEYSTORE_PREFIX_BYTES) {
    return fail({ code: 'os_keystore_unavailable' });
  }
  const prefix = Buffer.from(sealed.subarray(0, KEYSTORE_PREFIX_BYTES));
  const constant = keystore.platform === 'linux' && prefix.equals(Buffer.from(LINUX_CONSTANT_KEY));
  if (constant || exposed) return fail({ code: 'os_keystore_insecure' });
  return ok({ backend, prefix });
}

/** Failures: `os_keystore_unavailable`, `os_keystore_insecure`. */
export async function createKeystoreSlot(
  keystore: OsKeystore,
  vaultId: string,
  dataKey: Buffer,
): Promise<Result<KeySlot, VaultFailure>> {
  const facts = await probeKeystore(keystore);
  if (!facts.ok) return facts;
  const kek = SecretBytes.take(randomBytesOwn(KEY_BYTES));
  try {
    const sealed = await attempt(() => keystore.seal(kek));
    const prefix = sealed?.subarray(0, KEYSTORE_PREFIX_BYTES);
    if (sealed === null || sealed.length > MAX_KEYSTORE_BLOB_BYTES) {
      return fail({ code: 'os_keystore_unavailable' });
    }
    if (prefix?.equals(facts.value.prefix) !== true) return fail({ code: 'os_keystore_changed' });
    const slot = {
      id: encodeBase64(randomBytesOwn(ID_BYTES)),
      type: 'os',
      kdf: {
        name: 'os-keystore',
        backend: facts.value.backend,
        prefix: encodeBase64(facts.value.prefix),
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
  const facts = await probeKeystore(keystore);
  if (!facts.ok) return facts;
  const { backend, prefix } = facts.value;
  if (backend !== slot.kdf.backend || encodeBase64(prefix) !== slot.kdf.prefix) {
    return fail({ code: 'os_keystore_changed' });
  }
  const sealed = decodeBase64(slot.kdf.sealed, 1, MAX_KEYSTORE_BLOB_BYTES);
  const wrap = decodeBase64(slot.wrap, WRAP_BYTES);
  if (sealed === null || wrap === null) return fail({ code: 'corrupt' });
  const kek = await attempt(() => keystore.open(sealed));
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

/** A keystore that rejects is one that is not there. */
async function attempt<T>(call: () => Promise<T | null>): Promise<T | null> {
  try {
    return await call();
  } catch {
    return null;
  }
}
