// Which host the journeys run on, and the environment that makes Playwright start it.
import path from 'node:path';
import { electronBinary, standInFolder } from '../../electron/launch/install.ts';
import { npmChromiumIsInstalled } from '../host/npm-chromium.ts';

export type TestHost = 'electron' | 'stand-in';

const project = path.join(import.meta.dirname, '../..');

export const testHost = (): TestHost => (electronBinary() === null ? 'stand-in' : 'electron');

/** Points Electron's npm package at the stand-in where the real binary is absent. */
export function prepareTestHost(): TestHost {
  const host = testHost();
  if (host === 'stand-in') {
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] = standInFolder;
    // As modern-node.js has it, which may not have started the tests.
    process.env['NODE_COMPILE_CACHE'] ??= path.join(project, 'node_modules/.cache/node-compile');
    // A developer's desktop is not covered with windows; STANDIN_HEADLESS=0 shows them.
    process.env['STANDIN_HEADLESS'] ??= '1';
    // Without windows: the browser of package.json, the same on every machine.
    if (process.env['STANDIN_HEADLESS'] === '1' && npmChromiumIsInstalled()) {
      process.env['STANDIN_IGNORE_SYSTEM_BROWSERS'] ??= '1';
    }
    // The stand-in runs on the project's own Node, however the tests were started.
    const bin = path.join(project, 'node_modules/.bin');
    const paths = (process.env['PATH'] ?? '').split(path.delimiter);
    if (!paths.includes(bin)) process.env['PATH'] = [bin, ...paths].join(path.delimiter);
  }
  return host;
}

export const hostSentence = (host: TestHost): string =>
  host === 'electron'
    ? 'Host: real Electron.'
    : 'Host: the stand-in (Node and Chromium); nothing here is shown about real Electron.';
