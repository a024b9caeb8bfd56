// P8 and P10 in the real window of the built app: its start beside a bare window, the list drawn after an unlock, and a
// letter typed into search.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { launchStrongroom, windowAt } from '../support/launch.ts';
import { interleaved, median, medianRatio } from './measure.ts';
import type { Row } from './results.ts';
import { lock, makeProfile, openApp, openBare, pause, unlock, workedMs } from './window-lab.ts';

const STARTS = 5;
const CREDENTIALS = 1_000;
const SETTLED_MS = 2_000;
const FRAME_MS = 16;
const project = path.join(import.meta.dirname, '../..');

export function buildApp(): void {
  const vite = path.join(project, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: project,
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('the app could not be built');
}

export async function benchStart(folder: string): Promise<Row[]> {
  const profile = path.join(folder, 'start');
  await makeProfile(profile, 100);
  const start = async (): Promise<number> => {
    const began = performance.now();
    const launched = await launchStrongroom({ userDataDir: profile });
    const page = await windowAt(launched, 'app');
    await page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
    const ms = performance.now() - began;
    await launched.app.close();
    return ms;
  };
  const bare = async (): Promise<number> => {
    const began = performance.now();
    const launched = await openBare(path.join(folder, 'bare'));
    const ms = performance.now() - began;
    await launched.app.close();
    return ms;
  };
  const samples = await interleaved(
    [
      { name: 'ours', run: start },
      { name: 'bare', run: bare },
    ],
    STARTS,
  );
  const [ours = [], theirs = []] = [samples.get('ours'), samples.get('bare')];
  return [
    {
      what: 'process start to a first screen that can be used',
      value: median(ours),
      unit: 'ms',
      versus: `bare window with a static page, ${median(theirs).toFixed(0)} ms`,
      ratio: medianRatio(ours, theirs),
      most: 1.25,
    },
  ];
}

/** Milliseconds of the main thread from the locked screen to the painted list, all it loads included. */
async function firstDrawing(folder: string, credentials: number): Promise<number> {
  const profile = path.join(folder, `list-${credentials}`);
  await makeProfile(profile, credentials);
  const app = await openApp(profile);
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await lock(app);
    const before = await workedMs(app);
    await unlock(app.launched, app.page);
    await pause(SETTLED_MS);
    times.push((await workedMs(app)) - before);
  }
  await app.close();
  return median(times);
}

export async function benchList(folder: string): Promise<Row[]> {
  const few = await firstDrawing(folder, 100);
  const many = await firstDrawing(folder, CREDENTIALS);
  return [
    {
      what: '1,000 keys: unlocked to painted list, main thread',
      value: many,
      unit: 'ms',
      versus: `100 keys, ${few.toFixed(0)} ms`,
      ratio: many / few,
      most: 3,
    },
  ];
}

/** Milliseconds of the main thread for each typed letter, the list drawn anew included. */
export async function benchSearch(folder: string): Promise<Row[]> {
  const profile = path.join(folder, 'search');
  await makeProfile(profile, CREDENTIALS);
  const app = await openApp(profile);
  await pause(SETTLED_MS);
  await app.page.getByRole('combobox', { name: /search/i }).click();
  const each: number[] = [];
  for (const letter of 'desk 12') {
    const before = await workedMs(app);
    await app.page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await pause(150);
    each.push((await workedMs(app)) - before);
  }
  await app.close();
  return [
    {
      what: '1,000 keys: a letter typed into search, main thread',
      value: median(each),
      unit: 'ms',
      versus: `one frame, ${FRAME_MS} ms`,
      ratio: median(each) / FRAME_MS,
      most: 1,
    },
  ];
}
