// `npm run chaos`: the reliability tests in their long size. STRONGROOM_SEED replays a run. `-- short` runs the size of
// every commit, of what measures R1 to R12 and R18, with one journey swept for leaks and the proof of the sweep
// itself (R14): the vault on a bad machine, in less than 90 s (R20). The figures of the gateway (R13, R15 to R17, R22)
// and V12 are measured by `npm run test:all` and by the long size, which sweeps a few journeys; `npm run test:all`
// sweeps all of them.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { runSeed } from '../support/run-seed.ts';

const project = path.join(import.meta.dirname, '../..');
const seed = String(runSeed());
const isShort = process.argv.includes('short');
const size = isShort ? 'short' : 'long';
const mostSeconds = isShort ? 90 : 1_800;
process.stdout.write(`reliability, ${size} size, STRONGROOM_SEED=${seed}\n`);

const startedMs = performance.now();

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
const vitest = [tool('vitest/vitest.mjs'), 'run', '--project=reliability'];
// Starting a worker for each file is a tenth of the short size.
const tests = isShort
  ? [...vitest, '--no-isolate', 'vault-', 'argon2id', 'gateway-fuzz', 'memory-after']
  : [...vitest, '--testTimeout=1800000'];
const swept = isShort ? ['partner', '-g', 'R14|is offered instead'] : ['partner'];

/** Journeys wait most of the time: they run beside the tests, one at a time. */
async function journeys(): Promise<boolean> {
  const playwright = [tool('@playwright/test/cli.js'), 'test', '--workers=1'];
  const build = await run('beside', tool('vite/bin/vite.js'), 'build', '--app', '--logLevel=warn');
  return (await run('beside', ...playwright, 'leak-proof', ...swept)) && build;
}

const [sweeping, testing] = await Promise.all([journeys(), run('alone', ...tests)]);
const seconds = (performance.now() - startedMs) / 1000;
const isInTime = seconds < mostSeconds;
process.stdout.write(
  `R20: ${seconds.toFixed(0)} s of ${mostSeconds}, STRONGROOM_SEED=${seed} replays this run\n`,
);
process.exitCode = sweeping && testing && isInTime ? 0 : 1;
