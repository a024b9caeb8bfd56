// Starts TypeScript children under the very Node that runs the tests, a few at a time.
import { spawn } from 'node:child_process';
import path from 'node:path';

export interface ChildEnd {
  /** Lines it wrote before its end. */
  readonly lines: readonly string[];
  readonly errors: string;
  readonly signal: string | null;
  readonly code: number | null;
}

export interface ChildOptions {
  /** Called with each line as it comes. */
  readonly onLine?: (line: string, kill: () => void) => void;
}

export function runChild(
  script: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const file = path.join(import.meta.dirname, script);
    const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      const known = output.split('\n').length - 1;
      output += text;
      for (const line of output.split('\n').slice(known, -1)) {
        options.onLine?.(line, () => child.kill('SIGKILL'));
      }
    });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ lines: output.split('\n').slice(0, -1), errors, signal, code });
    });
  });
}

/** Runs the work of every item, two at a time. */
export async function twoAtATime<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([worker(), worker()]);
}
