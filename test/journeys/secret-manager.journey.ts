// A credential whose secret a command prints, through the window: proposed there, confirmed in main's question, used
// for a token, and refused once its program is another file.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createScripts, type Scripts } from '../support/hostile-programs.ts';
import { photographed } from '../support/accessible.ts';
import { expect, getToken, showTab, test } from '../support/journey.ts';

let scripts: Scripts;
test.beforeEach(() => {
  scripts = createScripts();
});
test.afterEach(() => scripts.remove());

test('a secret that a command prints is confirmed, used, and asked about again', async ({
  journey,
  lab,
}) => {
  const page = await journey.openVault({});
  const store = path.join(scripts.folder, 'store');
  writeFileSync(store, `${lab.trader.secret}\n`, { mode: 0o600 });
  const program = scripts.write('manager', 'cat "$1"');

  await journey.fillCredential('trader', 'Desk M', /secret manager/);
  const sheet = page.getByRole('dialog', { name: 'Add key' });
  await expect(sheet.getByText('Enter an absolute path')).toBeVisible();
  await sheet.getByLabel('Program').fill(program);
  await sheet.getByLabel('Arguments').fill(store);
  await photographed(page, 'secret-command-form', journey.picture);
  await journey.dialogs().answer({ button: 'Use this command' });
  await sheet.getByRole('button', { name: 'Add key' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('combobox', { name: 'Search keys' }).fill('"Desk M"');
  await expect(page.getByRole('row', { name: /Desk M/ })).toBeVisible();
  const shown = (await journey.dialogs().shown()).at(-1)?.detail ?? '';
  expect(shown).toContain(`Program: ${program}`);
  expect(shown).toContain(`Argument 1: ${store}`);
  expect(shown).toMatch(/SHA-256: [0-9a-f]{64}/);

  await journey.open('Desk M');
  await getToken(page);
  await showTab(page, 'Access');
  await expect(page.getByText(`Fetched by ${program}`)).toBeVisible();
  await photographed(page, 'secret-command-detail', journey.picture);

  scripts.write('manager', '# another one now\ncat "$1"');
  await showTab(page, 'Tokens');
  await page.getByRole('button', { name: 'Renew', exact: true }).first().click();
  await expect(page.getByText(/is not the one you confirmed/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Diagnose', exact: true }).first().click();
  const diagnosis = page.getByRole('dialog', { name: 'Diagnose Desk M' });
  const cause = diagnosis.locator('.diagnosis-cause');
  await expect(cause).toContainText('is not the one you confirmed');
  await page.keyboard.press('Escape');
  await expect(diagnosis).toBeHidden();
  await showTab(page, 'Access');
  await journey.dialogs().answer({ button: 'Use this file' });
  await page.getByRole('button', { name: 'Confirm the program again' }).click();
  await expect(page.getByRole('button', { name: 'Confirm the program again' })).toHaveCount(0);
  const again = (await journey.dialogs().shown()).at(-1)?.detail ?? '';
  expect(again.match(/SHA-256: [0-9a-f]{64}/g)).toHaveLength(2);
});
