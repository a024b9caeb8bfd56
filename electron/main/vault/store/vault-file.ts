// The whole vault file: state and keys to bytes, and back (FORMAT.md). Every write is opened again from
// its own bytes before it may have the vault's name. Touches no disk and derives no passphrase.
import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../domain/result.ts';
import { giveBack } from '../../domain/wipeable-buffer.ts';
import type { FileMark } from './file-mark.ts';
import {
  MAX_BODY_BYTES,
  MAX_HEADER_BYTES,
  authenticatedPart,
  bodyHead,
  fileLength,
  type Frame,
} from '../format/frame.ts';
import type { Header } from '../format/header-schema.ts';
import { encodeHeader } from '../format/header.ts';
import { decodeIndex } from '../format/index-reader.ts';
import type { IndexWriter } from '../format/index-writer.ts';
import type { Pace } from '../keys/yield-to-loop.ts';
import { openPaced, sealPaced, type Append } from '../keys/paced-crypto.ts';
import {
  SALT_BYTES,
  SEAL_OVERHEAD_BYTES,
  equalBytes,
  hkdf,
  randomBytesOwn,
} from '../keys/primitives.ts';
import type { VaultKeys } from '../keys/vault-keys.ts';
import type { VaultState } from './vault-state.ts';
import type { VaultFailure } from './vault.ts';

const BLOCK_BYTES = 1024 * 1024;

/** Writes all of the bytes behind those before. */
type Write = (bytes: Uint8Array) => Promise<void>;

interface Blocks {
  /** Of at most a block. What it answers is what will be written, or is being written. */
  readonly append: Append;
  /** Appends the checksum of everything before, and answers it once all is written. */
  readonly end: () => Promise<Buffer>;
  /** Waits for a write that is under way, and frees the memory. Never rejects. */
  readonly close: () => Promise<void>;
}

/**
 * The bytes of a vault file on their way to the disk: joined into blocks, one of which is written while the next is
 * filled, with the checksum of all of them at the end. No file is in memory as a whole for this.
 * @param wholeBytes bytes of the whole file, with the checksum.
 */
export function createBlocks(write: Write, wholeBytes: number): Blocks {
  const size = Math.min(BLOCK_BYTES, wholeBytes);
  const hash = createHash('sha256');
  let filling: Buffer = Buffer.allocUnsafeSlow(size);
  let spare: Buffer | null = null;
  let used = 0;
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    await writing;
    const full = filling;
    writing = write(full.subarray(0, used));
    // Waited for later: a failure before that must not pass for one that nobody looks at.
    writing.catch(() => undefined);
    filling = spare ?? Buffer.allocUnsafeSlow(size);
    spare = full;
    used = 0;
  }

  async function put(bytes: Uint8Array): Promise<Buffer> {
    if (used + bytes.length > size) await flush();
    filling.set(bytes, used);
    used += bytes.length;
    return filling.subarray(used - bytes.length, used);
  }

  return {
    async append(bytes) {
      const written = await put(bytes);
      hash.update(written);
      return written;
    },
    async end() {
      const checksum = hash.digest();
      await put(checksum);
      await flush();
      await writing;
      return checksum;
    },
    async close() {
      await writing.catch(() => undefined);
      giveBack(filling);
      if (spare !== null) giveBack(spare);
    },
  };
}

/** A file to be sealed on its way to the disk. */
export interface SealedFile {
  readonly length: number;
  /**
   * Once: gives every byte to `write`, block by block, and opens each again from its block. Answers what
   * to know the file by; null when it would not open as what was sealed, or when the keys were wiped
   * meanwhile: it is no vault then.
   */
  readonly writeTo: (write: Write) => Promise<FileMark | null>;
}

/** Failures: `vault_too_large`; `corrupt` when the bytes do not open again as what was sealed. */
export async function sealVaultFile(
  state: VaultState,
  keys: VaultKeys,
  writer: IndexWriter,
  pace: Pace,
): Promise<Result<Buffer, VaultFailure>> {
  const draft = await draftVaultFile(state, keys, writer, pace);
  if (!draft.ok) return draft;
  const file = Buffer.allocUnsafeSlow(draft.value.length);
  let at = 0;
  const mark = await draft.value.writeTo((bytes) => {
    file.set(bytes, at);
    at += bytes.length;
    return Promise.resolve();
  });
  return mark === null ? fail({ code: 'corrupt' }) : ok(file);
}

/** Failure: `vault_too_large`. The draft is good until the writer's next call. */
export async function draftVaultFile(
  state: VaultState,
  keys: VaultKeys,
  writer: IndexWriter,
  pace: Pace,
): Promise<Result<SealedFile, VaultFailure>> {
  const header = encodeHeader(state.header);
  const plain = await writer.encode(state, pace);
  const bodyLength = plain.length + SALT_BYTES + SEAL_OVERHEAD_BYTES;
  if (header.length > MAX_HEADER_BYTES || bodyLength > MAX_BODY_BYTES) {
    return fail({ code: 'vault_too_large' });
  }
  const authenticated = authenticatedPart(header);
  const length = fileLength(authenticated, bodyLength);
  return ok({
    length,
    async writeTo(write) {
      const blocks = createBlocks(write, length);
      try {
        const start = Buffer.concat([authenticated, keys.headerMac(authenticated)]);
        const written = await blocks.append(start);
        const aad = Buffer.from(written.subarray(authenticated.length));
        const isAuthentic = equalBytes(
          keys.headerMac(written.subarray(0, authenticated.length)),
          aad,
        );
        await blocks.append(bodyHead(bodyLength));
        const salt = randomBytesOwn(SALT_BYTES);
        const key = hkdf(keys.dataKey, salt, 'index');
        const keyAgain = hkdf(keys.dataKey, await blocks.append(salt), 'index');
        const isSame = await sealPaced({ key, keyAgain, aad }, plain, blocks.append, pace);
        key.fill(0);
        keyAgain.fill(0);
        const end = await blocks.end();
        // Keys and plaintext are zeroed by a lock that waits no longer: what was sealed since then is zeros.
        return isAuthentic && isSame && !keys.wiped() ? { size: length, start, end } : null;
      } finally {
        await blocks.close();
      }
    },
  });
}

/**
 * Failures: `tampered` when MAC or seal do not hold, `corrupt` when what is inside is malformed.
 * @param writer is given the plaintext for its next save, and the records lie in it; without one they are
 * copied, and it is zeroed.
 */
export async function openWithKeys(
  frame: Frame,
  header: Header,
  keys: VaultKeys,
  pace: Pace,
  writer?: IndexWriter,
): Promise<Result<VaultState, VaultFailure>> {
  const { headerMac, body } = frame;
  if (!isHeaderAuthentic(frame, keys)) return fail({ code: 'tampered' });
  const key = hkdf(keys.dataKey, body.subarray(0, SALT_BYTES), 'index');
  const plain = await openPaced(key, headerMac, body.subarray(SALT_BYTES), pace);
  key.fill(0);
  if (plain === null) return fail({ code: 'tampered' });
  const index = await decodeIndex(plain, pace, writer === undefined ? ownCopy : undefined);
  if (!index.ok || writer === undefined) giveBack(plain);
  else writer.adopt(plain, index.value);
  if (!index.ok) return index;
  const { contents, records } = index.value;
  return ok({ header, contents, records });
}

function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** The MAC commits to the data key (V11) and covers versions, generation and every slot (V7). */
export function isHeaderAuthentic({ authenticated, headerMac }: Frame, keys: VaultKeys): boolean {
  return equalBytes(keys.headerMac(authenticated), headerMac);
}
