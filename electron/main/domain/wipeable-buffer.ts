// Buffers whose zeroing leaves nothing behind. `Buffer.alloc` puts up to 64 bytes on the JavaScript
// heap, where the collector moves them and `subarray` copies them out, each time leaving the old bytes;
// Buffer.concat and Buffer.from share a pool. An ArrayBuffer of its own stays where it is.

/** Zero-filled, off the JavaScript heap, shared with nobody. */
export function wipeableBuffer(sizeBytes: number): Buffer {
  return Buffer.from(new ArrayBuffer(sizeBytes));
}

export function wipeableCopy(bytes: Uint8Array): Buffer {
  const copy = wipeableBuffer(bytes.byteLength);
  copy.set(bytes);
  return copy;
}

/**
 * Zeroes a buffer and frees its memory now. The collector frees megabytes only when it comes by, and comes
 * by more often for each of them. Of a buffer with memory of its own alone, which nobody uses any more:
 * every view of it is empty afterwards.
 */
export function giveBack(buffer: Buffer): void {
  buffer.fill(0);
  if (buffer.buffer instanceof ArrayBuffer && buffer.buffer.byteLength === buffer.length) {
    buffer.buffer.transfer(0);
  }
}

/** One buffer of all parts; the parts are zeroed. */
export function joinAndWipe(parts: readonly Buffer[]): Buffer {
  const whole = wipeableBuffer(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
    part.fill(0);
  }
  return whole;
}
