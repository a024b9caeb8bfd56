// `npm start` as a process: on an Electron that cannot start, that hangs and that is asked to end, played by a
// script in its place; and on a machine without a browser. Nothing here is shown about Electron itself.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';

const launch = path.join(import.meta.dirname, '../../electron/launch');
const start = path.join(launch, 'start.ts');
const modernNode = path.join(launch, 'modern-node.js');

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'strongroom-start-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Where the stand-in has no browser it ends in a sentence: nothing opens here. */
const noBrowser = {
  STANDIN_HEADLESS: '0',
  STANDIN_IGNORE_SYSTEM_BROWSERS: '1',
  STANDIN_BROWSER: '',
};

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...noBrowser, DISPLAY: ':9', ...env },
    // A terminal's signal reaches a whole group.
    detached: true,
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => (text += part.toString('utf8')));
  }
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, printed: () => text, ended };
}

/** With a script as Electron. Without the sandbox, so that no machine refuses before it is started. */
async function onElectron(script: string, ...args: readonly string[]) {
  await writeFile(path.join(folder, 'electron'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return run([modernNode, start, '--no-build', '--no-sandbox', ...args], {
    ELECTRON_OVERRIDE_DIST_PATH: folder,
    FOLDER: folder,
  });
}

describe.runIf(process.platform === 'linux')('an Electron that cannot start', () => {
  it.each([
    ['exits with 127', 'exit 127', 'with exit code 127'],
    ['aborts', 'kill -ABRT $$', 'by SIGABRT'],
    ['traps', 'kill -TRAP $$', 'by SIGTRAP'],
  ])('because it %s is told, and the stand-in is tried', async (_name, script, how) => {
    const { printed, ended } = await onElectron(script);
    expect(await ended).toEqual([3, null]);
    expect(printed()).toContain('On Electron ');
    expect(printed()).toContain(`because Electron ended ${how}`);
    expect(printed()).toContain('npm start -- --electron');
    expect(printed()).toContain('STANDIN_HEADLESS=1 npm start');
  });

  it('because the system cannot run it is told', async () => {
    await writeFile(path.join(folder, 'electron'), 'neither a script nor a program', {
      mode: 0o755,
    });
    const { printed, ended } = run([start, '--no-build', '--no-sandbox'], {
      ELECTRON_OVERRIDE_DIST_PATH: folder,
    });
    expect(await ended).toEqual([3, null]);
    expect(printed()).toContain('Not on Electron but on the stand-in host');
  });

  it('is not replaced where Electron alone was asked for', async () => {
    const { printed, ended } = await onElectron('exit 127', '--electron');
    expect(await ended).toEqual([127, null]);
    expect(printed()).not.toContain('stand-in host');
  });
});

describe.runIf(process.platform === 'linux')('an Electron that runs', () => {
  it('hands its exit code on, and is not replaced', async () => {
    const { printed, ended } = await onElectron('exit 7');
    expect(await ended).toEqual([7, null]);
    expect(printed()).not.toContain('stand-in host');
  });

  it('is given the arguments of the app and no switch of ours', async () => {
    const { ended } = await onElectron('echo "$@" > "$FOLDER/args"', '--user-data-dir=/x');
    await ended;
    expect(readFileSync(path.join(folder, 'args'), 'utf8')).toBe(
      '. --no-sandbox --user-data-dir=/x\n',
    );
  });

  it('hears one Ctrl+C of the terminal once, however often it is sent on', async () => {
    const hears =
      'trap \'echo INT >> "$FOLDER/heard"; sleep 1.5; exit 0\' INT; touch "$FOLDER/up"; while :; do sleep 0.1; done';
    const { child, ended } = await onElectron(hears);
    await eventually(() => expect(existsSync(path.join(folder, 'up'))).toBe(true));
    // The terminal tells the whole group, and npm tells us once more.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(readFileSync(path.join(folder, 'heard'), 'utf8')).toBe('INT\n');
  });

  it('that hangs is ended by a second Ctrl+C, without a word of complaint', async () => {
    // Electron's own handler takes the first signal and leaves the next its usual effect.
    const hangs =
      'trap \'echo INT >> "$FOLDER/heard"; trap - INT\' INT; touch "$FOLDER/up"; while :; do sleep 0.1; done';
    const { child, printed, ended } = await onElectron(hangs);
    await eventually(() => expect(existsSync(path.join(folder, 'up'))).toBe(true));
    child.kill('SIGINT');
    await eventually(() => expect(existsSync(path.join(folder, 'heard'))).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(printed()).not.toContain('Not on Electron');
  });
});

describe('npm start without a browser', () => {
  it('says so in one sentence, with exit code 3', async () => {
    const { printed, ended } = run([start, '--no-build', '--stand-in']);
    expect(await ended).toEqual([3, null]);
    expect(printed().trim().split('\n')).toEqual([
      'Not on Electron but on the stand-in host, because it was asked for.',
      expect.stringContaining('STANDIN_HEADLESS=1'),
    ]);
  });

  it('names the way without a window where there is no display', async () => {
    const { printed, ended } = run([start, '--no-build'], { DISPLAY: '', WAYLAND_DISPLAY: '' });
    expect(await ended).toEqual([3, null]);
    expect(printed()).toMatch(/because (there is no display|Electron|this)/);
    expect(printed()).toContain('npm start -- --tour');
  });

  it('finds compiled what it ran before', async () => {
    const program = path.join(folder, 'program.js');
    await writeFile(program, "console.log(require('node:module').getCompileCacheDir());");
    const { printed, ended } = run([modernNode, program], { NODE_COMPILE_CACHE: '' });
    await ended;
    expect(printed()).toContain(path.join('node_modules', '.cache', 'node-compile'));
  });

  it('runs on a Node that understands our programs', async () => {
    const cli = path.join(import.meta.dirname, '../host/cli.ts');
    const { printed, ended } = run([modernNode, cli, '--version']);
    expect(await ended).toEqual([0, null]);
    expect(printed()).toMatch(/^v\d/);
  });
});
