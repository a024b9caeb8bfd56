// The recovery key as text: what a person may type, and what is told from a slip.
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import {
  newRecoveryKey,
  parseRecoveryKey,
  recoveryKeyText,
} from '../../../electron/main/vault/recovery-key.ts';
import { secret, textOf } from './vault-samples.ts';

const key = (bytes: Uint8Array): SecretBytes => SecretBytes.take(Buffer.from(bytes));
const hexOf = (opened: SecretBytes | null): string | null =>
  opened?.use((bytes) => bytes.toString('hex')) ?? null;
const textOfKey = (bytes: Uint8Array): string => textOf(recoveryKeyText(key(bytes)));

describe('recovery key', () => {
  it('is nine groups of four characters that nobody confuses', () => {
    const text = textOf(recoveryKeyText(newRecoveryKey()));
    expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(textOfKey(Buffer.alloc(20))).toMatch(/^(0000-){8}/);
    expect(textOfKey(Buffer.alloc(20, 255))).toMatch(/^(ZZZZ-){8}/);
  });

  it('comes back from any spelling of it', () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
    const property = fc.property(bytes, (drawn) => {
      const hex = Buffer.from(drawn).toString('hex');
      const text = textOfKey(drawn);
      const spellings = [
        text,
        text.toLowerCase(),
        text.replaceAll('-', ''),
        ` ${text.replaceAll('-', '  ')}\r\n`,
        text.replaceAll('0', 'O').replaceAll('1', 'l'),
        text.replaceAll('0', 'o').replaceAll('1', 'I'),
      ];
      return spellings.every((each) => hexOf(parseRecoveryKey(secret(each))) === hex);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('is told from a slip: every other character, every swap, every length', () => {
    const text = textOf(recoveryKeyText(newRecoveryKey())).replaceAll('-', '');
    let tried = 0;
    for (let at = 0; at < text.length; at += 1) {
      for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
        if (other === text[at]) continue;
        tried += 1;
        const slip = text.slice(0, at) + other + text.slice(at + 1);
        expect(parseRecoveryKey(secret(slip))).toBeNull();
      }
    }
    expect(tried).toBe(36 * 31);
    const swaps = Array.from(text.slice(1), (next, at) => {
      return `${text.slice(0, at)}${next}${text[at]}${text.slice(at + 2)}`;
    }).filter((each) => each !== text);
    for (const swapped of swaps) expect(parseRecoveryKey(secret(swapped))).toBeNull();
    for (const wrong of ['', text.slice(1), `${text}0`, `${text.slice(1)}U`, ' '.repeat(300)]) {
      expect(parseRecoveryKey(secret(wrong))).toBeNull();
    }
  });

  it('has 160 bits that never repeat', () => {
    const seen = new Set(Array.from({ length: 200 }, () => hexOf(newRecoveryKey())));
    expect(seen.size).toBe(200);
  });
});
