// The bytes of a vault file on their way to the disk: joined into blocks, one of which is written while the
// next is filled, with the checksum of all of them at the end. No file is in memory as a whole for this.
import { createHash } from 'node:crypto';
import { giveBack } from '../../domain/wipeable-buffer.ts';
import type { Append } from '../keys/paced-crypto.ts';

const BLOCK_BYTES = 1024 * 1024;

/** Writes all of the bytes behind those before. */
export type Write = (bytes: Uint8Array) => Promise<void>;

interface Blocks {
  /** Of at most a block. What it answers is what will be written, or is being written. */
  readonly append: Append;
  /** Appends the checksum of everything before, and answers it once all is written. */
  readonly end: () => Promise<Buffer>;
  /** Waits for a write that is under way, and frees the memory. Never rejects. */
  readonly close: () => Promise<void>;
}

/** @param fileLength bytes of the whole file, with the checksum. */
export function createBlocks(write: Write, fileLength: number): Blocks {
  const size = Math.min(BLOCK_BYTES, fileLength);
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
