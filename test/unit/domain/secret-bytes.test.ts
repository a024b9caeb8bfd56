// A secret in memory prints as nothing and can be wiped.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';

const secretOf = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text));

describe('SecretBytes', () => {
  it('zeroes what it was made from', () => {
    const source = Buffer.from('canary');
    SecretBytes.take(source);
    expect(source.every((byte) => byte === 0)).toBe(true);
  });

  it('never prints its bytes', () => {
    const secret = secretOf('canary');
    const shown = [
      String(secret),
      JSON.stringify({ secret }),
      inspect({ secret }, { depth: 10, showHidden: true }),
    ].join(' ');
    expect(shown).not.toMatch(/canary|63 61 6e/);
  });

  it('is zero everywhere once wiped, and refuses to be used', () => {
    const secret = secretOf('canary');
    const seen = secret.use((bytes) => bytes);
    secret.wipe();
    expect(seen.every((byte) => byte === 0)).toBe(true);
    expect(() => secret.use(() => undefined)).toThrow('wiped');
  });

  it('copies into bytes of its own', () => {
    const secret = secretOf('canary');
    const copy = secret.copy();
    secret.wipe();
    expect(copy.use((bytes) => bytes.toString())).toBe('canary');
  });
});
