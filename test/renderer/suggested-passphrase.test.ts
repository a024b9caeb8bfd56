// Suggested passphrases: words drawn evenly, and as strong as is said.
import { describe, expect, it } from 'vitest';
import { MIN_PASSPHRASE_BITS } from '../../electron/shared/unlock/entry-contract.ts';
import { passphraseBits } from '../../electron/shared/unlock/passphrase-strength.ts';
import {
  SUGGESTED_BITS,
  suggestPassphrase,
} from '../../renderer/secret-entry/suggested-passphrase.ts';

/** Draws these numbers in turn, over and over. */
const drawing = (...numbers: readonly number[]): (() => number) => {
  let at = 0;
  return () => numbers[at++ % numbers.length] ?? 0;
};

describe('a suggested passphrase', () => {
  it('is long enough to be taken, by the bits that are said and by the estimate', () => {
    expect(SUGGESTED_BITS).toBeGreaterThanOrEqual(MIN_PASSPHRASE_BITS);
    for (let time = 0; time < 50; time += 1) {
      const bits = passphraseBits(new TextEncoder().encode(suggestPassphrase()));
      expect(bits).toBeGreaterThanOrEqual(MIN_PASSPHRASE_BITS);
    }
  });

  it('takes the word that the number names', () => {
    const [first, second] = suggestPassphrase(drawing(0, 1)).split(' ');
    expect(first).not.toBe(second);
    expect(suggestPassphrase(drawing(0))).toBe(Array(7).fill(first).join(' '));
  });

  it('draws again where a number would favour the first words', () => {
    const beyond = 2 ** 32 - 1;
    expect(suggestPassphrase(drawing(beyond, 1))).toBe(suggestPassphrase(drawing(1)));
  });
});
