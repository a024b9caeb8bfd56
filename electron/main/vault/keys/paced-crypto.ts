// Sealing, opening and hashing of what may be megabytes: the same AES-256-GCM and SHA-256 as in
// primitives.ts, in chunks with breaths between, so that no save or unlock holds the event loop.
import { createCipheriv, createDecipheriv, createHash, type DecipherGCM } from 'node:crypto';
import { giveBack, wipeableBuffer } from '../../domain/wipeable-buffer.ts';
import type { Layout } from '../format/index-layout.ts';
import type { Pace } from './yield-to-loop.ts';
import { NONCE_BYTES, SEAL_OVERHEAD_BYTES, TAG_BYTES, randomBytesOwn } from './primitives.ts';

const ALGORITHM = 'aes-256-gcm';
// SECURITY(S23): without this option Node accepts tags cut to 4 bytes (V10).
const TAG_OPTION = { authTagLength: TAG_BYTES } as const;
const CHUNK_BYTES = 256 * 1024;

/** The pieces one behind the other. Each chunk is good until the next; their buffer is zeroed then. */
function* stagedChunks({ pieces, length }: Layout): Generator<Buffer> {
  const staging = wipeableBuffer(Math.min(CHUNK_BYTES, length));
  let filled = 0;
  try {
    for (const piece of pieces) {
      for (let from = 0; from < piece.length;) {
        const taken = Math.min(piece.length - from, staging.length - filled);
        staging.set(piece.subarray(from, from + taken), filled);
        from += taken;
        filled += taken;
        if (filled < staging.length) continue;
        yield staging;
        filled = 0;
      }
    }
    if (filled > 0) yield staging.subarray(0, filled);
  } finally {
    giveBack(staging);
  }
}

function* chunksOf(bytes: Buffer): Generator<{ readonly at: number; readonly chunk: Buffer }> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield { at, chunk: bytes.subarray(at, at + CHUNK_BYTES) };
  }
}

/** Puts bytes at the end of a file, and shows them where they lie until the next are put there. */
export type Append = (bytes: Uint8Array) => Promise<Buffer>;

/**
 * Appends nonce (12) | ciphertext | tag (16). What was appended is opened again from where it lies, by the
 * key that `keyAgain` is: false unless it authenticates and is exactly `plain`.
 */
export async function sealPaced(
  { key, keyAgain, aad }: { readonly key: Buffer; readonly keyAgain: Buffer; readonly aad: Buffer },
  plain: Layout,
  append: Append,
  pace: Pace,
): Promise<boolean> {
  const nonce = randomBytesOwn(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, TAG_OPTION);
  cipher.setAAD(aad);
  const written = await append(nonce);
  const decipher = createDecipheriv(ALGORITHM, keyAgain, written, TAG_OPTION);
  decipher.setAAD(aad);
  let same = true;
  for (const chunk of stagedChunks(plain)) {
    const sealed = cipher.update(chunk);
    const opened = decipher.update(await append(sealed));
    same &&= opened.equals(chunk);
    giveBack(sealed);
    giveBack(opened);
    await pace.yieldToLoop();
  }
  cipher.final();
  decipher.setAuthTag(await append(cipher.getAuthTag()));
  return isAuthentic(decipher) && same;
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
    giveBack(opened);
    await pace.yieldToLoop();
  }
  if (isAuthentic(decipher)) return plain;
  giveBack(plain);
  return null;
}

/** SHA-256, 32 bytes (FIPS 180-4). The bytes must not change meanwhile. */
export async function sha256Paced(bytes: Buffer, pace: Pace): Promise<Buffer> {
  const hash = createHash('sha256');
  for (const { chunk } of chunksOf(bytes)) {
    hash.update(chunk);
    await pace.yieldToLoop();
  }
  return hash.digest();
}

function decipherOf(key: Uint8Array, aad: Uint8Array, sealed: Buffer): DecipherGCM {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, TAG_OPTION);
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
