// The client side of HTTP/2, frame by frame against a scripted server, and whole answers against Node's.
import type { ServerHttp2Stream } from 'node:http2';
import fc from '../../support/seeded-fast-check.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  frameFlag,
  frameType,
  h2Error,
  wordsOf,
} from '../../../electron/main/gateway/h2-frames.ts';
import {
  ask,
  headOf,
  nodePeer,
  scriptedPeer,
  WHOLE,
  type Heard,
  type NodePeer,
} from '../../support/h2-peer.ts';
import { eventually } from '../../support/eventually.ts';

const OK = headOf([':status', '200']);
const setting = (id: number, value: number): Uint8Array => {
  const entry = Buffer.alloc(6);
  entry.writeUInt16BE(id, 0);
  entry.writeUInt32BE(value, 2);
  return entry;
};

/** Greeted, with one call under way. */
async function withCall(body: string | null = null, settings?: Uint8Array) {
  const peer = scriptedPeer();
  peer.greet(settings);
  await eventually(() => expect(peer.session.streams()).toBeGreaterThan(0));
  const asked = ask(peer.session, body);
  if (asked === null) throw new Error('no stream');
  await eventually(() => expect(peer.sentOf(frameType.headers)).toHaveLength(1));
  return { peer, asked };
}
const goodbyes = ({ sentOf }: ReturnType<typeof scriptedPeer>): number[] =>
  sentOf(frameType.goAway).map(({ payload }) => Number.parseInt(payload.slice(8), 16));

describe('a session', () => {
  it('begins with settings: no push, no table of fields', async () => {
    const peer = scriptedPeer();
    await eventually(() => expect(peer.sent).toHaveLength(1));
    expect(peer.sent).toEqual([
      { type: frameType.settings, flags: 0, streamId: 0, payload: '000100000000000200000000' },
    ]);
  });

  it('takes no call before the settings of the server, then as many as they allow', async () => {
    const peer = scriptedPeer();
    expect([peer.session.streams(), ask(peer.session)]).toEqual([0, null]);
    peer.greet(setting(3, 7));
    await eventually(() => expect(peer.session.streams()).toBe(7));
    expect(peer.changes()).toBe(1);
    await eventually(() =>
      expect(peer.sentOf(frameType.settings)[1]).toMatchObject({ flags: frameFlag.ack }),
    );
  });

  it('hands an answer on, and closes the stream', async () => {
    const { peer, asked } = await withCall();
    peer.send(frameType.headers, frameFlag.endHeaders, 1, OK);
    peer.send(frameType.data, 0, 1, Buffer.from('he'));
    peer.send(frameType.data, frameFlag.endStream, 1, Buffer.from('llo'));
    await eventually(() => expect(asked.heard).toContainEqual(['closed', h2Error.none]));
    expect(asked.heard).toEqual([
      ['fields', [':status', '200']],
      ['data', 'he'],
      ['data', 'llo'],
      ['end'],
      ['closed', h2Error.none],
    ]);
  });

  it('puts a head together that comes in several frames, padded and with a priority', async () => {
    const { peer, asked } = await withCall();
    const head = headOf([':status', '200'], ['x-long', 'y'.repeat(50)]);
    const first = Buffer.concat([
      Buffer.from([3]),
      Buffer.alloc(5),
      head.subarray(0, 9),
      Buffer.alloc(3),
    ]);
    const flags = frameFlag.padded | frameFlag.priority | frameFlag.endStream;
    peer.send(frameType.headers, flags, 1, first);
    peer.send(frameType.continuation, 0, 1, head.subarray(9, 20));
    peer.send(frameType.continuation, frameFlag.endHeaders, 1, head.subarray(20));
    await eventually(() => expect(asked.heard).toHaveLength(3));
    expect(asked.heard[0]).toEqual(['fields', [':status', '200', 'x-long', 'y'.repeat(50)]]);
  });

  it('answers a ping with the same bytes, and no answer to one', async () => {
    const { peer } = await withCall();
    peer.send(frameType.ping, 0, 0, Buffer.from('12345678'));
    peer.send(frameType.ping, frameFlag.ack, 0, Buffer.from('87654321'));
    peer.send(frameType.ping, 0, 0, Buffer.from('abcdefgh'));
    await eventually(() => expect(peer.sentOf(frameType.ping)).toHaveLength(2));
    const pongs = peer
      .sentOf(frameType.ping)
      .map(({ payload }) => Buffer.from(payload, 'hex').toString());
    expect(pongs).toEqual(['12345678', 'abcdefgh']);
  });

  it('sends as much of a body as the windows allow, the rest as they grow', async () => {
    const { peer, asked } = await withCall('z'.repeat(10), setting(4, 4));
    const sentBytes = (): string[] =>
      peer.sentOf(frameType.data).map(({ payload, flags }) => `${payload.length / 2}/${flags}`);
    await eventually(() => expect(sentBytes()).toEqual(['4/0']));
    peer.send(frameType.windowUpdate, 0, 1, wordsOf(2));
    await eventually(() => expect(sentBytes()).toEqual(['4/0', '2/0']));
    // Settings change the windows of streams that are open (RFC 9113 section 6.9.2).
    peer.greet(setting(4, 40));
    await eventually(() => expect(sentBytes()).toEqual(['4/0', '2/0', '4/1']));
    expect(asked.heard).toEqual([]);
  });

  it('shares one window of the connection among its calls', async () => {
    const { peer } = await withCall('z'.repeat(65_530));
    expect(ask(peer.session, 'y'.repeat(10))).not.toBeNull();
    const bytes = (): number =>
      peer.sentOf(frameType.data).reduce((sum, { payload }) => sum + payload.length / 2, 0);
    await eventually(() => expect(bytes()).toBe(65_535));
    peer.send(frameType.windowUpdate, 0, 0, wordsOf(100));
    await eventually(() => expect(bytes()).toBe(65_540));
  });

  it('allows anew what it has read, so that long answers go on', async () => {
    const { peer, asked } = await withCall();
    peer.send(frameType.headers, frameFlag.endHeaders, 1, OK);
    for (let each = 0; each < 9; each += 1) {
      peer.send(frameType.data, 0, 1, Buffer.alloc(16_000));
      await eventually(() => expect(asked.heard).toHaveLength(each + 2));
    }
    const updated = new Set(peer.sentOf(frameType.windowUpdate).map(({ streamId }) => streamId));
    expect(updated).toEqual(new Set([0, 1]));
    expect(goodbyes(peer)).toEqual([]);
  });

  it('sends no more of a request whose answer is there', async () => {
    const { peer, asked } = await withCall('z'.repeat(10), setting(4, 4));
    peer.send(frameType.headers, WHOLE, 1, OK);
    await eventually(() => expect(asked.heard).toContainEqual(['end']));
    await eventually(() => expect(peer.sentOf(frameType.reset)).toHaveLength(1));
    peer.send(frameType.windowUpdate, 0, 1, wordsOf(100));
    expect(peer.sentOf(frameType.data)).toHaveLength(1);
  });

  it('goes on after what comes for a stream that is over', async () => {
    const { peer, asked } = await withCall();
    asked.reset(h2Error.cancel);
    expect(asked.heard).toEqual([['closed', h2Error.cancel]]);
    peer.send(frameType.headers, frameFlag.endHeaders, 1, OK);
    peer.send(frameType.data, 0, 1, Buffer.from('late'));
    peer.send(frameType.windowUpdate, 0, 1, wordsOf(1));
    peer.send(frameType.reset, 0, 1, wordsOf(h2Error.none));
    peer.send(frameType.ping, 0, 0, Buffer.alloc(8));
    await eventually(() => expect(peer.sentOf(frameType.ping)).toHaveLength(1));
    expect([asked.heard.length, goodbyes(peer), peer.session.hasEnded()]).toEqual([1, [], false]);
  });

  it('knows nothing of frames of another kind, and needs not', async () => {
    const { peer } = await withCall();
    for (const type of [2, 10, 12, 200]) peer.send(type, 0, type === 2 ? 1 : 0, Buffer.alloc(5));
    peer.send(frameType.ping, 0, 0, Buffer.alloc(8));
    await eventually(() => expect(peer.sentOf(frameType.ping)).toHaveLength(1));
    expect(goodbyes(peer)).toEqual([]);
  });

  it.each([
    [
      'what is no field',
      [frameType.headers, frameFlag.endHeaders, 1, Buffer.from('000158017f', 'hex')],
    ],
    ['a window that grows by nothing', [frameType.windowUpdate, 0, 1, wordsOf(0)]],
  ] as const)('ends one stream for %s', async (_what, [type, flags, streamId, payload]) => {
    const { peer, asked } = await withCall();
    peer.send(type, flags, streamId, payload);
    await eventually(() => expect(asked.heard).toEqual([['closed', h2Error.protocol]]));
    await eventually(() => expect(peer.sentOf(frameType.reset)).toHaveLength(1));
    expect(peer.session.hasEnded()).toBe(false);
  });

  it('says when a head is too large, and goes on', async () => {
    const { peer, asked } = await withCall();
    const large = headOf(
      [':status', '200'],
      ...Array.from({ length: 2_200 }, () => ['x', ''] as const),
    );
    peer.send(frameType.headers, WHOLE, 1, large);
    await eventually(() => expect(asked.heard[0]).toEqual(['fields', null]));
    expect(peer.session.hasEnded()).toBe(false);
  });

  const { protocol, flowControl, frameSize, compression, calmDown } = h2Error;
  it.each([
    ['a push', protocol, [[frameType.pushPromise, 4, 1, Buffer.alloc(8)]]],
    ['data of a stream never opened', protocol, [[frameType.data, 0, 3, Buffer.alloc(1)]]],
    ['a head of a stream of the server', protocol, [[frameType.headers, 5, 2, OK]]],
    ['a reset of no stream', protocol, [[frameType.reset, 0, 0, wordsOf(0)]]],
    ['a reset of a stream never opened', protocol, [[frameType.reset, 0, 3, wordsOf(0)]]],
    ['a reset too short', frameSize, [[frameType.reset, 0, 1, Buffer.alloc(3)]]],
    ['settings of a stream', protocol, [[frameType.settings, 0, 1, Buffer.alloc(0)]]],
    ['settings of odd length', frameSize, [[frameType.settings, 0, 0, Buffer.alloc(5)]]],
    ['an acknowledgement with content', frameSize, [[frameType.settings, 1, 0, Buffer.alloc(6)]]],
    ['push allowed', protocol, [[frameType.settings, 0, 0, setting(2, 1)]]],
    ['a window beyond 31 bits', flowControl, [[frameType.settings, 0, 0, setting(4, 2 ** 31)]]],
    ['frames of absurd length', protocol, [[frameType.settings, 0, 0, setting(5, 1)]]],
    ['a ping of a stream', protocol, [[frameType.ping, 0, 1, Buffer.alloc(8)]]],
    ['a ping too short', frameSize, [[frameType.ping, 0, 0, Buffer.alloc(7)]]],
    ['a goodbye of a stream', protocol, [[frameType.goAway, 0, 1, Buffer.alloc(8)]]],
    ['a goodbye too short', frameSize, [[frameType.goAway, 0, 0, Buffer.alloc(7)]]],
    ['a window that grows by nothing', protocol, [[frameType.windowUpdate, 0, 0, wordsOf(0)]]],
    ['a window grown too far', flowControl, [[frameType.windowUpdate, 0, 0, wordsOf(2 ** 31 - 1)]]],
    ['a window update too short', frameSize, [[frameType.windowUpdate, 0, 1, Buffer.alloc(3)]]],
    ['more padding than data', protocol, [[frameType.data, frameFlag.padded, 1, Buffer.from([9])]]],
    ['a head that goes on without a beginning', protocol, [[frameType.continuation, 4, 1, OK]]],
    [
      'a head that goes on in another stream',
      protocol,
      [
        [frameType.headers, 0, 1, OK],
        [frameType.continuation, 4, 3, OK],
      ],
    ],
    [
      'another frame amid a head',
      protocol,
      [
        [frameType.headers, 0, 1, OK],
        [frameType.ping, 0, 0, Buffer.alloc(8)],
      ],
    ],
    [
      'a head without end',
      calmDown,
      [
        [frameType.headers, 0, 1, OK],
        ...Array.from(
          { length: 9 },
          () => [frameType.continuation, 0, 1, Buffer.alloc(16_000)] as const,
        ),
      ],
    ],
    ['a head that cannot be read', compression, [[frameType.headers, 4, 1, Buffer.from([0x80])]]],
  ] as const)('ends the connection for %s', async (_what, code, frames) => {
    const { peer, asked } = await withCall();
    for (const frame of frames as readonly (readonly [number, number, number, Uint8Array])[]) {
      peer.send(...frame);
    }
    await eventually(() => expect(goodbyes(peer)).toEqual([code]));
    await eventually(() => expect(peer.isOver()).toBe(true));
    expect(asked.heard.at(-1)).toEqual(['closed', code]);
    expect([peer.session.streams(), ask(peer.session)]).toEqual([0, null]);
  });

  it('ends the connection where anything comes before settings', async () => {
    const peer = scriptedPeer();
    peer.send(frameType.ping, 0, 0, Buffer.alloc(8));
    await eventually(() => expect(goodbyes(peer)).toEqual([protocol]));
    expect(peer.session.hasEnded()).toBe(true);
  });

  it('after a goodbye finishes what the server looked at, and gives the rest back', async () => {
    const { peer, asked } = await withCall();
    const second = ask(peer.session);
    peer.send(frameType.goAway, 0, 0, wordsOf(1, h2Error.none));
    await eventually(() => expect(second?.heard).toEqual([['closed', h2Error.refusedStream]]));
    expect([peer.session.hasEnded(), peer.isOver(), asked.heard]).toEqual([true, false, []]);
    peer.send(frameType.headers, WHOLE, 1, OK);
    await eventually(() => expect(asked.heard).toContainEqual(['end']));
    await eventually(() => expect(peer.isOver()).toBe(true));
  });

  it('ends every call where the connection breaks off', async () => {
    const { peer, asked } = await withCall();
    peer.end();
    await eventually(() => expect(asked.heard).toEqual([['closed', null]]));
    await eventually(() => expect(peer.isOver()).toBe(true));
  });

  it('ends every call once it is closed', async () => {
    const { peer, asked } = await withCall();
    peer.session.close();
    expect(asked.heard).toEqual([['closed', null]]);
    await eventually(() => expect(peer.isOver()).toBe(true));
  });

  it('never breaks, whatever frames come', async () => {
    const frames = fc.array(
      fc.tuple(fc.nat(10), fc.nat(255), fc.nat(4), fc.uint8Array({ maxLength: 30 })),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(frames, async (sent) => {
        const { peer, asked } = await withCall('body');
        for (const frame of sent) peer.send(...frame);
        peer.end();
        await eventually(() => expect(asked.heard.at(-1)?.[0]).toBe('closed'));
        expect(asked.heard.filter(([what]) => what === 'closed')).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a session with the server of Node', () => {
  let respond: (stream: ServerHttp2Stream, body: string) => void = () => undefined;
  let peer: NodePeer;
  beforeAll(async () => {
    const onStream = (stream: ServerHttp2Stream): void => {
      let body = '';
      stream.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
      stream.on('end', () => respond(stream, body));
    };
    peer = await nodePeer(onStream, { maxConcurrentStreams: 100 });
  });
  afterAll(() => peer.stop());

  /** What each of as many calls heard, all on one connection. */
  async function answers(bodies: readonly (string | null)[]): Promise<(readonly Heard[])[]> {
    const session = peer.connect();
    await eventually(() => expect(session.streams()).toBe(100));
    const calls = bodies.map((body) => ask(session, body)?.heard ?? []);
    await eventually(() =>
      expect(calls.filter((heard) => heard.at(-1)?.[0] !== 'closed')).toHaveLength(0),
    );
    session.close();
    return calls;
  }
  async function answered(
    as: (stream: ServerHttp2Stream, body: string) => void,
    body: string | null = null,
  ): Promise<readonly Heard[]> {
    respond = as;
    const [heard = []] = await answers([body]);
    return heard;
  }
  const textIn = (heard: readonly Heard[]): string =>
    heard.map(([what, data]) => (what === 'data' ? data : '')).join('');
  const fieldsIn = (heard: readonly Heard[]): readonly string[] | null => {
    const first = heard[0];
    return first?.[0] === 'fields' ? first[1] : null;
  };

  it('reads every character that a value may have, Huffman-coded', async () => {
    // Among many that have short codes, so that the code is the shorter form.
    for (let from = 0x20; from < 0x100; from += 8) {
      const codes = Array.from({ length: 8 }, (_, each) => from + each).filter(
        (code) => code !== 0x7f,
      );
      const value = `e${'e'.repeat(300)}${String.fromCodePoint(...codes)}e`;
      const heard = await answered((stream) => {
        stream.respond({ ':status': 200, 'x-all': value });
        stream.end();
      });
      const fields = fieldsIn(heard) ?? [];
      expect(fields[fields.indexOf('x-all') + 1]).toBe(value);
    }
  });

  it('reads whatever fields and body a server sends', async () => {
    const text = fc.stringMatching(/^[!-~](?:[ -~]{0,60}[!-~])?$/);
    const name = fc.stringMatching(/^x-[a-z0-9]{1,12}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, text, { maxKeys: 12 }),
        fc.string({ maxLength: 3_000, unit: 'binary-ascii' }),
        async (headers, body) => {
          const heard = await answered((stream) => {
            stream.respond({ ':status': 401, ...headers });
            stream.end(Buffer.from(body, 'latin1'));
          });
          const fields = fieldsIn(heard) ?? [];
          const pairs = fields.flatMap((each, at) =>
            at % 2 === 0 ? [[each, fields[at + 1]]] : [],
          );
          expect(Object.fromEntries(pairs)).toMatchObject({ ':status': '401', ...headers });
          expect(textIn(heard)).toBe(body);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('sends a body larger than every window', async () => {
    const body = 'b'.repeat(200_000);
    const heard = await answered((stream, received) => {
      stream.respond({ ':status': 200 });
      stream.end(`${received.length} bytes, all of them b: ${/^b*$/.test(received)}`);
    }, body);
    expect(textIn(heard)).toBe('200000 bytes, all of them b: true');
  });

  it('reads a body larger than every window', async () => {
    const heard = await answered((stream) => {
      stream.respond({ ':status': 200 });
      stream.end('a'.repeat(500_000));
    });
    expect(textIn(heard)).toHaveLength(500_000);
  });

  it('hands on what is informational, and what stands behind a body', async () => {
    const heard = await answered((stream) => {
      stream.additionalHeaders({ ':status': 103 });
      stream.respond({ ':status': 200 }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-behind': '1' }));
      stream.end('body');
    });
    const statuses = heard.flatMap((each) => (each[0] === 'fields' ? [each[1]?.slice(0, 2)] : []));
    expect(statuses).toEqual([
      [':status', '103'],
      [':status', '200'],
      ['x-behind', '1'],
    ]);
  });

  it('takes many calls at once, each with its own answer', async () => {
    respond = (stream, body) => {
      stream.respond({ ':status': 200 });
      stream.end(`answer to ${body}`);
    };
    const questions = Array.from({ length: 100 }, (_, each) => `question ${each}`);
    const heard = await answers(questions);
    expect(heard.map(textIn)).toEqual(questions.map((each) => `answer to ${each}`));
  });
});
