// The attacks and the 120 cases of docs/reliability.md: each is named by the tests that show it, in their titles, or is on a list
// here with the reason why nothing, or not all of it, is shown (R13). A list that is out of date fails.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';
import { figureHolds } from './support/figures.ts';

const ALL = Array.from({ length: 120 }, (_, index) => index + 1);

/** Figures that no test of this folder measures, and who does. */
const elsewhere: Readonly<Record<string, string>> = {
  R11: 'npm run bench, beside a yardstick of the same run',
  R14: 'each journey, and test/journeys/leak-proof.journey.ts',
  R19: 'npm run mutants',
  R20: 'npm run chaos -- short',
  R21: 'test/security/s17-foreign-code.test.ts, with a packaged app',
};

const tests = sourceFiles('test').filter(({ name }) => /\.(?:test|journey)\.tsx?$/.test(name));

function shownCases(): ReadonlySet<number> {
  const shown = new Set<number>();
  for (const { text } of tests) {
    // At the beginning of a title, in brackets at its end, or behind another number.
    for (const [, numbers = ''] of text.matchAll(/['"`(]cases? (\d+(?:(?:, | and )\d+)*)/g)) {
      for (const number of numbers.split(/, | and /).map(Number)) shown.add(number);
    }
  }
  return shown;
}

describe('the figures of docs/reliability.md', () => {
  it('each have a test that measures them, or are measured elsewhere', () => {
    const file = path.join(import.meta.dirname, '../../docs/reliability.md');
    const promised = [...readFileSync(file, 'utf8').matchAll(/^\| (R\d+) /gm)].map(([, id]) => id);
    const measured = tests.flatMap(({ text }) =>
      [...text.matchAll(/figureHolds\(\s*'(R\d+)'/g)].map(([, id]) => id),
    );
    expect(promised).toHaveLength(22);
    expect(new Set([...measured, ...Object.keys(elsewhere)])).toEqual(new Set(promised));
  });
});

describe('the attacks on the vault file of docs/reliability.md', () => {
  it('V1 to V22 each have a test whose title names them', () => {
    const named = tests
      .flatMap(({ text }) => [...text.matchAll(/(?:\bit\(|\)\()\s*['"`]((?:V\d+(?:, | ))+)/g)])
      .flatMap(([, names = '']) => names.match(/V\d+/g) ?? []);
    const attacks = Array.from({ length: 22 }, (_, index) => `V${index + 1}`);
    expect(attacks.filter((attack) => !named.includes(attack))).toEqual([]);
  });
});

describe('the cases of docs/oauth-cases.md', () => {
  // Of case 11 in part: no field of docs/service.md (2.2, 2.4) could configure a resource.
  it('each have a test that names them, and no other number is one', () => {
    expect(shownCases()).toEqual(new Set(ALL));
    figureHolds('R13', 'cases with a test that names them', ALL.length);
  });
});
