// The quick HMAC beside Node's own.
import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createQuickHmac } from '../../../../electron/main/vault/keys/quick-hmac.ts';

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
