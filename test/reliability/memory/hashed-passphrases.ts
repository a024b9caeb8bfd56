// The passphrases that hash-subject.ts hashes and memory-after-hash.test.ts looks for.
import { seededSecret } from '../../support/seeded-secret.ts';

/** In bytes: every size class of an allocator that a passphrase is likely to fall into. */
export const LENGTHS: readonly number[] = [12, 16, 20, 24, 28, 32, 40, 48, 64, 100, 128, 200, 512];
export const PER_LENGTH = 3;

/** The caller owns the bytes. No string on the way: it could not be wiped. */
export function passphraseOf(seed: string, length: number, index: number): Buffer {
  const pattern = seededSecret(seed, `${length} bytes, ${index}`);
  const passphrase = Buffer.from(new ArrayBuffer(length));
  for (let at = 0; at < length; at += 1) passphrase[at] = pattern[at % pattern.length] ?? 0;
  pattern.fill(0);
  return passphrase;
}
