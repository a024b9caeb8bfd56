// Which figures a run owes, and how what it measured joins what other runs did. Each run has figures of
// its own, with the moment they were joined: a run that measures fewer neither hides nor replaces those
// of another.
import type { Figure } from './figures.ts';

/** As they are typed. */
export type Run = 'npm run test:all' | 'npm run chaos' | 'npm run chaos -- short';

export interface Result extends Figure {
  readonly run: Run;
  /** When they were joined, ISO 8601 in UTC. */
  readonly at: string;
}

const upTo = (last: number): readonly string[] =>
  Array.from({ length: last }, (_, index) => `R${index + 1}`);
const ALL = [...upTo(16), 'R18', 'R22', 'V12'];

/** The short size is what its R20 times: the vault, its memory and the leaks. `npm run test:all` has the rest. */
export const OWED: Readonly<Record<Run, readonly string[]>> = {
  'npm run test:all': ALL,
  'npm run chaos': ALL,
  'npm run chaos -- short': [...upTo(12), 'R14', 'R18'],
};

/** Whether a test of this source measures a figure that the run owes. */
export const measuresFor = (run: Run, source: string): boolean =>
  [...source.matchAll(/\bid: '([RV]\d+)'/g)].some(([, id = '']) => OWED[run].includes(id));

export const missingOf = (run: Run, figures: readonly Figure[]): readonly string[] =>
  OWED[run].filter((id) => !figures.some((figure) => figure.id === id));

/** In place of what the same run measured before. What names no run, as once, is left out. */
export const joined = (
  before: readonly Result[],
  run: Run,
  figures: readonly Figure[],
  at: string,
): readonly Result[] => [
  ...before.filter((each) => each.run in OWED && each.run !== run),
  ...figures.map((figure) => ({ ...figure, run, at })),
];
