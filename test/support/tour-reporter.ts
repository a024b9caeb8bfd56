// What a person reads while a tour runs: the lines that it prints, and why it failed. Nothing of the runner's own.
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

// oxlint-disable-next-line import/no-default-export -- Playwright takes a reporter by its default export.
export default class TourReporter implements Reporter {
  #tests = 0;

  onStdOut(part: string | Buffer): void {
    process.stdout.write(part);
  }

  onError({ message = '' }: { readonly message?: string }): void {
    process.stderr.write(`${message}\n`);
  }

  onTestEnd(_test: TestCase, { errors, status }: TestResult): void {
    this.#tests += 1;
    if (status === 'passed') return;
    process.stderr.write('The tour stopped here:\n');
    for (const { message = '' } of errors) process.stderr.write(`${message}\n`);
  }

  onEnd({ status }: FullResult): void {
    if (this.#tests === 0 && status === 'passed') process.stderr.write('No tour was found.\n');
  }

  printsToStdio(): boolean {
    return true;
  }
}
