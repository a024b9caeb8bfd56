// `npm run chaos`: the reliability tests in their long size, then the figures. STRONGROOM_SEED replays a
// run. `-- short` runs the size of every commit, of what measures a figure of R1 to R22 or V12: `npm test`
// runs the others too. Journeys have one size, which `npm test` runs: here a few of them are swept for
// leaks, in the short size one, beside the proof of the sweep itself.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sweepsFolder } from '../support/leakscan/sweep-record.ts';
import { figuresFolder, recordFigure } from './support/figures.ts';

const project = path.join(import.meta.dirname, '../..');
const seed = process.env['STRONGROOM_SEED'] ?? String(Date.now() % 1_000_000);
const size = process.argv.includes('short') ? 'short' : 'long';
for (const folder of [figuresFolder, sweepsFolder])
  rmSync(folder, { recursive: true, force: true });
process.stdout.write(`reliability, ${size} size, STRONGROOM_SEED=${seed}\n`);

const startedMs = performance.now();
const run = (...args: readonly string[]): number | null =>
  spawnSync(process.execPath, args, {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, STRONGROOM_SEED: seed, STRONGROOM_CHAOS: size },
  }).status;
const tool = (file: string): string => path.join(project, 'node_modules', file);
const longer = size === 'long' ? ['--testTimeout=1800000'] : [];
const swept = size === 'long' ? ['partner'] : ['partner', '-g', 'R14|is offered instead'];
const here = 'test/reliability';
const measuring = readdirSync(path.join(project, here), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => path.join(here, name))
  .filter((file) => /\bid: '[RV]\d/.test(readFileSync(path.join(project, file), 'utf8')));
const chosen = size === 'long' ? [here] : measuring;
const vitest = [tool('vitest/vitest.mjs'), 'run', ...longer];
// Starting a worker for each file is a tenth of the short size; times are measured in a fresh one.
const workers = size === 'long' ? [] : ['--no-isolate'];
const steps: readonly (readonly string[])[] = [
  [tool('vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'],
  [...vitest, '--project=node', ...workers, ...chosen],
  [...vitest, '--project=timed'],
  [tool('@playwright/test/cli.js'), 'test', 'leak-proof', ...swept],
];
const measured = steps.map((args) => run(...args));
const secondsSoFar = (performance.now() - startedMs) / 1000;
const mostSeconds = size === 'long' ? 1_800 : 90;
recordFigure({
  id: 'R20',
  what: `the whole set in its ${size} size: ${secondsSoFar.toFixed(0)} s`,
  tried: steps.length,
  bad: measured.filter((status) => status !== 0).length,
  goal: `below ${mostSeconds} s on two cores`,
  holds: secondsSoFar < mostSeconds,
  seed: Number(seed),
});
const results = [...measured, run(path.join(import.meta.dirname, 'collect-figures.ts'))];
const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
process.stdout.write(`${seconds} s, STRONGROOM_SEED=${seed} replays this run\n`);
process.exitCode = results.every((status) => status === 0) ? 0 : 1;
