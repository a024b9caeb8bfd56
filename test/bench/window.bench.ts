// P7 to P11 (P9 in window-day.ts, starts in window-start.ts, P11 in window-idle.ts): the real window with the real bridge: main-thread share of live countdowns, first render, a
// keystroke in search, scrolling, memory, start beside a bare window, and what it costs when hidden.
// `node test/bench/window.bench.ts` prints it alone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareTestHost } from '../support/test-host.ts';
import { median } from './measure.ts';
import { bounded, row, table, type Row } from './results.ts';
import { benchDay } from './window-day.ts';
import { benchIdle } from './window-idle.ts';
import {
  COLLECTED_MS,
  makeProfile,
  memoryMib,
  openApp,
  pause,
  processTree,
  share,
  unlock,
  workedMs,
  type OpenApp,
} from './window-lab.ts';
import { benchStart } from './window-start.ts';

const SIZES = [100, 1_000, 10_000] as const;
const WATCHED_SECONDS = 30;
const HIDDEN_SECONDS = 20;
const SETTLED_MS = 2_000;
const project = path.join(import.meta.dirname, '../..');

/** Milliseconds of the main thread from the locked screen to the painted list, all it loads included. */
async function firstRender(app: OpenApp): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await lock(app);
    const before = await workedMs(app);
    await unlock(app.launched, app.page);
    await pause(SETTLED_MS);
    times.push((await workedMs(app)) - before);
  }
  return median(times);
}

async function lock({ page }: OpenApp): Promise<void> {
  await page.keyboard.press('Control+l');
  await page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
  await pause(SETTLED_MS);
}

/** Milliseconds of the main thread for each typed letter, the list drawn anew included. */
async function keystroke(app: OpenApp): Promise<number> {
  const search = app.page
    .getByRole('searchbox')
    .or(app.page.getByRole('combobox', { name: /search/i }))
    .first();
  await search.click();
  const each: number[] = [];
  for (const letter of 'desk 12') {
    const before = await workedMs(app);
    await app.page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await pause(150);
    each.push((await workedMs(app)) - before);
  }
  await search.fill('');
  await pause(300);
  return median(each);
}

/** The 95th percentile of the time between frames while the list is scrolled by wheel. */
async function scrolling({ page }: OpenApp): Promise<number> {
  const box = await page.getByRole('row', { name: /Desk/ }).nth(3).boundingBox();
  await page.mouse.move((box?.x ?? 300) + 20, (box?.y ?? 300) + 10);
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = [];
        let last = performance.now();
        const frame = (now: number): void => {
          gaps.push(now - last);
          last = now;
          if (gaps.length < 180) requestAnimationFrame(frame);
          else resolve(gaps.slice(5));
        };
        requestAnimationFrame(frame);
      }),
  );
  for (let turn = 0; turn < 80; turn += 1) {
    await page.mouse.wheel(0, 260);
    await pause(30);
  }
  const gaps = (await frames).toSorted((a, b) => a - b);
  return gaps[Math.floor(gaps.length * 0.95)] ?? Number.NaN;
}

async function benchSizes(folder: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const firsts: number[] = [];
  const memories: number[] = [];
  for (const size of SIZES) {
    const profile = path.join(folder, String(size));
    await makeProfile(profile, size);
    const app = await openApp(profile);
    const named = `${size.toLocaleString('en')} rows with live countdowns`;
    await pause(3_000);
    const worked = await share(app, WATCHED_SECONDS);
    rows.push(
      bounded(`P7.share.${size}`, `${named}: main thread over ${WATCHED_SECONDS} s`, worked * 100, {
        unit: '%',
        versus: '0.5 %',
        ratio: (worked * 100) / 0.5,
        most: 1,
      }),
    );
    memories.push(memoryMib(processTree(app.launched.app.process().pid ?? 0)));
    const typed = await keystroke(app);
    rows.push(
      bounded(`P8.keystroke.${size}`, `${named}: a letter typed into search`, typed, {
        versus: 'one frame, 16 ms',
        ratio: typed / 16,
        most: 1,
      }),
    );
    const p95 = await scrolling(app);
    rows.push(
      bounded(`P8.scroll.${size}`, `${named}: between frames while scrolling, p95`, p95, {
        versus: '16.8 ms',
        ratio: p95 / 16.8,
        most: 1,
      }),
    );
    firsts.push(await firstRender(app));
    if (size === 10_000) rows.push(...(await benchUnseen(app, named)));
    await app.close();
  }
  const [small = Number.NaN, , large = Number.NaN] = firsts;
  const [least = Number.NaN, , most = Number.NaN] = memories;
  rows.push(
    bounded('P8.first.10000', 'unlocked to painted list, main thread, 10,000 credentials', large, {
      versus: `100 credentials, ${small.toFixed(0)} ms`,
      ratio: large / small,
      most: 2,
    }),
    bounded(
      'P10.memory',
      'memory of all processes that 10,000 credentials add to 100',
      most - least,
      {
        unit: 'MiB',
        versus: `15 MiB (${least.toFixed(0)} MiB with 100)`,
        ratio: (most - least) / 15,
        most: 1,
      },
    ),
  );
  return rows;
}

/** What the page does while nobody sees it, and while the vault is locked. */
async function benchUnseen(app: OpenApp, named: string): Promise<readonly Row[]> {
  const { launched } = app;
  const none = (id: string, what: string, value: number): Row =>
    bounded(id, what, value * 100, {
      unit: '%',
      versus: '0.05 %',
      ratio: value / 0.000_5,
      most: 1,
    });
  await launched.app.evaluate(({ BrowserWindow }) => {
    for (const each of BrowserWindow.getAllWindows()) each.hide();
  });
  const atOnce = await share(app, HIDDEN_SECONDS);
  // What the collector owes for the unlocks before is not the hidden window's doing.
  await app.devTools.send('HeapProfiler.collectGarbage');
  await pause(COLLECTED_MS);
  const hidden = await share(app, HIDDEN_SECONDS);
  await launched.app.evaluate(({ BrowserWindow }) => {
    for (const each of BrowserWindow.getAllWindows()) each.show();
  });
  await lock(app);
  const locked = await share(app, HIDDEN_SECONDS);
  await unlock(launched, app.page);
  return [
    // The first goal, before any collection: none at all.
    row('P7.hidden.first', `${named}: main thread, window just hidden`, atOnce * 100, {
      unit: '%',
      versus: 'nothing',
      goal: 'at most 0',
      holds: atOnce === 0,
    }),
    none('P7.hidden', `${named}: main thread, window hidden, memory collected`, hidden),
    none('P7.locked', `${named}: main thread, vault locked`, locked),
  ];
}

export async function benchWindow(): Promise<Row[]> {
  prepareTestHost();
  const vite = path.join(project, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: project,
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('the app could not be built');
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-window-'));
  try {
    return [
      ...(await benchStart(folder)),
      ...(await benchSizes(folder)),
      ...(process.platform === 'linux' ? await benchIdle(folder) : []),
      ...(process.platform === 'linux' ? await benchDay(path.join(folder, 'day')) : []),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${table(await benchWindow())}\n`);
}
