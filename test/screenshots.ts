// `npm run screenshots`: the pictures of README and manual, made by the journeys that test the screens.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const cli = path.join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
const run = spawnSync(process.execPath, [cli, 'test', 'screens'], {
  stdio: 'inherit',
  env: { ...process.env, STRONGROOM_SCREENSHOTS: '1' },
});
process.exitCode = run.status ?? 1;
