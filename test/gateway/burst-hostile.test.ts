// Bursts over HTTP/2 against servers that break or flood the connection: Node refuses what is malformed,
// ours is the bound on what answers nothing. How long each flood holds the event loop: `npm run bench`, P13.
import type { TLSSocket } from 'node:tls';
import fc from '../support/seeded-fast-check.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Budgets } from '../../electron/main/gateway/budgets.ts';
import { openLab, type BurstLab } from '../support/burst-lab.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoCanary, failureCode } from '../support/gateway-lab.ts';
import { floods } from '../support/h2-floods.ts';
import {
  fieldsOf,
  frameOf,
  frameType,
  headOf,
  startWireServer,
  wordsOf,
  type Field,
  type WireServer,
} from '../support/h2-wire.ts';
import { createTestCertificates, type TestCertificates } from '../support/test-certificates.ts';

const OK = fieldsOf([':status', '200']);

let certificates: TestCertificates;
const running: WireServer[] = [];
const bursts: BurstLab[] = [];

beforeAll(async () => (certificates = await createTestCertificates()));
afterEach(async () => {
  for (const { burst } of bursts.splice(0)) burst.close();
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
});

async function serve(answer: Parameters<WireServer['answerWith']>[0]): Promise<WireServer> {
  const server = await startWireServer(certificates.good);
  server.answerWith(answer);
  running.push(server);
  return server;
}

function lab(server: WireServer, expected: number, budgets: Partial<Budgets> = {}): BurstLab {
  const opened = openLab(server.url, certificates.authority, expected, budgets);
  bursts.push(opened);
  return opened;
}

describe('a server that floods an HTTP/2 connection', () => {
  it.each(floods)('with $name is left, and the next call gets a new one', async ({ begin }) => {
    let flooded = 0;
    const server = await serve((socket, id, number) => {
      flooded ||= number;
      if (flooded === number) begin(socket, id);
      else socket.write(headOf(id, OK));
    });
    const { revoke } = lab(server, 1);
    const result = await revoke(0);
    expectNoCanary(result);
    expect(failureCode(result)).not.toBe('rate_limited');
    await eventually(() => expect(server.open()).not.toContain(flooded));
    expect(await revoke(1)).toMatchObject({ ok: true });
  });

  it('costs the other calls of the connection a plain failure, none of them a pause', async () => {
    const server = await serve((socket, id) => {
      if (id > 5) floods.find(({ name }) => name === 'pings')?.begin(socket, id);
    });
    const { revokeAll, warm } = lab(server, 4);
    await warm(4);
    expect(await revokeAll(0, 4)).toEqual({ protocol_error: 4 });
  });
});

describe('the head of an answer over HTTP/2', () => {
  const malformed: readonly (readonly [string, readonly Field[]])[] = [
    ['no status', [['x', 'y']]],
    [
      'a status that is not first',
      [
        ['x', 'y'],
        [':status', '200'],
      ],
    ],
    [
      'two of them',
      [
        [':status', '200'],
        [':status', '500'],
      ],
    ],
    ['a status of two digits', [[':status', '20']]],
    ['a status of letters', [[':status', 'okay']]],
    ['a change of protocol', [[':status', '101']]],
    [
      'what belongs to a request',
      [
        [':status', '200'],
        [':path', '/'],
      ],
    ],
    [
      'two lengths',
      [
        [':status', '200'],
        ['content-length', '0'],
        ['content-length', '0'],
      ],
    ],
    [
      'a length that is none',
      [
        [':status', '200'],
        ['content-length', '-1'],
      ],
    ],
    [
      'a transfer coding',
      [
        [':status', '200'],
        ['transfer-encoding', 'chunked'],
      ],
    ],
    [
      'what belongs to a connection',
      [
        [':status', '200'],
        ['connection', 'close'],
      ],
    ],
    [
      'a name in capitals',
      [
        [':status', '200'],
        ['X-Said', 'y'],
      ],
    ],
  ];
  it.each(malformed)('is refused with %s', async (_what, fields) => {
    const server = await serve((socket, id) => socket.write(headOf(id, fieldsOf(...fields))));
    expect(await lab(server, 1).revoke(0)).toMatchObject({
      failure: { code: 'protocol_error', possiblyDone: true, facts: { status: null } },
    });
  });

  it('never brings a value that could be two lines', async () => {
    const said: Field = ['www-authenticate', 'Bearer\r\nx: y'];
    const server = await serve((socket, id) =>
      socket.write(headOf(id, fieldsOf([':status', '401'], said))),
    );
    const result = await lab(server, 1).revoke(0);
    expect(result).toMatchObject({
      failure: { facts: { status: 401, head: { challenge: 'none' } } },
    });
  });

  it.each([
    ['fields', Array.from({ length: 1_200 }, (_, n): Field => [`x-${n}`, 'y'])],
    ['bytes', Array.from({ length: 20 }, (_, n): Field => [`x-${n}`, 'y'.repeat(5_000)])],
  ])('with more %s than are read is no word of a server too busy', async (_what, fields) => {
    const server = await serve((socket, id) =>
      socket.write(headOf(id, fieldsOf([':status', '200'], ...fields))),
    );
    const result = await lab(server, 1).revoke(0);
    expect(['header_overflow', 'connection_reset']).toContain(failureCode(result));
    expect(result).toMatchObject({ failure: { possiblyDone: true } });
  });
});

describe('a goodbye over HTTP/2', () => {
  const goodbye = (last: number, code: number): Buffer =>
    frameOf(frameType.goAway, 0, 0, wordsOf(last, code));

  it('that asks for calm is a server with too many calls', async () => {
    const server = await serve((socket) => socket.write(goodbye(1, 11)));
    expect(await lab(server, 1).revoke(0)).toMatchObject({
      failure: { code: 'rate_limited', possiblyDone: true },
    });
  });

  it('with an error leaves the calls beyond its last one to another connection', async () => {
    const server = await serve((socket, id, number) => {
      if (number > 1) socket.write(headOf(id, OK));
      else if (id > 3) socket.write(goodbye(1, 2));
    });
    const { revokeAll, warm } = lab(server, 3);
    await warm(3);
    expect(await revokeAll(0, 3)).toEqual({ connection_reset: 1, accepted: 2 });
  });
});

it.each([
  // What it did not answer is asked again: a server may end a connection at any time.
  ['ends', 20, 150, (socket: TLSSocket): void => void setImmediate(() => socket.end())],
  [
    'breaks',
    0,
    50,
    (socket: TLSSocket): void => void socket.write(frameOf(frameType.data, 0, 0, OK)),
  ],
] as const)(
  'calls that wait for a place are given none on a connection that a server %s',
  async (_how, answered, accepted, finish) => {
    const server = await serve((socket, id, number) => {
      if (number > 1) return void socket.write(headOf(id, OK));
      // The last of the hundred that one connection carries.
      if (id !== 199) return undefined;
      const answers = Array.from({ length: answered }, (_, each) => headOf(2 * each + 1, OK));
      socket.write(Buffer.concat(answers));
      return finish(socket);
    });
    const { revokeAll, warm } = lab(server, 1);
    await warm(100);
    expect(await revokeAll(0, 150)).toMatchObject({ accepted });
    expect(server.connections()).toBe(2);
  },
);

it('whatever frames come, a call ends, and so does its connection', async () => {
  const frames = fc.array(
    fc.tuple(fc.nat(12), fc.nat(255), fc.nat(4), fc.uint8Array({ maxLength: 30 })),
    { maxLength: 12 },
  );
  let sent: readonly (readonly [number, number, number, Uint8Array])[] = [];
  const server = await serve((socket) => {
    socket.end(Buffer.concat(sent.map((frame) => frameOf(...frame))));
  });
  await fc.assert(
    fc.asyncProperty(frames, async (each) => {
      sent = each;
      const { revoke, burst } = lab(server, 1);
      expectNoCanary(await revoke(0));
      burst.close();
      await eventually(() => expect(server.open()).toEqual([]));
    }),
    { numRuns: 40 },
  );
});
