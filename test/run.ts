// `npm test`: every check and every test, in order, none skipped because an earlier one failed. Ends
// with a table and the line `N passed, N failed`; the exit code is 1 if anything failed.
// Names after `--` run only those steps: npm test -- vitest journeys.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { figuresFolder } from './reliability/support/figures.ts';
import { sweepsFolder } from './support/leakscan/sweep-record.ts';
import { playwrightCount, vitestCount, type Count } from './support/report-count.ts';
import { hostSentence, testHost } from './support/test-host.ts';

interface Step {
  readonly name: string;
  /** A program, its path from node_modules, and its arguments. */
  readonly program: string;
  readonly args: readonly string[];
  /** Reads how many tests ran; absent for a check, which counts as one. */
  readonly report?: { readonly file: string; readonly count: (text: string) => Count };
  /** What earlier runs measured: this step measures it anew. */
  readonly clears?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const project = path.join(import.meta.dirname, '..');
const results = path.join(project, 'test-results');
const vitestReport = path.join(results, 'vitest.json');
const journeyReport = path.join(results, 'journeys.json');
const visibleReport = path.join(results, 'visible.json');

const steps: readonly Step[] = [
  { name: 'types', program: 'typescript/bin/tsc', args: ['--noEmit'] },
  { name: 'lint', program: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', program: 'prettier/bin/prettier.cjs', args: ['--check', '.'] },
  { name: 'build', program: 'vite/bin/vite.js', args: ['build', '--app', '--logLevel', 'warn'] },
  {
    name: 'vitest',
    program: 'vitest/vitest.mjs',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    report: { file: vitestReport, count: vitestCount },
    clears: figuresFolder,
  },
  {
    name: 'journeys',
    program: '@playwright/test/cli.js',
    args: ['test'],
    report: { file: journeyReport, count: playwrightCount },
    clears: sweepsFolder,
    env: { STRONGROOM_JOURNEY_REPORT: journeyReport },
  },
  {
    name: 'visible',
    program: '../test/visible-journeys.ts',
    args: [],
    report: { file: visibleReport, count: playwrightCount },
    env: { STRONGROOM_JOURNEY_REPORT: visibleReport },
  },
  // Last: it joins what the two steps before it measured.
  { name: 'figures', program: '../test/reliability/collect-figures.ts', args: ['npm test'] },
];

interface Outcome extends Count {
  readonly name: string;
  readonly seconds: string;
}

function run(step: Step): Outcome {
  process.stdout.write(`\n== ${step.name} ==\n`);
  if (step.report !== undefined) fs.rmSync(step.report.file, { force: true });
  if (step.clears !== undefined) fs.rmSync(step.clears, { recursive: true, force: true });
  const startedMs = performance.now();
  const program = path.join(project, 'node_modules', step.program);
  const { status } = spawnSync(process.execPath, [program, ...step.args], {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, ...step.env },
  });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const clean = status === 0;
  if (step.report === undefined) {
    const failures = clean ? [] : [step.name];
    return {
      name: step.name,
      seconds,
      passed: clean ? 1 : 0,
      failed: failures.length,
      skipped: 0,
      failures,
    };
  }
  const count = readCount(step.report);
  // A run that ended badly, or found nothing to run, has failed even where no single test says so.
  const none = count.passed + count.skipped === 0;
  const failed = count.failed === 0 && (!clean || none) ? 1 : count.failed;
  return { name: step.name, seconds, ...count, failed };
}

function readCount({ file, count }: NonNullable<Step['report']>): Count {
  try {
    return count(fs.readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [`no report in ${path.basename(file)}`] };
  }
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No such step: ${unknown.join(', ')}. Steps: ${steps.map((s) => s.name).join(', ')}.\n`,
  );
  process.exit(1);
}
fs.mkdirSync(results, { recursive: true });
const outcomes = steps
  .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  .map((step) => run(step));

const sum = (field: 'passed' | 'failed' | 'skipped'): number =>
  outcomes.reduce((total, one) => total + one[field], 0);
const row = (...cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => (at === 0 ? String(cell).padEnd(10) : String(cell).padStart(9))).join('');
const failures = outcomes.flatMap((one) =>
  one.failures.map((failure) => `${one.name}: ${failure.replaceAll(`${project}/`, '')}`),
);
const lines = [
  '',
  // At the end, where whoever reads the last page of a long log finds them.
  ...(failures.length > 0 ? ['Failed:', ...failures, ''] : []),
  row('step', 'passed', 'failed', 'skipped', 'seconds'),
  ...outcomes.map((one) => row(one.name, one.passed, one.failed, one.skipped, one.seconds)),
  '',
  hostSentence(testHost()),
  `${sum('passed')} passed, ${sum('failed')} failed`,
  '',
];
process.stdout.write(lines.join('\n'));
process.exitCode = sum('failed') === 0 ? 0 : 1;
