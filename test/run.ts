// `npm test`: what every change must pass. `npm run test:all` (`-- --all` here): what is long, too. Every step
// runs, also after one that failed. Ends with the slowest tests, a table and the line `N passed, N failed`; the
// exit code is 1 if anything failed. Other arguments name the only steps to run: npm test -- vitest journeys.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { playwrightCount, vitestCount, type Count } from './support/report-count.ts';
import { runSeed } from './support/run-seed.ts';
import { hostSentence, testHost } from './support/test-host.ts';
import { visiblePlanHere } from './support/visible-plan-here.ts';

interface Step {
  readonly name: string;
  /** `test`: in both commands. `all`: in `npm run test:all` alone. */
  readonly tier: 'test' | 'all';
  /** What a pass says something about. */
  readonly about: 'product' | 'stand-in';
  /** A program, its path from node_modules, and its arguments. */
  readonly program: string;
  readonly args: readonly string[];
  /** Reads how many tests ran; absent for a check, which counts as one. */
  readonly report?: { readonly file: string; readonly count: (text: string) => Count };
  readonly env?: Readonly<Record<string, string>>;
  /** Runs at the same time as its neighbours that say so, and prints when it ends. */
  readonly besideOthers?: true;
}

/** A step that prints nothing for so long is stuck: no test may take as long without a word. */
const SILENCE_LIMIT_MS = 12 * 60_000;

const project = path.join(import.meta.dirname, '..');
const results = path.join(project, 'test-results');
const given = process.argv.slice(2);
const isAll = given.includes('--all');
const chosen = given.filter((argument) => argument !== '--all');

const check = (name: string, program: string, ...args: readonly string[]): Step => ({
  name,
  tier: 'test',
  about: 'product',
  program,
  args,
  besideOthers: true,
});

function vitest(step: Pick<Step, 'name' | 'tier' | 'about'>, ...projects: readonly string[]): Step {
  const file = path.join(results, `${step.name}.json`);
  const names = projects.map((name) => `--project=${name}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return {
    ...step,
    program: 'vitest/vitest.mjs',
    args: ['run', ...names, ...reporters],
    report: { file, count: vitestCount },
  };
}

function playwright(step: Pick<Step, 'name' | 'tier' | 'about'>, ...args: readonly string[]): Step {
  const file = path.join(results, `${step.name}.json`);
  return {
    ...step,
    program: '@playwright/test/cli.js',
    // A folder of its own: a step would empty that of the one before, with the pictures of what failed.
    args: ['test', `--output=${path.join(results, `pages-${step.name}`)}`, ...args],
    report: { file, count: playwrightCount },
    env: {
      STRONGROOM_JOURNEY_REPORT: file,
      STRONGROOM_PICTURES: step.tier === 'all' ? 'every' : 'drawn',
      ...(isAll || process.env['STRONGROOM_HEAPS'] ? {} : { STRONGROOM_HEAPS: 'few' }),
    },
  };
}

/**
 * What runs elsewhere: long journeys in their own step of `npm run test:all`, and those of the main job in the windows
 * of the step after, where windows can be seen.
 */
const canBeSeen = visiblePlanHere().kind !== 'none';
const elsewhere = canBeSeen ? '@long|@visible' : '@long';

const inTest = { tier: 'test', about: 'product' } as const;
const inAll = { tier: 'all', about: 'product' } as const;
const ofHost = { tier: 'test', about: 'stand-in' } as const;

const steps: readonly Step[] = [
  check('types', 'typescript/bin/tsc', '--noEmit'),
  check('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  check('format', 'oxfmt/bin/oxfmt', '--check'),
  check('build', 'vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'),
  vitest({ name: 'vitest', ...inTest }, 'node', 'mocked', 'renderer', 'pseudo'),
  playwright({ name: 'journeys', ...inTest }, '--project=app', `--grep-invert=${elsewhere}`),
  {
    ...playwright({ name: 'visible', ...inTest }),
    program: '../test/visible-journeys.ts',
    args: [],
  },
  vitest({ name: 'stand-in', ...ofHost }, 'stand-in'),
  playwright({ name: 'host-contract', ...ofHost }, '--project=host'),
  vitest({ name: 'reliability', ...inAll }, 'reliability'),
  playwright({ name: 'screens', ...inAll }, '--project=screens'),
  playwright({ name: 'long-journeys', ...inAll }, '--project=app', '--grep=@long'),
];

interface Outcome extends Count {
  readonly step: Step;
  readonly seconds: string;
}

const running = new Set<ChildProcess>();

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running.forEach(endGroup);
    process.exit(1);
  });
}

async function run(step: Step, alone: boolean): Promise<Outcome> {
  if (alone) process.stdout.write(`\n== ${step.name} ==\n`);
  if (step.report !== undefined) fs.rmSync(step.report.file, { force: true });
  const startedMs = performance.now();
  const program = path.join(project, 'node_modules', step.program);
  const child = spawn(process.execPath, [program, ...step.args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...step.env },
    // A group of its own: what a stuck step has started ends with it.
    detached: true,
  });
  running.add(child);
  const printed: Buffer[] = [];
  const stuck = setTimeout(() => {
    const minutes = SILENCE_LIMIT_MS / 60_000;
    printed.push(
      Buffer.from(`${step.name} printed nothing for ${minutes} minutes and was ended.\n`),
    );
    if (alone) process.stdout.write(printed.at(-1) ?? '');
    endGroup(child);
    // Whoever left the group may hold its output open for ever.
    child.stdout.destroy();
    child.stderr.destroy();
  }, SILENCE_LIMIT_MS);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      stuck.refresh();
      if (alone) process.stdout.write(part);
      else printed.push(part);
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(stuck);
  running.delete(child);
  if (!alone) {
    process.stdout.write(`\n== ${step.name} ==\n`);
    process.stdout.write(Buffer.concat(printed));
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const clean = status === 0;
  if (step.report === undefined) {
    const failures = clean ? [] : [step.name];
    const passed = clean ? 1 : 0;
    return {
      step,
      seconds,
      passed,
      failed: failures.length,
      skipped: 0,
      failures,
      unsteady: [],
    };
  }
  const count = readCount(step.report);
  // A run that ended badly, or found nothing to run, has failed even where no single test says so.
  const none = count.passed + count.skipped === 0;
  const failed = count.failed === 0 && (!clean || none) ? 1 : count.failed;
  return { step, seconds, ...count, failed };
}

function readCount({ file, count }: NonNullable<Step['report']>): Count {
  try {
    return count(fs.readFileSync(file, 'utf8'));
  } catch {
    const failures = [`no report in ${path.basename(file)}`];
    return { passed: 0, failed: 0, skipped: 0, failures, unsteady: [] };
  }
}

const unknown = chosen.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No such step: ${unknown.join(', ')}. Steps: ${steps.map((s) => s.name).join(', ')}.\n`,
  );
  process.exit(1);
}
fs.mkdirSync(results, { recursive: true });
const replay = `STRONGROOM_SEED=${runSeed()} replays what this run draws by chance.`;
process.stdout.write(`${replay}\n`);
const wanted = steps.filter(({ name, tier }) =>
  chosen.length === 0 ? isAll || tier === 'test' : chosen.includes(name),
);
const outcomes: Outcome[] = [];
const settleBoth = wanted.filter(({ besideOthers }) => besideOthers === true);
outcomes.push(...(await Promise.all(settleBoth.map((step) => run(step, settleBoth.length === 1)))));
for (const step of wanted.filter((one) => !settleBoth.includes(one))) {
  outcomes.push(await run(step, true));
}

const sum = (field: 'passed' | 'failed' | 'skipped', of: readonly Outcome[]): number =>
  of.reduce((total, one) => total + one[field], 0);
const row = (...cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => (at === 0 ? String(cell).padEnd(14) : String(cell).padStart(9))).join('');
const toldOf = (which: 'failures' | 'unsteady'): readonly string[] =>
  outcomes.flatMap((one) =>
    one[which].map((text) => `${one.step.name}: ${text.replaceAll(`${project}/`, '')}`),
  );
const failures = toldOf('failures');
const unsteady = toldOf('unsteady');
const ofProduct = outcomes.filter(({ step }) => step.about === 'product');
const ofStandIn = outcomes.filter(({ step }) => step.about === 'stand-in');
const lines = [
  '',
  // At the end, where whoever reads the last page of a long log finds them.
  ...(failures.length > 0 ? ['Failed:', ...failures, ''] : []),
  ...(unsteady.length > 0 ? ['Passed only when repeated:', ...unsteady, ''] : []),
  row('step', 'passed', 'failed', 'skipped', 'seconds'),
  ...outcomes.map((one) => row(one.step.name, one.passed, one.failed, one.skipped, one.seconds)),
  '',
  replay,
  hostSentence(testHost()),
  `The stand-in itself, not counted below unless it failed: ${sum('passed', ofStandIn)} passed.`,
  `${sum('passed', ofProduct)} passed, ${sum('failed', outcomes)} failed, ` +
    `${sum('skipped', ofProduct)} skipped`,
  '',
];
process.stdout.write(lines.join('\n'));
process.exitCode = sum('failed', outcomes) === 0 ? 0 : 1;
