// Joins what the tests measured (one file for each figure, one for each journey's leak sweep) into
// test/reliability/results.json and prints it as a table. Measures nothing itself. Fails where a figure
// does not hold, or where one that every run owes is missing.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sweepFigure, sweepsFolder, type Sweep } from '../support/leakscan/sweep-record.ts';
import { figuresFolder, lineOf, wasRun, type Figure } from './support/figures.ts';

/** Times depend on what else the machine does: shown, and no reason to fail. */
const isTime = ({ what }: Figure): boolean => /\d m?s$/.test(what);
const OWED = [...Array.from({ length: 16 }, (_, index) => `R${index + 1}`), 'R18', 'R22', 'V12'];

function readAll(folder: string): readonly unknown[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as unknown);
}

const numberOf = ({ id }: Figure): number => Number(id.slice(1));
const measured = readAll(figuresFolder) as readonly Figure[];
const sweeps = readAll(sweepsFolder) as readonly Sweep[];
const figures = [...measured, ...sweepFigure(sweeps)].toSorted(
  (a, b) => numberOf(a) - numberOf(b) || (a.what < b.what ? -1 : 1),
);
const missing = OWED.filter((id) => !figures.some((figure) => figure.id === id));
const run = figures.filter(wasRun);

const file = path.join(import.meta.dirname, 'results.json');
writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
const lines = [
  ...figures.map(lineOf),
  ...missing.map((id) => `${id.padEnd(4)}MISSING`),
  `${run.filter(({ holds }) => holds).length} of ${figures.length} figures hold, ` +
    `${figures.length - run.length} could not be measured on this machine`,
  '',
];
process.stdout.write(lines.join('\n'));
process.exitCode =
  missing.length === 0 && run.every((figure) => figure.holds || isTime(figure)) ? 0 : 1;
