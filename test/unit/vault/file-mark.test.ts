// A file known again by its last byte, also where it is read in many pieces.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWholeOnDisk, type FileMark } from '../../../electron/main/vault/save.ts';
import { nodeFileSystem } from '../../../electron/main/vault/file-system.ts';

const MIB = 1024 * 1024;
let directory = '';
beforeAll(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'strongroom-mark-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const summed = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]);
const markOf = (file: Buffer): FileMark => ({
  size: file.length,
  start: file.subarray(0, 64),
  end: file.subarray(-32),
});

async function isWhole(found: Buffer, mark: FileMark): Promise<boolean> {
  const file = path.join(directory, 'file');
  writeFileSync(file, found);
  return isWholeOnDisk(nodeFileSystem, file, [mark]);
}

describe('a file that is read back', () => {
  // Before, in and behind a piece; the checksum cut in two by the end of one.
  const lengths = [200, MIB - 32, MIB - 22, MIB, 2 * MIB + 5_000];

  it.each(lengths)(
    'is whole when it holds every byte of %i, and not when one differs',
    async (length) => {
      const file = summed(randomBytes(length));
      const mark = markOf(file);
      expect(await isWhole(file, mark)).toBe(true);
      const taken: number[] = [];
      for (const at of [0, Math.floor(length / 2), length - 1, length, file.length - 1]) {
        const flipped = Buffer.from(file);
        flipped[at] = (flipped[at] ?? 0) ^ 1;
        if (await isWhole(flipped, mark)) taken.push(at);
      }
      if (await isWhole(file.subarray(0, -1), mark)) taken.push(-1);
      expect(taken).toEqual([]);
    },
  );

  it('is another one when only its own checksum fits', async () => {
    const [one, other] = [summed(randomBytes(500)), summed(randomBytes(500))];
    expect(await isWhole(other, markOf(one))).toBe(false);
  });
});
