// The operating system's keystore: whether it protects anything here, and the slot that wraps the data key under a random
// key that it seals (FORMAT.md, "Slots", type `os`). Opt-in and never the only way in: whoever runs as this person and
// reaches the keystore can open it (S14, V18). The adapter (safeStorage, asynchronous) is elsewhere.
import type { OsKeystore, VaultFailure } from './vault.ts';
import type { Clock } from '../domain/clock.ts';
import { within } from '../domain/time-limit.ts';
import { type Result, fail, ok } from '../domain/result.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { randomBytesOwn, KEY_BYTES, encodeBase64, decodeBase64 } from './primitives.ts';
import {
  KEYSTORE_PREFIX_BYTES,
  type KeySlot,
  MAX_KEYSTORE_BLOB_BYTES,
  ID_BYTES,
  WRAP_BYTES,
} from './header.ts';
import { wrapDataKey, unwrapDataKey } from './keys.ts';
import { wipeableCopy } from '../domain/wipeable-buffer.ts';

/** Each call answers null after `limitMs` milliseconds. What is opened too late is wiped. */
export function answersWithin(
  keystore: OsKeystore,
  limitMs: number,
  clock: Pick<Clock, 'after'>,
): OsKeystore {
  return {
    platform: keystore.platform,
    backend: () => within(clock, limitMs, keystore.backend(), null),
    seal: (secret) => within(clock, limitMs, keystore.seal(secret), null),
    async open(sealed) {
      let isLate = false;
      const opening = keystore.open(sealed).then((secret) => {
        if (!isLate) return secret;
        secret?.wipe();
        return null;
      });
      const opened = await within(clock, limitMs, opening, 'late');
      isLate = opened === 'late';
      return opened === 'late' ? null : opened;
    },
  };
}

/** Recorded beside what is sealed: a different answer later is a failure of its own. */
interface KeystoreMark {
  readonly backend: string;
  /** The first three bytes of what it seals, as Latin-1. */
  readonly prefix: string;
}

/** Backends that seal under a key everybody knows, or of which nothing is known. */
const WITHOUT_PROTECTION = new Set(['basic_text', 'basic', 'unknown', '']);

const LINUX_KEYRING = 'v11';

/**
 * Pure; null where it protects. `mark` is null where the keystore does not seal, `recorded` where
 * nothing is sealed yet.
 */
export function judgeKeystore(
  platform: OsKeystore['platform'],
  mark: KeystoreMark | null,
  recorded: KeystoreMark | null,
): VaultFailure | null {
  if (mark === null) return { code: 'os_keystore_unavailable' };
  // SECURITY(S13): a keystore that turned into another one is never used silently.
  if (recorded !== null && (recorded.backend !== mark.backend || recorded.prefix !== mark.prefix)) {
    return { code: 'os_keystore_changed' };
  }
  if (WITHOUT_PROTECTION.has(mark.backend)) return { code: 'os_keystore_insecure' };
  // SECURITY(S13): fails closed: a prefix nobody has looked at is no protection either.
  const isOpen = platform === 'linux' && mark.prefix !== LINUX_KEYRING;
  return isOpen ? { code: 'os_keystore_insecure' } : null;
}

/** What the keystore is now. `os_keystore_unavailable`, `os_keystore_changed`, `os_keystore_insecure`. */
export async function probeKeystore(
  keystore: OsKeystore,
  recorded: KeystoreMark | null = null,
): Promise<Result<KeystoreMark, VaultFailure>> {
  const backend = await keystore.backend();
  const probe = SecretBytes.take(randomBytesOwn(KEY_BYTES));
  const sealed = await keystore.seal(probe);
  const exposed = sealed !== null && probe.use((bytes) => holds(sealed, bytes));
  probe.wipe();
  if (exposed) return fail({ code: 'os_keystore_insecure' });
  const mark = backend === null || sealed === null ? null : markOf(backend, sealed);
  const refusal = judgeKeystore(keystore.platform, mark, recorded);
  if (refusal !== null || mark === null)
    return fail(refusal ?? { code: 'os_keystore_unavailable' });
  return ok(mark);
}

/** Null for a name the header has no room for, or bytes too few to hold anything sealed. */
function markOf(backend: string, sealed: Buffer): KeystoreMark | null {
  if (!/^[a-z0-9_]{0,32}$/.test(backend) || sealed.length <= KEYSTORE_PREFIX_BYTES) return null;
  return { backend, prefix: sealed.toString('latin1', 0, KEYSTORE_PREFIX_BYTES) };
}

function holds(sealed: Buffer, bytes: Buffer): boolean {
  return sealed.includes(bytes) || sealed.includes(bytes.toString('base64'));
}

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
    const sealed = await keystore.seal(kek);
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
  const kek = await keystore.open(sealed);
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
