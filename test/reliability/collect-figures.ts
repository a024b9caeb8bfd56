// Joins what a run measured (one file for each figure, one for each journey's leak sweep) into
// test/reliability/results.json, beside what other runs measured, and prints it as a table. Measures
// nothing itself. Fails where a figure does not hold, a time as well, or where one that the run owes is missing.
// Argument: the run.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sweepFigure, sweepsFolder, type Sweep } from '../support/leakscan/sweep-record.ts';
import { figuresFolder, lineOf, wasRun, type Figure } from './support/figures.ts';
import {
  LEFT_OUT,
  OWED,
  failuresOf,
  joined,
  missingOf,
  type Result,
  type Run,
} from './support/results.ts';

const isRun = (text: string): text is Run => Object.hasOwn(OWED, text);

function readAll(folder: string): readonly unknown[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as unknown);
}

const [, , run = ''] = process.argv;
if (!isRun(run)) throw new Error(`no such run: ${run}`);
const numberOf = ({ id }: Figure): number => Number(id.slice(1));
const measured = readAll(figuresFolder) as readonly Figure[];
const sweeps = readAll(sweepsFolder) as readonly Sweep[];
const figures = [...measured, ...sweepFigure(sweeps)].toSorted(
  (a, b) => numberOf(a) - numberOf(b) || (a.what < b.what ? -1 : 1),
);
const missing = missingOf(run, figures);
const tried = figures.filter(wasRun);

const file = path.join(import.meta.dirname, 'results.json');
const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result[]) : [];
const results = joined(before, run, figures, new Date().toISOString());
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
const lines = [
  ...figures.map(lineOf),
  ...missing.map((id) => `${id.padEnd(4)}MISSING`),
  ...Object.entries(LEFT_OUT[run]).map(([id, why]) => `${id.padEnd(4)}NOT RUN by this run: ${why}`),
  `${tried.filter(({ holds }) => holds).length} of ${figures.length} figures hold, ` +
    `${figures.length - tried.length} could not be measured on this machine`,
  '',
];
process.stdout.write(lines.join('\n'));
process.exitCode = missing.length === 0 && failuresOf(figures).length === 0 ? 0 : 1;
