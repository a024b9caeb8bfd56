// `npm start` as a process: on an Electron that cannot start, that hangs and that is asked to end, played by a
// script in its place; and on a machine without a browser. Nothing here is shown about Electron itself.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { ownFolder } from '../support/own-folder.ts';

const launch = path.join(import.meta.dirname, '../../electron/launch');
const start = path.join(launch, 'start.ts');
const modernNode = path.join(launch, 'modern-node.js');

const at = ownFolder();
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
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

/** Ids of what runs below a process of Linux. */
function childrenOf({ pid }: ChildProcess): readonly string[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean) : [];
}

/** With a script as Electron. Without the sandbox, so that no machine refuses before it is started. */
async function onElectron(script: string, ...args: readonly string[]) {
  await writeFile(at('electron'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return run([modernNode, start, '--no-build', '--no-sandbox', ...args], {
    ELECTRON_OVERRIDE_DIST_PATH: at(),
    FOLDER: at(),
  });
}

describe.runIf(process.platform === 'linux')('an Electron that cannot start', () => {
  it.each([
    ['exits with 127', 'echo gone >&2; exit 127', 'with exit code 127', 'Where a library'],
    ['aborts', 'echo gone >&2; kill -ABRT $$', 'by SIGABRT', 'sudo apparmor_parser -r'],
  ])('because it %s is told, and the stand-in is tried', async (_name, script, how, helps) => {
    const { printed, ended } = await onElectron(script);
    expect(await ended).toEqual([3, null]);
    const order = [
      'Running on Electron.',
      'gone',
      helps,
      `because it ended ${how}`,
      'What helps: ',
    ];
    const places = order.map((text) => printed().indexOf(text));
    expect(places).toEqual(places.filter((at) => at >= 0).toSorted((a, b) => a - b));
  });

  it('because the system cannot run it is told', async () => {
    await writeFile(at('electron'), 'no program');
    const { printed, ended } = run([start, '--no-build', '--no-sandbox'], {
      ELECTRON_OVERRIDE_DIST_PATH: at(),
    });
    expect(await ended).toEqual([3, null]);
    expect(printed()).toMatch(/EACCES[^]*because it ended with exit code 127/);
  });
});

describe.runIf(process.platform === 'linux')('an Electron that runs', () => {
  it('hands its exit code on, and is not replaced', async () => {
    const { printed, ended } = await onElectron('exit 7');
    expect(await ended).toEqual([7, null]);
    expect(printed()).not.toContain('stand-in host');
  });

  it('is given the arguments of the app and no switch of ours', async () => {
    const { printed, ended } = await onElectron('echo "args $@ $NODE_COMPILE_CACHE"', '--x=/y');
    await ended;
    expect(printed()).toContain('args . --no-sandbox --x=/y \n');
  });

  it('has a process group of its own, which the signals of the terminal do not reach', async () => {
    const { printed, ended } = await onElectron('echo "group $(cut -d" " -f5 /proc/$$/stat) $$"');
    await ended;
    expect(printed()).toMatch(/group (\d+) \1\n/);
  });

  it('hears one Ctrl+C of the terminal once, however often it is sent on', async () => {
    const hears =
      'trap \'echo INT >> "$FOLDER/heard"; sleep 1.5; exit 0\' INT; touch "$FOLDER/up"; while :; do sleep 0.1; done';
    const { child, ended } = await onElectron(hears);
    await eventually(() => expect(existsSync(at('up'))).toBe(true));
    // The terminal tells the whole group, and npm tells us once more.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(readFileSync(at('heard'), 'utf8')).toBe('INT\n');
  });

  it('that hangs is ended by a second Ctrl+C, without a word of complaint', async () => {
    // Electron's own handler takes the first signal and leaves the next its usual effect.
    const hangs =
      'trap \'echo INT >> "$FOLDER/heard"; trap - INT\' INT; touch "$FOLDER/up"; while :; do sleep 0.1; done';
    const { child, printed, ended } = await onElectron(hangs);
    await eventually(() => expect(existsSync(at('up'))).toBe(true));
    child.kill('SIGINT');
    await eventually(() => expect(existsSync(at('heard'))).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(printed()).not.toContain('stand-in host');
  });
});

describe('npm start without a browser', () => {
  it('says so in one sentence, with exit code 3', async () => {
    const { printed, ended } = run([start, '--no-build', '--stand-in']);
    expect(await ended).toEqual([3, null]);
    expect(printed().trim().split('\n')).toEqual([
      expect.stringContaining('because it was asked for.'),
      expect.stringMatching(/shows no windows|No Chromium-family browser/),
    ]);
  });
});

describe.runIf(process.platform === 'linux')('npm start without a display', () => {
  it('says first that this is a tour, and leaves no process behind after a Ctrl+C', async () => {
    const noDisplay = { DISPLAY: '', WAYLAND_DISPLAY: '', STANDIN_BROWSER: process.execPath };
    const { child, printed, ended } = run([start, '--no-build'], noDisplay);
    await eventually(() => {
      expect(printed().split('\n')[0]).toMatch(/^There is no display, so this is a tour /);
      expect(childrenOf(child)).toHaveLength(1);
    });
    const tour = childrenOf(child);
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
    for (const each of tour) expect(existsSync(`/proc/${each}`)).toBe(false);
  });
});

describe('a program of ours', () => {
  it('runs on a Node that understands it, and finds compiled what ran before', async () => {
    const program = at('program.ts');
    await writeFile(program, "import m from 'node:module';\nconsole.log(m.getCompileCacheDir());");
    const { printed, ended } = run([modernNode, program], { NODE_COMPILE_CACHE: '' });
    expect(await ended).toEqual([0, null]);
    expect(printed()).toContain(path.join('node_modules', '.cache', 'node-compile'));
  });
});
