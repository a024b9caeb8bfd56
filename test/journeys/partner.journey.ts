// A Partner token: no revoke call exists, so the app guides and proves (docs/service.md 5.9).
import type { Locator, Page } from '@playwright/test';
import { expect, getToken, newestToken, pressOnToken, test } from '../support/journey.ts';
import { spreadRevocationsWithin } from '../support/practice-panel.ts';

/** Opens the guide of the newest token, where nothing is begun yet, and begins. */
async function begin(page: Page): Promise<Locator> {
  await pressOnToken(page, /^End in web app/);
  const guide = page.getByRole('dialog');
  await guide.getByRole('button', { name: 'Start the steps' }).click();
  await expect(guide.getByRole('checkbox')).toHaveCount(2);
  return guide;
}

test.use({ sharesApp: true });

test.describe('the guided path', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({ 'Maker 1': 'partner' });
    await journey.open('Maker 1');
    const page = journey.window();
    await getToken(page);
  });

  test('is offered instead of a revocation, and sends no request of its own', async ({
    journey,
    lab,
  }) => {
    const page = journey.window();
    await expect(newestToken(page).getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
    const before = lab.ledger.raw().length;
    await pressOnToken(page, /^End in web app/);
    await expect(page.getByRole('dialog')).toContainText('Nothing has been done yet');
    await page.keyboard.press('Escape');
    await expect(newestToken(page)).toContainText('Active');
    const guide = await begin(page);
    await expect(guide).toContainText('business section');
    expect(lab.ledger.raw()).toHaveLength(before);
    await page.keyboard.press('Escape');
    await expect(newestToken(page)).toContainText('Waiting for you');
  });

  test(
    'does not believe a tick: the token must be refused',
    { tag: '@visible' },
    async ({ journey, lab }) => {
      const page = journey.window();
      const guide = await begin(page);
      const check = guide.getByRole('button', { name: 'Check that the token is refused' });
      await expect(check).toHaveAttribute('aria-disabled', 'true');
      await guide.getByRole('checkbox', { name: /Revoke or regenerate/ }).click();
      await expect(guide.getByRole('checkbox', { name: /Revoke or regenerate/ })).toBeChecked();
      await expect(guide).toContainText('Works.');
      lab.controls.deleteClient(lab.partner.clientId);
      await page.keyboard.press('Escape');
      await expect(page.getByText('Refused here, confirming').first()).toBeVisible();
    },
  );
});

test('the practice key is revoked in place of the web app, and its token proven dead', async ({
  journey,
}) => {
  const page = await journey.openVault();
  await spreadRevocationsWithin(page, 0);
  await journey.open('Practice partner');
  await getToken(page);
  const guide = await begin(page);
  await guide.getByRole('button', { name: 'Revoke the practice key' }).click();
  await expect(guide.getByRole('checkbox', { name: /Revoke or regenerate/ })).toBeChecked();
  // Nobody presses Check: it asks by itself, and tells what proved it.
  const proven = /Token \S+ is dead: refused in [3-9] checks over \d+ seconds?\./;
  await expect(guide.getByText(proven)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('contentinfo').getByText(proven)).toBeVisible();
  await expect(page.getByRole('row', { name: /Practice partner/ })).toContainText(
    /Confirmed dead: refused in [3-9] checks/,
  );
});
