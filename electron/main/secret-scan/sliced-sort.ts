// Sorts a list whose length somebody else chose: in slices, between which the event loop turns. Stable, as the
// sort of a list is. Works on places in the list, so that nothing is left to be collected.
import { createPace } from '../domain/yield-to-loop.ts';

/** Items of one slice: some hundred microseconds of work. */
const SLICE = 512;

export async function slicedSort<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<readonly T[]> {
  const pace = createPace();
  const { length } = items;
  const order = (one: number, other: number): number =>
    compare(items[one] as T, items[other] as T) || one - other;
  let sorted = new Uint32Array(length);
  let merged = new Uint32Array(length);
  for (let start = 0; start < length; start += SLICE) {
    const slice = sorted.subarray(start, start + SLICE);
    for (let at = 0; at < slice.length; at += 1) slice[at] = start + at;
    slice.sort(order);
    await pace.yieldToLoop();
  }
  for (let run = SLICE; run < length; run *= 2) {
    for (let start = 0; start < length; start += 2 * run) {
      const middle = Math.min(start + run, length);
      const end = Math.min(middle + run, length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at += 1) {
        if (at % SLICE === 0) await pace.yieldToLoop();
        const isLeft =
          right === end || (left < middle && order(sorted[left] ?? 0, sorted[right] ?? 0) <= 0);
        merged[at] = sorted[isLeft ? left++ : right++] ?? 0;
      }
    }
    [sorted, merged] = [merged, sorted];
  }
  const inOrder: T[] = [];
  for (let at = 0; at < length; at += 1) {
    if (at % SLICE === 0) await pace.yieldToLoop();
    inOrder.push(items[sorted[at] as number] as T);
  }
  return inOrder;
}
