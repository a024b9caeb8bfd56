// HMAC-SHA-256 (RFC 2104) of many short messages, out of two one-shot hashes each: Node's `createHmac` makes
// objects for every message, which takes longer than the hashing. Messages and keys may be secrets: nothing
// of them is left in its buffers.
import { hash } from 'node:crypto';
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const USUAL_MESSAGE_BYTES = 192;

interface QuickHmac {
  /** Of one message in parts; 32 bytes, the caller's to zero. */
  readonly of: (...parts: readonly Uint8Array[]) => Buffer;
  /** Takes another key, at most 64 bytes, in the place of the one before; copied. */
  readonly use: (key: Uint8Array) => void;
  readonly wipe: () => void;
}

/** @param key at most 64 bytes; copied. */
export function createQuickHmac(key: Uint8Array = new Uint8Array(0)): QuickHmac {
  let inner = wipeableBuffer(BLOCK_BYTES + USUAL_MESSAGE_BYTES);
  const outer = wipeableBuffer(BLOCK_BYTES + HASH_BYTES);

  function use(next: Uint8Array): void {
    inner.fill(0x36, 0, BLOCK_BYTES);
    outer.fill(0x5c, 0, BLOCK_BYTES);
    for (let at = 0; at < next.length; at += 1) {
      const byte = next[at] as number;
      inner[at] = byte ^ 0x36;
      outer[at] = byte ^ 0x5c;
    }
  }

  function grow(sizeBytes: number): void {
    if (inner.length >= sizeBytes) return;
    const larger = wipeableBuffer(2 * sizeBytes);
    larger.set(inner.subarray(0, BLOCK_BYTES));
    inner.fill(0);
    inner = larger;
  }

  use(key);
  return {
    use,
    of(...parts) {
      let end = BLOCK_BYTES;
      for (const part of parts) end += part.length;
      grow(end);
      let at = BLOCK_BYTES;
      for (const part of parts) {
        inner.set(part, at);
        at += part.length;
      }
      const first = hash('sha256', inner.subarray(0, end), 'buffer');
      inner.fill(0, BLOCK_BYTES, end);
      outer.set(first, BLOCK_BYTES);
      first.fill(0);
      return hash('sha256', outer, 'buffer');
    },
    wipe() {
      inner.fill(0);
      outer.fill(0);
    },
  };
}

const MAX_BYTES = 192;
const mac = createQuickHmac();
const info = wipeableBuffer(MAX_BYTES);

/** Whether `quickHkdf` takes them: keys of one hash, salts of one block, labels of a line. */
export function fitsQuickHkdf(key: Uint8Array, salt: Uint8Array, label: string): boolean {
  return key.length <= MAX_BYTES && salt.length <= BLOCK_BYTES && label.length < MAX_BYTES / 3;
}

/** 32 bytes in a buffer of their own, the caller's to zero. */
export function quickHkdf(key: Uint8Array, salt: Uint8Array, label: string): Buffer {
  mac.use(salt);
  const extracted = mac.of(key);
  const labelBytes = info.write(label, 'utf8');
  info[labelBytes] = 1;
  mac.use(extracted);
  const expanded = mac.of(info.subarray(0, labelBytes + 1));
  // SECURITY(S15): what is left would give the key away.
  extracted.fill(0);
  mac.wipe();
  return expanded;
}
