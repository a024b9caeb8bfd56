// The screens of revoking everything, in both themes at two sizes.
import { photographed } from '../support/accessible.ts';
import { expect, test } from '../support/journey.ts';
import { getToken, testScreens } from '../support/screens.ts';

testScreens([
  {
    name: 'stop-sheet',
    async reach(journey, page) {
      await journey.open('Practice partner');
      await getToken(page);
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await page.keyboard.press('Control+Shift+Delete');
      await expect(page.getByRole('button', { name: /^Revoke 1 token/ })).toBeFocused();
    },
  },
  {
    name: 'stop-run',
    readme: true,
    async reach(journey, page) {
      await journey.open('Practice partner');
      await getToken(page);
      await journey.open('Practice trader');
      await getToken(page);
      await page.getByText('Get another token').click();
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await expect(page.locator('article.token')).toHaveCount(2);
      await journey.dialogs().answer({ place: 0 });
      await page.keyboard.press('Control+Shift+Delete');
      await expect(page.getByRole('button', { name: /^Revoke 2 tokens/ })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Revocation run' })).toContainText(
        'All 2 accepted',
      );
      // The run is still open when the test ends the app.
      await journey.dialogs().answer({ place: 0 });
    },
  },
  {
    name: 'locked',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await journey.dialogs().answer({ place: 0 });
      await page.keyboard.press('Control+Shift+Delete');
      await expect(page.getByRole('button', { name: /^Revoke 1 token/ })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Revocation run' })).toBeVisible();
      await page.keyboard.press('Control+l');
      await expect(page.getByText('1 token is not proven dead yet.')).toBeVisible();
    },
  },
]);

test('a run in trouble is accessible and fits, in both themes', async ({ journey, lab }) => {
  await journey.createVault();
  await journey.addLab();
  await journey.addClient('trader', 'Desk A');
  const page = journey.window();
  await journey.open('Desk A');
  await getToken(page);
  // A server refuses a revocation with a secret that was rotated meanwhile (case 101).
  lab.controls.rotateSecret(lab.trader.clientId, Buffer.from('rotated elsewhere'));
  await journey.dialogs().answer({ place: 0 });
  await page.keyboard.press('Control+Shift+Delete');
  await expect(page.getByRole('button', { name: /^Revoke 1 token/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Revocation run' });
  await expect(sheet).toContainText('1 revocation refused for good');
  await photographed(page, 'stop-run-failed', journey.picture);
});
