// Frames come out whole, however the bytes that carry them are cut, and leave nothing behind.
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import {
  createFrameReader,
  FRAME_BYTES,
  frameOf,
  frameType,
  h2Error,
  unpadded,
  wordsOf,
} from '../../../electron/main/gateway/h2-frames.ts';

const frames = fc.array(
  fc.record({
    type: fc.nat(255),
    flags: fc.nat(255),
    streamId: fc.nat(2 ** 31 - 1),
    payload: fc.uint8Array({ maxLength: 40 }),
  }),
  { maxLength: 6 },
);

describe('frames', () => {
  it('are the same in whatever pieces they come, and the pieces are zeroed', () => {
    fc.assert(
      fc.property(frames, fc.integer({ min: 1, max: 60 }), (sent, pieceBytes) => {
        const seen: unknown[] = [];
        const reader = createFrameReader(({ payload, ...rest }) => {
          seen.push({ ...rest, payload: new Uint8Array(payload) });
          return null;
        });
        const bytes = Buffer.concat(
          sent.map(({ type, flags, streamId, payload }) => frameOf(type, flags, streamId, payload)),
        );
        for (let at = 0; at < bytes.length; at += pieceBytes) {
          expect(reader.feed(bytes.subarray(at, at + pieceBytes))).toBeNull();
        }
        expect(seen).toEqual(sent);
        expect(bytes.every((byte) => byte === 0)).toBe(true);
      }),
    );
  });

  it('may be as long as every endpoint takes, and no longer', () => {
    const take = (length: number): number | null =>
      createFrameReader(() => null).feed(frameOf(frameType.data, 0, 1, Buffer.alloc(length)));
    expect([take(FRAME_BYTES), take(FRAME_BYTES + 1)]).toEqual([null, h2Error.frameSize]);
  });

  it('too long are refused by their head, before anything is kept of them', () => {
    const reader = createFrameReader(() => null);
    const long = frameOf(frameType.data, 0, 1, Buffer.alloc(FRAME_BYTES + 1));
    expect(reader.feed(long.subarray(0, 8))).toBeNull();
    expect([reader.feed(Buffer.from([1])), reader.feed(Buffer.from([0]))]).toContain(
      h2Error.frameSize,
    );
  });

  it('behind one that was refused are not read', () => {
    let taken = 0;
    const reader = createFrameReader(() => {
      taken += 1;
      return h2Error.protocol;
    });
    const two = Buffer.concat([frameOf(6, 0, 0), frameOf(6, 0, 0)]);
    expect(reader.feed(two)).toBe(h2Error.protocol);
    expect(taken).toBe(1);
  });

  it('give their padding up, and must have as much as they say', () => {
    const padded = Buffer.from([2, 7, 0, 0]);
    expect(unpadded(padded, 8)).toEqual(Buffer.from([7]));
    expect(unpadded(padded, 0)).toEqual(padded);
    expect(unpadded(Buffer.from([4, 7, 0, 0]), 8)).toBeNull();
    expect(unpadded(Buffer.alloc(0), 8)).toBeNull();
    expect(unpadded(Buffer.from([0]), 8)).toEqual(Buffer.alloc(0));
  });

  it('carry whole numbers of 32 bits', () => {
    expect(wordsOf(1, 2 ** 31).toString('hex')).toBe('0000000180000000');
  });
});
