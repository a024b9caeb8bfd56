// P11: CPU of all processes with 500 live tokens and the window hidden, beside a bare window on the same
// host. Both are at rest first: what V8's collector owes for the unlock is work that was done before, and
// told by itself, beside the same goal: it was the first one, and counted whatever follows an unlock.
import path from 'node:path';
import { bounded, type Row } from './results.ts';
import {
  COLLECTED_MS,
  makeProfile,
  openApp,
  openBare,
  pause,
  processTree,
  threadTimes,
  usedSeconds,
  type OpenApp,
} from './window-lab.ts';

/** What the app does once a minute is in it once. */
const WATCHED_SECONDS = 60;
const HIDDEN_MS = 5_000;

export async function benchIdle(folder: string): Promise<readonly Row[]> {
  const profile = path.join(folder, 'idle');
  await makeProfile(profile, 500);
  const app = await openApp(profile);
  const bare = await openBare(path.join(folder, 'idle-bare'));
  await hide(app);
  await hide(bare);
  await app.devTools.detach();
  await pause(HIDDEN_MS);
  const settling = await cpuShares([app, bare]);
  await pause(COLLECTED_MS);
  const resting = await cpuShares([app, bare]);
  await app.close();
  await bare.launched.app.close();
  const [settled = Number.NaN, bareSettled = Number.NaN] = settling;
  const [rest = Number.NaN, bareRest = Number.NaN] = resting;
  const hidden = '500 live tokens, window hidden: CPU of all processes';
  return [
    bounded('P11', `${hidden}, at rest`, rest * 100, {
      unit: '%',
      versus: `0.2 % (a bare window, hidden: ${(bareRest * 100).toFixed(3)} %)`,
      ratio: rest / 0.002,
      most: 1,
    }),
    bounded(
      'P11.settling',
      `${hidden}, from ${HIDDEN_MS / 1_000} s after the unlock`,
      settled * 100,
      {
        unit: '%',
        versus: `0.2 % (a bare window, hidden: ${(bareSettled * 100).toFixed(3)} %)`,
        ratio: settled / 0.002,
        most: 1,
      },
    ),
  ];
}

async function hide({ launched }: Pick<OpenApp, 'launched'>): Promise<void> {
  await launched.app.evaluate(({ BrowserWindow }) => {
    for (const each of BrowserWindow.getAllWindows()) each.hide();
  });
}

/** The part of one processor that each of them used, over the same seconds. */
async function cpuShares(apps: readonly Pick<OpenApp, 'launched'>[]): Promise<readonly number[]> {
  const trees = apps.map(({ launched }) => processTree(launched.app.process().pid ?? 0));
  const before = trees.map(threadTimes);
  await pause(WATCHED_SECONDS * 1_000);
  return trees
    .map((pids, at) => usedSeconds(before[at] ?? new Map(), threadTimes(pids)))
    .map((seconds) => seconds / WATCHED_SECONDS);
}
