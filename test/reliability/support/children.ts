// Starts TypeScript children under the very Node that runs the tests, a few at a time. Each script is
// put into one file first: reading a hundred modules is most of what a short-lived child does.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from 'vite';

const project = path.join(import.meta.dirname, '../../..');
const bundles = path.join(project, 'test-results/children');

const bundled = new Map<string, Promise<string>>();

/** Where the script stands as one file. */
async function bundleOf(script: string): Promise<string> {
  const name = path.basename(script, '.ts');
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['@node-rs/argon2'] },
    build: {
      ssr: path.join(import.meta.dirname, script),
      outDir: bundles,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs', codeSplitting: false } },
    },
  });
  return path.join(bundles, `${name}.mjs`);
}

export interface ChildEnd {
  /** Lines it wrote before its end. */
  readonly lines: readonly string[];
  readonly errors: string;
  readonly signal: string | null;
  readonly code: number | null;
  /** It had not ended after `mostMs`, and was killed. */
  readonly isStuck: boolean;
}

export interface ChildOptions {
  /** From its start; it may take any time without. */
  readonly mostMs?: number;
  /** Called with each line as it comes. */
  readonly onLine?: (line: string, kill: () => void) => void;
}

export async function runChild(
  script: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<ChildEnd> {
  const bundle = bundled.get(script) ?? bundleOf(script);
  bundled.set(script, bundle);
  const file = await bundle;
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: bundles },
    });
    let output = '';
    let errors = '';
    let isStuck = false;
    const patience =
      options.mostMs === undefined
        ? undefined
        : setTimeout(() => {
            isStuck = true;
            child.kill('SIGKILL');
          }, options.mostMs);
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
      clearTimeout(patience);
      resolve({ lines: output.split('\n').slice(0, -1), errors, signal, code, isStuck });
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
