// S17, R21: nobody else's code runs in our process. Fuses are read back in s16-package.test.ts, the launch
// guard is tried in s18; here a start of the packaged app, where there is one with the real binary.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

const binary = path.join(import.meta.dirname, '../../release/linux-unpacked/strongroom');
const isPackaged = existsSync(`${path.dirname(binary)}/chrome-sandbox`);
if (!isPackaged) {
  console.warn(
    'S17, S30, V22 with a packaged app did NOT run: no release/linux-unpacked with Electron.',
  );
}

describe('foreign code', () => {
  it('is started in one place of main, for three that ask for it, never through a shell', () => {
    const starting = sourceFiles('electron').filter(({ text }) =>
      /child_process|utilityProcess|worker_threads|node:cluster/.test(text),
    );
    const inMain = starting.filter(({ name }) => !name.startsWith('electron/cli/'));
    expect(inMain.map(({ name }) => name)).toEqual(['electron/main/platform/start-child.ts']);
    const asking = sourceFiles('electron').filter(({ text }) => /start-child\.ts'/.test(text));
    expect(asking.map(({ name }) => name).toSorted()).toEqual([
      // The app itself, without what its environment told Node and Electron to write down.
      'electron/main/index.ts',
      // What the person confirmed, by its path and digest: SECURITY(S45).
      'electron/main/platform/secret-program.ts',
      'electron/main/platform/system-program.ts',
    ]);
    for (const { text } of inMain) {
      const calls = text.match(/\bspawn\(/g) ?? [];
      expect(text.match(/shell: false/g)).toHaveLength(calls.length);
    }
  });

  it('is loaded from no path made at run time', () => {
    const loading = sourceFiles('electron').filter(
      ({ text }) =>
        /\brequire\(|createRequire|process\.cwd\(|node:vm|new Worker\(/.test(text) ||
        /import\((?!'[^']+'\))/.test(text),
    );
    expect(loading.map(({ name }) => name)).toEqual([]);
  });
});

describe.runIf(isPackaged)('the packaged app', () => {
  it.each([
    [['-e', 'process.stdout.write("ran")'], { ELECTRON_RUN_AS_NODE: '1' }],
    [['--inspect=127.0.0.1:0'], {}],
    [['--remote-debugging-port=0'], {}],
    [[], { NODE_OPTIONS: '--require=./evil.cjs' }],
  ] as const)('runs no code and opens no port for %o %o', async (args, env) => {
    const hostile = await mkdtemp(path.join(tmpdir(), 'strongroom-hostile-'));
    await writeFile(path.join(hostile, 'evil.cjs'), 'process.stdout.write("ran")');
    const { stdout, stderr } = spawnSync(binary, [...args], {
      cwd: hostile,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: 8_000,
    });
    await rm(hostile, { recursive: true });
    expect(`${stdout}${stderr}`).not.toMatch(/\bran\b|Debugger listening|DevTools listening/);
  });
});
