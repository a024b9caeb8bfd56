// A sort in slices: the same order as the sort of a list, and no turn of the event loop for all of it.
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
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

  it('lets the event loop turn while it sorts pieces, joins them, and hands the items out', async () => {
    // Each piece of work takes longer than a slice.
    let nowMs = 0;
    const time = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 100));
    const turns = vi.spyOn(globalThis, 'setImmediate');
    try {
      const items = Array.from({ length: 8 * 512 }, (_, at) => ({ key: (at * 7_919) % 20_003 }));
      const sorted = await slicedSort(items, byNumber);
      expect(sorted[0]).toEqual({ key: 0 });
      // Eight pieces, then three rounds over all of them, then the list in its order.
      expect(turns.mock.calls.length).toBeGreaterThanOrEqual(8 + 3 * 8 + 8);
    } finally {
      turns.mockRestore();
      time.mockRestore();
    }
  });
});
