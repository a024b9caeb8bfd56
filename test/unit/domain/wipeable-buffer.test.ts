// Buffers of which zeroing leaves nothing: each has memory of its own, and joining wipes the parts.
import { describe, expect, it } from 'vitest';
import {
  giveBack,
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

describe('a buffer given back', () => {
  it('is gone with every view of it', () => {
    const buffer = wipeableBuffer(4096);
    const view = buffer.subarray(7, 9);
    giveBack(buffer);
    expect([buffer.length, view.length]).toEqual([0, 0]);
  });

  it('is zeroed alone where others share its memory', () => {
    const shared = wipeableBuffer(8).fill(1);
    giveBack(shared.subarray(2, 4));
    expect([...shared]).toEqual([1, 1, 0, 0, 1, 1, 1, 1]);
  });
});
