// `npm start -- --tour`: goes through the main job in the app's own window, against practice and in a throw-away
// profile, with the driver of the journeys. Needs no display. Arguments: the folder for pictures and page.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const project = path.join(import.meta.dirname, '..');
const folder = path.resolve(process.argv[2] ?? 'strongroom-tour');

const runner = path.join(project, 'node_modules/@playwright/test/cli.js');
const reporter = path.join(import.meta.dirname, 'support/tour-reporter.ts');
const child = spawn(
  process.execPath,
  [
    runner,
    'test',
    'tour.journey.ts',
    '--project=app',
    '--workers=1',
    '--output=test-results/tour',
    `--reporter=${reporter}`,
  ],
  {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, STRONGROOM_TOUR: folder, STRONGROOM_HEAPS: 'every' },
  },
);
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
