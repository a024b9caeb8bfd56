// The count that `npm test` ends with.
import { describe, expect, it } from 'vitest';
import { playwrightCount, vitestCount } from '../support/report-count.ts';
import { slowestLines } from '../support/slowest-tests.ts';

const NAMES = ['passes', 'adds up', 'waits', 'is to come'];
const vitest = (files: readonly { status: string; tests: readonly string[] }[]): string => {
  const all = files.flatMap(({ tests }) => tests);
  const count = (status: string): number => all.filter((one) => one === status).length;
  return JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    testResults: files.map(({ status, tests }) => ({
      status,
      name: '/project/test/sum.test.ts',
      message: 'SyntaxError: unexpected token',
      assertionResults: tests.map((test, at) => ({
        status: test,
        duration: test === 'pending' || test === 'todo' ? null : 100 * (at + 1),
        fullName: `a sum ${NAMES[at]}`,
        failureMessages: test === 'failed' ? ['Error: 3 is not 4\n    at sum'] : [],
      })),
    })),
  });
};

describe('the count of vitest', () => {
  it('adds passed, failed and skipped tests', () => {
    const report = vitest([{ status: 'failed', tests: ['passed', 'failed', 'pending', 'todo'] }]);
    expect(vitestCount(report)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 2,
      failures: [
        '/project/test/sum.test.ts > a sum adds up\n    Error: 3 is not 4\n        at sum',
      ],
      tests: [
        { name: '/project/test/sum.test.ts > a sum passes', durationMs: 100 },
        { name: '/project/test/sum.test.ts > a sum adds up', durationMs: 200 },
      ],
    });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = vitest([
      { status: 'failed', tests: [] },
      { status: 'passed', tests: ['passed'] },
    ]);
    expect(vitestCount(report)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: ['/project/test/sum.test.ts\n    SyntaxError: unexpected token'],
      tests: [{ name: '/project/test/sum.test.ts > a sum passes', durationMs: 100 }],
    });
  });
});

describe('the count of the journeys', () => {
  it('counts what passed only when repeated, and what could not be loaded, as failures', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    const test = (status: string, message?: string) => ({
      status,
      results: [{ duration: 900, errors: message === undefined ? [] : [{ message }] }],
    });
    const spec = (title: string, one: object) => ({
      title,
      file: 'lock.journey.ts',
      line: 7,
      tests: [one],
    });
    const report = JSON.stringify({
      stats,
      suites: [
        {
          suites: [{ specs: [spec('locks', test('unexpected', 'Error: still open'))] }],
          specs: [spec('unlocks', test('flaky', 'late')), spec('opens', test('expected'))],
        },
      ],
      errors: [{ message: 'no such file' }],
    });
    expect(playwrightCount(report)).toEqual({
      passed: 3,
      failed: 3,
      skipped: 2,
      failures: [
        'lock.journey.ts:7 > unlocks\n    late',
        'lock.journey.ts:7 > locks\n    Error: still open',
        'a file that could not be run\n    no such file',
      ],
      tests: ['unlocks', 'opens', 'locks'].map((title) => ({
        name: `lock.journey.ts:7 > ${title}`,
        durationMs: 900,
      })),
    });
  });
});

describe('the end of a run', () => {
  it('names the ten slowest tests with their share of the time of all', () => {
    const tests = Array.from({ length: 12 }, (_, at) => ({
      name: `/project/test/sum.test.ts > test ${at}`,
      durationMs: at === 5 ? 8_900 : 100,
    }));
    const lines = slowestLines(tests, '/project');
    expect(lines).toHaveLength(12);
    expect(lines[0]).toBe('The 10 slowest of 12 tests take 98.0 % of their time:');
    expect(lines[1]).toBe('    8.9 s  89.0 %  test/sum.test.ts > test 5');
    expect(lines[2]).toBe('    0.1 s   1.0 %  test/sum.test.ts > test 0');
  });

  it('says nothing of slow tests where none ran', () => {
    expect(slowestLines([], '/project')).toEqual([]);
  });
});
