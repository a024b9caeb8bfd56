// Buffers of which zeroing leaves nothing: each has memory of its own, and joining wipes the parts.
import { describe, expect, it } from 'vitest';
import {
  joinAndWipe,
  wipeableBuffer,
  wipeableCopy,
} from '../../../electron/main/domain/wipeable-buffer.ts';

describe('a wipeable buffer', () => {
  it('has memory of its own, neither a pool nor the JavaScript heap', () => {
    for (const buffer of [wipeableBuffer(5), wipeableCopy(Buffer.from('abcde'))]) {
      expect([buffer.length, buffer.byteOffset, buffer.buffer.byteLength]).toEqual([5, 0, 5]);
    }
  });

  it('joins parts in order and zeroes them', () => {
    const parts = [Buffer.from('ab'), Buffer.from(''), Buffer.from('cde')];
    expect(joinAndWipe(parts).toString()).toBe('abcde');
    expect(Buffer.concat(parts).every((byte) => byte === 0)).toBe(true);
  });
});
