// Windows on displays of their own (Xvfb): small ones, ones with two pixels for one, and the tray's. Part of
// `test/visible-journeys.ts` alone: without a display none of this can be seen.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { expect, newestToken, pressAndClose } from '../support/journey.ts';
import { launchStrongroom, windowAt, type LaunchedApp } from '../support/launch.ts';
import { startPractice } from '../support/practice.ts';
import { writePreparedVault } from '../support/prepared-vault.ts';
import { needsStandIn } from '../support/stand-in-records.ts';
import { startVirtualDisplay, virtualDisplayServer } from '../support/virtual-display.ts';

interface Started {
  readonly launched: LaunchedApp;
  readonly page: Page;
  readonly unlock: () => Promise<void>;
}

interface Desk {
  /** The app on the display, with a vault of its own. */
  readonly start: (chosen?: Chosen) => Promise<Started>;
}

interface Chosen {
  readonly keepInTray?: boolean;
  readonly args?: readonly string[];
}

interface Fixtures {
  /** Of the display, in pixels. */
  readonly pixels: { readonly width: number; readonly height: number };
  readonly desk: Desk;
}

const test = base.extend<Fixtures>({
  pixels: [{ width: 1440, height: 960 }, { option: true }],

  desk: async ({ pixels }, use, info) => {
    const lab = await startPractice();
    const display = await startVirtualDisplay(pixels.width, pixels.height);
    let running: LaunchedApp | null = null;
    await use({
      async start({ keepInTray = false, args = [] } = {}) {
        const userDataDir = info.outputPath('profile');
        const passphrase = randomBytes(24).toString('base64url');
        await mkdir(userDataDir, { recursive: true });
        const preferences = JSON.stringify({ keepInTray });
        await writeFile(path.join(userDataDir, 'preferences.json'), preferences);
        await writePreparedVault(userDataDir, passphrase, lab, { 'Desk A': 'trader' });
        const env = {
          DISPLAY: display.name,
          WAYLAND_DISPLAY: '',
          ...(pixels.width !== 1_440 ? { STANDIN_REAL_DISPLAY: '1' } : {}),
        };
        const launched = await launchStrongroom({ userDataDir, env, args });
        running = launched;
        const page = await windowAt(launched, 'app');
        return {
          launched,
          page,
          async unlock() {
            await page.getByRole('button', { name: 'Unlock', exact: true }).click();
            await answer(await windowAt(launched, 'entry'), passphrase);
            await expect(page.getByRole('row', { name: /Desk A/ })).toBeVisible();
          },
        };
      },
    });
    const ended = (running as LaunchedApp | null)?.app.evaluate(({ app: main }) => main.exit(0));
    await ended?.catch(() => undefined);
    await display.stop();
    await lab.stop();
  },
});

async function answer(entry: Page, secret: string): Promise<void> {
  await entry.locator('input').first().fill(secret);
  const closed = entry.waitForEvent('close');
  await pressAndClose(entry.locator('button[type=submit]'));
  await closed;
}

/** By how many device-independent pixels the window stands out of the display on each side. */
const outside = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    // Chromium alone has these two.
    const { availLeft = 0, availTop = 0 } = screen as Screen & {
      availLeft?: number;
      availTop?: number;
    };
    const over = [
      availLeft - screenX,
      availTop - screenY,
      screenX + outerWidth - (availLeft + screen.availWidth),
      screenY + outerHeight - (availTop + screen.availHeight),
    ];
    return over.map((pixels) => Math.max(0, pixels));
  });

const fits = (page: Page): Promise<void> => expect.poll(() => outside(page)).toEqual([0, 0, 0, 0]);

const displays = [
  { what: 'of 1024 by 768 pixels', pixels: { width: 1024, height: 768 }, args: [], scale: 1 },
  {
    what: 'with two pixels for one',
    pixels: { width: 2048, height: 1536 },
    args: ['--force-device-scale-factor=2'],
    scale: 2,
  },
];

for (const { what, pixels, args, scale } of displays) {
  test.describe(`on a display ${what}`, { tag: '@visible' }, () => {
    test.use({ pixels });

    test('both windows fit, and their buttons can be reached', async ({ desk }) => {
      const { launched, page, unlock } = await desk.start({ args });
      await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(scale);
      await fits(page);
      const first = page.getByRole('button', { name: 'Unlock', exact: true });
      await expect(first).toBeInViewport({ ratio: 1 });

      await first.click();
      const entry = await windowAt(launched, 'entry');
      await fits(entry);
      await expect(entry.getByRole('button', { name: 'Cancel' })).toBeVisible();
      for (const button of await entry.getByRole('button').all()) {
        await expect(button).toBeInViewport({ ratio: 1 });
      }
      await pressAndClose(entry.getByRole('button', { name: 'Cancel' }));

      await unlock();
      await page.getByRole('row', { name: /Desk A/ }).click();
      const get = page.getByRole('button', { name: 'Get token', exact: true }).last();
      await get.click();
      await expect(get).toBeInViewport({ ratio: 1 });
      await expect(newestToken(page)).toContainText('Active');
      const inSight = (name: string): Promise<void> =>
        expect(page.getByRole('button', { name, exact: true }).last()).toBeInViewport({ ratio: 1 });
      await inSight('Revoke everything…');
      // What stands at the side of a wider window.
      await page.getByRole('button', { name: 'Environments and views' }).click();
      for (const name of ['Settings', 'Lock', 'Add key']) await inSight(name);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways, 'scrolls sideways').toBe(0);
    });
  });
}

test.describe('an app without a window', { tag: '@visible' }, () => {
  test('has the menu of its tray in sight on the stand-in, and comes back by it', async ({
    desk,
  }, info) => {
    needsStandIn('the menu of the tray, which the system draws.');
    const { launched, page, unlock } = await desk.start({ keepInTray: true });
    await unlock();
    const closed = page.waitForEvent('close');
    await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await closed;
    const tray = await windowAt(launched, 'question.standin.invalid', { scheme: 'https' });
    await expect(tray.getByRole('heading')).toHaveText(/^Strongroom: /);
    await expect(tray.getByRole('button')).toHaveText([
      'Open Strongroom',
      'Revoke everything…',
      'Lock',
      'Quit',
    ]);
    await expect(tray.locator('p')).toContainText('No live token');
    await tray.screenshot({ path: info.outputPath('tray.png') });
    await tray.getByRole('button', { name: 'Open Strongroom' }).click();
    const back = await windowAt(launched, 'app');
    await expect(back.getByRole('row', { name: /Desk A/ })).toBeVisible();
    await expect.poll(() => tray.isClosed()).toBe(true);
  });
});

test.skip(virtualDisplayServer() === null, 'Xvfb is not installed');
