// The count that `npm test` ends with.
import { describe, expect, it } from 'vitest';
import { playwrightCount, vitestCount } from '../support/report-count.ts';

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
      unsteady: [],
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
      unsteady: [],
    });
  });
});

describe('the count of the journeys', () => {
  const test = (status: string, ...messages: readonly string[]) => ({
    status,
    results: messages.map((message) => ({
      errors: message === '' ? [] : [{ message }],
    })),
  });
  const spec = (title: string, one: object) => ({
    title,
    file: 'lock.journey.ts',
    line: 7,
    tests: [one],
  });

  it('counts what failed, and what could not be loaded, as failures', () => {
    const report = JSON.stringify({
      stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 2 },
      suites: [
        {
          suites: [{ specs: [spec('locks', test('unexpected', 'Error: still open'))] }],
          specs: [spec('opens', test('expected', ''))],
        },
      ],
      errors: [{ message: 'no such file' }],
    });
    expect(playwrightCount(report)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
      failures: [
        'lock.journey.ts:7 > locks\n    Error: still open',
        'a file that could not be run\n    no such file',
      ],
      unsteady: [],
    });
  });

  const flaky = (message: string) =>
    playwrightCount(
      JSON.stringify({
        stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
        suites: [{ specs: [spec('unlocks', test('flaky', message, ''))] }],
      }),
    );

  it.each([
    'Error: expect(locator).toBeVisible() failed\n\n    Locator: x\n    Timeout: 30000ms\n    Error: element(s) not found',
    '\u001b[31mTimeoutError: locator.click: Timeout 30000ms exceeded.\u001b[39m',
    'Error: told\n\nTimeout 30000ms exceeded while waiting on the predicate',
    'Error: expect(received).toBe(expected)\n\nExpected: "hidden"\nReceived: "visible"\n\nCall Log:\n- Timeout 30000ms exceeded while waiting on the predicate',
    'Error: no window on strongroom://entry within 60000 ms',
    'Test timeout of 400000ms exceeded.',
  ])('counts as passed, and tells, what waited in vain once: %j', (message) => {
    const { passed, failed, failures, unsteady } = flaky(message);
    expect({ passed, failed, failures }).toEqual({ passed: 2, failed: 0, failures: [] });
    expect(unsteady).toHaveLength(1);
    expect(unsteady[0]).toMatch(/^lock\.journey\.ts:7 > unlocks\n/);
  });

  it.each([
    'Error: where something secret was found\n\nexpect(received).toEqual(expected)\n\n+ "token in heap"',
    'Error: expect(received).toBe(expected)\n\nExpected: "Timeout 3ms exceeded is not said here"\nReceived: 1',
    '',
  ])('counts every other failure, however it ends when repeated: %j', (message) => {
    const { passed, failed, failures, unsteady } = flaky(message);
    expect({ passed, failed, unsteady }).toEqual({ passed: 1, failed: 1, unsteady: [] });
    expect(failures).toHaveLength(1);
  });
});
