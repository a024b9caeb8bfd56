// What a hostile server may pour over an HTTP/2 connection that answers nothing: the costliest frames for
// their bytes.
import type { TLSSocket } from 'node:tls';
import {
  ACK,
  END_HEADERS,
  fieldsOf,
  frameOf,
  frameType,
  headOf,
  pour,
  wordsOf,
} from './h2-wire.ts';

export interface Flood {
  readonly name: string;
  /** Once a request came. */
  readonly begin: (socket: TLSSocket, streamId: number) => void;
}

const many = (bytes: Buffer, times = 1_000): Buffer =>
  Buffer.concat(Array.from({ length: times }, () => bytes));
const OK = fieldsOf([':status', '200']);
const INFORMATIONAL = fieldsOf([':status', '103']);
/** A frame of settings with one entry, its stream limit. */
const settings = (value: number): Buffer => {
  const entry = Buffer.alloc(6);
  entry.writeUInt16BE(3, 0);
  entry.writeUInt32BE(value, 2);
  return frameOf(frameType.settings, 0, 0, entry);
};
const ALTSVC = 10;
const ORIGIN = 12;
const lengthAnd = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

export const floods: readonly Flood[] = [
  {
    name: 'empty continuations',
    begin(socket, id) {
      socket.write(frameOf(frameType.headers, 0, id, OK));
      pour(socket, many(frameOf(frameType.continuation, 0, id)));
    },
  },
  {
    name: 'continuations full of fields',
    begin(socket, id) {
      socket.write(frameOf(frameType.headers, 0, id, OK));
      // RFC 7541 section 6.1: a field of the static table is one byte.
      pour(socket, frameOf(frameType.continuation, 0, id, Buffer.alloc(16_384, 0x90)));
    },
  },
  {
    name: 'heads full of fields, one after the other',
    begin(socket, id) {
      const block = Buffer.concat([OK, Buffer.alloc(16_000, 0x90)]);
      pour(socket, headOf(id, block, false));
    },
  },
  {
    name: 'informational answers',
    begin(socket, id) {
      pour(socket, many(headOf(id, INFORMATIONAL, false)));
    },
  },
  {
    name: 'pings',
    begin: (socket) => pour(socket, many(frameOf(frameType.ping, 0, 0, wordsOf(0, 0)))),
  },
  {
    name: 'answers to pings nobody sent',
    begin: (socket) => pour(socket, many(frameOf(frameType.ping, ACK, 0, wordsOf(0, 0)))),
  },
  {
    name: 'empty settings',
    begin: (socket) => pour(socket, many(frameOf(frameType.settings, 0, 0))),
  },
  {
    name: 'changing settings',
    begin: (socket) => pour(socket, many(Buffer.concat([settings(7), settings(9)]))),
  },
  {
    name: 'empty data',
    begin(socket, id) {
      socket.write(headOf(id, OK, false));
      pour(socket, many(frameOf(frameType.data, 0, id)));
    },
  },
  {
    name: 'data of one byte',
    begin(socket, id) {
      socket.write(headOf(id, fieldsOf([':status', '400']), false));
      pour(socket, many(frameOf(frameType.data, 0, id, Buffer.from('x'))));
    },
  },
  {
    name: 'windows that grow',
    begin: (socket, id) => pour(socket, many(frameOf(frameType.windowUpdate, 0, id, wordsOf(1)))),
  },
  {
    name: 'resets of a stream that is over',
    begin: (socket, id) => pour(socket, many(frameOf(frameType.reset, 0, id, wordsOf(8)))),
  },
  {
    name: 'priorities',
    begin: (socket, id) =>
      pour(socket, many(frameOf(2, 0, id, Buffer.concat([wordsOf(0), Buffer.of(1)])))),
  },
  {
    name: 'other services',
    begin: (socket) =>
      pour(
        socket,
        many(
          frameOf(
            ALTSVC,
            0,
            0,
            Buffer.concat([lengthAnd('https://a.test'), Buffer.from('h2=":1"')]),
          ),
        ),
      ),
  },
  {
    name: 'other origins',
    begin: (socket) => pour(socket, many(frameOf(ORIGIN, 0, 0, lengthAnd('https://a.test')))),
  },
  { name: 'frames of no known kind', begin: (socket) => pour(socket, many(frameOf(200, 0, 0))) },
  {
    name: 'heads of streams of its own',
    begin: (socket) => pour(socket, many(headOf(2, OK))),
  },
  {
    name: 'pushes',
    begin: (socket, id) =>
      pour(
        socket,
        many(frameOf(frameType.pushPromise, END_HEADERS, id, Buffer.concat([wordsOf(2), OK]))),
      ),
  },
];
