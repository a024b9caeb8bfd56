// `npm run chaos`: the reliability tests in their long size, then the figures. STRONGROOM_SEED replays
// a run. `-- short` runs the size of every commit.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { figuresFolder } from './support/figures.ts';

const project = path.join(import.meta.dirname, '../..');
const seed = process.env['STRONGROOM_SEED'] ?? String(Date.now() % 1_000_000);
const size = process.argv.includes('short') ? 'short' : 'long';
rmSync(figuresFolder, { recursive: true, force: true });
process.stdout.write(`reliability, ${size} size, STRONGROOM_SEED=${seed}\n`);

const startedMs = performance.now();
const run = (...args: readonly string[]): number | null =>
  spawnSync(process.execPath, args, {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, STRONGROOM_SEED: seed, STRONGROOM_CHAOS: size },
  }).status;
const vitest = path.join(project, 'node_modules/vitest/vitest.mjs');
const longer = size === 'long' ? ['--testTimeout=1800000'] : [];
const tests = run(vitest, 'run', '--project=node', ...longer, 'test/reliability');
const figures = run(path.join(import.meta.dirname, 'collect-figures.ts'));
const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
process.stdout.write(`${seconds} s, STRONGROOM_SEED=${seed} replays this run\n`);
process.exitCode = tests === 0 && figures === 0 ? 0 : 1;
