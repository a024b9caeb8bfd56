// The figures of docs/reliability.md (R1 ...) as the tests measure them, in two sizes: the one of every commit, and the
// long one of `npm run chaos`.
import { runSeed } from '../../support/run-seed.ts';

export const sized = (perCommit: number, long: number): number =>
  process.env['STRONGROOM_CHAOS'] === 'long' ? long : perCommit;

export const seed = runSeed();

/** Prints a figure and how many cases it is from. To be called behind what the test expects: it does not judge. */
export function figureHolds(id: string, what: string, tried: number): void {
  console.log(`${id.padEnd(4)}holds: ${what}: ${tried} tried, seed ${seed}`);
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
