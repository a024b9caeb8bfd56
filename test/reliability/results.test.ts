// What a run of the reliability tests leaves in results.json, and which files the short one is made of.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Figure } from './support/figures.ts';
import { LEFT_OUT, OWED, failuresOf, joined, measuresFor, missingOf } from './support/results.ts';

const figure = (id: string, tried = 1): Figure => ({
  id,
  what: `what ${id} measures`,
  tried,
  bad: 0,
  goal: 'none bad',
  holds: true,
  seed: null,
});

describe('the results of the reliability tests', () => {
  it('hold what each run measured, and when, whichever ran last', () => {
    const tested = joined([], 'npm run test:all', [figure('R1'), figure('R13')], 'monday');
    const short = joined(tested, 'npm run chaos -- short', [figure('R1', 2)], 'tuesday');
    const said = (results: typeof short) =>
      results.map(({ id, tried, run, at }) => [id, tried, run, at].join(', '));
    expect(said(short)).toEqual([
      'R1, 1, npm run test:all, monday',
      'R13, 1, npm run test:all, monday',
      'R1, 2, npm run chaos -- short, tuesday',
    ]);
    expect(said(joined(short, 'npm run test:all', [figure('R1', 3)], 'wednesday'))).toEqual([
      'R1, 2, npm run chaos -- short, tuesday',
      'R1, 3, npm run test:all, wednesday',
    ]);
  });

  it('miss what this run owes and did not measure, though another did', () => {
    const owed = OWED['npm run chaos -- short'].map((id) => figure(id));
    expect(missingOf('npm run chaos -- short', owed)).toEqual([]);
    expect(missingOf('npm run chaos -- short', owed.slice(1))).toEqual(['R1']);
    expect(missingOf('npm run test:all', owed)).toEqual(['R13', 'R15', 'R16', 'R17', 'R22', 'V12']);
  });

  it('say of each promised figure that it is owed, or by whom and why not', () => {
    const document = readFileSync(
      path.join(import.meta.dirname, '../../docs/reliability.md'),
      'utf8',
    );
    const promised = [...document.matchAll(/^\| (R\d+) /gm)].map(([, id]) => id);
    expect(promised).toHaveLength(22);
    for (const run of Object.keys(OWED) as (keyof typeof OWED)[]) {
      const said = [...OWED[run], ...Object.keys(LEFT_OUT[run])];
      expect(said).toHaveLength(promised.length + 1);
      expect(new Set(said)).toEqual(new Set([...promised, 'V12']));
    }
    expect(OWED['npm run test:all']).toContain('R17');
    expect(OWED['npm run chaos']).toEqual(expect.arrayContaining(['R17', 'R20']));
  });

  it('fail for what does not hold, and not for what could not be measured', () => {
    const late = { ...figure('R1'), what: 'saves', holds: false };
    const unrun = { ...figure('R12', 0), holds: false };
    expect(failuresOf([figure('R2'), late, unrun])).toEqual([late]);
  });

  it('are measured in the short size by files for all that it owes but the leak sweep', () => {
    // R20 is the time of the whole.
    const ids = OWED['npm run chaos -- short'].filter((id) => !['R14', 'R20'].includes(id));
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
      .filter((source) => measuresFor('npm run chaos -- short', source));
    expect(ids.filter((id) => !files.some((source) => source.includes(`id: '${id}'`)))).toEqual([]);
    expect(measuresFor('npm run chaos -- short', "recordFigure({ id: 'R17' })")).toBe(false);
  });
});
