// R16 over real TLS: answers made to fill memory. The client runs in a process of its own, so that the
// server's bytes are not counted; each call ends at its cap, and memory hardly grows.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Budgets } from '../../electron/main/gateway/budgets.ts';
import { answer, callNames, tokenJson, type LabCall } from '../support/gateway-lab.ts';
import type { Responder } from '../support/raw-tls-server.ts';
import { openServerLab } from '../support/server-lab.ts';
import type { BombOrder, BombReport } from './support/bomb-subject.ts';
import { figureHolds, sized } from './support/figures.ts';

const MIB = 1024 * 1024;
const ALLOWED_BYTES = 20 * MIB;
const rounds = sized(2, 20);
const CHUNK = Buffer.alloc(64 * 1024, 0x61);
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Writes as fast as it is taken, until the connection is gone. */
const flood =
  (head: string, part: Buffer): Responder =>
  (socket) => {
    socket.write(head);
    const pour = (): void => {
      let session = true;
      while (session && !socket.destroyed) session = socket.write(part);
      if (!socket.destroyed) socket.once('drain', pour);
    };
    pour();
  };

const doublyZipped = gzipSync(gzipSync(Buffer.alloc(64 * MIB)));
const zipped = (coding: string): Responder =>
  answer(200, doublyZipped, ['Content-Type: application/json', `Content-Encoding: ${coding}`]);

type Bomb = readonly [what: string, responder: Responder, code: string];
const bombs: readonly Bomb[] = [
  ['an endless body', flood(`${OK}\r\n`, CHUNK), 'answer_too_large'],
  [
    'a body said to be 1 GiB',
    flood(`${OK}Content-Length: 1073741824\r\n\r\n`, CHUNK),
    'answer_too_large',
  ],
  [
    'endless chunks',
    flood(
      `${OK}Transfer-Encoding: chunked\r\n\r\n`,
      Buffer.concat([Buffer.from('10000\r\n'), CHUNK, Buffer.from('\r\n')]),
    ),
    'answer_too_large',
  ],
  ['a bomb of gzip in gzip', zipped('gzip, gzip'), 'protocol_error'],
  ['an endless field of the head', flood(`${OK}X-Long: `, CHUNK), 'answer_too_large'],
  [
    'endless notices before the answer',
    flood('', Buffer.from('HTTP/1.1 103 x\r\n\r\n'.repeat(900))),
    'protocol_error',
  ],
];

const { server, certificates } = await openServerLab();
const subject = fork(path.join(import.meta.dirname, 'support/bomb-subject.ts'), { execArgv: [] });

beforeAll(async () => {
  // What a process needs once is no growth.
  server.answerWith(answer(200, tokenJson()));
  for (const call of callNames) await ask(call);
});
afterAll(() => subject.disconnect());

async function ask(call: LabCall, budgets: Partial<Budgets> = {}): Promise<BombReport> {
  const { authority: authorityPem } = certificates;
  subject.send({ url: server.url, authorityPem, call, budgets } satisfies BombOrder);
  const [report] = (await once(subject, 'message')) as [BombReport];
  return report;
}

/** What the collector had not got round to is no growth: a call that seems to grow is made again. */
async function measured(call: LabCall, budgets: Partial<Budgets> = {}): Promise<BombReport> {
  let least = await ask(call, budgets);
  for (let again = 0; again < 2 && least.grownBytes >= ALLOWED_BYTES; again += 1) {
    const report = await ask(call, budgets);
    if (report.grownBytes < least.grownBytes) least = report;
  }
  return least;
}

/** RFC 7009 section 2.2: a revocation is accepted by its status, and the body is not waited for. */
const isTaken = (call: LabCall, outcome: string, code: string): boolean =>
  outcome === code ||
  (call === 'revoke' &&
    outcome === 'ok' &&
    ['answer_too_large', 'protocol_error', 'protocol_error'].includes(code));

describe('an answer made to fill memory', () => {
  it('case 57, 58: an endless chunk extension ends at the time limit, and memory hardly grows', async () => {
    server.answerWith(flood(`${OK}Transfer-Encoding: chunked\r\n\r\n1;x=`, CHUNK));
    const report = await measured('trader token', { totalMs: 3_000 });
    expect(report).toMatchObject({ outcome: 'answer_timeout' });
    expect(report.grownBytes).toBeLessThan(ALLOWED_BYTES);
  });

  it.each(bombs)(
    'case 57, 58: %s ends at its cap, and memory hardly grows',
    async (what, responder, code) => {
      server.answerWith(responder);
      const reports: (BombReport & { readonly call: LabCall })[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const call of callNames) reports.push({ call, ...(await measured(call)) });
      }
      const bad = reports.filter(
        ({ call, outcome, grownBytes }) =>
          !isTaken(call, outcome, code) || grownBytes >= ALLOWED_BYTES,
      );
      const mostMib = Math.max(...reports.map(({ grownBytes }) => grownBytes)) / MIB;
      expect(bad).toEqual([]);
      figureHolds('R16', `${what}, most growth ${mostMib.toFixed(1)} MiB`, reports.length);
    },
  );
});
