// R12, V19: which stored secrets lie in clear in the memory of the main process. A stored secret stays sealed until a
// call uses it, so those that no call used are in clear neither while the vault is open nor after a lock. What a call
// used is ordinary memory until it is collected, and is not looked for. Reads the memory of a process of its own
// over /proc: Linux as root; says aloud elsewhere that it did not look.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countInMemory } from '../../support/leakscan/count-in-memory.ts';
import { patternsOf, type Pattern } from '../../support/leakscan/patterns.ts';
import { memoryObstacle } from '../../support/leakscan/process-memory.ts';
import { startPractice, type PracticeForTests } from '../../support/practice.ts';
import { seededSecret } from '../../support/seeded-secret.ts';
import { figureHolds } from '../support/figures.ts';
import type { MemoryStep } from './memory-subject.ts';

const SECRETS = 100;
const USED = 10;
const seed = randomBytes(16).toString('hex');
const obstacle = memoryObstacle();
if (obstacle !== null) console.warn(`R12 was NOT measured: ${obstacle}`);

let directory = '';
let practice: PracticeForTests;
let subject: ChildProcess;

// An allocator writes over the first bytes of what is freed, so the end of a secret finds more copies
// than the whole of it.
const patternsFor = (name: string): readonly Pattern[] =>
  patternsOf(name, seededSecret(seed, name).toString('latin1').slice(-20));
const clients = Array.from({ length: SECRETS }, (_, index) => ({ clientId: `client-${index}` }));
const unused = clients.slice(USED).flatMap(({ clientId }) => patternsFor(clientId));

async function tell(step: MemoryStep): Promise<void> {
  subject.send(step);
  const [answer] = (await once(subject, 'message')) as [string];
  if (answer !== 'done') throw new Error(`${step.step}: ${answer}`);
}

function found(patterns: readonly Pattern[]): readonly string[] {
  return [...countInMemory(subject.pid ?? 0, patterns).copies.keys()];
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'strongroom-memory-'));
  practice = await startPractice({});
  for (const { clientId } of clients) {
    practice.controls.registerClient({
      clientId,
      accessType: 'trader',
      scopes: ['TRADER_READ', 'TRADER_TRADE'],
      secret: seededSecret(seed, clientId),
    });
  }
  subject = fork(path.join(import.meta.dirname, 'memory-subject.ts'), { execArgv: [] });
});

afterAll(async () => {
  subject.disconnect();
  await practice.stop();
  await rm(directory, { recursive: true });
});

describe.runIf(obstacle === null)('the memory of the main process', () => {
  it('V19 holds no stored secret that was not used', { timeout: 90_000 }, async () => {
    const { baseUrl, tradeUrl, authorityPem } = practice;
    const clientIds = clients.map(({ clientId }) => clientId);
    await tell({
      step: 'create',
      facts: { directory, seed, baseUrl, tradeUrl, authorityPem, clientIds },
    });
    await tell({ step: 'lock' });
    await tell({ step: 'unlock' });
    const opened = found(unused);
    await tell({ step: 'mint', count: USED });
    const used = found(unused);
    await tell({ step: 'lock' });
    const locked = found(unused);
    expect({ opened, used, locked }).toEqual({ opened: [], used: [], locked: [] });
    figureHolds('R12', 'stored secrets that no call used, open and locked', SECRETS - USED);
  });

  it('is searched by a search that finds a string and bytes left behind', async () => {
    const left = [...patternsFor('as a string'), ...patternsFor('as bytes')];
    expect(found(left)).toEqual([]);
    await tell({ step: 'leak', asString: 'as a string', asBytes: 'as bytes' });
    expect(found(left)).toEqual(expect.arrayContaining(['as a string: plain', 'as bytes: plain']));
  });
});
