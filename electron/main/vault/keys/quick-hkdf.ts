// HKDF-SHA-256 (RFC 5869) for the many small keys of one use: extract and expand out of four one-shot
// hashes. Node's own makes a job and a KeyObject of the data key for every call, which takes four times
// as long and leaves a copy of the key to the collector; here nothing but the result is left.
import { hash } from 'node:crypto';
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const MAX_BYTES = 192;
const inner = wipeableBuffer(BLOCK_BYTES + MAX_BYTES);
const outer = wipeableBuffer(BLOCK_BYTES + HASH_BYTES);
const info = wipeableBuffer(MAX_BYTES);

/** Whether `quickHkdf` takes them: keys of one hash, salts of one block, labels of a line. */
export function fitsQuickHkdf(key: Uint8Array, salt: Uint8Array, label: string): boolean {
  return key.length <= MAX_BYTES && salt.length <= BLOCK_BYTES && label.length < MAX_BYTES / 3;
}

/** 32 bytes in a buffer of their own, the caller's to zero. */
export function quickHkdf(key: Uint8Array, salt: Uint8Array, label: string): Buffer {
  const extracted = hmacOnce(salt, key, key.length);
  const labelBytes = info.write(label, 'utf8');
  info[labelBytes] = 1;
  const expanded = hmacOnce(extracted, info, labelBytes + 1);
  extracted.fill(0);
  return expanded;
}

/** HMAC-SHA-256 (RFC 2104) of the first `length` bytes; a key of at most one block. */
function hmacOnce(key: Uint8Array, message: Uint8Array, length: number): Buffer {
  inner.fill(0x36, 0, BLOCK_BYTES);
  outer.fill(0x5c, 0, BLOCK_BYTES);
  for (let at = 0; at < key.length; at += 1) {
    const byte = key[at] ?? 0;
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  inner.set(message.subarray(0, length), BLOCK_BYTES);
  const first = hash('sha256', inner.subarray(0, BLOCK_BYTES + length), 'buffer');
  outer.set(first, BLOCK_BYTES);
  const mac = hash('sha256', outer, 'buffer');
  // SECURITY(S15): what is left here would give the key away.
  inner.fill(0);
  outer.fill(0);
  first.fill(0);
  return mac;
}
