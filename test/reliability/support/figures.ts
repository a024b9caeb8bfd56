// The figures of docs/reliability.md (R1 ...) as the tests measure them: each is printed and written to a
// file of its own, and collect-figures.ts joins them into test/reliability/results.json. Two sizes:
// the one of every commit, and the long one of `npm run chaos`.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runSeed } from '../../support/run-seed.ts';

export interface Figure {
  readonly id: string;
  readonly what: string;
  /** How many cases were tried, and how many of them ended as they must not. */
  readonly tried: number;
  readonly bad: number;
  readonly goal: string;
  readonly holds: boolean;
  /** Replays the run where chance is involved (STRONGROOM_SEED); null where there is none. */
  readonly seed: number | null;
}

export const figuresFolder = path.join(import.meta.dirname, '../../../test-results/figures');

export const isLong = process.env['STRONGROOM_CHAOS'] === 'long';
export const sized = (perCommit: number, long: number): number => (isLong ? long : perCommit);

export const seed = runSeed();

export function recordFigure(figure: Figure): void {
  mkdirSync(figuresFolder, { recursive: true });
  // Numbers measured may stand in the words: the next run replaces this one's file all the same.
  // A version of HTTP is no measured number.
  const words = figure.what
    .replaceAll('HTTP/2', 'HTTP two')
    .replaceAll(/[^A-Za-z]+/g, '-')
    .slice(0, 120);
  const name = `${figure.id}-${words}`;
  writeFileSync(path.join(figuresFolder, `${name}.json`), JSON.stringify(figure));
  console.log(lineOf(figure));
}

/** A figure that this machine cannot measure stands among the others, and says so: nothing was tried. */
export const recordNotRun = (figure: Pick<Figure, 'id' | 'what' | 'goal'>, why: string): void =>
  recordFigure({
    ...figure,
    what: `${figure.what}, NOT RUN here: ${why}`,
    tried: 0,
    bad: 0,
    holds: false,
    seed: null,
  });

export const wasRun = ({ tried }: Figure): boolean => tried > 0;

export function lineOf(figure: Figure): string {
  const { id, what, tried, bad, goal, holds, seed: drawn } = figure;
  const verdict = wasRun(figure) ? (holds ? 'holds' : 'FAILS') : 'unrun';
  const replay = drawn === null ? '' : `, seed ${drawn}`;
  return `${id.padEnd(4)}${verdict}  ${what}: ${tried} tried, ${bad} bad (${goal}${replay})`;
}

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
export function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
