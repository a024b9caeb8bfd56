// A drill from its alarm to its score: the same screens as in earnest, under a watermark that stands over
// every one of them, and nothing left behind.
import { photographed } from '../support/accessible.ts';
import { expect, getToken, type Journey, test } from '../support/journey.ts';
import { REVOKE_ALL_KEYS } from '../support/keys.ts';

const bandOf = (journey: Journey) =>
  journey.window().getByRole('region', { name: 'Drill', exact: true });

async function start(journey: Journey, scenario: RegExp): Promise<void> {
  const page = journey.window();
  await page.getByRole('button', { name: 'Drills' }).click();
  await page
    .getByRole('dialog', { name: 'Drills' })
    .getByRole('button', { name: scenario })
    .click();
  await expect(bandOf(journey)).toContainText('DRILL');
  await expect(bandOf(journey)).toContainText('0 of');
}

/** Ctrl+Shift+Delete, then Enter twice: without the mouse. */
async function revokeEverything(journey: Journey, tokens: number): Promise<void> {
  const page = journey.window();
  await page.keyboard.press(REVOKE_ALL_KEYS);
  const sheet = page.getByRole('dialog', { name: 'Revoke everything' });
  await expect(sheet.getByRole('button', { name: /^Revoke \d+ tokens/ })).toBeFocused();
  await expect(sheet).toContainText('DRILL');
  await journey.dialogs().answer({ button: `Revoke ${tokens} tokens` });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
}

test.use({ sharesApp: true });

test(
  'is won by stopping everything and waiting for the proof',
  { tag: '@long' },
  async ({ journey }) => {
    const page = await journey.openVault();
    await page.getByRole('button', { name: 'Drills' }).click();
    await photographed(page, 'drills', journey.picture);
    await page.keyboard.press('Escape');
    await start(journey, /^Start: Lost answers/);
    await expect(page.getByRole('row', { name: /Drill desk/ })).toHaveCount(2);
    // Keys and buttons are about what the alarm is about.
    await expect(page.getByRole('region', { name: /^Drill desk/ })).toBeVisible();
    await photographed(page, 'drill-alarm', journey.picture);
    await revokeEverything(journey, 5);
    await expect(page.getByRole('dialog', { name: 'Revocation run' })).toContainText('DRILL');
    await page.keyboard.press('Escape');
    await expect(bandOf(journey)).toContainText('5 of 5 accepted, 5 of 5 confirmed dead', {
      timeout: 60_000,
    });
    await bandOf(journey).getByRole('button', { name: 'Declare it over' }).click();
    const results = page.getByRole('dialog', { name: 'Drills' });
    await expect(results).toContainText('No mistake.');
    await expect(results).toContainText('The first of this drill.');
    await photographed(page, 'drill-score', journey.picture);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row', { name: /Drill/ })).toHaveCount(0);
    await expect(bandOf(journey)).toHaveCount(0);
  },
);

test('says what went wrong: a secret that still works, a token forgotten, declared over too early', async ({
  journey,
}) => {
  await journey.openVault();
  await start(journey, /^Start: A secret in a public repository/);
  await bandOf(journey).getByRole('button', { name: 'Declare it over' }).click();
  const results = journey.window().getByRole('dialog', { name: 'Drills' });
  await expect(results).toContainText('3 mistakes');
  await expect(results).toContainText('The leaked secret still works');
});

test('lets nobody touch what is real, and can be stopped at any time', async ({ journey, lab }) => {
  await journey.openVault({ 'Desk-A': 'trader' });
  await journey.open('Desk-A');
  const page = journey.window();
  await page.getByRole('checkbox', { name: /^Trade/ }).check();
  await getToken(page);
  // Asked only where there are credentials outside practice.
  await journey.dialogs().answer({ button: 'Start the drill' });
  await start(journey, /^Start: A stolen laptop/);
  await page.getByRole('button', { name: /^All keys/ }).click();
  await journey.open('Desk-A');
  await page.getByRole('button', { name: 'Renew', exact: true }).first().click();
  await expect(page.getByText('A drill is running.').first()).toBeVisible();
  await photographed(page, 'drill-fence', journey.picture);
  await bandOf(journey).getByRole('button', { name: 'Stop drill' }).click();
  await expect(page.getByRole('dialog', { name: 'Drills' })).toContainText('Stopped');
  expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(1);
});
