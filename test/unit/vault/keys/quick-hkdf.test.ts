// The quick HKDF gives what Node's gives, and keeps nothing of the key.
import { hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hkdf } from '../../../../electron/main/vault/keys/primitives.ts';
import { fitsQuickHkdf, quickHkdf } from '../../../../electron/main/vault/keys/quick-hkdf.ts';

const nodes = (key: Uint8Array, salt: Uint8Array, label: string): string =>
  Buffer.from(hkdfSync('sha256', key, salt, label, 32)).toString('hex');

describe('quickHkdf', () => {
  it('gives what Node gives for every length it takes', () => {
    for (let length = 0; length <= 192; length += 1) {
      const [key, salt] = [randomBytes(length), randomBytes(length % 65)];
      const label = 'é'.repeat(length % 32);
      expect(fitsQuickHkdf(key, salt, label)).toBe(true);
      expect(quickHkdf(key, salt, label).toString('hex')).toBe(nodes(key, salt, label));
    }
  });

  it.each([
    ['key', 193, 1, 1],
    ['salt', 32, 65, 1],
    ['label', 32, 32, 64],
  ])('leaves a longer %s to Node', (_what, keyBytes, saltBytes, labelLength) => {
    const [key, salt] = [randomBytes(keyBytes), randomBytes(saltBytes)];
    const label = 'l'.repeat(labelLength);
    expect(fitsQuickHkdf(key, salt, label)).toBe(false);
    expect(hkdf(key, salt, label).toString('hex')).toBe(nodes(key, salt, label));
  });

  it('does not change the key', () => {
    const key = randomBytes(32);
    const before = key.toString('hex');
    quickHkdf(key, randomBytes(32), 'label').fill(0);
    expect(key.toString('hex')).toBe(before);
  });
});
