// The quick HMAC beside Node's own.
import { createHmac, randomBytes, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createQuickHmac,
  fitsQuickHkdf,
  quickHkdf,
} from '../../../../electron/main/vault/keys/quick-hmac.ts';
import { hkdf } from '../../../../electron/main/vault/keys/primitives.ts';

const nodes = (key: Uint8Array, message: Uint8Array): Buffer =>
  createHmac('sha256', key).update(message).digest();

describe('the quick HMAC', () => {
  const key = randomBytes(32);
  const quick = createQuickHmac(key);

  it.each([0, 1, 55, 56, 64, 65, 191, 192, 193, 4_033, 20_000, 3])(
    'is HMAC-SHA-256 of %i bytes, whole and in parts',
    (size) => {
      const message = randomBytes(size);
      const parts = [message.subarray(0, 7), message.subarray(7, 50), message.subarray(50)];
      expect(quick.of(message)).toEqual(nodes(key, message));
      expect(quick.of(...parts)).toEqual(nodes(key, message));
    },
  );

  it.each([0, 1, 32, 64])('takes another key of %i bytes in the place of the first', (size) => {
    const [other, message] = [randomBytes(size), Buffer.from('text')];
    const changed = createQuickHmac(key);
    changed.of(randomBytes(500));
    changed.use(other);
    expect(changed.of(message)).toEqual(nodes(other, message));
  });

  it('is another one once its key is wiped', () => {
    const wiped = createQuickHmac(key);
    wiped.wipe();
    expect(wiped.of(Buffer.from('text'))).not.toEqual(nodes(key, Buffer.from('text')));
  });
});

const nodesHkdf = (key: Uint8Array, salt: Uint8Array, label: string): string =>
  Buffer.from(hkdfSync('sha256', key, salt, label, 32)).toString('hex');

describe('quickHkdf', () => {
  it('gives what Node gives for every length it takes', () => {
    for (let length = 0; length <= 192; length += 1) {
      const [key, salt] = [randomBytes(length), randomBytes(length % 65)];
      const label = 'é'.repeat(length % 32);
      expect(fitsQuickHkdf(key, salt, label)).toBe(true);
      expect(quickHkdf(key, salt, label).toString('hex')).toBe(nodesHkdf(key, salt, label));
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
    expect(hkdf(key, salt, label).toString('hex')).toBe(nodesHkdf(key, salt, label));
  });

  it('does not change the key', () => {
    const key = randomBytes(32);
    const before = key.toString('hex');
    quickHkdf(key, randomBytes(32), 'label').fill(0);
    expect(key.toString('hex')).toBe(before);
  });
});
