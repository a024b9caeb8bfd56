// The other end of an HTTP/2 session of ours, in this process: scripted frame by frame, or Node's own
// server.
import { duplexPair, type Duplex } from 'node:stream';
import http2, { type ServerHttp2Stream, type Settings } from 'node:http2';
import net, { type AddressInfo, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import {
  createFrameReader,
  frameFlag,
  frameOf,
  frameType,
} from '../../electron/main/gateway/h2-frames.ts';
import { encodeFields } from '../../electron/main/gateway/h2-fields.ts';
import { createH2Session, type H2Session } from '../../electron/main/gateway/h2-session.ts';
import type { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';

const PREFACE_BYTES = 24;

/** What a call heard, in order. Data as text; null and codes as they came. */
export type Heard =
  | readonly ['fields', readonly string[] | null]
  | readonly ['data', string]
  | readonly ['end']
  | readonly ['closed', number | null];

export interface Asked {
  readonly heard: Heard[];
  readonly reset: (code: number) => void;
}

/** Null where the session takes no more. */
export function ask(
  session: H2Session,
  body: string | null = null,
  secrets: readonly SecretBytes[] = [],
): Asked | null {
  const heard: Heard[] = [];
  const stream = session.open({
    fields: encodeFields([
      [':method', body === null ? 'GET' : 'POST'],
      [':scheme', 'https'],
      [':authority', 'gateway.test'],
      [':path', '/'],
    ]),
    body: body === null ? null : Buffer.from(body),
    secrets,
    events: {
      onFields: (raw) => void heard.push(['fields', raw]),
      onData: (bytes) => void heard.push(['data', bytes.toString('latin1')]),
      onEnd: () => void heard.push(['end']),
      onClosed: (code) => void heard.push(['closed', code]),
    },
  });
  return stream && { heard, reset: stream.reset };
}

/** All of a connection that a session uses. */
function ours(): { readonly socket: TLSSocket; readonly theirs: Duplex } {
  const [socket, theirs] = duplexPair();
  return { socket: socket as unknown as TLSSocket, theirs };
}

export interface SentFrame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: string;
}

export interface ScriptedPeer {
  readonly session: H2Session;
  /** Frames of ours so far, payloads in hexadecimal. */
  readonly sent: SentFrame[];
  readonly sentOf: (type: number) => SentFrame[];
  readonly send: (type: number, flags: number, streamId: number, payload?: Uint8Array) => void;
  /** Its settings, without which nothing else may come. */
  readonly greet: (payload?: Uint8Array) => void;
  readonly end: () => void;
  readonly isOver: () => boolean;
  readonly changes: () => number;
}

export function scriptedPeer(): ScriptedPeer {
  const { socket, theirs } = ours();
  const sent: SentFrame[] = [];
  const reader = createFrameReader(({ type, flags, streamId, payload }) => {
    sent.push({ type, flags, streamId, payload: payload.toString('hex') });
    return null;
  });
  let preface = PREFACE_BYTES;
  theirs.on('data', (bytes: Buffer) => {
    const skipped = Math.min(preface, bytes.length);
    preface -= skipped;
    reader.feed(bytes.subarray(skipped));
  });
  theirs.on('error', () => undefined);
  let changes = 0;
  const session = createH2Session(socket, () => (changes += 1));
  const send: ScriptedPeer['send'] = (type, flags, streamId, payload) =>
    void theirs.write(frameOf(type, flags, streamId, payload));
  return {
    session,
    sent,
    sentOf: (type) => sent.filter((frame) => frame.type === type),
    send,
    greet: (payload) => send(frameType.settings, 0, 0, payload),
    end: () => void theirs.end(),
    isOver: () => socket.destroyed,
    changes: () => changes,
  };
}

/** A frame with a whole answer's head. */
export const headOf = (...fields: readonly (readonly [string, string])[]): Uint8Array =>
  encodeFields(fields);
export const WHOLE = frameFlag.endHeaders | frameFlag.endStream;

export interface NodePeer {
  /** A session of ours on a connection of its own. */
  readonly connect: () => H2Session;
  readonly stop: () => void;
}

/** Node's server, which compresses with tables and Huffman codes of its own. Without TLS. */
export async function nodePeer(
  onStream: (stream: ServerHttp2Stream) => void,
  settings: Settings = {},
): Promise<NodePeer> {
  const server = http2.createServer({ settings });
  const sockets: Socket[] = [];
  server.on('stream', onStream);
  server.on('sessionError', () => undefined);
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    connect: () => createH2Session(net.connect(port, '127.0.0.1') as TLSSocket, () => undefined),
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
