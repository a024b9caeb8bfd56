// R12, V19: what the memory of the main process holds of secret and tokens after a burst of revocations,
// over HTTP/2 and over kept HTTP/1.1 connections. Linux as root; says aloud elsewhere that it did not look.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startH1Server, startH2Server, type BurstServer } from '../../support/burst-servers.ts';
import { countInMemory } from '../../support/leakscan/count-in-memory.ts';
import { patternsOf } from '../../support/leakscan/patterns.ts';
import { memoryObstacle } from '../../support/leakscan/process-memory.ts';
import { seededSecret } from '../../support/seeded-secret.ts';
import { createTestCertificates } from '../../support/test-certificates.ts';
import { recordFigure, recordNotRun } from '../support/figures.ts';
import type { BurstOrder } from './burst-subject.ts';

const TOKENS = 200;
const obstacle = memoryObstacle();
const figure = (protocol: string) =>
  ({
    id: 'R12',
    what: `client secret and ${TOKENS} tokens looked for in the memory of the main process after revoking them over ${protocol}`,
    goal: '0 found',
  }) as const;

let subject: ChildProcess | null = null;
let server: BurstServer | null = null;
afterEach(async () => {
  subject?.disconnect();
  await server?.stop();
});

async function order(
  changes: Pick<BurstOrder, 'url' | 'authorityPem' | 'leaves'>,
): Promise<string[]> {
  const seed = randomBytes(16).toString('hex');
  subject = fork(path.join(import.meta.dirname, 'burst-subject.ts'), { execArgv: [] });
  subject.send({ ...changes, seed, tokens: TOKENS });
  const [said] = (await once(subject, 'message')) as [string];
  const names = ['secret', ...Array.from({ length: TOKENS }, (_, index) => `token ${index}`)];
  // Half are refused: either way each was sent.
  expect(said).toBe(`${TOKENS / 2} accepted`);
  const patterns = [...names, 'left behind'].flatMap((name) =>
    patternsOf(name, seededSecret(seed, name).toString('latin1').slice(-20)),
  );
  return [...countInMemory(subject.pid ?? 0, patterns).copies.keys()];
}

const refusal = '{"error":"invalid_client","error_description":"not today"}';

describe.runIf(obstacle === null)('the memory of the main process after a burst', () => {
  if (obstacle !== null) recordNotRun(figure('HTTP'), obstacle);

  it.each([null, 'left behind'])(
    'holds nothing sent over HTTP/2; left on purpose: %s',
    async (leaves) => {
      const { good, authority } = await createTestCertificates();
      const h2 = await startH2Server(good);
      server = h2;
      let calls = 0;
      h2.answerWith(({ stream }) => {
        calls += 1;
        stream.respond({ ':status': calls % 2 === 0 ? 200 : 401 });
        stream.end(refusal);
      });
      const names = await order({ url: h2.url, authorityPem: authority, leaves });
      if (leaves === null) {
        recordFigure({
          ...figure('HTTP/2'),
          tried: TOKENS + 1,
          bad: names.length,
          holds: names.length === 0,
          seed: null,
        });
      }
      expect(names.length === 0).toBe(leaves === null);
      expect(names.join()).toContain(leaves ?? '');
    },
  );

  it('holds nothing sent over HTTP/1.1', async () => {
    const { good, authority } = await createTestCertificates();
    const h1 = await startH1Server(good);
    server = h1;
    let calls = 0;
    h1.answerWith(({ socket }) => {
      calls += 1;
      socket.write(
        `HTTP/1.1 ${calls % 2 === 0 ? 200 : 401} x\r\nContent-Length: ${refusal.length}\r\n\r\n${refusal}`,
      );
    });
    const names = await order({ url: h1.url, authorityPem: authority, leaves: null });
    recordFigure({
      ...figure('HTTP/1.1'),
      tried: TOKENS + 1,
      bad: names.length,
      holds: names.length === 0,
      seed: null,
    });
    expect(names).toEqual([]);
  });
});
