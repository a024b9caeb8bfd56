// S18, S30: what the built app does when it takes itself for a packaged one. No Playwright drives it: the
// launch guard refuses the switches that would need. Shows the app's own part; that Electron heeds
// `devTools: false`, and a start of a real package, are shown where there is one (s17, s16).
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import electronPath from 'electron';
import { testHost } from '../support/test-host.ts';

const project = path.join(import.meta.dirname, '../..');
const asPackaged = path.join(project, 'test/support/as-packaged.cjs');

test.skip(
  testHost() === 'electron' || process.platform !== 'linux',
  'S30 did NOT run: the stand-in host on Linux alone keeps a profile apart without a switch.',
);

interface Ended {
  readonly text: string;
  readonly code: number;
}

async function start(as: 'packaged' | 'development', ...switches: string[]): Promise<Ended> {
  // The launch guard refuses what may stand in a developer's environment.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_|SSLKEYLOGFILE$|ELECTRON_RUN_AS_NODE$)/.test(name),
  );
  const environment = {
    ...Object.fromEntries(inherited),
    XDG_CONFIG_HOME: test.info().outputPath('config'),
    STRONGROOM_AS: as,
  };
  const args = ['-r', asPackaged, ...switches, project];
  try {
    const { stdout, stderr } = await promisify(execFile)(electronPath as unknown as string, args, {
      cwd: project,
      env: environment,
      timeout: 30_000,
    });
    return { text: stdout + stderr, code: 0 };
  } catch (problem) {
    const { stdout, stderr, code } = problem as { stdout: string; stderr: string; code: number };
    return { text: stdout + stderr, code };
  }
}

test('S30 a window has developer tools in development', async () => {
  const { text, code } = await start('development');
  expect(code).toBe(0);
  expect(text).toContain('developer tools: open\n');
});

test('S30 a window of a packaged app has none, however they are asked for', async () => {
  const { text, code } = await start('packaged');
  expect(code).toBe(0);
  expect(text).toContain('window: loaded\n');
  expect(text).toContain('developer tools: shut\n');
  expect(text).not.toContain('developer tools: open');
});

for (const forbidden of [
  '--remote-debugging-port=0',
  '--load-extension=/tmp',
  '--js-flags=--expose-gc',
  '--user-data-dir=/tmp/elsewhere',
]) {
  test(`S18 a packaged app does not start with ${forbidden}`, async () => {
    const { text, code } = await start('packaged', forbidden);
    expect(code).toBe(1);
    expect(text).not.toContain('window: loaded');
    expect(text).not.toContain('DevTools listening');
  });
}
