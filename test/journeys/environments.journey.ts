// Environments: addresses with their reasons, an own authority, and removal.
import { writeFile } from 'node:fs/promises';
import { expect, showTab, test } from '../support/journey.ts';

test.use({ sharesApp: true });

test.describe('an environment', () => {
  test.beforeEach(({ journey }) => journey.openVault());

  test('without the authority is refused by TLS, with no way around it', async ({
    journey,
    lab,
  }) => {
    const page = journey.window();
    await page.getByRole('button', { name: 'Add environment' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add environment' });
    await sheet.getByLabel('Name').fill('Lab');
    await sheet.getByRole('radio', { name: /Sandbox/ }).check();
    await sheet.getByLabel('Base address').fill(lab.baseUrl);
    await sheet.getByLabel('Trade address').fill(lab.tradeUrl);
    await journey.dialogs().answer({ button: 'Add environment' }, { button: 'Add environment' });
    await sheet.getByRole('button', { name: 'Add environment' }).click();
    const untrusted = sheet.getByRole('alert');
    await expect(untrusted).toContainText(/authority/i);
    await expect(sheet.getByRole('button', { name: 'Trust its authority…' })).toBeVisible();
    await sheet.getByRole('button', { name: 'Add anyway' }).click();
    await journey.addClient('trader', 'Desk A');
    await journey.open('Desk A');
    await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
    const alert = page.getByRole('alert').first();
    await expect(alert).toContainText(/authority/i);
    await expect(page.getByRole('button', { name: /continue|ignore/i })).toHaveCount(0);
    expect(lab.ledger.raw()).toEqual([]);
  });

  test('marked as production says so beside the name, once its authority is trusted', async ({
    journey,
    lab,
  }, info) => {
    const page = journey.window();
    await page.getByRole('button', { name: 'Add environment' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add environment' });
    await sheet.getByLabel('Name').fill('Lab');
    await sheet.getByRole('radio', { name: /Production/ }).check();
    await sheet.getByLabel('Base address').fill(lab.baseUrl);
    await sheet.getByLabel('Trade address').fill(lab.tradeUrl);
    const authority = info.outputPath('authority.pem');
    await writeFile(authority, lab.authorityPem);
    const add = { button: 'Add environment' };
    await journey.dialogs().answer(add, { path: authority }, add);
    await sheet.getByRole('button', { name: 'Add environment' }).click();
    await sheet.getByRole('button', { name: 'Trust its authority…' }).click();
    await expect(sheet.getByText('Strongroom practice authority').first()).toBeVisible();
    await expect(sheet.getByRole('alert')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Add environment' }).click();
    await journey.addClient('trader', 'Desk A');
    await journey.open('Desk A');
    await expect(page.locator('.detail-title').getByTitle('Lab: Production')).toBeVisible();
  });

  test('is removed only when no credential needs it', async ({ journey }) => {
    await journey.addLab();
    const page = journey.window();
    const sheet = page.getByRole('dialog', { name: 'Lab' });
    const remove = sheet.getByRole('button', { name: 'Remove environment' });
    await journey.addClient('trader', 'Desk A');
    await page.getByRole('button', { name: 'About Lab' }).click();
    await expect(sheet.getByText(/Cannot be removed/)).toBeVisible();
    await expect(remove).toHaveCount(0);
    await page.keyboard.press('Escape');

    await journey.open('Desk A');
    await showTab(page, 'Access');
    await page.getByRole('button', { name: 'Delete key…' }).click();
    await journey.dialogs().answer({ place: 0 });
    const deletion = page.getByRole('dialog', { name: 'Delete key' });
    await deletion.getByLabel(/to confirm/).fill('Desk A');
    await deletion.getByRole('button', { name: 'Delete key' }).click();
    await expect(page.getByRole('row', { name: /Desk A/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'About Lab' }).click();
    await journey.dialogs().answer({ button: 'Remove environment' });
    await remove.click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: 'About Lab' })).toHaveCount(0);
  });
});
