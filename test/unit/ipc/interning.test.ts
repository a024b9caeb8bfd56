// Rows that are in the same moment hold one object of it, and few are kept for that.
import { describe, expect, it } from 'vitest';
import { createInterning } from '../../../electron/main/ipc/interning.ts';

interface Moment {
  readonly state: string;
  readonly renewal: { readonly nextAtMs: number } | null;
}

const at = (nextAtMs: number | null): Moment => ({
  state: 'active',
  renewal: nextAtMs === null ? null : { nextAtMs },
});

describe('shared moments', () => {
  it('are one object for all rows of which they are the same', () => {
    const moments = createInterning<Moment>();
    const first = moments.of(undefined, at(5));
    expect(moments.of(undefined, at(5))).toBe(first);
    expect(moments.of(at(6), at(5))).toBe(first);
  });

  it('stay what the row was in before, where that is the same', () => {
    const moments = createInterning<Moment>();
    const before = at(7);
    expect(moments.of(before, at(7))).toBe(before);
  });

  it('differ where anything in them does', () => {
    const moments = createInterning<Moment>();
    const before = moments.of(undefined, at(null));
    expect(moments.of(before, at(8))).toEqual(at(8));
    expect(moments.of(before, { ...at(null), state: 'expired' }).state).toBe('expired');
  });

  it('begin anew where they are many', () => {
    const moments = createInterning<Moment>();
    const first = moments.of(undefined, at(0));
    for (let n = 1; n < 100; n += 1) moments.of(undefined, at(n));
    expect(moments.of(undefined, at(0))).not.toBe(first);
  });
});
