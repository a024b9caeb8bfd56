// The client side of one HTTP/2 connection (RFC 9113): frames and streams, nothing of what they mean. Takes
// no push, no table of fields, no further service or origin. Our own, since a library decodes fields into
// memory that nobody can wipe (R12), and takes several times as long for a burst.
import type { TLSSocket } from 'node:tls';
import { createFieldReader } from './h2-fields.ts';
import {
  createFrameReader,
  frameFlag,
  frameOf,
  frameType,
  h2Error,
  unpadded,
  wordsOf,
  type Frame,
} from './h2-frames.ts';
import { createHeadBlocks, type HeadBlock } from './h2-head-block.ts';
import { createOutbox } from './h2-outbox.ts';
import { openingFrames, readSettings } from './h2-settings.ts';
import type { H2Stream } from './h2-stream.ts';
import { createStreams, LAST_STREAM_ID, type H2Request } from './h2-streams.ts';
import { createReceiveWindow, createSendWindow, WINDOW_BYTES } from './h2-window.ts';

export interface H2Session {
  /** Streams the server allows at once; 0 before it said so, and once it takes no more. */
  readonly streams: () => number;
  readonly hasEnded: () => boolean;
  /** Null where it takes no more. */
  readonly open: (request: H2Request) => H2Stream | null;
  /** Ends the connection and every stream. */
  readonly close: () => void;
}

/** A server that makes us answer so much without reading it attacks. */
const MOST_WAITING = 10_000;
/** Of one head, as RFC 9113 section 6.5.2 counts; far above what a call takes of it. */
const MOST_FIELD_BYTES = 64 * 1024;

/** @param onChange the server's settings came, or it takes no more. */
export function createH2Session(socket: TLSSocket, onChange: () => void): H2Session {
  const outbox = createOutbox(socket);
  const sendWindow = createSendWindow(WINDOW_BYTES);
  const receiveWindow = createReceiveWindow();
  const streams = createStreams(outbox, sendWindow, endIfDone);
  const fieldReader = createFieldReader(MOST_FIELD_BYTES);
  const blocks = createHeadBlocks();
  const frames = createFrameReader(take);
  /** Streams at once; null until the server's first settings have come. */
  let allowed: number | null = null;
  let isGoingAway = false;
  let hasEnded = false;

  /** @param code what the server did wrong; null where nothing is to be said. */
  function end(code: number | null): void {
    if (hasEnded) return;
    hasEnded = true;
    blocks.discard();
    streams.closeAll(code);
    if (code === null) outbox.discard();
    else outbox.send(frameOf(frameType.goAway, 0, 0, wordsOf(0, code)));
    outbox.end();
    onChange();
  }

  function endIfDone(): void {
    if (isGoingAway && streams.isEmpty()) end(null);
  }

  function take(frame: Frame): number | null {
    if (hasEnded) return null;
    if (allowed === null && frame.type !== frameType.settings) return h2Error.protocol;
    if (blocks.isOpen() && frame.type !== frameType.continuation) return h2Error.protocol;
    if (outbox.waiting() > MOST_WAITING) return h2Error.calmDown;
    // Of other kinds nothing is known, nor has to be (RFC 9113 section 4.1).
    return takers[frame.type]?.(frame) ?? null;
  }

  function takeData({ streamId, flags, payload }: Frame): number | null {
    if (streams.isIdle(streamId)) return h2Error.protocol;
    const bytes = unpadded(payload, flags);
    if (bytes === null) return h2Error.protocol;
    const more = receiveWindow.take(payload.length);
    if (more === null) return h2Error.flowControl;
    if (more > 0) outbox.send(frameOf(frameType.windowUpdate, 0, 0, wordsOf(more)));
    const stream = streams.find(streamId);
    if (stream === undefined) return null;
    const moreOfStream = stream.receiveWindow.take(payload.length);
    if (moreOfStream === null) {
      streams.reset(stream, h2Error.flowControl);
      return null;
    }
    stream.events.onData(bytes);
    const isLast = (flags & frameFlag.endStream) !== 0;
    if (isLast) streams.finish(stream);
    else if (moreOfStream > 0 && streams.find(streamId) !== undefined) {
      outbox.send(frameOf(frameType.windowUpdate, 0, streamId, wordsOf(moreOfStream)));
    }
    return null;
  }

  function takeHead(block: HeadBlock | number | null): number | null {
    if (block === null || typeof block === 'number') return block;
    const stream = streams.find(block.streamId);
    // Nothing is remembered from one block to the next, so one that nobody waits for need not be read.
    const fields = stream === undefined ? null : fieldReader.read(block.bytes, stream.secrets);
    block.bytes.fill(0);
    if (stream === undefined || fields === null) return null;
    if (fields.kind === 'compression_error') return h2Error.compression;
    if (fields.kind === 'malformed') streams.reset(stream, h2Error.protocol);
    else stream.events.onFields(fields.kind === 'fields' ? fields.raw : null);
    if (block.isLast) streams.finish(stream);
    return null;
  }

  function takeReset({ streamId, payload }: Frame): number | null {
    if (payload.length !== 4) return h2Error.frameSize;
    if (streams.isIdle(streamId)) return h2Error.protocol;
    const stream = streams.find(streamId);
    if (stream !== undefined) streams.drop(stream, payload.readUInt32BE(0));
    return null;
  }

  function takeSettings({ streamId, flags, payload }: Frame): number | null {
    if (streamId !== 0) return h2Error.protocol;
    if ((flags & frameFlag.ack) !== 0) return payload.length === 0 ? null : h2Error.frameSize;
    const settings = readSettings(payload);
    if (typeof settings === 'number') return settings;
    const { maxConcurrentStreams, initialWindowBytes } = settings;
    if (initialWindowBytes !== undefined && !streams.resizeWindows(initialWindowBytes)) {
      return h2Error.flowControl;
    }
    outbox.send(frameOf(frameType.settings, frameFlag.ack, 0));
    allowed = maxConcurrentStreams ?? allowed ?? LAST_STREAM_ID;
    streams.sendUnsent();
    onChange();
    return null;
  }

  function takePing({ streamId, flags, payload }: Frame): number | null {
    if (streamId !== 0) return h2Error.protocol;
    if (payload.length !== 8) return h2Error.frameSize;
    if ((flags & frameFlag.ack) === 0) {
      outbox.send(frameOf(frameType.ping, frameFlag.ack, 0, payload));
    }
    return null;
  }

  /** RFC 9113 section 6.8: what is beyond the last stream was not looked at. */
  function takeGoAway({ streamId, payload }: Frame): number | null {
    if (streamId !== 0) return h2Error.protocol;
    if (payload.length < 8) return h2Error.frameSize;
    const last = payload.readUInt32BE(0) & LAST_STREAM_ID;
    isGoingAway = true;
    streams.dropBeyond(last);
    if (payload.readUInt32BE(4) === h2Error.none) endIfDone();
    else end(null);
    onChange();
    return null;
  }

  function takeWindowUpdate({ streamId, payload }: Frame): number | null {
    if (payload.length !== 4) return h2Error.frameSize;
    const more = payload.readUInt32BE(0) & LAST_STREAM_ID;
    if (streamId === 0) {
      if (more === 0) return h2Error.protocol;
      if (!sendWindow.grow(more)) return h2Error.flowControl;
      streams.sendUnsent();
      return null;
    }
    if (streams.isIdle(streamId)) return h2Error.protocol;
    const stream = streams.find(streamId);
    if (stream === undefined) return null;
    if (more === 0) streams.reset(stream, h2Error.protocol);
    else if (!stream.sendWindow.grow(more)) streams.reset(stream, h2Error.flowControl);
    else stream.sendUnsent();
    return null;
  }

  const takers: Readonly<Record<number, (frame: Frame) => number | null>> = {
    [frameType.data]: takeData,
    [frameType.headers]: (frame) =>
      streams.isIdle(frame.streamId) ? h2Error.protocol : takeHead(blocks.take(frame)),
    [frameType.continuation]: (frame) => takeHead(blocks.goOn(frame)),
    [frameType.reset]: takeReset,
    [frameType.settings]: takeSettings,
    [frameType.ping]: takePing,
    [frameType.goAway]: takeGoAway,
    [frameType.windowUpdate]: takeWindowUpdate,
    [frameType.pushPromise]: () => h2Error.protocol,
  };

  socket.on('data', (bytes: Buffer) => {
    const code = frames.feed(bytes);
    if (code !== null) end(code);
  });
  socket.on('error', () => undefined);
  socket.once('end', () => end(null));
  socket.once('close', () => end(null));
  for (const frame of openingFrames()) outbox.send(frame);
  socket.resume();

  const takesMore = (): boolean => !hasEnded && !isGoingAway;
  return {
    streams: () => (takesMore() ? (allowed ?? 0) : 0),
    hasEnded: () => !takesMore(),
    open(request) {
      const stream = takesMore() && allowed !== null ? streams.open(request) : null;
      return stream && { reset: (code) => streams.reset(stream, code) };
    },
    close: () => end(null),
  };
}
