// The blocks in which a vault file goes to the disk.
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBlocks } from '../../../../electron/main/vault/store/file-blocks.ts';

const KIB = 1024;

/** Pieces of odd sizes, none of them of a block's length. */
const sizes = [1, 16, 255 * KIB, 256 * KIB, 3, 256 * KIB, 256 * KIB, 200 * KIB, 256 * KIB, 77];
const pieces = [...sizes, ...sizes, ...sizes].map((length) => randomBytes(length));
const whole = Buffer.concat(pieces);

describe('blocks of a file', () => {
  it('carry every byte in order, and the checksum of all of them at the end', async () => {
    const written: Buffer[] = [];
    const blocks = createBlocks(async (bytes) => {
      // A disk takes its time: what is being written must not be overwritten meanwhile.
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      written.push(Buffer.from(bytes));
    }, whole.length + 32);
    for (const piece of pieces) expect((await blocks.append(piece)).equals(piece)).toBe(true);
    const checksum = await blocks.end();
    await blocks.close();
    expect(checksum).toEqual(createHash('sha256').update(whole).digest());
    expect(Buffer.concat(written).equals(Buffer.concat([whole, checksum]))).toBe(true);
    expect(written.length).toBeGreaterThan(1);
  });

  it('go to a disk as one write where one block holds the file', async () => {
    let writes = 0;
    const blocks = createBlocks(() => {
      writes += 1;
      return Promise.resolve();
    }, 100);
    await blocks.append(randomBytes(40));
    await blocks.append(randomBytes(28));
    await blocks.end();
    await blocks.close();
    expect(writes).toBe(1);
  });

  it('pass on that a write failed, and close all the same', async () => {
    const failing = createBlocks(() => Promise.reject(new Error('no space')), whole.length);
    const all = (async () => {
      for (const piece of pieces) await failing.append(piece);
      await failing.end();
    })();
    await expect(all).rejects.toThrow('no space');
    await expect(failing.close()).resolves.toBeUndefined();
  });
});
