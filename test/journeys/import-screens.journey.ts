// The sheets of imports and exports in both themes at two sizes: photographed, and held against the
// accessibility rules (WCAG 2.2 AA).
import { writeFileSync } from 'node:fs';
import { photographed } from '../support/accessible.ts';
import { expect, runAction, test } from '../support/journey.ts';

test('the sheets of imports and exports', async ({ journey, lab }, info) => {
  test.setTimeout(400_000);
  await journey.openVault({ Reader: 'reader' });
  const page = journey.window();
  const open = async (words: string): Promise<void> => {
    await runAction(page, words);
  };
  await open('import');
  const sheet = page.getByRole('dialog', { name: 'Import credentials' });
  await expect(sheet).toBeVisible();
  await photographed(page, 'import-begin', journey.picture);

  const broken = info.outputPath('broken.env');
  writeFileSync(broken, 'CLIENT_ID=x\nCLIENT_SECRET="abc\n');
  await journey.dialogs().answer({ path: broken });
  await sheet.getByRole('button', { name: 'Choose a file…' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await photographed(page, 'import-refused', journey.picture);

  const file = info.outputPath('clients.csv');
  writeFileSync(
    file,
    [
      'label,client_id,client_secret,access_type,scopes,url',
      `Desk A,${lab.trader.clientId},${lab.trader.secret},trader,TRADER_READ TRADER_TRADE,${lab.baseUrl}`,
      `Reader again,${lab.reader.clientId},some-other-secret-of-it,trader,TRADER_READ,${lab.baseUrl}`,
      'Unplaced,client-9,another-secret-value,,,https://api.example.test',
      'Masked,client-10,********,trader,,',
    ].join('\n'),
  );
  await journey.dialogs().answer({ path: file });
  await sheet.getByRole('button', { name: 'Choose a file…' }).click();
  await expect(sheet.getByRole('heading', { name: '4 credentials found' })).toBeFocused();
  await photographed(page, 'import-preview', journey.picture);
  await sheet.getByRole('button', { name: /^Import \d/ }).scrollIntoViewIfNeeded();
  await photographed(page, 'import-preview-end', journey.picture);
  await sheet.getByRole('checkbox', { name: 'Import Unplaced' }).click();
  await journey.dialogs().answer({ button: 'Import 1 credential' });
  await sheet.getByRole('button', { name: /^Import 1/ }).click();
  await expect(sheet.getByRole('heading', { name: '1 credential imported.' })).toBeFocused();
  await photographed(page, 'import-done', journey.picture);
  await page.keyboard.press('Escape');

  await open('export: enc');
  await expect(page.getByRole('dialog', { name: 'Export', exact: true })).toBeVisible();
  await photographed(page, 'export', journey.picture);
});
