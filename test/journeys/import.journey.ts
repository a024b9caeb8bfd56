// Bringing credentials in from a file and from a copied command, and taking a sealed copy and an inventory
// out. The secrets are planted as canaries: any trace of them outside main and the files they were in from
// the beginning is found at the end.
import { gone } from '../../electron/shared/failures/failure.ts';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, TestInfo } from '@playwright/test';
import { setClipboardText } from '../support/clipboard.ts';
import { expect, type Journey, runAction, test } from '../support/journey.ts';

const importSheet = (journey: Journey): Locator =>
  journey.window().getByRole('dialog', { name: 'Import keys' });
const exportSheet = (journey: Journey): Locator =>
  journey.window().getByRole('dialog', { name: 'Export', exact: true });

async function openBy(journey: Journey, words: string): Promise<void> {
  const page = journey.window();
  await runAction(page, words);
}

/** A file beside the profile, where a person keeps such files. */
function written(info: TestInfo, name: string, text: string): string {
  const file = info.outputPath(name);
  writeFileSync(file, text);
  return file;
}

function newSecret(journey: Journey, name: string): string {
  const secret = randomBytes(18).toString('base64url');
  journey.proof.plant(name, secret);
  return secret;
}

test.use({ sharesApp: true });

test.describe('an import', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({});
  });

  test('brings in what was chosen of a file, and says what the file still holds', async ({
    journey,
    lab,
  }, info) => {
    const page = journey.window();
    await journey.addClient('reader', 'Reader');
    const other = newSecret(journey, 'secret of another client');
    const file = written(
      info,
      'clients.csv',
      [
        'label,client_id,client_secret,access_type,scopes,url',
        `Desk A,${lab.trader.clientId},${lab.trader.secret},trader,TRADER_READ TRADER_TRADE,${lab.baseUrl}`,
        `Maker,${lab.partner.clientId},${lab.partner.secret},partner,,${lab.baseUrl}`,
        `Reader again,${lab.reader.clientId},${lab.reader.secret},trader,TRADER_READ,${lab.baseUrl}`,
        `Unplaced,client-9,${other},,,`,
        'Masked,client-10,********,trader,,',
      ].join('\n'),
    );
    await openBy(journey, 'import');
    const sheet = importSheet(journey);
    await journey.dialogs().answer({ path: file });
    await sheet.getByRole('button', { name: 'Choose a file…' }).click();
    await expect(sheet.getByRole('heading', { name: '5 keys found' })).toBeFocused();
    await expect(sheet).toContainText('clients.csv: CSV');
    const rows = sheet.getByRole('list', { name: 'Keys found' }).locator('> li');
    await expect(rows.nth(0)).toContainText(`present, ${lab.trader.secret.length} characters`);
    await expect(rows.nth(2)).toContainText('In this vault already, with the same secret: Reader.');
    await expect(rows.nth(4)).toContainText('masked where it was exported');
    await expect(sheet.getByRole('checkbox', { name: 'Import Masked' })).toBeDisabled();
    await expect(sheet.getByRole('checkbox', { name: 'Import Reader again' })).not.toBeChecked();
    const apply = sheet.getByRole('button', { name: /^Import \d/ });
    await expect(apply).toHaveAttribute('aria-disabled', 'true');
    await expect(sheet).toContainText('1 chosen row needs a decision first.');

    await sheet.getByRole('checkbox', { name: 'Import Unplaced' }).click();
    await expect(apply).toHaveText('Import 2 keys…');
    // Cancelled: nothing of it is there.
    await journey.dialogs().answer({ cancel: true });
    await apply.click();
    await expect(page.getByRole('row', { name: /Desk A/ })).toHaveCount(0);
    await journey.dialogs().answer({ button: 'Import 2 keys' });
    await apply.click();
    await expect(sheet.getByRole('heading', { name: '2 keys imported.' })).toBeFocused();
    await expect(sheet).toContainText('clients.csv still holds the secrets in the clear');
    const asked = (await journey.dialogs().shown()).at(-1);
    expect(asked?.detail).toContain(file);
    await sheet.getByRole('button', { name: 'Close' }).last().click();

    // They work: the secrets came through as they were.
    await journey.open('Desk A');
    await page
      .getByRole('region', { name: 'Desk A' })
      .getByRole('button', { name: /Get token/ })
      .first()
      .click();
    await expect(page.getByRole('article', { name: /^Token/ }).first()).toContainText('Active');
    await page.keyboard.press('ControlOrMeta+Shift+h');
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history).toContainText('Keys imported');
    await expect(history).toContainText('from a file · 2 keys');
  });

  test('leads from a row without its secret to the form, and back to the other rows', async ({
    journey,
    lab,
  }, info) => {
    const page = journey.window();
    const file = written(
      info,
      'clients.csv',
      [
        'label,client_id,client_secret,access_type,scopes,url,tags',
        `Desk A,${lab.trader.clientId},${lab.trader.secret},trader,TRADER_READ,${lab.baseUrl},`,
        `Maker,${lab.partner.clientId},********,partner,,${lab.baseUrl},night`,
      ].join('\n'),
    );
    await openBy(journey, 'import');
    const sheet = importSheet(journey);
    await journey.dialogs().answer({ path: file });
    await sheet.getByRole('button', { name: 'Choose a file…' }).click();
    await sheet.getByRole('checkbox', { name: 'Import Desk A' }).click();
    await sheet.getByRole('button', { name: 'Add key Maker…' }).click();
    const form = page.getByRole('dialog', { name: 'Add key' });
    await expect(form.getByLabel('Label')).toHaveValue('Maker');
    await expect(form.getByLabel('Client id')).toHaveValue(lab.partner.clientId);
    await expect(form.getByRole('radio', { name: /^Partner/ })).toBeChecked();
    await expect(form.getByLabel('Tags')).toHaveValue('night');
    // Given up: the preview is as it was left.
    await page.keyboard.press('Escape');
    await expect(sheet.getByRole('button', { name: 'Add key Maker…' })).toBeFocused();
    await expect(sheet.getByRole('checkbox', { name: 'Import Desk A' })).not.toBeChecked();
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Add key' }).click();
    await journey.typeSecret(lab.partner.secret);
    await expect(page.getByRole('row', { name: /Maker/ })).toBeVisible();
    await expect(sheet).toContainText('Maker');
    await expect(sheet.getByRole('button', { name: 'Add key Maker…' })).toHaveCount(0);
    await sheet.getByRole('checkbox', { name: 'Import Desk A' }).click();
    await journey.dialogs().answer({ button: 'Import 1 key' });
    await sheet.getByRole('button', { name: 'Import 1 key…' }).click();
    await expect(sheet.getByRole('heading', { name: '1 key imported.' })).toBeFocused();
  });

  test('reads a copied command, replaces a secret when asked, and clears the clipboard', async ({
    journey,
    lab,
  }) => {
    const page = journey.window();
    await journey.addClient('trader', 'Desk A');
    const secret = newSecret(journey, 'secret in a command');
    await setClipboardText(
      journey.launched().app,
      `curl -X POST ${lab.baseUrl}/auth/oauth2/token \\\n  -d grant_type=client_credentials \\\n` +
        `  -d client_id=${lab.trader.clientId} --data-urlencode 'client_secret=${secret}' -d scope=TRADER_READ`,
    );
    await openBy(journey, 'import');
    const sheet = importSheet(journey);
    await journey.dialogs().answer({ button: 'Read it' });
    await sheet.getByRole('button', { name: 'From the clipboard' }).click();
    await expect(sheet.getByRole('heading', { name: '1 key found' })).toBeFocused();
    await expect.poll(journey.clipboardLength).toBe(0);
    await expect(sheet).toContainText('This client is in this vault, with another secret: Desk A.');
    await sheet.getByRole('radio', { name: 'Replace the stored secret' }).check();
    await journey.dialogs().answer({ button: 'Replace 1 client secret' });
    await sheet.getByRole('button', { name: 'Import 0, replace 1 secret…' }).click();
    await expect(sheet.getByRole('heading', { name: '1 secret replaced.' })).toBeFocused();
    await expect(sheet).toContainText('The secrets are still readable where you copied them');
    const asked = (await journey.dialogs().shown()).at(-1);
    expect(asked?.detail).toContain('The stored secrets of Desk A are destroyed.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Shift+h');
    await expect(page.getByRole('dialog', { name: 'History' })).toContainText(
      'Client secret replaced',
    );
  });
});

test('an import is gone with the window, although the app stays in the tray', async ({
  journey,
}, info) => {
  const page = await journey.openVault();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: 'Keep running in the tray' }).click();
  await expect(page.getByRole('checkbox', { name: 'Keep running in the tray' })).toBeChecked();
  await page.keyboard.press('Escape');
  const secret = newSecret(journey, 'secret in a file that is previewed');
  const file = written(info, '.env', `CLIENT_ID=x\nCLIENT_SECRET=${secret}\n`);
  await openBy(journey, 'import');
  await journey.dialogs().answer({ path: file });
  await importSheet(journey).getByRole('button', { name: 'Choose a file…' }).click();
  await expect(importSheet(journey)).toContainText('1 key found');
  await journey.reopenWindow();
  const again = journey.window();
  await expect(again.getByRole('row', { name: /Practice trader/ })).toBeVisible();
  // What main would say to a page that asks for rows it never saw.
  const held = await again.evaluate(() =>
    window.strongroom.importApply({
      choices: [
        {
          row: 0,
          way: 'add',
          label: 'Left behind',
          environmentId: 'practice',
          accessType: 'trader',
          registeredScopes: ['TRADER_READ'],
          permission: null,
        },
      ],
    }),
  );
  expect(held).toMatchObject({ failure: gone('preview') });
});

test.describe('an export', () => {
  test.use({ sharesApp: false });

  test('saves a sealed copy that never replaces a file, and an inventory without secrets', async ({
    journey,
    lab,
  }, info) => {
    const page = await journey.openVault({ 'Desk A': 'trader' });
    await openBy(journey, 'export: enc');
    const sheet = exportSheet(journey);
    await expect(sheet).toContainText('What opens it: the passphrase this vault has now.');
    const copy = info.outputPath('profile', 'copy.vault');
    await journey.dialogs().answer({ path: copy });
    await sheet.getByRole('button', { name: 'Save an encrypted copy…' }).click();
    await expect(sheet).toContainText('The encrypted copy is saved and was read back');
    const sealed = readFileSync(copy);
    const vault = info.outputPath('profile', 'vault', 'strongroom.vault');
    expect(sealed.length).toBeGreaterThan(1000);
    await journey.dialogs().answer({ path: copy });
    await sheet.getByRole('button', { name: 'Save an encrypted copy…' }).click();
    await expect(sheet.getByRole('alert')).toContainText('This name is taken already.');
    expect(readFileSync(copy).equals(sealed)).toBe(true);
    expect(readFileSync(vault).subarray(0, 8).equals(sealed.subarray(0, 8))).toBe(true);

    for (const format of ['csv', 'json'] as const) {
      // Inside the profile, so that the proof at the end looks through it.
      const file = info.outputPath('profile', `inventory.${format}`);
      await journey.dialogs().answer({ path: file });
      await sheet.getByRole('button', { name: `Save as ${format.toUpperCase()}…` }).click();
      await expect(sheet).toContainText('The inventory is saved: 3 keys, no secret in it.');
      const text = readFileSync(file, 'utf8');
      expect(text).toContain('Desk A');
      expect(text).toContain(lab.trader.clientId);
      expect(text).not.toContain(lab.trader.secret);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Shift+h');
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history).toContainText('Encrypted copy of the vault saved');
    await expect(history).toContainText('as JSON · 3 keys');
  });
});
