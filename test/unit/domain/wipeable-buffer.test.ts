// Buffers of which zeroing leaves nothing: each has memory of its own.
import { describe, expect, it } from 'vitest';
import { wipeableBuffer, wipeableCopy } from '../../../electron/main/domain/wipeable-buffer.ts';

describe('a wipeable buffer', () => {
  it('has memory of its own, neither a pool nor the JavaScript heap', () => {
    for (const buffer of [wipeableBuffer(5), wipeableCopy(Buffer.from('abcde'))]) {
      expect([buffer.length, buffer.byteOffset, buffer.buffer.byteLength]).toEqual([5, 0, 5]);
    }
  });
});
