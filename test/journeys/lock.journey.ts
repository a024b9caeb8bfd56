// Lock, unlock, wrong passphrase, restart with live tokens.
import { expect, newestToken, pressOnToken, showTab, test } from '../support/journey.ts';
import { passKeyRepeat } from '../support/jump-clock.ts';
import { windowAt } from '../support/launch.ts';

test.describe('locking', () => {
  test(
    'by Ctrl+L takes every view away, and unlocking brings them back',
    { tag: '@visible' },
    async ({ journey }) => {
      const page = await journey.openVault();
      await page.keyboard.press('ControlOrMeta+l');
      await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
      await expect(page.getByText('Practice trader')).toHaveCount(0);
      await journey.unlock();
      await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
    },
  );

  test('closes an open secret-entry window', { tag: '@visible' }, async ({ journey }) => {
    const page = await journey.openVault();
    await journey.open('Practice trader');
    await journey.dialogs().answer({ button: 'Replace secret' });
    await showTab(page, 'Access');
    await page.getByRole('button', { name: 'Replace secret…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click();
    const entry = await windowAt(journey.launched(), 'entry');
    const closed = entry.waitForEvent('close');
    await journey.lockFromMenu();
    await closed;
    await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
  });
});

test.describe('a restart', () => {
  test(
    'finds live tokens again, still revocable',
    { tag: '@visible' },
    async ({ journey, lab }) => {
      await journey.openVault({ 'Desk A': 'trader' });
      await journey.open('Desk A');
      await journey.window().getByRole('checkbox', { name: /Trade/ }).check();
      await journey.window().getByRole('button', { name: 'Get token', exact: true }).last().click();
      await expect(newestToken(journey.window())).toContainText('Active');
      await journey.quit();
      await journey.start();
      await journey.unlock();
      await journey.open('Desk A');
      const page = journey.window();
      await expect(newestToken(page)).toContainText('Active');
      await pressOnToken(page, /^Revoke/);
      await passKeyRepeat(page);
      await page.getByRole('button', { name: 'Revoke token', exact: true }).click();
      await expect(page.getByText('Refused here, confirming').first()).toBeVisible();
      expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
    },
  );

  test('drops the tokens of practice, which a lock alone keeps, and goes on with new ones', async ({
    journey,
  }) => {
    const get = () =>
      journey.window().getByRole('button', { name: 'Get token', exact: true }).last().click();
    await journey.openVault();
    await journey.open('Practice partner');
    await get();
    await expect(newestToken(journey.window())).toContainText('Active');
    await journey.lockFromMenu();
    await journey.unlock();
    await journey.open('Practice partner');
    const sheet = () => journey.window().getByRole('dialog');
    const check = () => newestToken(journey.window()).getByRole('button', { name: /^Check/ });
    await check().click();
    await expect(sheet()).toContainText('200');
    await journey.quit();
    await journey.start();
    await journey.unlock();
    await journey.open('Practice partner');
    await expect(newestToken(journey.window())).toHaveCount(0);
    await get();
    await check().click();
    await expect(sheet()).toContainText('200');
  });
});
