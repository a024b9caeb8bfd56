// What a desktop program owes: menus over rows and tokens by pointer and by key, panes and window kept over a
// restart, Ctrl+A, a saved file shown in its folder, About, and a question before typed text is dropped.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pageIsAccessible } from '../support/accessible.ts';
import { expect, newestToken, test } from '../support/journey.ts';
import { shownInFolder } from '../support/stand-in-records.ts';

test.use({ sharesApp: true });

test('rows and tokens have menus, by pointer and by key', async ({ journey }) => {
  const page = await journey.openVault({ 'Desk A': 'trader' });
  const row = page.getByRole('row', { name: /Desk A/ });
  await row.click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Menu of Desk A' });
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await menu.getByRole('menuitem', { name: /^Get token/ }).click();
  await expect(menu).toBeHidden();
  await expect(newestToken(page)).toContainText('Active');

  await row.focus();
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key);
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(row).toBeFocused();
  }
  await newestToken(page).click({ button: 'right', position: { x: 12, y: 12 } });
  const ofToken = page.getByRole('menu', { name: /^Menu of token/ });
  await ofToken.getByRole('menuitem', { name: /^Revoke\b(?! early)/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Revoke token', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('heading', { name: 'Desk A' }).click();
  await page.getByRole('row', { name: /Practice trader/ }).dblclick();
  const detail = page.getByRole('region', { name: 'Practice trader' });
  await expect(detail.locator(':focus')).toHaveCount(1);
});

test('panes and window are as they were left', async ({ journey }) => {
  const page = await journey.openVault();
  const list = page.getByRole('region', { name: 'Keys' });
  const width = async (): Promise<number> => Math.round((await list.boundingBox())?.width ?? 0);
  const before = await width();
  const splitter = page.getByRole('separator', { name: 'Width of the list' });
  await splitter.focus();
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(before + 64);
  await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 64));
  const { app } = journey.launched();
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 40, width: 1100, height: 700 });
  });
  await journey.quit();
  await journey.start();
  await journey.unlock();
  await expect(journey.window().getByRole('row', { name: /Practice trader/ })).toBeVisible();
  const bounds = () =>
    journey
      .launched()
      .app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  await expect.poll(bounds).toEqual({ x: 60, y: 40, width: 1100, height: 700 });
  await journey.window().setViewportSize({ width: 1280, height: 800 });
  const kept = journey.window().getByRole('region', { name: 'Keys' });
  await expect
    .poll(async () => Math.round((await kept.boundingBox())?.width ?? 0))
    .toBe(before + 64);
});

test('Ctrl+A marks rows, and no text outside values is marked', async ({ journey }) => {
  const page = await journey.openVault();
  // Wherever the focus is: on a row, and on a button beside the list.
  for (const place of [
    page.getByRole('row').first(),
    page.getByRole('button', { name: 'Drills' }),
  ]) {
    await place.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(page.getByText('2 selected')).toBeVisible();
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    await page.getByRole('row').first().focus();
    await page.keyboard.press('Escape');
    await expect(page.getByText('2 selected')).toBeHidden();
  }
  const marked = (): Promise<string> => page.evaluate(() => String(getSelection()));
  await page.getByRole('heading', { name: 'Environments' }).dblclick();
  expect(await marked()).toBe('');
  await journey.open('Practice trader');
  await page.getByRole('tab', { name: 'Access' }).click();
  await page.getByRole('definition').filter({ hasText: '127.0.0.1' }).first().dblclick();
  await expect.poll(marked).not.toBe('');
});

test('Esc asks before it drops what was typed', async ({ journey }) => {
  const page = await journey.openVault();
  await page.keyboard.press('ControlOrMeta+n');
  const sheet = page.getByRole('dialog', { name: 'Add key' });
  await sheet.getByLabel('Label').fill('Night desk');
  for (let times = 0; times < 2; times += 1) {
    await page.keyboard.press('Escape');
    await expect(sheet.getByRole('button', { name: 'Keep typing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet.getByLabel('Label')).toHaveValue('Night desk');
  }
  await page.keyboard.press('Escape');
  await pageIsAccessible(page, 'typed-text', journey.picture);
  await sheet.getByRole('button', { name: 'Discard it' }).click();
  await expect(sheet).toBeHidden();
});

test('a saved file is shown in its folder, and About says where the vault lies', async ({
  journey,
}, info) => {
  const page = await journey.openVault();
  const file = info.outputPath('inventory.csv');
  await journey.chooseFromMenu('Export…');
  await journey.dialogs().answer({ path: file });
  await page.getByRole('button', { name: /CSV/ }).click();
  await page.getByRole('button', { name: 'Show in folder' }).click();
  expect(await readFile(file, 'utf8')).toContain('Practice trader');
  await expect.poll(() => shownInFolder(journey.launched())).toEqual([file]);
  await page.keyboard.press('Escape');

  await journey.chooseFromMenu('About Strongroom');
  const about = page.getByRole('dialog', { name: 'About Strongroom' });
  await expect(about).toContainText('Version 0.1.0');
  await about.getByText(/^valibot/).click();
  await expect(about.locator('details[open]')).toContainText('Permission is hereby granted');
  await pageIsAccessible(page, 'about', journey.picture);
  await journey.dialogs().answer({ button: 'Show in folder' });
  await about.getByRole('button', { name: 'Where the vault is…' }).click();
  const vault = path.join('profile', 'vault', 'strongroom.vault');
  const said = async (): Promise<string> => (await journey.dialogs().shown()).at(-1)?.detail ?? '';
  await expect.poll(said).toContain(vault);
  expect(await page.content()).not.toContain(vault);
  await expect
    .poll(() => shownInFolder(journey.launched()))
    .toEqual([file, expect.stringContaining(vault)]);
});
