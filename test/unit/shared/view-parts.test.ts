// The small schemas that the views share, as the page's own input is held against them.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../electron/shared/ipc-contract.ts';
import { list } from '../../../electron/shared/view-parts.ts';

/** Where an array stands in a schema whose items are looked at before its length. */
function unbounded(schema: unknown, place: string, isBounded = false): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const part = schema as { type?: unknown; pipe?: readonly unknown[] };
  if (part.pipe !== undefined) {
    const [first, second, ...rest] = part.pipe as { type?: unknown }[];
    if (first?.type === 'custom' && second?.type === 'array') {
      return [...unbounded(second, place, true), ...rest.flatMap((each) => unbounded(each, place))];
    }
    if (first !== schema) return part.pipe.flatMap((each) => unbounded(each, place));
  }
  const own = part.type === 'array' && !isBounded ? [place] : [];
  const { entries = {}, item, items, options, wrapped } = schema as Record<string, unknown>;
  const inside = [item, wrapped, ...Object.values(entries as object)];
  for (const each of [items, options]) if (Array.isArray(each)) inside.push(...(each as unknown[]));
  return [...own, ...inside.flatMap((each) => unbounded(each, place))];
}

describe('a list', () => {
  it('of too many is refused before one of them is looked at', () => {
    let looked = 0;
    const item = v.pipe(
      v.string(),
      v.check(() => {
        looked += 1;
        return true;
      }),
    );
    expect(v.safeParse(list(item, 2), ['a', 'b', 'c']).success).toBe(false);
    expect(looked).toBe(0);
    expect(v.safeParse(list(item, 2), ['a', 'b']).success).toBe(true);
    expect(v.safeParse(list(item, 2, 1), []).success).toBe(false);
  });

  it('is every array that a page may send', () => {
    const found = Object.entries(calls).flatMap(([name, { input }]) => unbounded(input, name));
    expect(found).toEqual([]);
  });
});
