// Group E of docs/oauth-cases.md: deadlines, caps and framing. Budgets are shortened; the listener writes
// its bytes by hand.
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { standardBudgets, type Budgets } from '../../electron/main/gateway/budgets.ts';
import type { CallOptions } from '../../electron/main/gateway/call-target.ts';
import {
  answer,
  callNames,
  expectNoCanary,
  failureCode,
  labGateway,
  makeCall,
  raw,
  tokenJson,
  type LabCall,
} from '../support/gateway-lab.ts';
import type { Responder } from '../support/raw-tls-server.ts';
import { openServerLab } from '../support/server-lab.ts';

const { server, target } = await openServerLab();

async function ask(
  responder: Responder,
  name: LabCall = 'trader token',
  budgets: Partial<Budgets> = {},
  options: CallOptions = {},
): ReturnType<typeof makeCall> {
  server.answerWith(responder);
  const result = await makeCall(labGateway(budgets), name, target, options);
  expectNoCanary(result);
  await expect.poll(() => server.open(), { interval: 3 }).toBe(0);
  return result;
}

/** Writes `bytes` again and again until the connection is gone. */
const trickle =
  (first: string, bytes: string, everyMs: number): Responder =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(bytes), everyMs);
    socket.on('close', () => clearInterval(timer));
  };

/** Writes `chunk` as fast as it is taken. */
const flood =
  (head: string, chunk: Buffer, written: { bytes: number }): Responder =>
  (socket) => {
    socket.write(head);
    const pour = (): void => {
      while (!socket.destroyed) {
        written.bytes += chunk.length;
        if (!socket.write(chunk)) {
          socket.once('drain', pour);
          return;
        }
      }
    };
    pour();
  };

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const body = tokenJson();
const whole = `${OK}Content-Length: ${body.length}\r\n\r\n${body}`;
const chunked = (text: string): string =>
  `${OK}Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n`;

describe('a deadline', () => {
  it('case 51: a head that drips is headers_timeout, each byte notwithstanding', async () => {
    const result = await ask(trickle('HTTP/1.1 200 OK\r\nX: ', 'x', 20), 'trader token', {
      headersMs: 200,
    });
    expect(result).toMatchObject({ failure: { code: 'answer_timeout', possiblyDone: true } });
  });

  it('case 52: a body that drips for ever is total_timeout', async () => {
    const dripping = trickle(`${OK}Content-Length: 60000\r\n\r\n{"access_token":"`, 'x', 20);
    const result = await ask(dripping, 'trader token', { totalMs: 300 });
    expect(result).toMatchObject({
      failure: { code: 'answer_timeout', possiblyDone: true, facts: { status: 200 } },
    });
    expect(!result.ok && result.failure.facts.durationMs).toBeLessThan(standardBudgets.totalMs);
  });

  it.each(callNames)('is not waited for by a cancelled %s, which ends at once', async (name) => {
    const aborted = await ask(answer(200, body), name, {}, { signal: AbortSignal.abort() });
    expect(aborted).toMatchObject({ failure: { code: 'cancelled', possiblyDone: false } });
    expect(server.connections()).toBe(0);
    const person = new AbortController();
    const waiting = await ask(() => person.abort(), name, {}, { signal: person.signal });
    expect(waiting).toMatchObject({ failure: { code: 'cancelled', possiblyDone: true } });
  });

  it('is not waited for by a call that is cancelled in the body of its answer', async () => {
    for (const status of ['200 OK', '400 Bad Request']) {
      const person = new AbortController();
      const stuck: Responder = (socket) => {
        socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 50\r\n\r\n{`);
        // Late enough for the head to be there, on most runs; that it was asked for is certain.
        setTimeout(() => person.abort(), 40);
      };
      const result = await ask(stuck, 'trader token', {}, { signal: person.signal });
      expect(result).toMatchObject({ failure: { code: 'cancelled', possiblyDone: true } });
    }
  });
});

const incomplete: readonly (readonly [string, Responder])[] = [
  ['case 54: Content-Length beyond the body', raw(`${OK}Content-Length: 9999\r\n\r\n${body}`)],
  ['case 59: no last chunk', raw(chunked(body))],
  ['a head cut off', raw('HTTP/1.1 200 OK\r\nContent-Le')],
  [
    'case 61: an unasked 101',
    raw('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
  ['case 61: a 100 that nobody asked for', raw(`HTTP/1.1 100 Continue\r\n\r\n${whole}`)],
];
const broken: readonly (readonly [string, Responder])[] = [
  [
    'case 56: a second Content-Length',
    raw(whole.replace('\r\n\r\n', `\r\nContent-Length: ${body.length}\r\n\r\n`)),
  ],
  [
    'case 56: a conflicting Content-Length',
    raw(whole.replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\n')),
  ],
  [
    'case 56: a list of lengths',
    raw(`${OK}Content-Length: ${body.length}, ${body.length}\r\n\r\n${body}`),
  ],
  ['case 56: a negative length', raw(`${OK}Content-Length: -1\r\n\r\n${body}`)],
  ['case 56: a signed length', raw(`${OK}Content-Length: +${body.length}\r\n\r\n${body}`)],
  [
    'case 56: a length of 20 digits',
    raw(`${OK}Content-Length: 99999999999999999999\r\n\r\n${body}`),
  ],
  [
    'case 56: a length and chunks',
    raw(chunked(body).replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\n'), '0\r\n\r\n'),
  ],
  [
    'case 59: a bad chunk size',
    raw(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`),
  ],
  [
    'case 59: a chunk longer than said',
    raw(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\n${body}\r\n0\r\n\r\n`),
  ],
  ['case 61: a 101 without Upgrade', raw('HTTP/1.1 101 Switching\r\n\r\n')],
  ['case 61: endless 103', raw(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)}${whole}`)],
  ['case 62: HTTP/0.9', raw(body)],
  ['case 62: garbage', raw(Buffer.alloc(600, 0xfe))],
  ['case 62: LF only', raw(whole.replaceAll('\r\n', '\n'))],
  ['case 62: LF after the status line', raw(whole.replace('OK\r\n', 'OK\n'))],
  ['case 62: four digits of status', raw('HTTP/1.1 2000 OK\r\n\r\n')],
  ['a space before the colon', raw(`${OK}Content-Length : ${body.length}\r\n\r\n${body}`)],
  ['a folded header', raw(`${OK}X: a\r\n b\r\nContent-Length: ${body.length}\r\n\r\n${body}`)],
];

describe('framing', () => {
  it.each(incomplete)('%s is incomplete_response', async (_name, responder) => {
    for (const name of ['trader token', 'positions'] as const) {
      const result = await ask(responder, name);
      expect(result).toMatchObject({
        failure: { code: 'incomplete_response', possiblyDone: true },
      });
    }
  });

  it.each(broken)('%s is protocol_error', async (_name, responder) => {
    for (const name of ['trader token', 'positions'] as const) {
      const result = await ask(responder, name);
      expect(result).toMatchObject({ failure: { code: 'protocol_error', possiblyDone: true } });
    }
  });

  it('case 55: a body longer than said is cut there', async () => {
    const result = await ask(raw(`${OK}Content-Length: ${body.length}\r\n\r\n${body}{"more":1}`));
    expect(failureCode(result)).toBe('ok');
    const short = await ask(raw(`${OK}Content-Length: 20\r\n\r\n${body}`));
    expect(failureCode(short)).toBe('invalid_response');
  });

  it('case 59: trailers are ignored', async () => {
    const trailed = `${chunked(body)}0\r\nX-Trailer: a\r\nSet-Cookie: a=b\r\n\r\n`;
    expect(failureCode(await ask(raw(trailed)))).toBe('ok');
  });

  it.each(['102 Processing', '103 Early Hints'])(
    'case 61: %s before the answer is passed over',
    async (line) => {
      const before = `HTTP/1.1 ${line}\r\nLink: </x>; rel=preload\r\n\r\n`;
      for (const name of callNames) {
        expect(failureCode(await ask(raw(before, before, whole), name))).toBe('ok');
      }
    },
  );

  it('case 62: status 999 is invalid_response', async () => {
    for (const name of callNames) {
      expect(failureCode(await ask(answer(999, '{}'), name))).toBe('invalid_response');
    }
  });

  it('tells a reset after the request as connection_reset, and possibly done', async () => {
    const resets: Responder = (socket: TLSSocket) => socket.destroy();
    for (const name of callNames) {
      expect(await ask(resets, name)).toMatchObject({
        failure: { code: 'connection_reset', possiblyDone: true },
      });
    }
  });

  it('case 63: a second answer reaches nobody', async () => {
    const second = `${OK}Content-Length: 27\r\n\r\n{"access_token":"smuggled"}`;
    const twice: Responder = (socket) => {
      socket.write(whole + second);
      setTimeout(() => socket.end(second), 30);
    };
    for (let round = 0; round < 3; round += 1) {
      const result = await ask(twice);
      expect(failureCode(result)).toBe('ok');
      expectNoCanary(result, ['smuggled']);
    }
    expect(server.connections()).toBe(3);
    const next = await ask(answer(400, '{"error":"invalid_client"}'));
    expect(failureCode(next)).toBe('invalid_client');
    expect(server.connections()).toBe(4);
  });
});

describe('a cap', () => {
  const large = Buffer.alloc(64 * 1024, 0x20);

  it.each([
    ['trader token', 64 * 1024],
    ['partner token', 64 * 1024],
    ['who-am-I', 1024 * 1024],
    ['positions', 8 * 1024 * 1024],
  ] as const)('case 57: %s stops reading an endless body at %d bytes', async (name, cap) => {
    for (const head of [`${OK}\r\n`, `${OK}Content-Length: 1073741824\r\n\r\n`]) {
      const written = { bytes: 0 };
      const beforeBytes = process.memoryUsage().rss;
      const result = await ask(flood(head, large, written), name);
      expect(result).toMatchObject({ failure: { code: 'answer_too_large', possiblyDone: true } });
      // Beyond the cap only what fits into the socket buffers of both ends.
      expect(written.bytes).toBeLessThan(cap + 16 * 1024 * 1024);
      expect(process.memoryUsage().rss - beforeBytes).toBeLessThan(64 * 1024 * 1024);
    }
  });

  it('case 57: a body of exactly the cap is read, one byte more is not', async () => {
    const full = Buffer.alloc(64 * 1024, 0x20);
    full.write(body);
    expect(failureCode(await ask(answer(200, full)))).toBe('ok');
    const over = Buffer.concat([full, Buffer.from(' ')]);
    expect(failureCode(await ask(answer(200, over)))).toBe('answer_too_large');
  });

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'GZIP', 'identity, gzip'])(
    'case 58: Content-Encoding %s is refused, nothing is inflated',
    async (coding) => {
      const bomb = gzipSync(gzipSync(Buffer.alloc(4 * 1024 * 1024)));
      const encoded = answer(200, bomb, [`Content-Encoding: ${coding}`]);
      for (const name of ['trader token', 'who-am-I', 'positions'] as const) {
        const result = await ask(encoded, name);
        expect(result).toMatchObject({ failure: { code: 'protocol_error', possiblyDone: true } });
      }
    },
  );

  it('case 58: an encoded transfer is refused, identity is not', async () => {
    for (const coding of ['gzip', 'gzip, chunked']) {
      const encoded = raw(`${OK}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`);
      expect(['protocol_error', 'protocol_error']).toContain(failureCode(await ask(encoded)));
    }
    const plain = answer(200, body, [
      'Content-Encoding: identity',
      'Content-Type: application/json',
    ]);
    expect(failureCode(await ask(plain))).toBe('ok');
  });

  it('case 60: a head of 20 KiB and one of 2,000 fields is answer_too_large', async () => {
    const heads = [
      [`X-Large: ${'x'.repeat(20 * 1024)}`],
      Array.from({ length: 2_000 }, () => 'a:b'),
      Array.from({ length: 250 }, (_, index) => `x${index}: y`),
    ];
    for (const headers of heads) {
      for (const name of callNames) {
        const result = await ask(answer(200, body, headers), name);
        expect(result).toMatchObject({ failure: { code: 'answer_too_large', possiblyDone: true } });
      }
    }
  });
});
