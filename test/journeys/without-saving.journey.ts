// A customer's key is tried without saving: from the first screen, without a passphrase, worked with like any other,
// asked about before its token is lost from sight, and nothing of it in any file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestInfo } from '@playwright/test';
import { expect, getToken, type Journey, runAction, test } from '../support/journey.ts';

const LABEL = 'Customer key 7Q';
const FIRST_SCREEN = { name: 'Choose a passphrase' };

/** Every file of the profile but Chromium's own and the preferences, by name and content. */
const vaultFiles = (info: TestInfo): readonly string[] => {
  const folder = info.outputPath('profile/vault');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map(
    (name) => `${name}: ${readFileSync(path.join(folder, name), 'base64')}`,
  );
};

async function openInMemory(journey: Journey): Promise<void> {
  const page = journey.window();
  await page.getByRole('button', { name: 'Without saving' }).click();
  await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Without saving' })).toContainText(
    'Nothing of it is written',
  );
}

async function tokenOfCustomer(journey: Journey): Promise<void> {
  const page = journey.window();
  await journey.addLab();
  await journey.addClient('trader', LABEL);
  await journey.open(LABEL);
  await page.getByRole('checkbox', { name: /Trade/ }).check();
  await getToken(page);
}

test.describe('without saving', () => {
  test('a key works like any other, and leaves nothing but what the person leaves alive', async ({
    journey,
    lab,
  }, info) => {
    const page = await journey.start();
    await openInMemory(journey);
    await tokenOfCustomer(journey);
    await page.keyboard.press('ControlOrMeta+i');
    await expect(page.getByRole('dialog', { name: 'Check report' })).toContainText('accepts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Shift+h');
    await expect(page.getByRole('dialog', { name: 'History' })).toContainText(LABEL);
    await page.keyboard.press('Escape');

    await journey.lockFromMenu();
    await journey.dialogs().asked('Leave 1 token and lock');
    await journey.launched().app.evaluate(({ app }) => app.quit());
    await journey.dialogs().asked('Leave 1 token and quit');
    expect((await journey.dialogs().shown()).at(-1)?.message).toBe(
      '1 token may live. Quit anyway?',
    );
    // Cancelled both times: the vault stays open.
    await expect(page.getByRole('row', { name: new RegExp(LABEL) })).toBeVisible();

    await journey.dialogs().answer({ button: 'Revoke 1 token and quit' });
    await journey.quit();
    expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
    expect(vaultFiles(info)).toEqual([]);

    await journey.start();
    await expect(journey.window().getByRole('button', FIRST_SCREEN)).toBeVisible();
  });

  test('the first screen says what may live on after the lock', async ({ journey, lab }) => {
    await journey.start();
    await openInMemory(journey);
    await tokenOfCustomer(journey);
    await journey.dialogs().answer({ button: 'Leave 1 token and lock' });
    await journey.lockFromMenu();
    const page = journey.window();
    await expect(page.getByRole('button', FIRST_SCREEN)).toBeVisible();
    await expect(page.getByText(/1 token of the vault in memory may live until/)).toBeVisible();
    expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(1);
  });

  test('a saved vault stays locked and as it is, and what is about a file is refused', async ({
    journey,
  }, info) => {
    await journey.prepareVault();
    const page = await journey.start();
    const before = vaultFiles(info);
    await openInMemory(journey);
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Search actions' });
    await palette.getByRole('combobox').fill('backups');
    await expect(palette).toContainText('This vault is in memory alone');
    await page.keyboard.press('Escape');
    await runAction(page, 'export');
    const sheet = page.getByRole('dialog', { name: /Export/ });
    await expect(sheet).toContainText('Inventory');
    await expect(sheet).not.toContainText('Encrypted copy');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+l');
    await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
    expect(vaultFiles(info)).toEqual(before);
  });
});
