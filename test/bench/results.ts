// What the bench found: rows for a machine (results.json) and the same for a person (a table).
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { testHost } from '../support/test-host.ts';
import { chart } from './chart.ts';

export interface Row {
  readonly id: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What it is measured beside; null where it stands alone. */
  readonly versus: string | null;
  /** `value` by that. */
  readonly ratio: number | null;
  /** Null where there is none: the row is there to be compared with. */
  readonly goal: string | null;
  readonly holds: boolean | null;
}

export interface Machine {
  readonly date: string;
  readonly cores: number;
  readonly processor: string;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly openssl: string;
  readonly curl: string | null;
  readonly keepassxc: string | null;
  /** Runnable processes by cores when the bench began: above 1 the figures are worse than the code. */
  readonly loadPerCore: number;
  readonly leftOut: readonly string[];
  /** What a reader has to know about this run. */
  readonly notes: readonly string[];
}

export const row = (
  id: string,
  what: string,
  value: number,
  rest: Partial<Omit<Row, 'id' | 'what' | 'value'>> = {},
): Row => ({
  id,
  what,
  value: rounded(value),
  unit: rest.unit ?? 'ms',
  versus: rest.versus ?? null,
  ratio: rest.ratio === undefined || rest.ratio === null ? null : rounded(rest.ratio),
  goal: rest.goal ?? null,
  holds: rest.holds ?? null,
});

/** A row whose ratio must not exceed a limit. */
export const bounded = (
  id: string,
  what: string,
  value: number,
  beside: {
    readonly versus: string;
    readonly ratio: number;
    readonly most: number;
    readonly unit?: string;
  },
): Row =>
  row(id, what, value, {
    ...(beside.unit === undefined ? {} : { unit: beside.unit }),
    versus: beside.versus,
    ratio: beside.ratio,
    goal: `at most ${rounded(beside.most)}`,
    holds: beside.ratio <= beside.most,
  });

const STAND_IN =
  'The window ran on the stand-in host: every view crosses from main to the page through its message ' +
  'codec, in JavaScript, which Electron does natively. With 10,000 credentials that is a large part of ' +
  'what the main thread did; memory and start are those of the stand-in and its Chromium.';

/** The programs measured beside: what is missing is left out, and said. */
export function machine(programs: Pick<Machine, 'curl' | 'keepassxc'>): Machine {
  const cores = os.availableParallelism();
  return {
    date: new Date().toISOString().slice(0, 10),
    cores,
    processor: os.cpus()[0]?.model.trim() ?? 'unknown',
    memoryGib: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release().split('.').slice(0, 2).join('.')}`,
    node: process.version,
    openssl: process.versions.openssl ?? '',
    ...programs,
    loadPerCore: rounded((os.loadavg()[0] ?? 0) / cores),
    leftOut: Object.entries(programs)
      .filter(([, version]) => version === null)
      .map(([name]) => `${name} is not on this machine`),
    notes: testHost() === 'stand-in' ? [STAND_IN] : [],
  };
}

export function write(folder: string, rows: readonly Row[], facts: Machine): void {
  const pages = path.join(folder, 'results');
  mkdirSync(pages, { recursive: true });
  writeFileSync(path.join(folder, 'results.json'), `${JSON.stringify(rows, null, 2)}\n`);
  writeFileSync(path.join(pages, 'machine.json'), `${JSON.stringify(facts, null, 2)}\n`);
  writeFileSync(path.join(pages, 'README.md'), markdown(rows, facts));
  writeFileSync(path.join(pages, 'chart.svg'), chart(rows));
  const oxfmt = path.join(folder, '../../node_modules/oxfmt/bin/oxfmt');
  execFileSync(process.execPath, [oxfmt, folder]);
}

export function table(rows: readonly Row[]): string {
  const lines = rows.map((each) => [
    each.id,
    each.what,
    `${each.value} ${each.unit}`,
    each.versus ?? '',
    each.ratio === null ? '' : String(each.ratio),
    each.goal ?? '',
    verdict(each),
  ]);
  const all = [HEAD, ...lines];
  const widths = HEAD.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const HEAD = ['id', 'what', 'median', 'beside', 'ratio', 'goal for the ratio', ''];

function markdown(rows: readonly Row[], facts: Machine): string {
  const lines = rows.map(
    (each) =>
      `| ${each.id} | ${each.what} | ${each.value} ${each.unit} | ${each.versus ?? ''} | ${each.ratio ?? ''} | ${each.goal ?? ''} | ${verdict(each)} |`,
  );
  return [
    '# What `npm run bench` measured',
    '',
    `${facts.date}: ${facts.cores} cores (${facts.processor}), ${facts.memoryGib} GiB, ${facts.system}, Node ${facts.node}, OpenSSL ${facts.openssl}, ${facts.curl ?? 'no curl'}, ${facts.keepassxc ?? 'no keepassxc-cli'}. Load when it began: ${facts.loadPerCore} runnable processes a core.`,
    ...(facts.leftOut.length === 0 ? [] : ['', `Left out: ${facts.leftOut.join('; ')}.`]),
    ...facts.notes.flatMap((recordEvent) => ['', recordEvent]),
    '',
    'Medians; pairs interleaved in one run, the order reversed each time, the ratio taken per repetition. Machines are noisy: only ratios count. A row without a goal is there to be compared with.',
    '',
    '![Every goal, and how far from its limit the measurement is](chart.svg)',
    '',
    '| id | what | median | beside | ratio | goal | |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

function verdict({ holds }: Row): string {
  if (holds === null) return '';
  return holds ? 'holds' : 'DOES NOT HOLD';
}

function rounded(value: number): number {
  if (!Number.isFinite(value)) return 0;
  return Number(value.toPrecision(Math.abs(value) >= 100 ? 4 : 3));
}
