// The body of an answer as it comes, in one buffer that grows: a server may send each byte in a piece of its
// own, and an object for each would take a hundred times the memory of the bytes.
import { grownFor, wipeableBuffer } from '../../domain/wipeable-buffer.ts';

interface CollectedBody {
  /** Copies the bytes, as long as somebody wants them, and zeroes them. False: more came by now than may. */
  readonly take: (chunk: Buffer) => boolean;
  /** What came so far, the caller's to wipe. What comes later is zeroed alone. */
  readonly whole: () => Buffer;
  /** Zeroes what came so far, and what comes later. */
  readonly drop: () => void;
}

const USUAL_BYTES = 4 * 1024;

/** @param mostBytes that one body may have. */
export function collectBody(mostBytes: number): CollectedBody {
  let kept = wipeableBuffer(0);
  let length = 0;
  let cameBytes = 0;
  let isWanted = true;

  function whole(): Buffer {
    const body = kept.subarray(0, length);
    isWanted = false;
    kept = wipeableBuffer(0);
    length = 0;
    return body;
  }

  return {
    take(chunk) {
      cameBytes += chunk.length;
      const fits = cameBytes <= mostBytes;
      if (fits && isWanted) {
        kept = grownFor(kept, length, Math.max(USUAL_BYTES, cameBytes), mostBytes);
        kept.set(chunk, length);
        length += chunk.length;
      }
      chunk.fill(0);
      return fits;
    },
    whole,
    drop: () => void whole().fill(0),
  };
}
