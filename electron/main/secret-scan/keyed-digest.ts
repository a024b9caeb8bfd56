// HMAC-SHA-256 (RFC 2104) of many short texts under one key. By hand out of the one-shot hash: Node's
// `createHmac` makes an object for each, and a search makes some two hundred thousand of them.
import { hash } from 'node:crypto';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';

/** Of SHA-256, in bytes. */
const BLOCK = 64;
const DIGEST = 32;
const INNER = 0x36;
const OUTER = 0x5c;

export interface KeyedDigest {
  /** As Latin-1, one character a byte. */
  readonly of: (text: Uint8Array) => string;
  readonly wipe: () => void;
}

/** @param key at most one block; copied. */
export function createKeyedDigest(key: Uint8Array): KeyedDigest {
  let inner = wipeableBuffer(BLOCK + BLOCK);
  const outer = wipeableBuffer(BLOCK + DIGEST);
  for (let at = 0; at < BLOCK; at += 1) {
    inner[at] = (key[at] ?? 0) ^ INNER;
    outer[at] = (key[at] ?? 0) ^ OUTER;
  }

  function makeRoom(sizeBytes: number): void {
    if (inner.length >= sizeBytes) return;
    const larger = wipeableBuffer(2 * sizeBytes);
    larger.set(inner.subarray(0, BLOCK));
    inner.fill(0);
    inner = larger;
  }

  return {
    of(text) {
      makeRoom(BLOCK + text.length);
      inner.set(text, BLOCK);
      const first = hash('sha256', inner.subarray(0, BLOCK + text.length), 'buffer');
      inner.fill(0, BLOCK, BLOCK + text.length);
      outer.set(first, BLOCK);
      return hash('sha256', outer, 'binary');
    },
    wipe() {
      inner.fill(0);
      outer.fill(0);
    },
  };
}
