// The whole vault file: state and keys to bytes, and back (FORMAT.md). Every write is opened again
// from its own bytes before anyone may put it on disk. Touches no disk and derives no passphrase.
import { fail, ok, type Result } from '../domain/result.ts';
import {
  MAX_BODY_BYTES,
  MAX_HEADER_BYTES,
  authenticatedPart,
  draftFrame,
  finishFrame,
  splitFrame,
  type Frame,
} from './frame.ts';
import type { Header } from './header-schema.ts';
import { encodeHeader } from './header.ts';
import { decodeIndex } from './index-reader.ts';
import type { IndexWriter } from './index-writer.ts';
import type { Pace } from './pace.ts';
import { openPaced, opensTo, sealInto } from './paced-crypto.ts';
import { SALT_BYTES, SEAL_OVERHEAD_BYTES, equalBytes, hkdf, randomBytesOwn } from './primitives.ts';
import type { VaultKeys } from './vault-keys.ts';
import type { VaultState } from './vault-state.ts';
import type { VaultFailure } from './vault.ts';

/** Failures: `vault_too_large`; `corrupt` when the bytes do not open again as what was sealed. */
export async function sealVaultFile(
  state: VaultState,
  keys: VaultKeys,
  writer: IndexWriter,
  pace: Pace,
): Promise<Result<Buffer, VaultFailure>> {
  const header = encodeHeader(state.header);
  const plain = await writer.encode(state, pace);
  try {
    const bodyLength = plain.length + SALT_BYTES + SEAL_OVERHEAD_BYTES;
    if (header.length > MAX_HEADER_BYTES || bodyLength > MAX_BODY_BYTES) {
      return fail({ code: 'vault_too_large' });
    }
    const authenticated = authenticatedPart(header);
    const draft = draftFrame(authenticated, bodyLength);
    draft.headerMac.set(keys.headerMac(authenticated));
    const salt = randomBytesOwn(SALT_BYTES);
    draft.body.set(salt);
    const key = hkdf(keys.dataKey, salt, 'index');
    await sealInto(draft.body.subarray(SALT_BYTES), key, draft.headerMac, plain, pace);
    key.fill(0);
    await finishFrame(draft, pace);
    return (await holds(draft.file, keys, plain, pace))
      ? ok(draft.file)
      : fail({ code: 'corrupt' });
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
  const { headerMac, body } = frame;
  if (!isHeaderAuthentic(frame, keys)) return fail({ code: 'tampered' });
  const key = hkdf(keys.dataKey, body.subarray(0, SALT_BYTES), 'index');
  const plain = await openPaced(key, headerMac, body.subarray(SALT_BYTES), pace);
  key.fill(0);
  if (plain === null) return fail({ code: 'tampered' });
  const index = await decodeIndex(plain, pace);
  plain.fill(0);
  return index.ok ? ok({ header, ...index.value }) : index;
}

/** The MAC commits to the data key (V11) and covers versions, generation and every slot (V7). */
export function isHeaderAuthentic({ authenticated, headerMac }: Frame, keys: VaultKeys): boolean {
  return equalBytes(keys.headerMac(authenticated), headerMac);
}

async function holds(file: Buffer, keys: VaultKeys, plain: Buffer, pace: Pace): Promise<boolean> {
  const frame = await splitFrame(file, pace);
  if (!frame.ok || !isHeaderAuthentic(frame.value, keys)) return false;
  const { headerMac, body } = frame.value;
  const key = hkdf(keys.dataKey, body.subarray(0, SALT_BYTES), 'index');
  const same = await opensTo(key, headerMac, body.subarray(SALT_BYTES), plain, pace);
  key.fill(0);
  return same;
}
