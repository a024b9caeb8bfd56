// The open streams of one HTTP/2 connection, by their numbers (RFC 9113 section 5.1).
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { frameOf, frameType, h2Error, wordsOf } from './h2-frames.ts';
import type { Outbox } from './h2-outbox.ts';
import { createStream, type Stream, type StreamEvents } from './h2-stream.ts';
import { WINDOW_BYTES, type SendWindow } from './h2-window.ts';

export interface H2Request {
  /** A block of `encodeFields`. */
  readonly fields: Buffer;
  /** Copied; stays as it is. */
  readonly body: Buffer | null;
  /** What the answer may repeat. */
  readonly secrets: readonly SecretBytes[];
  readonly events: StreamEvents;
}

export interface Streams {
  readonly isEmpty: () => boolean;
  /** Null where all numbers are used up. */
  readonly open: (request: H2Request) => Stream | null;
  readonly find: (id: number) => Stream | undefined;
  /** Never opened. One that is over is nobody's concern any more. */
  readonly isIdle: (id: number) => boolean;
  /** The server ended it. */
  readonly drop: (stream: Stream, code: number) => void;
  /** This side ends it. */
  readonly reset: (stream: Stream, code: number) => void;
  /** The answer is whole. */
  readonly finish: (stream: Stream) => void;
  readonly dropBeyond: (lastId: number) => void;
  readonly closeAll: (code: number | null) => void;
  /** Windows of streams begin with so much; false where one grows beyond what a window may have. */
  readonly resizeWindows: (bytes: number) => boolean;
  readonly sendUnsent: () => void;
}

export const LAST_STREAM_ID = 2 ** 31 - 1;

/** @param onDropped one fewer is open. */
export function createStreams(
  outbox: Outbox,
  connectionWindow: SendWindow,
  onDropped: () => void,
): Streams {
  const open = new Map<number, Stream>();
  let windowBytes = WINDOW_BYTES;
  let nextId = 1;

  function drop(stream: Stream, code: number): void {
    if (!open.delete(stream.id)) return;
    stream.closed(code);
    onDropped();
  }

  function reset(stream: Stream, code: number): void {
    if (!open.has(stream.id)) return;
    outbox.send(frameOf(frameType.reset, 0, stream.id, wordsOf(code)));
    drop(stream, code);
  }

  return {
    isEmpty: () => open.size === 0,
    open({ fields, body, secrets, events }) {
      if (nextId > LAST_STREAM_ID) return null;
      const id = nextId;
      nextId += 2;
      const options = { id, body, secrets, events, outbox, connectionWindow, windowBytes };
      const stream = createStream(options);
      open.set(id, stream);
      stream.begin(fields);
      return stream;
    },
    find: (id) => open.get(id),
    isIdle: (id) => id === 0 || id % 2 === 0 || id >= nextId,
    drop,
    reset,
    finish(stream) {
      if (!open.has(stream.id)) return;
      stream.events.onEnd();
      // What the server did not want to read of the request is not sent any more.
      if (stream.hasUnsent()) reset(stream, h2Error.cancel);
      else drop(stream, h2Error.none);
    },
    dropBeyond(lastId) {
      for (const stream of open.values()) {
        if (stream.id > lastId) drop(stream, h2Error.refusedStream);
      }
    },
    closeAll(code) {
      const all = [...open.values()];
      open.clear();
      for (const stream of all) stream.closed(code);
    },
    resizeWindows(bytes) {
      const more = bytes - windowBytes;
      windowBytes = bytes;
      return [...open.values()].every((stream) => stream.sendWindow.grow(more));
    },
    sendUnsent() {
      for (const stream of open.values()) stream.sendUnsent();
    },
  };
}
