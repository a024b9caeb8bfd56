// P9: memory over a simulated day in the real window. An hour passes in one jump of the wall clock of main
// and page, as after a sleep, so that the vault locks by itself and tokens run out. In each hour a person
// unlocks, searches, scrolls, takes a token and revokes it, opens sheets and closes them, locks and
// unlocks. Told is what all processes hold once the collector has gone through main and page: what is
// held, and not when rubbish happens to be taken away.
import type { Page } from '@playwright/test';
import { median } from './measure.ts';
import { bounded, row, type Row } from './results.ts';
import {
  makeProfile,
  memoryMib,
  openApp,
  pause,
  PRACTICE_LABEL,
  processTree,
  unlock,
  type OpenApp,
} from './window-lab.ts';

const HOURS = 24;
const HOUR_MS = 3_600_000;
const CREDENTIALS = 1_000;
/** A sheet that confirms takes no press sooner: its guard against a repeated key. */
const CONFIRM_GUARD_MS = 650;
/** V8 gives freed pages back to the system some seconds after a collection. */
const RETURNED_MS = 10_000;
const LOOKS = 3;

export async function benchDay(folder: string, hours = HOURS): Promise<readonly Row[]> {
  await makeProfile(folder, CREDENTIALS, { practice: true });
  const app = await openApp(folder);
  let first = Number.NaN;
  for (let hour = 1; hour <= hours; hour += 1) {
    await letAnHourPass(app);
    await unlock(app.launched, app.page);
    await useForAnHour(app.page);
    await app.page.keyboard.press('Control+l');
    await locked(app.page);
    await unlock(app.launched, app.page);
    if (hour === 1) first = await held(app);
  }
  const last = await held(app);
  await app.close();
  return [
    row('P9.hour', 'memory of all processes after one simulated hour of use', first, {
      unit: 'MiB',
    }),
    bounded('P9', `memory of all processes after ${hours} simulated hours of use`, last, {
      unit: 'MiB',
      versus: `the first hour ± 5 % of ${first.toFixed(0)} MiB`,
      ratio: Math.abs(last - first) / (first * 0.05),
      most: 1,
    }),
  ];
}

const locked = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();

async function letAnHourPass({ launched, page }: OpenApp): Promise<void> {
  await page.evaluate(passTime, HOUR_MS);
  await launched.app.evaluate(({ powerMonitor }, ms) => {
    const time = globalThis as unknown as { skippedMs?: number; realNow?: () => number };
    const realNow = (time.realNow ??= Date.now.bind(Date));
    const skippedMs = (time.skippedMs ?? 0) + ms;
    time.skippedMs = skippedMs;
    Date.now = () => realNow() + skippedMs;
    powerMonitor.emit('resume');
  }, HOUR_MS);
  await locked(page);
}

/** Self-contained on purpose: it runs in the page, which forgets it when it is loaded anew. */
function passTime(ms: number): void {
  const realNow = Date.now.bind(Date);
  Date.now = () => realNow() + ms;
}

async function useForAnHour(page: Page): Promise<void> {
  const search = page.getByRole('combobox', { name: /search/i });
  await search.fill('desk 999');
  await page
    .getByRole('row', { name: /Desk 999/ })
    .first()
    .waitFor();
  await search.fill('');
  const box = await page.getByRole('row', { name: /Desk/ }).nth(3).boundingBox();
  await page.mouse.move((box?.x ?? 300) + 20, (box?.y ?? 300) + 10);
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.wheel(0, turn < 10 ? 700 : -700);
    await pause(20);
  }
  await search.fill(PRACTICE_LABEL);
  await page.getByRole('row', { name: new RegExp(PRACTICE_LABEL) }).click();
  await takeAndRevoke(page);
  await search.fill('');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  for (const name of ['Settings', 'History']) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

async function takeAndRevoke(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  const newest = page.getByRole('article', { name: /^Token/ }).first();
  await newest.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByText(/This cannot be undone/).waitFor();
  await pause(CONFIRM_GUARD_MS);
  await page.getByRole('button', { name: 'Revoke token', exact: true }).click();
  await page
    .getByText(/^Revoked/)
    .first()
    .waitFor();
}

/** MiB of all processes, the collector having gone through main and page. */
async function held({ launched, devTools }: OpenApp): Promise<number> {
  const looks: number[] = [];
  for (let reevaluate = 0; reevaluate < LOOKS; reevaluate += 1) {
    await devTools.send('HeapProfiler.collectGarbage');
    await launched.app.evaluate(() => {
      process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
      const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
      collect();
    });
    await pause(RETURNED_MS);
    looks.push(memoryMib(processTree(launched.app.process().pid ?? 0)));
  }
  return median(looks);
}

if (process.argv[1] === import.meta.filename) {
  const [{ prepareTestHost }, { mkdtempSync, rmSync }, { tmpdir }, path, { table }] =
    await Promise.all([
      import('../support/test-host.ts'),
      import('node:fs'),
      import('node:os'),
      import('node:path'),
      import('./results.ts'),
    ]);
  prepareTestHost();
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-day-'));
  try {
    const hours = Number(process.argv[2] ?? HOURS);
    process.stdout.write(`${table(await benchDay(path.join(folder, 'day'), hours))}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
