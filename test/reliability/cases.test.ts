// The attacks and the 120 cases of docs/reliability.md: each is named by the tests that show it, in their titles, or is on a list
// here with the reason why nothing, or not all of it, is shown (R13). A list that is out of date fails.
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';
import { recordFigure } from './support/figures.ts';

const ALL = Array.from({ length: 120 }, (_, index) => index + 1);

/** No test, because there is nothing yet that could be tested. */
const notBuilt: Readonly<Record<number, string>> = {};

/** Shown in part: what is missing, and why. */
const inPart: Readonly<Record<number, string>> = {
  11: 'That none is sent, and that invalid_target is named. docs/service.md (2.2, 2.4) has no such field to configure.',
};

function shownCases(): ReadonlyMap<number, readonly string[]> {
  const shown = new Map<number, string[]>();
  const tests = sourceFiles('test').filter(({ name }) => /\.(?:test|journey)\.tsx?$/.test(name));
  for (const { name, text } of tests) {
    // At the beginning of a title, in brackets at its end, or behind another number.
    for (const [, numbers = ''] of text.matchAll(/['"`(]cases? (\d+(?:(?:, | and )\d+)*)/g)) {
      for (const number of numbers.split(/, | and /).map(Number)) {
        shown.set(number, [...new Set([...(shown.get(number) ?? []), name])]);
      }
    }
  }
  return shown;
}

describe('the attacks on the vault file of docs/reliability.md', () => {
  it('V1 to V22 each have a test whose title names them', () => {
    const named = sourceFiles('test')
      .filter(({ name }) => name.endsWith('.test.ts'))
      .flatMap(({ text }) => [...text.matchAll(/(?:\bit\(|\)\()\s*['"`]((?:V\d+(?:, | ))+)/g)])
      .flatMap(([, names = '']) => names.match(/V\d+/g) ?? []);
    const attacks = Array.from({ length: 22 }, (_, index) => `V${index + 1}`);
    expect(attacks.filter((attack) => !named.includes(attack))).toEqual([]);
  });
});

describe('the cases of docs/reliability.md', () => {
  const shown = shownCases();
  const listed = (list: Readonly<Record<number, string>>): readonly number[] =>
    Object.keys(list).map(Number);

  it('each have a test that names them, or a reason why there is none', () => {
    const waiting = listed(notBuilt);
    const missing = ALL.filter((number) => !shown.has(number) && !waiting.includes(number));
    const part = listed(inPart).length;
    recordFigure({
      id: 'R13',
      what: `cases with a test that names them, ${part} of them shown in part, ${waiting.length} not built yet`,
      tried: ALL.length - waiting.length,
      bad: missing.length,
      goal: 'every case that can occur',
      holds: missing.length === 0,
      seed: null,
    });
    expect(missing).toEqual([]);
  });

  it('are not called missing where they are shown, nor shown in part where nothing is', () => {
    expect(listed(notBuilt).filter((number) => shown.has(number))).toEqual([]);
    expect(listed(inPart).filter((number) => !shown.has(number))).toEqual([]);
  });

  it('are named by no number that does not exist', () => {
    expect([...shown.keys()].filter((number) => !ALL.includes(number))).toEqual([]);
  });
});
