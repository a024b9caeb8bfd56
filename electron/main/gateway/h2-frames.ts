// Frames of HTTP/2 (RFC 9113 sections 4 and 6): written, and cut out of what comes. What is held back for
// the rest of a frame is zeroed as soon as the frame is whole.
import { roomIn, wipeableBuffer } from '../domain/wipeable-buffer.ts';

export const frameType = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const frameFlag = {
  endStream: 1,
  ack: 1,
  endHeaders: 4,
  padded: 8,
  priority: 0x20,
} as const;

/** RFC 9113 section 7. */
export const h2Error = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  calmDown: 11,
} as const;

/** RFC 9113 section 6.5.2. */
export const h2Setting = {
  headerTableBytes: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowBytes: 4,
  maxFrameBytes: 5,
  maxFieldBytes: 6,
} as const;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  /** Zeroed once it was handed over: whoever wants to keep it copies it. */
  readonly payload: Buffer;
}

const HEAD_BYTES = 9;
/** What an endpoint may send unless allowed more (RFC 9113 section 4.2). */
export const FRAME_BYTES = 16_384;

/** A frame that is to be written: kind, flags, stream, payload. */
export type FrameParts = readonly [
  type: number,
  flags: number,
  streamId: number,
  payload?: Uint8Array,
];

/** A frame in a buffer of its own, zeroed once it was sent. */
export const frameOf = (...parts: FrameParts): Buffer => framesOf([parts]);

/** Several frames in one buffer, one behind the other. */
export function framesOf(frames: readonly FrameParts[]): Buffer {
  const size = frames.reduce(
    (sum, [, , , payload]) => sum + HEAD_BYTES + (payload?.length ?? 0),
    0,
  );
  const bytes = wipeableBuffer(size);
  let at = 0;
  for (const [type, flags, streamId, payload] of frames) {
    const length = payload?.length ?? 0;
    bytes.writeUIntBE(length, at, 3);
    bytes[at + 3] = type;
    bytes[at + 4] = flags;
    bytes.writeUInt32BE(streamId, at + 5);
    if (payload !== undefined) bytes.set(payload, at + HEAD_BYTES);
    at += HEAD_BYTES + length;
  }
  return bytes;
}

export interface FrameReader {
  /**
   * Cuts frames out of what came, which is zeroed then. Answers the code of the first that is refused, or
   * is longer than `FRAME_BYTES`: the connection is over. Null when all is well.
   */
  readonly feed: (bytes: Buffer) => number | null;
}

/** @param take answers a code of RFC 9113 section 7 where the connection must end, else null. */
export function createFrameReader(take: (frame: Frame) => number | null): FrameReader {
  let rest = wipeableBuffer(0);
  let held = 0;

  /** Bytes of the frame that begins here, with its head; as many as the head alone has until it is whole. */
  const wanted = (bytes: Buffer): number =>
    bytes.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + bytes.readUIntBE(0, 3);

  const handOver = (frame: Buffer): number | null =>
    take({
      type: frame[3] ?? 0,
      flags: frame[4] ?? 0,
      // The highest bit means nothing (RFC 9113 section 4.1).
      streamId: frame.readUInt32BE(5) & 0x7f_ff_ff_ff,
      payload: frame.subarray(HEAD_BYTES),
    });

  /** Completes what is held; answers how many of `bytes` that took. */
  function complete(bytes: Buffer, length: number): number {
    rest = roomIn(rest, held, length, HEAD_BYTES + FRAME_BYTES);
    const used = bytes.copy(rest, held, 0, length - held);
    held += used;
    return used;
  }

  function feedAll(bytes: Buffer): number | null {
    let at = 0;
    while (at < bytes.length) {
      const left = bytes.subarray(at);
      const length = wanted(held === 0 ? left : rest.subarray(0, held));
      if (length > HEAD_BYTES + FRAME_BYTES) return h2Error.frameSize;
      if (held === 0 && length <= left.length) {
        at += length;
        const code = handOver(left.subarray(0, length));
        if (code !== null) return code;
        continue;
      }
      at += complete(left, length);
      if (held < length || wanted(rest.subarray(0, held)) > held) continue;
      const code = handOver(rest.subarray(0, held));
      rest.fill(0, 0, held);
      held = 0;
      if (code !== null) return code;
    }
    return null;
  }

  return {
    feed(bytes) {
      const code = feedAll(bytes);
      bytes.fill(0);
      if (code !== null) rest.fill(0);
      return code;
    },
  };
}

/** A payload of whole numbers, 32 bits each. */
export function wordsOf(...words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * words.length);
  for (const [at, word] of words.entries()) bytes.writeUInt32BE(word, 4 * at);
  return bytes;
}

/** The payload without padding; null where there is more of it than payload (RFC 9113 section 6.1). */
export function unpadded(payload: Buffer, flags: number): Buffer | null {
  if ((flags & frameFlag.padded) === 0) return payload;
  const end = payload.length - (payload[0] ?? 0);
  return end < 1 ? null : payload.subarray(1, end);
}
