// What a real compositor does with windows, questions and a clipboard: GNOME's, mutter, in a display in memory. A
// small program sends it what Chromium and GTK send for the calls of the app, which themselves are held by
// test/unit/windows/in-sight.test.ts and test/security/s21-clipboard.test.ts.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  startVirtualDisplay,
  virtualDisplayServer,
  type VirtualDisplay,
} from '../support/virtual-display.ts';

const PROGRAM = path.join(import.meta.dirname, 'support/wayland_desk.py');
const needed = ['/usr/bin/mutter', '/usr/bin/dbus-run-session', '/usr/bin/python3'];
const missing = [
  ...needed.filter((file) => !existsSync(file)),
  ...(virtualDisplayServer() === null ? ['Xvfb'] : []),
];
if (missing.length > 0) {
  console.warn(
    `What mutter does with windows and a clipboard was NOT tried: no ${missing.join(', ')}.`,
  );
}

describe.skipIf(missing.length > 0)('GNOME under Wayland', () => {
  let display: VirtualDisplay;
  let compositor: ChildProcess;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'strongroom-wayland-'));
    display = await startVirtualDisplay(1024, 768);
    env = { ...process.env, XDG_RUNTIME_DIR: folder, WAYLAND_DISPLAY: 'desk' };
    compositor = spawn(
      'dbus-run-session',
      ['--', 'mutter', '--wayland', '--nested', '--no-x11', '--wayland-display=desk'],
      { stdio: 'ignore', env: { ...env, DISPLAY: display.name, WAYLAND_DISPLAY: '' } },
    );
    await eventually(() => {
      if (!existsSync(path.join(folder, 'desk')))
        throw new Error('the compositor is not there yet');
    });
    return async () => {
      const ended = once(compositor, 'exit');
      // The display first: the compositor ends with it, and its bus with that.
      await display.stop();
      await ended;
      await rm(folder, { recursive: true, force: true });
    };
  });
  afterAll(() => compositor.kill());

  async function tried(what: Readonly<Record<string, string | boolean>>): Promise<unknown> {
    const { stdout } = await promisify(execFile)('python3', [PROGRAM, JSON.stringify(what)], {
      env,
    });
    return JSON.parse(stdout);
  }

  const inSight = { focus: true, painted: true };
  const unseen = { focus: false, painted: false };

  it.each([
    ['of a window in sight is seen', { minimised: false, belongs: true }, inSight],
    ['of a minimised window is not', { minimised: true, belongs: true }, unseen],
    [
      'of its own is seen, over a minimised window too',
      { minimised: true, belongs: false },
      inSight,
    ],
  ])('a question %s', async (_name, how, seen) => {
    expect(await tried({ do: 'question', ...how })).toEqual(seen);
  });

  it.each([
    ['stays out of sight where it is only shown', false, unseen],
    ['is brought up by hiding and showing it', true, inSight],
  ])('a minimised window %s', async (_name, hiddenFirst, seen) => {
    expect(await tried({ do: 'brought_up', hidden_first: hiddenFirst })).toEqual(seen);
  });

  it.each([
    // Each is what another program pastes, then what it pastes once the app had the focus and tried again.
    ['cleared without the focus stays', 'cleared', false, ['TOKEN', 'TOKEN']],
    ['overwritten in focus is gone', 'overwritten', true, [' ', ' ']],
    ['overwritten without the focus goes at the next', 'overwritten', false, ['TOKEN', ' ']],
  ])('a copied token %s', async (_name, how, focused, pasted) => {
    expect(await tried({ do: 'clipboard', how, focused })).toEqual(pasted);
  });
});
