// Whether the operating system's keystore protects anything here: the one rule, for unlocking with it
// and for the rollback anchor alike. "Available" says nothing on Linux, so a probe is sealed and looked
// at: what a keyring's key sealed begins with `v11`, what a constant that everybody knows sealed with
// `v10` (docs/threat-model.md, S13). Never decides to use it.
import { fail, ok, type Result } from '../../domain/result.ts';
import { SecretBytes } from '../../domain/secret-bytes.ts';
import { KEYSTORE_PREFIX_BYTES } from '../format/header-schema.ts';
import type { OsKeystore } from './os-keystore.ts';
import { KEY_BYTES, randomBytesOwn } from './primitives.ts';
import type { VaultFailure } from '../store/vault.ts';

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
  const backend = await orNull(() => keystore.backend());
  const probe = SecretBytes.take(randomBytesOwn(KEY_BYTES));
  const sealed = await orNull(() => keystore.seal(probe));
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

/** A keystore that rejects is one that is not there. */
export async function orNull<T>(call: () => Promise<T | null>): Promise<T | null> {
  try {
    return await call();
  } catch {
    return null;
  }
}

function holds(sealed: Buffer, bytes: Buffer): boolean {
  return sealed.includes(bytes) || sealed.includes(bytes.toString('base64'));
}
