// Notifications while nobody looks at the window: several facts as one, none in quiet hours until they
// end, and other thresholds for a tag.
import { dateOf, endOfDayMs } from '../../electron/shared/health/secret-due.ts';
import { expect, newestToken, showTab, test, type Journey } from '../support/journey.ts';
import { jumpClock, letPass, passKeyRepeat } from '../support/jump-clock.ts';
import { spreadRevocationsWithin } from '../support/practice-panel.ts';
import { notificationsOf } from '../support/stand-in-records.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Looks are five seconds apart at least (alerts/alerts.ts). */
const APART_MS = 5_000;

/** Wakes the app when it may look again, as a machine does after sleep, and answers what it has told by then. */
async function told(journey: Journey): Promise<readonly string[]> {
  await letPass(journey.launched(), APART_MS);
  await journey.launched().app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
  return await notificationsOf(journey.launched());
}

async function getToken(journey: Journey, label: string): Promise<void> {
  const page = journey.window();
  await journey.open(label);
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(newestToken(page)).toContainText(/Active|Expiring/);
}

async function hideWindow(journey: Journey): Promise<void> {
  await journey.launched().app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.hide();
  });
}

/** Never locks by itself: what a jump of the clock would do first. */
async function stayOpen(journey: Journey): Promise<void> {
  const page = journey.window();
  await page.getByRole('button', { name: 'Settings' }).click();
  await journey.dialogs().answer({ button: 'Never lock when idle' });
  const limit = page.getByRole('combobox', { name: 'Lock when idle' });
  await limit.selectOption('never');
  await expect(limit).toHaveValue('never');
}

const jump = (journey: Journey, ms: number): Promise<void> =>
  jumpClock(journey.launched(), journey.window(), ms);

test.describe('notifications', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault();
  });

  test('tell of several tokens in one, and each fact once', async ({ journey }) => {
    const page = journey.window();
    await stayOpen(journey);
    await page.keyboard.press('Escape');
    await getToken(journey, 'Practice trader');
    await getToken(journey, 'Practice partner');
    await hideWindow(journey);
    await jump(journey, 25 * HOUR);
    await expect
      .poll(() => told(journey))
      .toEqual([expect.stringMatching(/^2 tokens have expired: .*Practice \w+, Practice \w+\.$/)]);
    await jump(journey, HOUR);
    await told(journey);
    expect(await told(journey)).toHaveLength(1);
  });

  test(
    'tell of a client secret 30, 7 and 1 days before it is to be replaced',
    { tag: '@long' },
    async ({ journey }) => {
      const page = journey.window();
      await stayOpen(journey);
      await page.keyboard.press('Escape');
      await journey.open('Practice trader');
      await showTab(page, 'Access');
      await page.getByRole('button', { name: 'Secret valid until…' }).click();
      const typed = dateOf(Date.now() + 40 * DAY);
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^Valid until \d/)).toBeVisible();
      await hideWindow(journey);
      const isTold = async (times: number): Promise<void> => {
        await expect.poll(async () => (await told(journey)).length).toBe(times);
      };
      // It ends with the day that was typed. Until 29.5 days before, then 6.5 and half a day, and past it.
      const leftDays = ((endOfDayMs(typed) ?? 0) - Date.now()) / DAY;
      for (const [index, days] of [leftDays - 29.5, 23, 6, 1].entries()) {
        await jump(journey, days * DAY);
        await isTold(index + 1);
      }
      const due = /^A client secret is due for replacement by \d+ \w+: Practice trader\.$/;
      const over = /^A client secret was due for replacement by \d+ \w+: Practice trader\.$/;
      expect(await told(journey)).toEqual(
        [due, due, due, over].map((each) => expect.stringMatching(each)),
      );
    },
  );

  test(
    'tell of a token that was proven dead while nobody looked',
    { tag: '@long' },
    async ({ journey }) => {
      const page = journey.window();
      await spreadRevocationsWithin(page, 8);
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(journey, 'Practice trader');
      await newestToken(page)
        .getByRole('button', { name: /^Revoke/ })
        .click();
      await passKeyRepeat(page);
      await page.getByRole('button', { name: 'Revoke token', exact: true }).click();
      await expect(newestToken(page)).toContainText(/Revoked, waiting|Refused here/);
      await hideWindow(journey);
      const proven =
        /^A revoked token is dead, refused in [3-9] checks over \d+ seconds: Practice trader\.$/;
      await expect.poll(() => told(journey)).toEqual([expect.stringMatching(proven)]);
    },
  );

  test(
    'wait for the end of quiet hours, and are told then',
    { tag: '@long' },
    async ({ journey }) => {
      const page = journey.window();
      await stayOpen(journey);
      await page.getByRole('checkbox', { name: 'Quiet hours' }).click();
      await expect(page.getByLabel('From')).toHaveValue('22:00');
      // Around this hour of the day, which is that of tomorrow too.
      const hour = await page.evaluate(() => new Date().getHours());
      const at = (plus: number): string => `${String((hour + plus + 24) % 24).padStart(2, '0')}:30`;
      for (const [label, time] of [
        ['From', at(-2)],
        ['To', at(4)],
      ] as const) {
        await page.getByLabel(label, { exact: true }).fill(time);
        await page.getByLabel(label, { exact: true }).blur();
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(time);
      }
      await page.keyboard.press('Escape');
      await getToken(journey, 'Practice trader');
      await hideWindow(journey);
      await jump(journey, 24 * HOUR);
      await told(journey);
      expect(await told(journey)).toEqual([]);
      await jump(journey, 6 * HOUR);
      await expect.poll(() => told(journey)).toEqual(['A token has expired: Practice trader.']);
    },
  );

  test('come earlier for a tag than for all others', { tag: '@long' }, async ({ journey, lab }) => {
    const page = journey.window();
    await getToken(journey, 'Practice trader');
    await journey.addLab();
    await journey.addClient('trader', 'Desk A');
    await stayOpen(journey);
    await page
      .getByRole('combobox', { name: 'Before a token ends' })
      .selectOption('only once it has expired');
    await page
      .getByRole('combobox', { name: 'Keys with the tag sample' })
      .selectOption('an hour, 15 and 5 minutes before');
    await page.keyboard.press('Escape');
    expect(lab.controls.settings().traderLifetimeSeconds).toBe(86_400);
    await getToken(journey, 'Desk A');
    await hideWindow(journey);
    await jump(journey, 23.5 * HOUR);
    await expect
      .poll(() => told(journey))
      .toEqual([expect.stringMatching(/^A token expires at \d\d:\d\d: Practice trader\.$/)]);
  });
});
