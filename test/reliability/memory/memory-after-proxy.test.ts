// R12, V19: what the memory of the main process holds of the password of a proxy after signing in to it
// for hundreds of connections, and of what went through it. Linux as root; says aloud elsewhere that it
// did not look.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startH1Server, type BurstServer } from '../../support/burst-servers.ts';
import { startConnectProxy, type ConnectProxy } from '../../support/connect-proxy.ts';
import { countInMemory } from '../../support/leakscan/count-in-memory.ts';
import { patternsOf } from '../../support/leakscan/patterns.ts';
import { memoryObstacle } from '../../support/leakscan/process-memory.ts';
import { seededSecret } from '../../support/seeded-secret.ts';
import { createTestCertificates } from '../../support/test-certificates.ts';
import { recordFigure, recordNotRun } from '../support/figures.ts';

const TOKENS = 100;
const PASSWORD = 'proxy password';
const obstacle = memoryObstacle();
const figure = {
  id: 'R12',
  what: `password of a proxy, client secret and ${TOKENS} tokens looked for in the memory of the main process after revoking them through that proxy`,
  goal: '0 found',
} as const;

let subject: ChildProcess | null = null;
let server: BurstServer | null = null;
let proxy: ConnectProxy | null = null;
afterEach(async () => {
  subject?.disconnect();
  await server?.stop();
  await proxy?.stop();
});

describe.runIf(obstacle === null)('the memory of the main process after a proxy', () => {
  if (obstacle !== null) recordNotRun(figure, obstacle);

  it.each([null, PASSWORD])('holds nothing of it; left on purpose: %s', async (leaves) => {
    const { good, authority } = await createTestCertificates();
    const seed = randomBytes(16).toString('hex');
    server = await startH1Server(good);
    proxy = await startConnectProxy();
    const tail = (name: string): string => seededSecret(seed, name).toString('latin1');
    proxy.requireSignIn('desk', tail(PASSWORD));
    subject = fork(path.join(import.meta.dirname, 'burst-subject.ts'), { execArgv: [] });
    subject.send({
      url: server.url,
      authorityPem: authority,
      seed,
      tokens: TOKENS,
      leaves,
      proxyPort: proxy.port,
    });
    const [said] = (await once(subject, 'message')) as [string];
    expect(said).toBe(`${TOKENS} accepted`);
    expect(proxy.connections()).toBeGreaterThan(0);
    const names = ['secret', PASSWORD].concat(
      Array.from({ length: TOKENS }, (_, index) => `token ${index}`),
    );
    const patterns = names.flatMap((name) => patternsOf(name, tail(name).slice(-20)));
    const found = [...countInMemory(subject.pid ?? 0, patterns).copies.keys()];
    if (leaves === null) {
      const bad = found.length;
      recordFigure({ ...figure, tried: TOKENS + 2, bad, holds: bad === 0, seed: null });
    }
    expect(found.length === 0).toBe(leaves === null);
    expect(found.join()).toContain(leaves ?? '');
  });
});
