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

  it('makes what is derived from it once', () => {
    const secret = secretOf('canary');
    const doubled = (bytes: Buffer): readonly Buffer[] => [Buffer.concat([bytes, bytes])];
    expect(secret.derived(doubled)[0]?.toString()).toBe('canarycanary');
    expect(secret.derived(doubled)).toBe(secret.derived(doubled));
  });

  it('zeroes what was derived from it once wiped, and derives no more', () => {
    const secret = secretOf('canary');
    const copied = (bytes: Buffer): readonly Buffer[] => [Buffer.from(bytes)];
    const [derived] = secret.derived(copied);
    secret.wipe();
    expect(derived?.every((byte) => byte === 0)).toBe(true);
    expect(() => secret.derived(copied)).toThrow('wiped');
  });
});
