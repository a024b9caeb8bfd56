// The only cryptography the vault uses: AES-256-GCM, HKDF-SHA-256, HMAC-SHA-256, SHA-256, random
// bytes (docs/reliability.md, "Primitives"). All of them exist in BoringSSL, so Electron has them too.
// Never decides what is sealed under which key; that is FORMAT.md's business.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomFillSync,
  timingSafeEqual,
  type DecipherGCM,
} from 'node:crypto';
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';
import { fitsQuickHkdf, quickHkdf } from './quick-hmac.ts';

/** Length of every key, in bytes. */
export const KEY_BYTES = 32;
/** Length of a nonce of AES-GCM, in bytes (NIST SP 800-38D section 8.2). */
export const NONCE_BYTES = 12;
/** Length of a tag of AES-GCM, in bytes. */
export const TAG_BYTES = 16;
/** Length of a block of AES, in bytes (FIPS 197). */
const BLOCK_BYTES = 16;
/** Length of a salt of HKDF, in bytes. */
export const SALT_BYTES = 32;
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

/**
 * Runs a call of node:crypto that takes a key as bytes. Node finds out that they are no KeyObject by two
 * exceptions that it catches itself; drawing up their stack traces takes longer than the cryptography.
 */
export function untraced<T>(work: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** Random bytes drawn for many nonces at once: asking for each takes as long as sealing a row. */
const nonces = wipeableBuffer(256 * NONCE_BYTES);
let noncesUsed = nonces.length;

/** Each is given once, and is no secret. Valid until the next call. */
function nextNonce(): Buffer {
  if (noncesUsed === nonces.length) {
    randomFillSync(nonces);
    noncesUsed = 0;
  }
  noncesUsed += NONCE_BYTES;
  return nonces.subarray(noncesUsed - NONCE_BYTES, noncesUsed);
}

/** nonce (12) | ciphertext | tag (16), with a fresh random nonce. */
export function sealBytes(key: Uint8Array, aad: Uint8Array, plain: Uint8Array): Buffer {
  const out = Buffer.alloc(plain.length + SEAL_OVERHEAD_BYTES);
  const nonce = out.subarray(0, NONCE_BYTES);
  nonce.set(nextNonce());
  const cipher = untraced(() => createCipheriv(ALGORITHM, key, nonce, TAG_OPTION));
  cipher.setAAD(aad);
  out.set(cipher.update(plain), NONCE_BYTES);
  cipher.final();
  out.set(cipher.getAuthTag(), NONCE_BYTES + plain.length);
  return out;
}

/** All it takes to open one sealed box, and nothing opened: its key is in it until it is used up. */
export type ReadyBox = DecipherGCM;

/** Null when it is too short to be one. */
export function readyToOpen(key: Uint8Array, aad: Uint8Array, sealed: Uint8Array): ReadyBox | null {
  if (sealed.length < SEAL_OVERHEAD_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = untraced(() => createDecipheriv(ALGORITHM, key, nonce, TAG_OPTION));
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return decipher;
}

/** Zeroes its key: the last step of a decipher gives its memory back, zeroed, also where it fails. */
export function discardReady(box: ReadyBox): void {
  try {
    untraced(() => box.final());
  } catch {
    // Nothing was opened, so nothing can authenticate.
  }
}

/**
 * Opens what may be a secret or a key: the plaintext in a buffer of its own, off the JavaScript heap, or null where
 * it does not authenticate. Once for each box.
 */
export function openReady(box: ReadyBox, sealed: Uint8Array): Buffer | null {
  const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES);
  const plain = wipeableBuffer(body.length);
  // SECURITY(S15): Node decrypts into memory that is a byte too long, hands on a copy that fits, and frees the
  // first without zeroing it (measured after lock: tokens and the data key, R12). Freeing writes over the first
  // bytes alone, and of one block those are all or most.
  for (let at = 0; at < body.length; at += BLOCK_BYTES) {
    const block = box.update(body.subarray(at, at + BLOCK_BYTES));
    plain.set(block, at);
    block.fill(0);
  }
  // GCM yields bytes before it has checked the tag: nothing of them leaves this function.
  if (isAuthentic(box)) return plain;
  plain.fill(0);
  return null;
}

/** Opens what is neither a secret nor a key, in one piece; null when it does not authenticate. */
export function openBytes(key: Uint8Array, aad: Uint8Array, sealed: Uint8Array): Buffer | null {
  const box = readyToOpen(key, aad, sealed);
  const plain = box?.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES));
  if (box === null || plain === undefined) return null;
  if (isAuthentic(box)) return plain;
  plain.fill(0);
  return null;
}

/** The last step of a decipher (NIST SP 800-38D section 7.2): false where the tag does not fit what it was given. */
export function isAuthentic(box: ReadyBox): boolean {
  try {
    box.final();
    return true;
  } catch {
    return false;
  }
}

/** HKDF-SHA-256 (RFC 5869): 32 bytes, the caller's to zero. */
export function hkdf(key: Uint8Array, salt: Uint8Array, label: string): Buffer {
  if (fitsQuickHkdf(key, salt, label)) return quickHkdf(key, salt, label);
  return Buffer.from(untraced(() => hkdfSync('sha256', key, salt, label, KEY_BYTES)));
}

/** HMAC-SHA-256 (RFC 2104) of the parts, one behind the other: 32 bytes. */
export function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  const mac = untraced(() => createHmac('sha256', key));
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
