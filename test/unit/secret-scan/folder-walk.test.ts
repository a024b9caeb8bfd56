// The walk through a folder, where no disk of a test would hold what there may be.
import { promises as fs, type Stats } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { walkFolder } from '../../../electron/main/secret-scan/folder-walk.ts';

afterEach(() => vi.restoreAllMocks());

it('goes through as many folders in one as its limit allows', async () => {
  const many = 150_000;
  const root = Buffer.from('/logs');
  const facts = {
    dev: 1,
    isFile: () => false,
    isDirectory: () => true,
    isSymbolicLink: () => false,
  };
  const folder = { ...facts, name: Buffer.from('day') };
  vi.spyOn(fs, 'opendir').mockResolvedValue(Array.from({ length: many }, () => folder) as never);
  vi.spyOn(fs, 'lstat').mockResolvedValue(facts as never);
  // Those inside are gone by the time they are looked at.
  vi.spyOn(fs, 'realpath').mockImplementation(((place: Buffer) =>
    place.equals(root) ? Promise.resolve(root) : Promise.reject(new Error('gone'))) as never);
  let left = 0;
  const walk = walkFolder(
    { path: root, name: root, facts: facts as unknown as Stats },
    { depth: 32, entries: 200_000 },
    async () => {
      left += 1;
    },
  );
  await walk.next();
  expect(left).toBe(many);
});
