// The body of an answer as it is collected: whole however it is cut, bounded, and wiped where nobody wants it.
import { describe, expect, it } from 'vitest';
import { collectBody } from '../../../../electron/main/gateway/connections/collected-body.ts';

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

describe('a collected body', () => {
  it.each([1, 7, 4_096, 20_000])('is whole in pieces of %d bytes, each zeroed', (pieceBytes) => {
    const sent = Buffer.from(Array.from({ length: 20_000 }, (_, at) => at % 251));
    const collected = collectBody(20_000);
    for (let at = 0; at < sent.length; at += pieceBytes) {
      const piece = Buffer.from(sent.subarray(at, at + pieceBytes));
      expect([collected.take(piece), isZero(piece)]).toEqual([true, true]);
    }
    expect(collected.whole().equals(sent)).toBe(true);
  });

  it('takes no more than it may have, and keeps what came before', () => {
    const collected = collectBody(4);
    const more = Buffer.from('de');
    expect([collected.take(Buffer.from('abc')), collected.take(more)]).toEqual([true, false]);
    expect([isZero(more), collected.whole().toString()]).toEqual([true, 'abc']);
  });

  it('keeps nothing of what comes once it was handed on, and counts it', () => {
    const collected = collectBody(4);
    collected.take(Buffer.from('ab'));
    expect(collected.whole().toString()).toBe('ab');
    expect([collected.take(Buffer.from('cd')), collected.take(Buffer.from('e'))]).toEqual([
      true,
      false,
    ]);
    expect(collected.whole()).toHaveLength(0);
  });

  it('is empty once it is dropped', () => {
    const collected = collectBody(100);
    collected.take(Buffer.from('secret'));
    collected.drop();
    expect(collected.whole()).toHaveLength(0);
  });
});
