// The screens of everyday work in both themes at two sizes; other matters have a file of their own
// (`*-screens.journey.ts`). `npm run screenshots` writes the pictures of the README.
import { fitsAcross } from '../support/accessible.ts';
import { expect, newestToken, showTab, test } from '../support/journey.ts';
import { jumpClock } from '../support/jump-clock.ts';
import { getToken, testScreens } from '../support/screens.ts';

testScreens([
  {
    name: 'overview',
    readme: true,
    async reach(journey, page) {
      const firstSteps = page.getByRole('region', { name: 'Getting started' });
      await firstSteps.getByRole('button', { name: 'Hide' }).click();
      await journey.open('Practice partner');
      await getToken(page);
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await page.getByRole('button', { name: 'Renew', exact: true }).first().click();
      await expect(page.getByText('Replaced, still works')).toBeVisible();
    },
  },
  {
    name: 'revoked',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await newestToken(page)
        .getByRole('button', { name: /^Revoke/ })
        .click();
      await page.waitForTimeout(650);
      await page.getByRole('button', { name: 'Revoke token', exact: true }).click();
      await expect(page.getByText(/Revoked, waiting for proof/).first()).toBeVisible();
    },
  },
  {
    name: 'renewal',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      const section = page.getByRole('region', { name: 'Renewal' });
      await section.getByRole('button', { name: 'Renew automatically…' }).click();
      await page.getByRole('combobox', { name: 'Renew', exact: true }).selectOption('off');
      await journey.dialogs().answer({ button: 'Renew automatically' });
      await section.getByRole('button', { name: 'Switch renewal on' }).click();
      await expect(section).toContainText('Renews at');
      await journey.dialogs().answer({ button: 'Revoke early' });
      await newestToken(page)
        .getByRole('combobox', { name: /^Revoke token/ })
        .selectOption({ label: 'Revoke early: at lock' });
      await expect(newestToken(page)).toContainText('Revoked when Strongroom locks');
    },
  },
  {
    name: 'renewal-form',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      const section = page.getByRole('region', { name: 'Renewal' });
      await section.getByRole('button', { name: 'Renew automatically…' }).click();
      await page.getByRole('combobox', { name: 'Renew', exact: true }).selectOption('time');
      await section.getByRole('button', { name: 'Cancel' }).focus();
    },
  },
  {
    name: 'revoke-bar',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      await newestToken(page)
        .getByRole('button', { name: /^Revoke/ })
        .click();
      await expect(page.getByText(/cannot be undone/)).toBeVisible();
    },
  },
  {
    name: 'check-report',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await newestToken(page)
        .getByRole('button', { name: /^Check/ })
        .click();
      await expect(page.getByRole('tree')).toBeVisible();
    },
  },
  {
    name: 'partner-guide-begin',
    async reach(journey, page) {
      await journey.open('Practice partner');
      await getToken(page);
      await newestToken(page)
        .getByRole('button', { name: /^Guide/ })
        .click();
      await expect(page.getByRole('button', { name: 'Start the steps' })).toBeFocused();
    },
  },
  {
    name: 'access',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      await showTab(page, 'Access');
      await expect(page.getByRole('region', { name: 'Reach' })).toBeVisible();
    },
  },
  {
    name: 'credential-history',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      await showTab(page, 'History');
      await expect(page.getByText('Token received', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'partner-guide',
    async reach(journey, page) {
      await journey.open('Practice partner');
      await getToken(page);
      await newestToken(page)
        .getByRole('button', { name: /^Guide/ })
        .click();
      await page.getByRole('button', { name: 'Start the steps' }).click();
      await expect(page.getByRole('dialog')).toContainText('business section');
    },
  },
  {
    name: 'credential-form',
    readme: true,
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Add credential' }).first().click();
      await page.getByLabel('Label').fill('Desk-A');
    },
  },
  {
    name: 'failure',
    async reach(journey, page) {
      await page.getByRole('button', { name: 'Practice gateway running' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('combobox').last().selectOption('forbidden_empty');
      await page.keyboard.press('Escape');
      await journey.open('Practice trader');
      await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'practice',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      await page.getByRole('button', { name: 'Practice gateway running' }).click();
      await expect(page.getByRole('dialog')).toContainText('/auth/oauth2/token');
    },
  },
  {
    name: 'history',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      await page.keyboard.press('ControlOrMeta+Shift+h');
      const sheet = page.getByRole('dialog', { name: 'History' });
      await sheet.getByRole('button', { name: 'Verify' }).click();
      await expect(sheet.getByText(/every one in its place/)).toBeVisible();
    },
  },
  {
    name: 'settings',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Settings' }).click();
    },
  },
  {
    name: 'settings-notifications',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('checkbox', { name: 'Quiet hours' }).click();
      await expect(page.getByLabel('From')).toHaveValue('22:00');
      await page.getByRole('combobox', { name: /with the tag/ }).focus();
    },
  },
  {
    name: 'protection',
    async reach(_journey, page) {
      await page.getByRole('button', { name: /^Unlocked/ }).click();
      await expect(page.getByRole('dialog', { name: 'What protects you here' })).toBeVisible();
    },
  },
  {
    name: 'vault-keys',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Passphrase and recovery…' }).click();
      await expect(page.getByRole('dialog', { name: 'Passphrase and recovery' })).toBeVisible();
    },
  },
  {
    name: 'lock-warning',
    async reach(journey, page) {
      await page.getByRole('button', { name: 'Settings' }).click();
      // The click is a sign of somebody there: it comes before the time that passes.
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await jumpClock(journey.launched(), page, 9.2 * 60_000);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'sidebar',
    async reach(_journey, page) {
      await page.setViewportSize({ width: 640, height: 400 });
      await page.getByRole('button', { name: 'Environments and views' }).click();
      await expect(page.getByRole('button', { name: 'Search actions' })).toBeVisible();
    },
  },
  {
    name: 'shortcuts',
    async reach(_journey, page) {
      await page.keyboard.press('ControlOrMeta+/');
    },
  },
  {
    name: 'delete-credential',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      await showTab(page, 'Access');
      await page.getByRole('button', { name: 'Delete credential…' }).click();
    },
  },
]);

test('the window reflows at 400 pixels without scrolling sideways', async ({ journey }) => {
  await journey.openVault();
  const page = journey.window();
  await page.setViewportSize({ width: 400, height: 700 });
  await journey.open('Practice trader');
  // With the longest words of the strip of the night, too.
  await getToken(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: /of replaced tokens/ })).toBeVisible();
  await page.screenshot({ path: journey.picture('narrow') });
  await fitsAcross(page, 'narrow');
});
