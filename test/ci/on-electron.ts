// `npm run ci:electron`: fetches Electron's binary as `npm start` does, and runs what is named after it on it; never on
// the stand-in. `-- install` only fetches; `-- journeys` runs every journey; `-- host` the host's contract.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { electronBinary, installElectron } from '../../electron/launch/install.ts';

const project = path.join(import.meta.dirname, '../..');
const runs: Readonly<Record<string, readonly string[] | null>> = {
  install: null,
  journeys: ['--project=app'],
  host: ['--project=host'],
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
  const runner = path.join(project, 'node_modules/@playwright/test/cli.js');
  const { status } = spawnSync(process.execPath, [runner, 'test', ...args, ...more], {
    cwd: project,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
