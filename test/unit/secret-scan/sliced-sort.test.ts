// A sort in slices: the same order as the sort of a list, and no turn of the event loop for all of it.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slicedSort } from '../../../electron/main/secret-scan/sliced-sort.ts';

const byNumber = ({ key: one }: { key: number }, { key: other }: { key: number }): number =>
  one - other;

describe('a sort in slices', () => {
  it('brings everything into the order of a sort at once, equal ones as they came', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(40), { maxLength: 3_000, size: 'max' }), async (numbers) => {
        const items = numbers.map((key, at) => ({ key, at }));
        expect(await slicedSort(items, byNumber)).toEqual(items.toSorted(byNumber));
      }),
      { numRuns: 40 },
    );
  });

  it('lets the event loop turn meanwhile', async () => {
    let turns = 0;
    const count = setInterval(() => (turns += 1), 0);
    const items = Array.from({ length: 200_000 }, (_, at) => ({ key: (at * 7_919) % 200_003 }));
    const sorted = await slicedSort(items, byNumber);
    clearInterval(count);
    expect(sorted[0]).toEqual({ key: 0 });
    expect(turns).toBeGreaterThan(3);
  });
});
