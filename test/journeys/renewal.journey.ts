// Renewal before the eyes: a token is replaced and the old one revoked; what failed is said. Leases:
// a lock ends them, and says so.
import type { Page } from '@playwright/test';
import { expect, fromTokenMenu, newestToken, test } from '../support/journey.ts';
import { jumpClock } from '../support/jump-clock.ts';
import { notificationsOf } from '../support/stand-in-records.ts';

async function getTradeToken(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Trade/ }).check();
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(newestToken(page)).toContainText(/Active|Expiring/);
}

/** Renewed in the last tenth of it: a test has a minute to get there before it jumps. */
const SHORT_LIVED_SECONDS = 80;
const BEFORE_ITS_RENEWAL_MS = 60_000;

const section = (page: Page) => page.getByRole('region', { name: 'Renewal' });

test.use({ sharesApp: true });

test.describe('renewal', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({ 'Desk A': 'trader' });
    await journey.open('Desk A');
  });

  test(
    'replaces the token before it ends, by keyboard alone',
    { tag: '@long' },
    async ({ journey, lab }) => {
      const page = journey.window();
      lab.controls.set({ traderLifetimeSeconds: SHORT_LIVED_SECONDS });
      await getTradeToken(page);
      lab.controls.set({ traderLifetimeSeconds: 86_400 });
      await section(page).getByRole('button', { name: 'Renew automatically…' }).press('Enter');
      await expect(page.getByRole('combobox', { name: 'Renew', exact: true })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await journey.dialogs().answer({ button: 'Renew automatically' });
      await page.keyboard.press('Enter');
      await expect(section(page)).toContainText('Goes on until you switch it off.');
      await jumpClock(journey.launched(), page, BEFORE_ITS_RENEWAL_MS);
      await expect(newestToken(page)).toContainText('Active');
      await expect(section(page)).toContainText(/Renews at .*\d\d:\d\d/);
      expect(lab.controls.liveTokens(lab.trader.clientId)).toBeGreaterThan(0);
    },
  );

  test(
    'says when it does not work, and keeps the token',
    { tag: '@long' },
    async ({ journey, lab }) => {
      const page = journey.window();
      lab.controls.set({ traderLifetimeSeconds: SHORT_LIVED_SECONDS });
      await getTradeToken(page);
      lab.controls.forgetClient(lab.trader.clientId);
      await section(page).getByRole('button', { name: 'Renew automatically…' }).click();
      await journey.dialogs().answer({ button: 'Renew automatically' });
      await section(page).getByRole('button', { name: 'Switch renewal on' }).click();
      await expect(section(page)).toContainText('Goes on until you switch it off.');
      await jumpClock(journey.launched(), page, BEFORE_ITS_RENEWAL_MS);
      await expect(section(page).getByRole('status')).toContainText('did not work');
      await journey.dialogs().answer({ button: 'Switch renewal off' });
      await section(page).getByRole('button', { name: 'Switch off' }).click();
      await expect(section(page)).toContainText('Off.');
    },
  );

  test('has a stop that is eight hours away', async ({ journey }) => {
    const page = journey.window();
    await getTradeToken(page);
    await section(page).getByRole('button', { name: 'Renew automatically…' }).click();
    await page.getByRole('combobox', { name: 'Renew', exact: true }).selectOption('for 8 hours');
    const hence = (): Promise<string> =>
      page.evaluate(() => new Date(Date.now() + 8 * 3_600_000).toTimeString().slice(0, 5));
    const before = await hence();
    await journey.dialogs().answer({ button: 'Renew automatically' });
    await section(page).getByRole('button', { name: 'Switch renewal on' }).click();
    await expect(section(page)).toContainText(/Stops at/);
    const text = (await section(page).textContent()) ?? '';
    const stop = /Stops at \D*(\d\d:\d\d)/.exec(text)?.[1];
    expect([before, await hence()]).toContain(stop);
  });
});

test.describe('a lease', () => {
  test('at lock revokes the token before the keys are gone, and says so', async ({
    journey,
    lab,
  }) => {
    const page = await journey.openVault({ 'Desk A': 'trader' });
    await journey.open('Desk A');
    await getTradeToken(page);
    await journey.dialogs().answer({ button: 'Revoke early' });
    await fromTokenMenu(page, /^Revoke early: at lock/);
    await expect(newestToken(page)).toContainText('Revoked when Strongroom locks');
    await page.keyboard.press('ControlOrMeta+l');
    await expect(page.getByText('1 token set to end at lock was revoked.')).toBeVisible();
    expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
  });
});

test.describe('a notification', () => {
  test('tells once of a token that expired while nobody looked', async ({ journey, lab }) => {
    const page = await journey.openVault({ 'Desk A': 'trader' });
    await journey.open('Desk A');
    lab.controls.set({ traderLifetimeSeconds: 240 });
    await getTradeToken(page);
    await journey.launched().app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.hide();
    });
    // Looks are five seconds apart at least, and nothing but a wake brings the next one here.
    const told = async (): Promise<readonly string[]> => {
      await journey.launched().app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
      return await notificationsOf(journey.launched());
    };
    await jumpClock(journey.launched(), page, 240_000);
    await expect.poll(told).toEqual(['A token has expired: Desk A.']);
    expect(await told()).toHaveLength(1);
    // The window slept through it, and shows it as soon as it is seen.
    await journey.launched().app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.show();
    });
    await expect(page.getByRole('row', { name: /Desk A.*Expired/ })).toBeVisible();
  });
});
