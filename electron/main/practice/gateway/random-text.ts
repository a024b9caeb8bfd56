// Random text for practice secrets and tokens, made as bytes and never as a string: strings cannot be
// wiped. 43 characters of 6 random bits each: 258 bits.
import { randomBytes } from 'node:crypto';

const ALPHABET = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const LENGTH = 43;

/** The prefix, then 43 characters of the base64url alphabet, as ASCII bytes. */
export function randomText(prefix: string): Buffer {
  const random = randomBytes(LENGTH);
  const text = Buffer.alloc(prefix.length + LENGTH);
  text.write(prefix, 'ascii');
  for (const [index, byte] of random.entries()) {
    text[prefix.length + index] = ALPHABET[byte & 63] ?? 0;
  }
  random.fill(0);
  return text;
}
