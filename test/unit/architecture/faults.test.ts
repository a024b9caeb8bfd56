// The list of planted faults (`npm run mutants`) fits the code it is for: each can be planted, and each names tests.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from '../../mutants/faults.ts';

const root = path.join(import.meta.dirname, '../../..');

/** Whether a test of the file has a name with which the title may end, behind those of its suites. */
function isTitled(file: string, title: string): boolean {
  const text = readFileSync(path.join(root, file), 'utf8');
  const words = title.split(' ');
  return words.some((_word, from) => {
    const name = words.slice(from).join(' ');
    return ["'", '"', '`'].some((quote) => text.includes(quote + name));
  });
}

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
    const untitled = faults.flatMap(({ name, caughtBy }) =>
      caughtBy
        .filter(({ file, title }) => !isTitled(file, title))
        .map(({ title }) => `${name}: ${title}`),
    );
    expect(untitled).toEqual([]);
    expect(faults.filter(({ caughtBy }) => caughtBy.length === 0)).toEqual([]);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });
});
