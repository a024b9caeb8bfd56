// Which figures a run owes, and how what it measured joins what other runs did. Each run has figures of
// its own, with the moment they were joined: a run that measures fewer neither hides nor replaces those
// of another.
import { wasRun, type Figure } from './figures.ts';

/** As they are typed. */
export type Run = 'npm run test:all' | 'npm run chaos' | 'npm run chaos -- short';

export interface Result extends Figure {
  readonly run: Run;
  /** When they were joined, ISO 8601 in UTC. */
  readonly at: string;
}

const upTo = (last: number): readonly string[] =>
  Array.from({ length: last }, (_, index) => `R${index + 1}`);
/** Every figure that is promised (docs/reliability.md). */
const PROMISED = [...upTo(22), 'V12'];

const PACKAGED = 'it needs a packaged app on Electron’s own binary, and no run here builds one';
const MUTANTS = 'npm run mutants measures it, and takes hours the first time';
const PACE =
  'npm run bench measures it, beside a yardstick of the same run: a busy machine turns no test red';
const GATEWAY = 'npm run test:all and npm run chaos measure it';
/** What a run does not measure, and why. All else it owes. */
export const LEFT_OUT: Readonly<Record<Run, Readonly<Record<string, string>>>> = {
  'npm run test:all': {
    R11: PACE,
    R19: MUTANTS,
    R20: 'npm run chaos -- short measures it: it is the time of that run',
    R21: PACKAGED,
  },
  'npm run chaos': { R11: PACE, R19: MUTANTS, R21: PACKAGED },
  // The size of every commit is what its R20 times: the vault, its memory and the leaks.
  'npm run chaos -- short': {
    R11: PACE,
    R13: GATEWAY,
    R15: GATEWAY,
    R16: GATEWAY,
    R17: GATEWAY,
    R19: MUTANTS,
    R21: PACKAGED,
    R22: GATEWAY,
    V12: GATEWAY,
  },
};

const owedBy = (run: Run): readonly string[] =>
  PROMISED.filter((id) => !Object.hasOwn(LEFT_OUT[run], id));

export const OWED: Readonly<Record<Run, readonly string[]>> = {
  'npm run test:all': owedBy('npm run test:all'),
  'npm run chaos': owedBy('npm run chaos'),
  'npm run chaos -- short': owedBy('npm run chaos -- short'),
};

/** Whether a test of this source measures a figure that the run owes. */
export const measuresFor = (run: Run, source: string): boolean =>
  [...source.matchAll(/\bid: '([RV]\d+)'/g)].some(([, id = '']) => OWED[run].includes(id));

export const missingOf = (run: Run, figures: readonly Figure[]): readonly string[] =>
  OWED[run].filter((id) => !figures.some((figure) => figure.id === id));

/** What was measured and does not hold. */
export const failuresOf = (figures: readonly Figure[]): readonly Figure[] =>
  figures.filter((figure) => wasRun(figure) && !figure.holds);

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
