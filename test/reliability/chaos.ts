// `npm run chaos`: the reliability tests in their long size, then the figures.
// STRONGROOM_SEED replays a run. `-- short` runs the size of every commit, of what measures R1 to R12 and R18, with one journey
// swept for leaks and the proof of the sweep itself (R14): the vault on a bad machine. The figures of the
// gateway (R13, R15 to R17, R22) and V12 are measured by `npm run test:all` and by the long size, which sweeps
// a few journeys; `npm run test:all` sweeps all of them.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sweepsFolder } from '../support/leakscan/sweep-record.ts';
import { runSeed } from '../support/run-seed.ts';
import { figuresFolder, recordFigure } from './support/figures.ts';
import { measuresFor, type Run } from './support/results.ts';

const project = path.join(import.meta.dirname, '../..');
const seed = String(runSeed());
const isShort = process.argv.includes('short');
const size = isShort ? 'short' : 'long';
const name: Run = isShort ? 'npm run chaos -- short' : 'npm run chaos';
for (const folder of [figuresFolder, sweepsFolder])
  rmSync(folder, { recursive: true, force: true });
process.stdout.write(`reliability, ${size} size, STRONGROOM_SEED=${seed}\n`);

const startedMs = performance.now();
const secondsPassed = (): number => (performance.now() - startedMs) / 1000;

/** Whether it ended well. What runs beside another step says all it has to say at its end. */
async function run(how: 'alone' | 'beside', ...args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: project,
    stdio: how === 'alone' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      STRONGROOM_SEED: seed,
      STRONGROOM_CHAOS: size,
      STRONGROOM_HEAPS: 'every',
    },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => said.push(part));
  const status = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  process.stdout.write(Buffer.concat(said));
  return status === 0;
}

const tool = (file: string): string => path.join(project, 'node_modules', file);
const here = 'test/reliability';
const measuring = readdirSync(path.join(project, here), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => path.join(here, file))
  .filter((file) => measuresFor(name, readFileSync(path.join(project, file), 'utf8')));
const vitest = [tool('vitest/vitest.mjs'), 'run'];
// Starting a worker for each file is a tenth of the short size; times are measured in a fresh one.
const tests = isShort
  ? [...vitest, '--project=reliability', '--no-isolate', ...measuring]
  : [...vitest, '--project=reliability', '--testTimeout=1800000', here];
const swept = isShort ? ['partner', '-g', 'R14|is offered instead'] : ['partner'];

/** Journeys wait most of the time: they run beside the tests, one at a time. */
async function journeys(): Promise<readonly boolean[]> {
  const playwright = [tool('@playwright/test/cli.js'), 'test', '--workers=1'];
  const build = await run('beside', tool('vite/bin/vite.js'), 'build', '--app', '--logLevel=warn');
  return [build, await run('beside', ...playwright, 'leak-proof', ...swept)];
}

const [sweeping, testing] = await Promise.all([journeys(), run('alone', ...tests)]);
// Figures of time, once nothing else is busy.
const timing = await run('alone', ...vitest, '--project=timed');
const measured = [...sweeping, testing, timing];
const secondsSoFar = secondsPassed();
const mostSeconds = isShort ? 90 : 1_800;
recordFigure({
  id: 'R20',
  what: `the whole set in its ${size} size: ${secondsSoFar.toFixed(0)} s`,
  tried: measured.length,
  bad: measured.filter((well) => !well).length,
  goal: `below ${mostSeconds} s on two cores`,
  holds: secondsSoFar < mostSeconds,
  seed: Number(seed),
});
const joinedWell = await run('alone', path.join(import.meta.dirname, 'collect-figures.ts'), name);
process.stdout.write(`${secondsPassed().toFixed(0)} s, STRONGROOM_SEED=${seed} replays this run\n`);
process.exitCode = joinedWell && measured.every(Boolean) ? 0 : 1;
