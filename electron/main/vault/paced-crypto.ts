// Sealing, opening and hashing of what may be megabytes: the same AES-256-GCM and SHA-256 as in
// primitives.ts, in chunks with breaths between, so that no save or unlock holds the event loop.
import { createCipheriv, createDecipheriv, createHash, type DecipherGCM } from 'node:crypto';
import type { Pace } from './pace.ts';
import { NONCE_BYTES, SEAL_OVERHEAD_BYTES, TAG_BYTES, randomBytesOwn } from './primitives.ts';

const ALGORITHM = 'aes-256-gcm';
// SECURITY(S23): without this option Node accepts tags cut to 4 bytes (V10).
const TAG_OPTION = { authTagLength: TAG_BYTES } as const;
const CHUNK_BYTES = 256 * 1024;

function* chunksOf(bytes: Buffer): Generator<{ readonly at: number; readonly chunk: Buffer }> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield { at, chunk: bytes.subarray(at, at + CHUNK_BYTES) };
  }
}

/** Writes nonce (12) | ciphertext | tag (16) over the whole of `target`. */
export async function sealInto(
  target: Buffer,
  key: Uint8Array,
  aad: Uint8Array,
  plain: Buffer,
  pace: Pace,
): Promise<void> {
  const nonce = randomBytesOwn(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, TAG_OPTION);
  cipher.setAAD(aad);
  target.set(nonce);
  for (const { at, chunk } of chunksOf(plain)) {
    target.set(cipher.update(chunk), NONCE_BYTES + at);
    await pace.breathe();
  }
  cipher.final();
  target.set(cipher.getAuthTag(), NONCE_BYTES + plain.length);
}

/** The plaintext in an unpooled buffer, the caller's to zero; null when it does not authenticate. */
export async function openPaced(
  key: Uint8Array,
  aad: Uint8Array,
  sealed: Buffer,
  pace: Pace,
): Promise<Buffer | null> {
  if (sealed.length < SEAL_OVERHEAD_BYTES) return null;
  const decipher = decipherOf(key, aad, sealed);
  const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES);
  const plain = Buffer.allocUnsafeSlow(body.length);
  for (const { at, chunk } of chunksOf(body)) {
    const opened = decipher.update(chunk);
    plain.set(opened, at);
    opened.fill(0);
    await pace.breathe();
  }
  if (isAuthentic(decipher)) return plain;
  plain.fill(0);
  return null;
}

/** True when `sealed` authenticates and holds exactly `plain`: what a save asks of its own bytes. */
export async function opensTo(
  key: Uint8Array,
  aad: Uint8Array,
  sealed: Buffer,
  plain: Buffer,
  pace: Pace,
): Promise<boolean> {
  if (sealed.length !== plain.length + SEAL_OVERHEAD_BYTES) return false;
  const decipher = decipherOf(key, aad, sealed);
  let same = true;
  for (const { at, chunk } of chunksOf(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES))) {
    const opened = decipher.update(chunk);
    same &&= opened.equals(plain.subarray(at, at + chunk.length));
    opened.fill(0);
    await pace.breathe();
  }
  return isAuthentic(decipher) && same;
}

export async function sha256Paced(bytes: Buffer, pace: Pace): Promise<Buffer> {
  const hash = createHash('sha256');
  for (const { chunk } of chunksOf(bytes)) {
    hash.update(chunk);
    await pace.breathe();
  }
  return hash.digest();
}

function decipherOf(key: Uint8Array, aad: Uint8Array, sealed: Buffer): DecipherGCM {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), TAG_OPTION);
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return decipher;
}

function isAuthentic(decipher: DecipherGCM): boolean {
  try {
    decipher.final();
    return true;
  } catch {
    return false;
  }
}
