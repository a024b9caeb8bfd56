// The workflow of continuous integration: it runs where nobody here can, so its form and every script that it calls are
// held here. Form: GitHub's workflow syntax, as far as this file uses it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const { load } = createRequire(import.meta.url)('js-yaml') as {
  readonly load: (text: string) => unknown;
};
const scripts = Object.keys(
  (
    JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      readonly scripts: Record<string, string>;
    }
  ).scripts,
);

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly 'runs-on': string;
  readonly steps: readonly Step[];
}
const workflow = load(readFileSync(path.join(root, '.github/workflows/ci.yml'), 'utf8')) as Record<
  string,
  unknown
> & { readonly jobs: Readonly<Record<string, Job>> };
const jobs = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);
const calls = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

/** What of `line` is there: wrappers apart, the program and its script. */
function isThere(line: string): boolean {
  const words = line.split(' ');
  const own = words.filter((word) => word.startsWith('.ci/'));
  const executable = (file: string): boolean =>
    existsSync(path.join(root, file)) && (statSync(path.join(root, file)).mode & 0o111) !== 0;
  if (!own.every(executable)) return false;
  const npm = words.indexOf('npm');
  if (npm === -1) return own.length > 0;
  const [command, name] = words.slice(npm + 1);
  if (command === 'ci') return true;
  return scripts.includes(command === 'run' ? (name ?? '') : (command ?? ''));
}

describe('the workflow', () => {
  it('runs on the three systems, on images with a number', () => {
    const images = new Set(jobs.map((job) => job['runs-on']));
    expect([...images].toSorted()).toEqual(['macos-15', 'ubuntu-24.04', 'windows-2025']);
  });

  it('takes actions of GitHub alone, each by the commit that was looked at', () => {
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.filter((each) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(each))).toEqual([]);
  });

  it('runs the tests of main on the Node of Electron, whose TLS is another', () => {
    expect(calls).toContain('npm run ci:electron -- node');
  });

  it('may only read', () => {
    expect(workflow['permissions']).toEqual({ contents: 'read' });
  });

  it('calls nothing but scripts of the repository', () => {
    expect(calls.filter((line) => !isThere(line))).toEqual([]);
    expect(isThere('npm run no-such-script')).toBe(false);
    expect(isThere('.ci/no-such-script')).toBe(false);
    expect(isThere('curl https://example.test')).toBe(false);
  });

  it('turns the sandbox off nowhere', () => {
    const files = ['run', 'prepare-linux', 'sandbox-helper', 'under-wayland', 'install-deb'];
    const texts = [
      calls.join('\n'),
      ...files.map((name) => readFileSync(path.join(root, '.ci', name), 'utf8')),
    ];
    expect(texts.filter((text) => /--no-sandbox|ELECTRON_DISABLE_SANDBOX/.test(text))).toEqual([]);
  });

  it('shows all journeys, packages and their start on real Electron', () => {
    for (const name of ['linux', 'macos', 'windows']) {
      const lines = workflow.jobs[name]?.steps.map(({ run }) => run ?? '').join('\n') ?? '';
      expect(lines).toContain('npm run ci:electron -- journeys');
      expect(lines).toContain('npm run package -- --x64 --arm64');
      expect(lines).toContain('test/security/s16-package.test.ts test/security/s17-foreign-code');
      expect(lines).toContain('npm run ci:packaged -- ');
    }
  });
});
