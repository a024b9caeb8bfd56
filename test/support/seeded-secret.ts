// A secret that two processes can make without telling it each other: computed from a seed that is
// itself no part of it, in a buffer of its own. No copy arises on the way, unlike with any message.
import { createHmac } from 'node:crypto';

const ALPHABET = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

/** 40 characters. The caller owns the bytes. */
export function seededSecret(seed: string, name: string): Buffer {
  const numbers = createHmac('sha512', seed).update(name).digest();
  const secret = Buffer.from(new ArrayBuffer(40));
  for (let at = 0; at < secret.length; at++) {
    secret[at] = ALPHABET[(numbers[at] ?? 0) & 63] ?? 0;
  }
  return secret;
}

/** Hides what one of the two made itself on its way to the other: the same call shows it again. */
export function masked(seed: string, bytes: Uint8Array): Buffer<ArrayBuffer> {
  const mask = createHmac('sha512', seed).update('mask').digest();
  const other = Buffer.from(new ArrayBuffer(bytes.length));
  for (const [at, byte] of bytes.entries()) other[at] = byte ^ (mask[at] ?? 0);
  return other;
}
