// A day at a desk of ten credentials and of ten thousand: one that renews itself while other things are
// done, production in its frame, settings, a copied token and its ring, the keys on one sheet, a lease that a
// lock ends, and one notification for all that expired while nobody looked.
import type { Page } from '@playwright/test';
import { photographed } from '../support/accessible.ts';
import { holdTimers, jumpClock, letPass } from '../support/jump-clock.ts';
import { expect, type Journey, newestToken, runAction, test } from '../support/journey.ts';
import { labelOf } from '../support/many-credentials.ts';
import { notificationsOf } from '../support/stand-in-records.ts';

const HOUR_MS = 3_600_000;
/** Long enough for all that is done meanwhile; its last half minute is jumped to. */
const SHORT_LIVED_SECONDS = 300;
/** Looks at what to tell are five seconds apart at least (alerts/alerts.ts). */
const APART_MS = 5_000;
const slow = { timeout: 60_000 };

async function find(journey: Journey, label: string): Promise<void> {
  const page = journey.window();
  await page.getByRole('combobox', { name: 'Search keys' }).fill(`"${label}"`, slow);
  await journey.open(label);
}

async function getTradeToken(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Trade/ }).click();
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(newestToken(page)).toContainText(/Active|Expiring/, slow);
}

/** What the machine has told, once it has looked again, as after sleep. */
async function told(journey: Journey): Promise<readonly string[]> {
  await letPass(journey.launched(), APART_MS);
  await journey.launched().app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
  return await notificationsOf(journey.launched());
}

/** Whoever is named as expired, as often as that was told. */
const namedAsExpired = (bodies: readonly string[]): readonly string[] =>
  bodies
    .flatMap((body) => body.split('\n'))
    .filter((line) => line.includes('expired'))
    .flatMap((line) => line.match(/Desk \d{5}/g) ?? []);

for (const count of [10, 10_000]) {
  test.describe(`at a desk of ${count} credentials`, { tag: '@long' }, () => {
    test.use({ credentialsBefore: count });

    test('a person renews, leases, copies, sets and is told', async ({ journey, lab }) => {
      await journey.unlock();
      const page = journey.window();
      await expect(page.getByText(/^[\d,]+ keys/)).toBeVisible(slow);

      // One that would end soon renews itself from now on.
      await find(journey, labelOf(2));
      lab.controls.set({ traderLifetimeSeconds: SHORT_LIVED_SECONDS });
      await getTradeToken(page);
      lab.controls.set({ traderLifetimeSeconds: 86_400 });
      const renewal = page.getByRole('region', { name: 'Renewal' });
      await runAction(page, 'renew automatically');
      await expect(page.getByRole('combobox', { name: 'Renew', exact: true })).toBeFocused();
      await journey.dialogs().answer({ button: 'Renew automatically' });
      await renewal.getByRole('button', { name: 'Switch renewal on' }).click();
      await expect(renewal).toContainText('Goes on until you switch it off.', slow);

      // Settings: how it looks, that it stays open, a threshold for a tag, that tokens may be copied.
      await page.keyboard.press('ControlOrMeta+,');
      const settings = page.getByRole('dialog', { name: 'Settings' });
      await settings.getByRole('radio', { name: 'Dark' }).click();
      const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
      await expect.poll(isDark, slow).toBe(true);
      await journey.dialogs().answer({ button: 'Never lock when idle' });
      const limit = settings.getByRole('combobox', { name: 'Lock when idle' });
      await limit.selectOption('never');
      await expect(limit).toHaveValue('never');
      const threshold = settings.getByRole('combobox', {
        name: 'Keys with the tag night',
      });
      await threshold.selectOption('an hour, 15 and 5 minutes before');
      await journey.dialogs().answer({ button: 'Allow copying' });
      await settings.getByRole('checkbox', { name: /Allow copying/ }).click();
      await expect(settings.getByRole('checkbox', { name: /Allow copying/ })).toBeChecked();
      await settings.getByRole('radio', { name: 'System' }).click();
      await page.keyboard.press('Escape');

      // Production is named beside the credential; its token is leased until the lock, from the palette.
      await find(journey, labelOf(5));
      await expect(page.locator('.detail-title [data-kind="production"]')).toBeVisible();
      await getTradeToken(page);
      await journey.dialogs().answer({ button: 'Revoke early' });
      await runAction(page, 'revoke early at lock');
      await expect(newestToken(page)).toContainText('Revoked when Strongroom locks', slow);
      await runAction(page, 'pause or resume');
      await expect(page.getByRole('button', { name: 'Pause live times' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await photographed(page, `desk-production-${count}`, journey.picture);
      await page.getByRole('button', { name: 'Pause live times' }).click();

      // Copied by key, seen on its ring, cleared by hand.
      // The twenty seconds after which it leaves by itself do not end here.
      await holdTimers(journey.launched(), 20_000);
      await journey.dialogs().answer({ button: 'Copy token' });
      await page.keyboard.press('ControlOrMeta+Shift+C');
      await expect(page.getByText(/Token on the clipboard/)).toBeVisible();
      await expect.poll(journey.clipboardLength).toBeGreaterThan(20);
      await page.getByRole('button', { name: 'Clear now' }).click();
      await expect(page.getByText(/Token on the clipboard/)).toBeHidden();
      await expect.poll(journey.clipboardLength).toBe(0);

      await page.keyboard.press('ControlOrMeta+/');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(keys.getByText('Revoke everything…')).toBeVisible();
      await photographed(page, `desk-keys-${count}`, journey.picture);
      await page.keyboard.press('Escape');

      // The first one comes to its last half minute, and is renewed: what is in use lives a day.
      await jumpClock(journey.launched(), page, (SHORT_LIVED_SECONDS - 30) * 1_000);
      await find(journey, labelOf(2));
      await expect(newestToken(page)).toContainText('Active', slow);

      await page.keyboard.press('ControlOrMeta+l');
      await expect(page.getByText('1 token set to end at lock was revoked.')).toBeVisible(slow);
      await journey.unlock();
      await expect(page.getByText(/^[\d,]+ keys/)).toBeVisible(slow);

      // While nobody looks hundreds end: that is told once, in one sentence.
      await journey.launched().app.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows()) window.hide();
      });
      await jumpClock(journey.launched(), page, 6 * HOUR_MS);
      const expired = /tokens? ha(s|ve) expired: /;
      await expect
        .poll(async () => (await told(journey)).filter((body) => expired.test(body)).length, slow)
        .toBe(1);
      // Of ten thousand some end with every minute: those are another sentence, about others.
      const names = namedAsExpired(await told(journey));
      expect(names.length).toBeGreaterThan(0);
      expect(new Set(names).size).toBe(names.length);
    });
  });
}
