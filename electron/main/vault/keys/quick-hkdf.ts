// HKDF-SHA-256 (RFC 5869) for the many small keys of one use: extract and expand out of four one-shot
// hashes. Node's own makes a job and a KeyObject of the data key for every call, which takes four times
// as long and leaves a copy of the key to the collector; here nothing but the result is left.
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';
import { createQuickHmac } from './quick-hmac.ts';

const BLOCK_BYTES = 64;
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
