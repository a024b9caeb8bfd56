// Puts the compressed fields of one head together: a HEADERS frame, and what CONTINUATION frames add to
// them (RFC 9113 sections 6.2 and 6.10).
import { joinAndWipe, wipeableCopy } from '../domain/wipeable-buffer.ts';
import { frameFlag, h2Error, unpadded, type Frame } from './h2-frames.ts';

export interface HeadBlock {
  readonly streamId: number;
  /** Nothing follows it on its stream. */
  readonly isLast: boolean;
  /** The reader zeroes it. */
  readonly bytes: Buffer;
}

export interface HeadBlocks {
  /** A whole block, null while more of it must come, or the code with which the connection ends. */
  readonly take: (frame: Frame) => HeadBlock | number | null;
  readonly goOn: (frame: Frame) => HeadBlock | number | null;
  /** No other frame may stand between its frames. */
  readonly isOpen: () => boolean;
  readonly discard: () => void;
}

const PRIORITY_BYTES = 5;
/** Beyond it the connection ends: the frames could go on for ever. */
const MOST_BYTES = 128 * 1024;

export function createHeadBlocks(): HeadBlocks {
  let first: Frame | null = null;
  let parts: Buffer[] = [];

  function whole(streamId: number, flags: number, bytes: Buffer): HeadBlock {
    return { streamId, isLast: (flags & frameFlag.endStream) !== 0, bytes };
  }

  return {
    take(frame) {
      const { streamId, flags, payload } = frame;
      const bytes = unpadded(payload, flags);
      const skipped = (flags & frameFlag.priority) === 0 ? 0 : PRIORITY_BYTES;
      if (bytes === null || bytes.length < skipped) return h2Error.protocol;
      const fields = bytes.subarray(skipped);
      if ((flags & frameFlag.endHeaders) !== 0) return whole(streamId, flags, fields);
      first = frame;
      parts = [wipeableCopy(fields)];
      return null;
    },
    goOn({ streamId, flags, payload }) {
      if (first?.streamId !== streamId) return h2Error.protocol;
      parts.push(wipeableCopy(payload));
      if (parts.reduce((sum, part) => sum + part.length, 0) > MOST_BYTES) return h2Error.calmDown;
      if ((flags & frameFlag.endHeaders) === 0) return null;
      const block = whole(streamId, first.flags, joinAndWipe(parts));
      first = null;
      parts = [];
      return block;
    },
    isOpen: () => first !== null,
    discard() {
      for (const part of parts) part.fill(0);
      parts = [];
    },
  };
}
