// The estimator is conservative: what people choose scores low, what dice choose scores what dice give.
import fc from '../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { MIN_PASSPHRASE_BITS } from '../../electron/shared/unlock/entry-contract.ts';
import { passphraseBits } from '../../electron/shared/unlock/passphrase-strength.ts';

const bits = (text: string): number => passphraseBits(new TextEncoder().encode(text));

describe('passphrase strength', () => {
  it.each([
    'password',
    'Passw0rd!2024',
    'correct horse battery staple',
    'Tr0ub4dor&3',
    'qwertyuiopasdfghjklzxcvbnm',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'passwordpasswordpasswordpassword',
    '12.03.1987 31.12.1999',
    'summer2024winter2025',
    'hunter2hunter2hunter2',
    '1qaz2wsx3edc4rfv',
  ])('refuses %s', (text) => {
    expect(bits(text)).toBeLessThan(MIN_PASSPHRASE_BITS);
  });

  it.each([
    'umbrella copper tangent violin mosaic',
    'moist-anvil-pretzel-gravity-onyx',
    'kQzv7Lw2Rt9xYp4N',
    '9f8e7d6c5b4a39281706f5e4d3c2b1a0',
  ])('accepts %s', (text) => {
    expect(bits(text)).toBeGreaterThanOrEqual(MIN_PASSPHRASE_BITS);
  });

  it('is 0 for nothing and finite for anything', () => {
    expect(bits('')).toBe(0);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const before = [...bytes];
        const found = passphraseBits(bytes);
        expect(Number.isFinite(found) && found >= 0).toBe(true);
        expect([...bytes]).toEqual(before);
      }),
    );
  });

  it('never counts more than the characters could give', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(bits(text)).toBeLessThanOrEqual(text.length * Math.log2(159) + 0.1);
      }),
    );
  });

  it('gains next to nothing from repetition', () => {
    expect(bits('xkcdvq'.repeat(6))).toBeLessThan(bits('xkcdvq') + 20);
  });

  it('measures 4,096 bytes with less than 50 ms of work', () => {
    const long = new TextEncoder().encode('Zx7 '.repeat(1024));
    // Of this thread alone, and the quickest of five: what else the machine does is no reason to fail.
    const workedMs = [1, 2, 3, 4, 5].map(() => {
      const started = process.threadCpuUsage();
      passphraseBits(long);
      const { user, system } = process.threadCpuUsage(started);
      return (user + system) / 1_000;
    });
    expect(Math.min(...workedMs)).toBeLessThan(50);
  });
});
