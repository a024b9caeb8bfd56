// What the main job costs in clicks and in keys, counted as they are made: what expires next, get, check, revoke, revoke
// everything. With two credentials of a first run.
import type { Locator, Page } from '@playwright/test';
import { countClicks } from '../support/counted-clicks.ts';
import { expect, newestToken, test, type Journey } from '../support/journey.ts';
import { passKeyRepeat } from '../support/jump-clock.ts';
import { REVOKE_ALL_KEYS } from '../support/keys.ts';

type Way = 'clicks' | 'keys';

/** At most so many; with main's own question where there is one. */
const most = { expiresNext: 0, get: 1, check: 1, close: 1, revoke: 2, everything: 4 } as const;

/** On a list that has just opened, with a trader chosen in it that has no token. */
async function costs(journey: Journey, page: Page, way: Way): Promise<Record<string, number>> {
  const steps = countClicks(page);
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const does = (click: () => Locator, keys: string): Promise<void> =>
    way === 'clicks' ? steps.click(click()) : steps.press(keys);
  const spent: Record<string, number> = {};

  await does(() => button('Get token').last(), 'ControlOrMeta+Enter');
  await expect(newestToken(page)).toContainText('Active');
  spent['get'] = steps.since();

  // Read where nothing was pressed for it: in the strip of the night and in the row.
  await expect(page.locator('.detail-state')).toContainText('until');
  await expect(page.locator('[role="row"][data-current]')).toContainText(/\dh \d\dm/);
  spent['expiresNext'] = steps.since();

  await does(() => button('Check').first(), 'ControlOrMeta+i');
  const report = page.getByRole('dialog', { name: 'Check report' });
  await expect(report).toContainText('Works');
  spent['check'] = steps.since();
  await does(() => report.getByRole('button', { name: 'Close', exact: true }).last(), 'Escape');
  const offer = page.getByRole('dialog', { name: 'Make a recovery key?' });
  await expect(report).toBeHidden();
  // oxlint-disable-next-line no-restricted-properties -- It takes the place of the report in the same drawing.
  if (await offer.isVisible()) await page.keyboard.press('Escape');
  await expect(offer).toBeHidden();
  spent['close'] = steps.since();

  await does(() => button('Revoke').first(), 'Delete');
  await expect(button('Revoke token')).toBeFocused();
  await passKeyRepeat(page);
  await does(() => button('Revoke token'), 'Enter');
  await expect(newestToken(page)).toContainText(/^Revok|Confirmed dead/);
  spent['revoke'] = steps.since();

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(newestToken(page)).toContainText('Active');
  await journey.dialogs().answer({ place: 0 });
  await does(() => button('Revoke everything…').last(), REVOKE_ALL_KEYS);
  const confirm = page.getByRole('dialog', { name: 'Revoke everything' });
  const hold = confirm.locator('.hold-button');
  await expect(hold).toBeFocused();
  await does(() => hold, 'Enter');
  await does(() => hold, 'Enter');
  steps.answered();
  await expect(page.getByRole('dialog', { name: 'Revocation run' })).toBeVisible();
  spent['everything'] = steps.since();
  return spent;
}

for (const way of ['clicks', 'keys'] as const) {
  test(
    `the main job costs so few ${way} on a first run`,
    { tag: way === 'keys' ? '@long' : [] },
    async ({ journey }) => {
      const page = await journey.openVault();
      await expect(page.getByRole('row', { name: /Practice trader/ })).toBeFocused();
      const spent = await costs(journey, page, way);
      console.info(`${way}: ${JSON.stringify(spent)}`);
      expect(spent).toEqual(most);
    },
  );
}
