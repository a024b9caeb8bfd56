// The history as a person meets it: what they did is listed, found, verified and exported; and
// what somebody did to its file is said.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from '@playwright/test';
import { pageIsAccessible } from '../support/accessible.ts';
import { expect, getToken, type Journey, pressOnToken, test } from '../support/journey.ts';

async function openHistory(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+Shift+h');
  const sheet = page.getByRole('dialog', { name: 'History' });
  await expect(sheet.getByText('History started')).toBeVisible();
  return sheet;
}

/** A token that was got and checked. */
async function useToken(journey: Journey): Promise<void> {
  const page = journey.window();
  await journey.open('Desk A');
  await page.getByRole('checkbox', { name: /Trade/ }).check();
  await getToken(page);
  await pressOnToken(page, /^Check/);
  await expect(page.getByRole('dialog', { name: 'Check report' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Not now' }).click();
}

const whats = (sheet: Locator): Locator => sheet.locator('.event-what');

test.describe('the history', () => {
  test(
    'shows what was done, is searched, verified and exported',
    { tag: '@long' },
    async ({ journey }, info) => {
      await journey.createVault();
      await journey.addLab();
      await journey.addClient('trader', 'Desk A');
      await useToken(journey);
      const page = journey.window();
      const sheet = await openHistory(page);
      const newest = ['Token checked', 'Token received', 'Key added', 'Environment added'];
      for (const [place, what] of newest.entries()) {
        await expect(whats(sheet).nth(place)).toHaveText(what);
      }
      await expect(whats(sheet).nth(-2)).toHaveText('Vault created');
      await expect(whats(sheet).last()).toHaveText('History started');
      await expect(sheet.getByText('the server accepts it')).toBeVisible();

      await sheet.getByRole('searchbox').fill('desk a');
      await expect(sheet.getByText('Vault created')).toBeHidden();
      await expect(whats(sheet)).toHaveText(newest.slice(0, 3));
      await sheet.getByRole('button', { name: 'Clear search' }).click();
      await expect(sheet.getByText('Vault created')).toBeVisible();

      await sheet.getByRole('button', { name: 'Verify' }).click();
      await expect(sheet.getByText(/every one in its place/)).toBeVisible();

      const lines = info.outputPath('profile', 'history.jsonl');
      await journey.dialogs().answer({ path: lines });
      await sheet.getByRole('button', { name: 'Export as JSON Lines…' }).click();
      await expect(sheet.getByText('History exported')).toBeVisible();
      const web = info.outputPath('profile', 'history.html');
      await journey.dialogs().answer({ path: web });
      await sheet.getByRole('button', { name: 'Export as a page…' }).click();
      await expect(sheet.getByText('History exported')).toHaveCount(2);
      const [first = ''] = (await readFile(lines, 'utf8')).split('\n');
      const { head } = JSON.parse(first) as { readonly head: string };
      const told = async () => (await sheet.locator('.history-key .mono').textContent()) ?? '';
      await expect.poll(async () => (await told()).replaceAll(' ', '')).toBe(head);
      expect(await readFile(web, 'utf8')).toMatch(/Head of the history: <code>[0-9a-f]{64}/);
      expect((await stat(lines)).mode & 0o777).toBe(0o600);
      expect(await readFile(web, 'utf8')).not.toContain('<script');
    },
  );

  test(
    'says that somebody removed an event, and keeps the damaged file',
    { tag: '@long' },
    async ({ journey }, info) => {
      await journey.createVault();
      await journey.addLab();
      await journey.quit();
      const folder = info.outputPath('profile', 'vault');
      const database = new DatabaseSync(path.join(folder, 'strongroom.history'));
      database.exec('DELETE FROM events WHERE seq = 3');
      database.close();
      await journey.start();
      const page = await journey.unlock();
      const band = page.getByRole('region', { name: 'Damaged history' });
      await expect(band).toContainText('An event was removed from the history.');
      const aside = (await readdir(folder)).filter((name) => name.includes('history.damaged-'));
      expect(aside).toHaveLength(1);
      await expect(band).toContainText(aside[0] ?? 'a name');
      await pageIsAccessible(page, 'history-damaged', journey.picture);
      const sheet = await openHistory(page);
      await expect(sheet.getByText(/an event was removed from the file before it/)).toBeVisible();
      await sheet.getByRole('button', { name: 'Verify' }).click();
      await expect(sheet.getByText(/every one in its place/)).toBeVisible();
    },
  );
});
