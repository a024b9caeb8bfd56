// How pairs are measured: interleaved in one run, the order reversed each time, medians, and a ratio for
// each repetition. Machines are noisy: only ratios count.

export interface Contestant<T> {
  readonly name: string;
  readonly run: (repetition: number) => Promise<T>;
}

/** Samples by name, in the order of the repetitions. */
export type Samples<T> = ReadonlyMap<string, readonly T[]>;

export async function interleaved<T>(
  contestants: readonly Contestant<T>[],
  repetitions: number,
): Promise<Samples<T>> {
  const samples = new Map<string, T[]>(contestants.map(({ name }) => [name, []]));
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const order = repetition % 2 === 0 ? contestants : contestants.toReversed();
    for (const { name, run } of order) samples.get(name)?.push(await run(repetition));
  }
  return samples;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The median of the ratios of each repetition both took part in. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  const pairs = Math.min(ours.length, theirs.length);
  return median(Array.from({ length: pairs }, (_, at) => (ours[at] ?? 0) / (theirs[at] ?? 1)));
}
