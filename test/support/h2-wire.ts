// A server of HTTP/2 that says what no library would: frames by hand over TLS (RFC 9113), field blocks as
// literals (RFC 7541 section 6.2.2). Its peer is read only as far as a test needs.
import tls, { type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import type { TestCertificate } from './test-certificates.ts';

export const frameType = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;
export const END_STREAM = 1;
export const ACK = 1;
export const END_HEADERS = 4;

const PREFACE_BYTES = 24;
const HEAD_BYTES = 9;
/** What an endpoint takes in one frame unless it said otherwise. */
const FRAME_BYTES = 16_384;

export function frameOf(
  type: number,
  flags: number,
  streamId: number,
  payload: Uint8Array = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

export function wordsOf(...words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * words.length);
  words.forEach((word, at) => bytes.writeUInt32BE(word, 4 * at));
  return bytes;
}

function stringOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  if (bytes.length < 127) return Buffer.concat([Buffer.of(bytes.length), bytes]);
  const length = [127];
  let left = bytes.length - 127;
  for (; left >= 128; left = Math.floor(left / 128)) length.push((left % 128) + 128);
  return Buffer.concat([Buffer.of(...length, left), bytes]);
}

export type Field = readonly [name: string, value: string];

export const fieldsOf = (...fields: readonly Field[]): Buffer =>
  Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), stringOf(name), stringOf(value)]));

/** One head, in as many frames as it needs. */
export function headOf(streamId: number, block: Buffer, isLast = true): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at === 0 || at < block.length; at += FRAME_BYTES) {
    const isWhole = at + FRAME_BYTES >= block.length;
    const flags = (isWhole ? END_HEADERS : 0) | (at === 0 && isLast ? END_STREAM : 0);
    const type = at === 0 ? frameType.headers : frameType.continuation;
    frames.push(frameOf(type, flags, streamId, block.subarray(at, at + FRAME_BYTES)));
  }
  return Buffer.concat(frames);
}

export interface WireServer {
  readonly url: string;
  /** TLS connections so far. */
  readonly connections: () => number;
  /** Those not yet closed, by their numbers from 1. */
  readonly open: () => readonly number[];
  /** Called for each request, once its head is there; `number` of the connection, from 1. */
  answerWith: (answer: (socket: TLSSocket, streamId: number, number: number) => void) => void;
  readonly stop: () => Promise<void>;
}

export async function startWireServer(certificate: TestCertificate): Promise<WireServer> {
  let answer: (socket: TLSSocket, streamId: number, number: number) => void = () => undefined;
  const open = new Map<TLSSocket, number>();
  let connections = 0;
  const server = tls.createServer({ ...certificate, ALPNProtocols: ['h2'] });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket: TLSSocket) => {
    connections += 1;
    const number = connections;
    open.set(socket, number);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    let skipped = 0;
    let received = Buffer.alloc(0);
    socket.write(frameOf(frameType.settings, 0, 0));
    socket.on('data', (bytes: Buffer) => {
      const skip = Math.min(PREFACE_BYTES - skipped, bytes.length);
      skipped += skip;
      received = Buffer.concat([received, bytes.subarray(skip)]);
      while (received.length >= HEAD_BYTES) {
        const end = HEAD_BYTES + received.readUIntBE(0, 3);
        if (received.length < end) return;
        const [type, flags, streamId] = [received[3], received[4], received.readUInt32BE(5)];
        received = received.subarray(end);
        if (type === frameType.settings && flags === 0) {
          socket.write(frameOf(frameType.settings, ACK, 0));
        }
        if (type === frameType.headers) answer(socket, streamId, number);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    open: () => [...open.values()],
    answerWith: (next) => (answer = next),
    async stop() {
      for (const socket of open.keys()) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Writes `bytes` again and again, as fast as they are taken, until the connection is gone. */
export function pour(socket: TLSSocket, bytes: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}
