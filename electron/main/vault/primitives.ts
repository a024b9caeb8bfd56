// The only cryptography the vault uses: AES-256-GCM, HKDF-SHA-256, HMAC-SHA-256, SHA-256, Argon2id, random
// bytes (docs/reliability.md, "Primitives"), and base64. All but Argon2id exist in BoringSSL, so Electron has them
// too. Never decides what is sealed under which key; that is FORMAT.md's business.
import {
  randomFillSync,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  createHmac,
  createHash,
  timingSafeEqual,
} from 'node:crypto';
import { wipeableBuffer, wipeableCopy } from '../domain/wipeable-buffer.ts';
import type { KdfCost } from './vault.ts';

/** Length of every key, in bytes. */
export const KEY_BYTES = 32;

/** Length of a nonce of AES-GCM, in bytes (NIST SP 800-38D section 8.2). */
export const NONCE_BYTES = 12;

/** Length of a tag of AES-GCM, in bytes. */
export const TAG_BYTES = 16;

/** Length of an answer of SHA-256, in bytes. */
export const HASH_BYTES = 32;

/** Bytes that `sealBytes` adds to its plaintext: nonce before, tag behind. */
export const SEAL_OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;

const ALGORITHM = 'aes-256-gcm';

// SECURITY(S23): without this option Node accepts tags cut to 4 bytes (V10).
const TAG_OPTION = { authTagLength: TAG_BYTES } as const;

/** Fresh random bytes in a buffer of their own, never a slice of Node's shared pool. */
export function randomBytesOwn(length: number): Buffer {
  return randomFillSync(wipeableBuffer(length));
}

/** nonce (12) | ciphertext | tag (16), with a fresh random nonce. */
export function sealBytes(key: Uint8Array, aad: Uint8Array, plain: Uint8Array): Buffer {
  const out = Buffer.alloc(plain.length + SEAL_OVERHEAD_BYTES);
  const nonce = randomFillSync(out.subarray(0, NONCE_BYTES));
  const cipher = createCipheriv(ALGORITHM, key, nonce, TAG_OPTION);
  cipher.setAAD(aad);
  out.set(cipher.update(plain), NONCE_BYTES);
  cipher.final();
  out.set(cipher.getAuthTag(), NONCE_BYTES + plain.length);
  return out;
}

/** The plaintext in a buffer of its own, the caller's to zero; null where it does not authenticate. */
export function openBytes(key: Uint8Array, aad: Uint8Array, sealed: Uint8Array): Buffer | null {
  if (sealed.length < SEAL_OVERHEAD_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, TAG_OPTION);
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const opened = decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES));
  const plain = wipeableCopy(opened);
  opened.fill(0);
  try {
    // GCM yields bytes before it has checked the tag: nothing of them leaves this function.
    decipher.final();
    return plain;
  } catch {
    plain.fill(0);
    return null;
  }
}

/** HKDF-SHA-256 (RFC 5869): 32 bytes, the caller's to zero. */
export function hkdf(key: Uint8Array, salt: Uint8Array, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, label, KEY_BYTES));
}

/** HMAC-SHA-256 (RFC 2104) of the parts, one behind the other: 32 bytes. */
export function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** SHA-256 (FIPS 180-4) of the parts, one behind the other: 32 bytes. */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Compares in time that says nothing of where they differ. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Associated data: every part behind its length in four bytes, so that no two lists look alike. */
export function associate(...parts: readonly (Uint8Array | string)[]): Buffer {
  let size = 0;
  for (const part of parts) {
    size += 4 + (typeof part === 'string' ? Buffer.byteLength(part, 'utf8') : part.length);
  }
  const joined = Buffer.alloc(size);
  let at = 0;
  for (const part of parts) {
    const start = at + 4;
    if (typeof part === 'string') at = start + joined.write(part, start, 'utf8');
    else {
      joined.set(part, start);
      at = start + part.length;
    }
    joined.writeUInt32BE(at - start, start - 4);
  }
  return joined;
}

/** The bytes, or null when the text is not the canonical spelling or not of an allowed length. */
export function decodeBase64(text: string, minBytes: number, maxBytes = minBytes): Buffer | null {
  if (text.length > Math.ceil(maxBytes / 3) * 4) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < minBytes || bytes.length > maxBytes) return null;
  return bytes.toString('base64') === text ? bytes : null;
}

/** The canonical spelling: RFC 4648 section 4, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The library's const enums are empty objects at run time: their numbers, spelt out. */
const ARGON2ID = 2;

const VERSION_0X13 = 1;

/** Argon2id (RFC 9106): 32 bytes. Rejects where the library cannot. */
export type Argon2id = (message: Uint8Array, salt: Uint8Array, cost: KdfCost) => Promise<Buffer>;

/** Loaded on first use, so that a missing native file is a failed self-test and not a dead app. */
export const nativeArgon2id: Argon2id = async (message, salt, cost) => {
  const { hashRaw } = await import('@node-rs/argon2');
  return await hashRaw(message, {
    algorithm: ARGON2ID,
    version: VERSION_0X13,
    memoryCost: cost.memoryKib,
    timeCost: cost.iterations,
    parallelism: cost.parallelism,
    outputLen: KEY_BYTES,
    salt,
  });
};
