// The list of planted faults (`npm run mutants`) fits the code it is for: each can be planted, and each names tests.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from '../../mutants/faults.ts';

const root = path.join(import.meta.dirname, '../../..');

describe('the planted faults', () => {
  it('each stand exactly once in their file', () => {
    const lost = faults.filter(
      ({ file, find }) => readFileSync(path.join(root, file), 'utf8').split(find).length !== 2,
    );
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  it('each name a test that is there, and have a name of their own', () => {
    const missing = faults
      .flatMap(({ caughtBy }) => caughtBy)
      .filter(({ file }) => !existsSync(path.join(root, file)));
    expect(missing).toEqual([]);
    expect(faults.filter(({ caughtBy }) => caughtBy.length === 0)).toEqual([]);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });
});
