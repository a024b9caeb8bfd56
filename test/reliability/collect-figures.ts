// Joins what the tests measured into test/reliability/results.json and prints it as a table. Fails
// where a figure does not hold, or where one that every run measures is missing.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { figuresFolder, lineOf, type Figure } from './support/figures.ts';

/** Times depend on what else the machine does: shown, and no reason to fail. */
const TIMED = ['R11'];
const EVERY_RUN = ['R1', 'R2', 'R3', 'R4', 'R6', 'R7', 'R8', 'R9', 'R10', 'R11', 'R18'];

const numberOf = ({ id }: Figure): number => Number(id.slice(1));
const names = readdirSync(figuresFolder).filter((name) => name.endsWith('.json'));
const figures = names
  .map((name) => JSON.parse(readFileSync(path.join(figuresFolder, name), 'utf8')) as Figure)
  .sort((a, b) => numberOf(a) - numberOf(b) || (a.what < b.what ? -1 : 1));
const missing = EVERY_RUN.filter((id) => !figures.some((figure) => figure.id === id));

const file = path.join(import.meta.dirname, 'results.json');
writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
const lines = [
  ...figures.map(lineOf),
  ...missing.map((id) => `${id.padEnd(4)}NOT RUN`),
  `${figures.filter(({ holds }) => holds).length} of ${figures.length} figures hold`,
  '',
];
process.stdout.write(lines.join('\n'));
process.exitCode =
  missing.length === 0 && figures.every(({ id, holds }) => holds || TIMED.includes(id)) ? 0 : 1;
