// What a leak sweep searched and found, as a record of its own beside the test's other results, and the
// figure R14 made of all of them. Names and numbers alone: no secret is ever written down.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Figure } from '../../reliability/support/figures.ts';

export interface Sweep {
  /** The sinks searched: console, messages, files of the profile ... */
  readonly sinks: readonly string[];
  /** The forms each secret was searched in. */
  readonly encodings: readonly string[];
  readonly secrets: number;
  /** Secret, form and place of each hit. */
  readonly findings: readonly string[];
}

export const sweepsFolder = path.join(import.meta.dirname, '../../../test-results/sweeps');

/** `name` is unique to the run of the app that was swept. */
export function recordSweep(name: string, sweep: Sweep): void {
  mkdirSync(sweepsFolder, { recursive: true });
  writeFileSync(path.join(sweepsFolder, `${name}.json`), JSON.stringify(sweep));
}

/** One figure, or none where nothing was swept. */
export function sweepFigure(sweeps: readonly Sweep[]): readonly Figure[] {
  if (sweeps.length === 0) return [];
  const encodings = new Set(sweeps.flatMap((sweep) => sweep.encodings)).size;
  const sinks = new Set(sweeps.flatMap((sweep) => sweep.sinks)).size;
  const least = Math.min(...sweeps.map((sweep) => sweep.sinks.length));
  const tried = sweeps.reduce((sum, { secrets, sinks: own }) => sum + secrets * own.length, 0);
  const bad = sweeps.reduce((sum, { findings }) => sum + findings.length, 0);
  return [
    {
      id: 'R14',
      what: `leak sweep of ${sweeps.length} journeys, each secret in ${encodings} encodings and ${sinks} sinks`,
      tried,
      bad,
      goal: '0 hits in at least 6 encodings and 7 sinks',
      holds: bad === 0 && encodings >= 6 && least >= 7,
      seed: null,
    },
  ];
}
