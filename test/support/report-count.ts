// Reads how many tests ran, and what failed, from the JSON reports of the two test runners. Pure.
import { stripVTControlCharacters } from 'node:util';

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A name and the first lines of its message for each failure. */
  readonly failures: readonly string[];
  /** The same of each test that waited in vain once and passed when it was repeated: it counts as passed. */
  readonly unsteady: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly name?: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName?: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

const MESSAGE_LINES = 12;

function told(name: string, messages: readonly string[]): string {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, MESSAGE_LINES);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n').trimEnd();
}

/** A file that could not be loaded has no failed test, and counts as one. */
export function vitestCount(text: string): Count {
  const report = JSON.parse(text) as VitestReport;
  const failures = report.testResults.flatMap(
    ({ status, name = '', message, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status === 'failed');
      if (status === 'failed' && failed.length === 0) return [told(name, [message ?? ''])];
      return failed.map((one) =>
        told(`${name} > ${one.fullName ?? ''}`, one.failureMessages ?? []),
      );
    },
  );
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, failures.length),
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    unsteady: [],
  };
}

interface PlaywrightMessage {
  readonly message?: string;
}
interface PlaywrightTest {
  readonly status: string;
  readonly results: readonly {
    readonly errors?: readonly PlaywrightMessage[];
  }[];
}
interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly PlaywrightTest[];
  }[];
}
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites?: readonly PlaywrightSuite[];
  readonly errors?: readonly PlaywrightMessage[];
}

type Verdict = 'failed' | 'unsteady' | 'other';

/** What Playwright says where something was waited for and did not come; a wrong value says no such thing. */
const WAITED_IN_VAIN =
  /^ *Timeout: +\d+ms$|^(?:- )?Timeout \d+ms exceeded while|^\w*Error: [\w.]+: Timeout \d+ms exceeded|^(?:Error: )?Test timeout of |^Error: no window on /m;

function verdictOn({ status, results }: PlaywrightTest): Verdict {
  if (status === 'unexpected') return 'failed';
  if (status !== 'flaky') return 'other';
  const errors = results.flatMap((result) => result.errors ?? []);
  const waited = errors.every(({ message = '' }) =>
    WAITED_IN_VAIN.test(stripVTControlCharacters(message)),
  );
  return errors.length > 0 && waited ? 'unsteady' : 'failed';
}

function toldSpecs(
  { suites = [], specs = [] }: PlaywrightSuite,
  verdict: Verdict,
): readonly string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter((test) => verdictOn(test) === verdict)
      .map(({ results }) => {
        const errors = results.flatMap((result) => result.errors ?? []);
        return told(
          `${file}:${line} > ${title}`,
          errors.map(({ message = '' }) => message),
        );
      }),
  );
  return [...own, ...suites.flatMap((suite) => toldSpecs(suite, verdict))];
}

/**
 * A journey that failed is repeated once. Where it only waited in vain the first time, as on a machine with other
 * work, it is unsteady; a wrong value or a secret that was found is a failure however often it passes afterwards.
 * So is a file that could not be loaded.
 */
export function playwrightCount(text: string): Count {
  const { stats, suites = [], errors = [] } = JSON.parse(text) as PlaywrightReport;
  const unsteady = suites.flatMap((suite) => toldSpecs(suite, 'unsteady'));
  const failures = [
    ...suites.flatMap((suite) => toldSpecs(suite, 'failed')),
    ...errors.map(({ message = '' }) => told('a file that could not be run', [message])),
  ];
  return {
    passed: stats.expected + unsteady.length,
    failed: stats.unexpected + stats.flaky - unsteady.length + errors.length,
    skipped: stats.skipped,
    failures,
    unsteady,
  };
}
