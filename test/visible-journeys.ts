// The journeys of the main job in windows that a person could see. Where none can be opened, it says why and
// counts them as skipped. Arguments go on to Playwright.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { startVirtualDisplay } from './support/virtual-display.ts';
import { visiblePlanHere } from './support/visible-plan-here.ts';

const project = path.join(import.meta.dirname, '..');
const plan = visiblePlanHere();

/** Listed only, they count as skipped. */
function play(env: NodeJS.ProcessEnv, args: readonly string[] = []): number {
  const cli = path.join(project, 'node_modules/@playwright/test/cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'test', ...args, ...process.argv.slice(2)], {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, STRONGROOM_VISIBLE_JOURNEYS: '1', STANDIN_HEADLESS: '0', ...env },
  });
  return status ?? 1;
}

if (plan.kind === 'none') {
  process.stdout.write(`No journey runs in a window that can be seen. ${plan.why}\n`);
  process.exitCode = play({}, ['--list']);
} else if (plan.kind === 'present_display') {
  process.exitCode = play({});
} else {
  const display = await startVirtualDisplay(1440, 960);
  try {
    process.exitCode = play({ DISPLAY: display.name, WAYLAND_DISPLAY: '' });
  } finally {
    await display.stop();
  }
}
