// A file known again by its last byte.
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checksumOf, isWholeOnDisk } from '../../../electron/main/vault/save.ts';
import { nodeFileSystem } from '../../../electron/main/vault/file-system.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();

const summed = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]);

async function isWhole(found: Buffer, checksum: Buffer): Promise<boolean> {
  const file = at('file');
  writeFileSync(file, found);
  return isWholeOnDisk(nodeFileSystem, file, [checksum]);
}

describe('a file that is read back', () => {
  it('is whole when it holds every byte, and not when one differs', async () => {
    const file = summed(randomBytes(200));
    const checksum = checksumOf(file);
    expect(await isWhole(file, checksum)).toBe(true);
    const taken: number[] = [];
    for (const at of [0, 100, 199, 200, file.length - 1]) {
      const flipped = Buffer.from(file);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      if (await isWhole(flipped, checksum)) taken.push(at);
    }
    if (await isWhole(file.subarray(0, -1), checksum)) taken.push(-1);
    expect(taken).toEqual([]);
  });

  it('is another one when only its own checksum fits', async () => {
    const [one, other] = [summed(randomBytes(500)), summed(randomBytes(500))];
    expect(await isWhole(other, checksumOf(one))).toBe(false);
  });
});
