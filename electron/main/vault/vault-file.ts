// The whole vault file: state and keys to bytes, and back (FORMAT.md). Every write is opened again
// from its own bytes before anyone may put it on disk. Touches no disk and derives no passphrase.
import { fail, ok, type Result } from '../domain/result.ts';
import {
  MAX_BODY_BYTES,
  MAX_HEADER_BYTES,
  authenticatedPart,
  joinFrame,
  splitFrame,
} from './frame.ts';
import type { Frame } from './frame.ts';
import { encodeHeader } from './header.ts';
import type { Header } from './header-schema.ts';
import { decodeIndex, encodeIndex } from './index-parts.ts';
import type { Pace } from './pace.ts';
import {
  SALT_BYTES,
  SEAL_OVERHEAD_BYTES,
  equalBytes,
  hkdf,
  openBytes,
  randomBytesOwn,
  sealBytes,
} from './primitives.ts';
import type { VaultKeys } from './vault-keys.ts';
import type { VaultState } from './vault-state.ts';
import type { VaultFailure } from './vault.ts';

/** Failures: `vault_too_large`; `corrupt` when the bytes do not open again as what was sealed. */
export async function sealVaultFile(
  state: VaultState,
  keys: VaultKeys,
  pace: Pace,
): Promise<Result<Buffer, VaultFailure>> {
  const header = encodeHeader(state.header);
  const plain = await encodeIndex(state, pace);
  try {
    const bodyLength = plain.length + SALT_BYTES + SEAL_OVERHEAD_BYTES;
    if (header.length > MAX_HEADER_BYTES || bodyLength > MAX_BODY_BYTES) {
      return fail({ code: 'vault_too_large' });
    }
    const authenticated = authenticatedPart(header);
    const headerMac = keys.headerMac(authenticated);
    const salt = randomBytesOwn(SALT_BYTES);
    const key = hkdf(keys.dataKey, salt, 'index');
    await pace.breathe();
    const sealed = sealBytes(key, headerMac, plain);
    key.fill(0);
    await pace.breathe();
    const file = joinFrame(authenticated, headerMac, Buffer.concat([salt, sealed]));
    await pace.breathe();
    return (await opensAs(file, keys, plain, pace)) ? ok(file) : fail({ code: 'corrupt' });
  } finally {
    plain.fill(0);
  }
}

/** Failures: `tampered` when MAC or seal do not hold, `corrupt` when what is inside is malformed. */
export async function openWithKeys(
  frame: Frame,
  header: Header,
  keys: VaultKeys,
  pace: Pace,
): Promise<Result<VaultState, VaultFailure>> {
  const plain = openIndex(frame, keys);
  if (plain === null) return fail({ code: 'tampered' });
  await pace.breathe();
  const index = await decodeIndex(plain, pace);
  plain.fill(0);
  return index.ok ? ok({ header, ...index.value }) : index;
}

function openIndex(frame: Frame, keys: VaultKeys): Buffer | null {
  const { authenticated, headerMac, body } = frame;
  // The MAC commits to the data key (V11) and covers versions, generation and every slot (V7).
  if (!equalBytes(keys.headerMac(authenticated), headerMac)) return null;
  if (body.length < SALT_BYTES + SEAL_OVERHEAD_BYTES) return null;
  const key = hkdf(keys.dataKey, body.subarray(0, SALT_BYTES), 'index');
  const plain = openBytes(key, headerMac, body.subarray(SALT_BYTES));
  key.fill(0);
  return plain;
}

async function opensAs(file: Buffer, keys: VaultKeys, plain: Buffer, pace: Pace): Promise<boolean> {
  const frame = splitFrame(file);
  if (!frame.ok) return false;
  await pace.breathe();
  const opened = openIndex(frame.value, keys);
  if (opened === null) return false;
  const same = opened.equals(plain);
  opened.fill(0);
  return same;
}
