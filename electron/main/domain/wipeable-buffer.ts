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
