// The digest a search knows its texts by, beside Node's own HMAC.
import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyedDigest } from '../../../electron/main/secret-scan/keyed-digest.ts';

describe('the keyed digest', () => {
  const key = randomBytes(32);
  const digest = createKeyedDigest(key);

  it.each([0, 1, 8, 63, 64, 65, 200, 16_384, 3])('is HMAC-SHA-256 of %i bytes', (length) => {
    const text = randomBytes(length);
    expect(digest.of(text)).toBe(createHmac('sha256', key).update(text).digest('binary'));
  });

  it('is another one once its key is wiped', () => {
    const wiped = createKeyedDigest(key);
    const before = wiped.of(Buffer.from('text'));
    wiped.wipe();
    expect(wiped.of(Buffer.from('text'))).not.toBe(before);
  });
});
