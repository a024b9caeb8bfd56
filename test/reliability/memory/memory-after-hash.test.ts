// R12, S15: no copy of a passphrase is left by the library that hashes it, whatever its length. Reads the
// memory of a process of its own over /proc: Linux as root; says aloud elsewhere that it did not look.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countInMemory } from '../../support/leakscan/count-in-memory.ts';
import { patternsOfBytes } from '../../support/leakscan/patterns.ts';
import { memoryObstacle } from '../../support/leakscan/process-memory.ts';
import { recordFigure, recordNotRun } from '../support/figures.ts';
import { LENGTHS, PER_LENGTH, passphraseOf } from './hashed-passphrases.ts';

const FIGURE = {
  id: 'R12',
  what: 'passphrases of many lengths looked for in memory after hashing',
  goal: '0 found',
} as const;
const obstacle = memoryObstacle();
if (obstacle !== null) recordNotRun(FIGURE, obstacle);

/** An allocator writes over the first bytes of what is freed: the end finds more than the whole. */
const TAIL_BYTES = 12;

/** Names of the passphrases that a process left behind. */
async function leftBy(how: 'washed' | 'bare'): Promise<readonly string[]> {
  const seed = randomBytes(16).toString('hex');
  const subject = fork(path.join(import.meta.dirname, 'hash-subject.ts'), [seed, how], {
    execArgv: [],
  });
  try {
    await once(subject, 'message');
    const patterns = LENGTHS.flatMap((length) =>
      Array.from({ length: PER_LENGTH }, (_, index) =>
        patternsOfBytes(`${length} bytes`, passphraseOf(seed, length, index).subarray(-TAIL_BYTES)),
      ).flat(),
    );
    return [...countInMemory(subject.pid ?? 0, patterns).copies.keys()];
  } finally {
    subject.disconnect();
  }
}

describe.runIf(obstacle === null)('the memory after a passphrase was hashed', () => {
  it('holds none of them', async () => {
    const left = await leftBy('washed');
    recordFigure({
      ...FIGURE,
      tried: LENGTHS.length * PER_LENGTH,
      bad: left.length,
      holds: left.length === 0,
      seed: null,
    });
    expect(left).toEqual([]);
  });

  it('is searched by a search that finds what the library alone leaves', async () => {
    expect((await leftBy('bare')).length).toBeGreaterThan(LENGTHS.length / 2);
  });
});
