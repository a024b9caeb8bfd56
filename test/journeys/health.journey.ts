// Keys that stay healthy: the report and where it leads, the end of a secret, and the page in the web app that is
// opened after main has shown its address; with two credentials and with a thousand.
import { photographed } from '../support/accessible.ts';
import { expect, showTab, test } from '../support/journey.ts';
import { labelOf } from '../support/many-credentials.ts';

test.describe('with two credentials', () => {
  test('a person reads the report, gives an owner, and finds it gone from it', async ({
    journey,
  }) => {
    await journey.openVault({ 'Desk A': 'trader', 'Maker 1': 'partner' });
    const page = journey.window();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('health report');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Health report' });
    const owners = sheet.getByRole('region', { name: 'No owner' });
    await expect(owners).toContainText('Desk A');
    await photographed(page, 'health-2', journey.picture);
    await owners.getByRole('button', { name: /: Desk A$/ }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Owner account').fill('desk-a@exchange.example');
    await form.getByRole('button', { name: /^Save/ }).click();
    await expect(form).toBeHidden();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('health report');
    await page.keyboard.press('Enter');
    await expect(owners).toContainText('Maker 1');
    await expect(owners).not.toContainText('Desk A');
  });

  test('a secret that ends soon leads into its rotation, and a page opens once asked', async ({
    journey,
  }) => {
    await journey.openVault({ 'Desk A': 'trader' });
    const page = journey.window();
    await journey.open('Desk A');
    await showTab(page, 'Access');
    await page.getByRole('button', { name: 'Secret valid until…' }).click();
    const soon = new Date(Date.now() + 5 * 24 * 60 * 60_000);
    const two = (part: number): string => String(part).padStart(2, '0');
    await page.keyboard.type(
      `${soon.getFullYear()}-${two(soon.getMonth() + 1)}-${two(soon.getDate())}`,
    );
    await page.keyboard.press('Enter');
    await expect(page.getByText(/The client secret is due for replacement by/)).toBeVisible();
    await photographed(page, 'secret-due', journey.picture);
    await page.getByRole('button', { name: 'Page in the web app…' }).click();
    await page.keyboard.type('https://app.exchange.example/keys/12');
    await page.keyboard.press('Enter');
    await journey.dialogs().answer({ button: 'Open in the browser' });
    await page.getByRole('button', { name: 'Open its page in the web app…' }).click();
    const asked = async (): Promise<string | undefined> =>
      (await journey.dialogs().shown()).at(-1)?.detail;
    await expect.poll(asked).toContain('https://app.exchange.example/keys/12');
  });
});

test.describe('with 1,000 credentials', { tag: '@long' }, () => {
  test.use({ credentialsBefore: 1_000 });

  test('the report counts all, and a credential is found by its last use', async ({ journey }) => {
    await journey.unlock();
    const page = journey.window();
    await expect(page.getByRole('row', { name: labelOf(0) }).first()).toBeVisible({
      timeout: 60_000,
    });
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('used');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('health report');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Health report' });
    await expect(sheet.getByText('1,000 credentials looked at.')).toBeVisible({ timeout: 60_000 });
    await photographed(page, 'health-1000', journey.picture);
  });
});
