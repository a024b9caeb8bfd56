// The count that `npm test` ends with.
import { describe, expect, it } from 'vitest';
import { playwrightCount, vitestCount } from '../support/report-count.ts';

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
      assertionResults: tests.map((test) => ({ status: test })),
    })),
  });
};

describe('the count of vitest', () => {
  it('adds passed, failed and skipped tests', () => {
    const report = vitest([{ status: 'failed', tests: ['passed', 'failed', 'pending', 'todo'] }]);
    expect(vitestCount(report)).toEqual({ passed: 1, failed: 1, skipped: 2 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = vitest([
      { status: 'failed', tests: [] },
      { status: 'passed', tests: ['passed'] },
    ]);
    expect(vitestCount(report)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });
});

describe('the count of the journeys', () => {
  it('counts what passed only when repeated, and what could not be loaded, as failures', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    const report = JSON.stringify({ stats, errors: [{ message: 'no such file' }] });
    expect(playwrightCount(report)).toEqual({ passed: 3, failed: 3, skipped: 2 });
  });
});
