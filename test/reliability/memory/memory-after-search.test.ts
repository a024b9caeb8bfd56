// R12, V19: what the memory of the main process holds after a lock that comes while the preview of an
// import is open and a pasted text is being searched. Linux as root; says aloud elsewhere that it did not
// look.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countInMemory } from '../../support/leakscan/count-in-memory.ts';
import { patternsOf } from '../../support/leakscan/patterns.ts';
import { memoryObstacle } from '../../support/leakscan/process-memory.ts';
import { seededSecret } from '../../support/seeded-secret.ts';
import { recordFigure, recordNotRun } from '../support/figures.ts';
import { MANY, named, type SearchStep } from './search-steps.ts';

const AFTER_LOCK = {
  id: 'R12',
  what: 'secrets of an import and tokens of a pasted text looked for in the memory of the main process after a lock while both are under way',
  goal: '0 found',
} as const;
const obstacle = memoryObstacle();
const seed = randomBytes(16).toString('hex');
const kinds = ['vault', 'imported', 'pasted'] as const;
const all = Array.from({ length: MANY }, (_, at) => at);
const groups = kinds.map((kind) => ({
  kind,
  patterns: all.flatMap((at) =>
    // An allocator writes over the first bytes of what is freed.
    patternsOf(named(kind, at), seededSecret(seed, named(kind, at)).toString('latin1').slice(-20)),
  ),
}));

let directory = '';
let subject: ChildProcess;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'strongroom-memory-search-'));
  subject = fork(path.join(import.meta.dirname, 'search-subject.ts'), { execArgv: [] });
});
afterEach(async () => {
  subject.disconnect();
  await rm(directory, { recursive: true });
});

async function ask(step: SearchStep): Promise<string> {
  subject.send(step);
  const [answer] = (await once(subject, 'message')) as [string];
  return answer;
}

const found = (kind: (typeof kinds)[number]): number =>
  countInMemory(
    subject.pid ?? 0,
    groups.flatMap((group) => (group.kind === kind ? group.patterns : [])),
  ).copies.size;

describe.runIf(obstacle === null)('the memory of the main process, locked', () => {
  if (obstacle !== null) recordNotRun(AFTER_LOCK, obstacle);

  it('holds nothing of an import or a search that was under way', { timeout: 60_000 }, async () => {
    expect(await ask({ step: 'open', directory, seed })).toBe('done');
    expect(await ask({ step: 'import' })).toBe(`${MANY} rows`);
    expect(await ask({ step: 'search' })).toBe('under way');
    // Stood still, so that the search is under way for as long as it is looked at.
    subject.kill('SIGSTOP');
    const during = { imported: found('imported'), pasted: found('pasted') };
    subject.kill('SIGCONT');
    const ended = await ask({ step: 'lock' });
    const after = countInMemory(
      subject.pid ?? 0,
      groups.flatMap(({ patterns }) => patterns),
    );
    recordFigure({
      ...AFTER_LOCK,
      tried: groups.flatMap(({ patterns }) => patterns).length,
      bad: after.copies.size,
      holds: after.copies.size === 0,
      seed: null,
    });
    // The positive control: what must be in memory while both go on is found there.
    expect(during.imported).toBeGreaterThanOrEqual(MANY);
    expect(during.pasted).toBeGreaterThanOrEqual(MANY);
    expect(ended).toBe('cancelled');
    expect([...after.copies.keys()]).toEqual([]);
    await ask({ step: 'leak', name: named('pasted', 0) });
    expect(found('pasted')).toBeGreaterThan(0);
  });
});
