// `npm run ci:electron`: fetches Electron's binary as `npm start` does, and runs what is named after it on it; never on
// the stand-in. `-- install` only fetches; `-- journeys` runs every journey; `-- host` the host's
// contract; `-- node` the tests of main on Electron's Node, which has BoringSSL in the place of OpenSSL.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { electronBinary, installElectron } from '../../electron/launch/install.ts';

const project = path.join(import.meta.dirname, '../..');
const playwright = 'node_modules/@playwright/test/cli.js';
/** One after the other: the machine has one clipboard for all of them. */
const runs: Readonly<Record<string, readonly string[] | null>> = {
  install: null,
  journeys: [playwright, 'test', '--project=app', '--workers=1'],
  host: [playwright, 'test', '--project=host', '--workers=1'],
  node: ['node_modules/vitest/vitest.mjs', 'run', '--project=node'],
};

const [name = '', ...more] = process.argv.slice(2);
if (!(name in runs)) {
  process.stderr.write(`Say what to run on Electron: ${Object.keys(runs).join(', ')}.\n`);
  process.exit(1);
}
const why = electronBinary() === null ? await installElectron() : null;
if (electronBinary() === null) {
  process.stderr.write(`Electron is not here: ${why}. Nothing was run.\n`);
  process.exit(1);
}
process.stdout.write(`On Electron: ${electronBinary()}\n`);
const args = runs[name] ?? null;
if (args !== null) {
  const onItsNode = name === 'node';
  const program = onItsNode ? (electronBinary() ?? '') : process.execPath;
  const { status } = spawnSync(program, [...args, ...more], {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, ...(onItsNode ? { ELECTRON_RUN_AS_NODE: '1' } : {}) },
  });
  process.exitCode = status ?? 1;
}
