// Sealing and opening of bytes. What is sealed under which key is in record-seal.test.ts.
import { describe, expect, it } from 'vitest';
import { openBytes, randomBytesOwn, sealBytes } from '../../../electron/main/vault/primitives.ts';

describe('sealed bytes', () => {
  it.each([0, 1, 15, 16, 17, 64])('of %i bytes open as they were', (length) => {
    const [key, aad, plain] = [randomBytesOwn(32), Buffer.from('aad'), randomBytesOwn(length)];
    expect(openBytes(key, aad, sealBytes(key, aad, plain))).toEqual(plain);
  });

  it('do not open where a byte was changed', () => {
    const [key, aad] = [randomBytesOwn(32), Buffer.from('aad')];
    const sealed = sealBytes(key, aad, randomBytesOwn(64));
    for (const at of [0, 12, 40, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(openBytes(key, aad, changed)).toBeNull();
    }
  });
});
