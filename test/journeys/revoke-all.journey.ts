// Revoke everything, as at three in the morning: by keyboard alone, from the tray, through failures,
// with the report, through a kill and a quit.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, showTab, test, type Journey } from '../support/journey.ts';
import { endAtOnce } from '../support/launch.ts';
import { spreadRevocationsWithin } from '../support/practice-panel.ts';
import { chooseFromTray } from '../support/stand-in-records.ts';
import { REVOKE_ALL_KEYS } from '../support/keys.ts';

async function getTradeToken(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Trade/ }).first().check();
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(page.locator('article.token').first()).toContainText('Active');
}

async function writeNotes(page: Page, notes: string): Promise<void> {
  await showTab(page, 'Access');
  await page.getByRole('button', { name: 'Edit notes…' }).click();
  const sheet = page.getByRole('dialog', { name: /^Notes of/ });
  await sheet.getByRole('textbox').fill(notes);
  await sheet.getByRole('button', { name: 'Save notes' }).click();
  await expect(sheet).toBeHidden();
  await showTab(page, 'Tokens');
}

/** Ctrl+Shift+Delete, then Enter twice: the sheet is answered without the mouse. */
async function panic(page: Page): Promise<void> {
  await page.keyboard.press(REVOKE_ALL_KEYS);
  await expect(page.getByRole('button', { name: /^Revoke \d+ tokens?$/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
}

/** At the practice gateway, whose window is short enough to see the end of a proof. */
async function runToItsEnd(journey: Journey, notes: string | null = null): Promise<Locator> {
  const page = await journey.openVault();
  await spreadRevocationsWithin(page, 2);
  await journey.open('Practice trader');
  if (notes !== null) await writeNotes(page, notes);
  await getTradeToken(page);
  await journey.dialogs().answer({ button: 'Revoke 1 token' });
  await panic(page);
  const sheet = page.getByRole('dialog', { name: 'Revocation run' });
  await expect(sheet).toContainText('Confirmed dead');
  return sheet;
}

test.use({ sharesApp: true });

test.describe('revoking everything, to the end', () => {
  test(
    'by keyboard confirms every token dead, and is put away then',
    { tag: '@visible' },
    async ({ journey }) => {
      const sheet = await runToItsEnd(journey);
      await expect(sheet).toContainText('Accepted');
      const tokens = sheet.getByRole('list', { name: 'Tokens of this run' });
      await expect(tokens.getByText('Confirmed dead', { exact: true })).toBeVisible();
      await sheet.getByRole('button', { name: 'Close run' }).click();
      await expect(sheet).toBeHidden();
      await expect(journey.window().getByRole('region', { name: 'Revocation run' })).toBeHidden();
    },
  );

  test('is told in a report that names tokens by fingerprint alone', async ({ journey }, info) => {
    const notes = 'Call the Rotterdam desk first.';
    const sheet = await runToItsEnd(journey, notes);
    const file = info.outputPath('incident.html');
    const json = file.replace(/html$/, 'json');
    const save = async (page: string): Promise<void> => {
      await journey.dialogs().answer({ path: page });
      await sheet.getByRole('button', { name: 'Save incident report…' }).click();
      // Not by the status line: the next event takes its place.
      const text = (saved: string) => readFile(saved, 'utf8').catch(() => '');
      await expect.poll(() => text(page)).toMatch(/<\/html>\s*$/);
      await expect.poll(() => text(page.replace(/html$/, 'json'))).toMatch(/\}\s*$/);
    };
    await save(file);
    expect(await readFile(file, 'utf8')).not.toContain(notes);
    const noted = info.outputPath('incident-with-notes.html');
    await sheet.getByRole('checkbox', { name: 'With notes and links of the keys' }).check();
    await save(noted);
    expect(await readFile(noted, 'utf8')).toContain(notes);
    const facts = await readFile(json, 'utf8');
    const texts = [await readFile(file, 'utf8'), facts];
    for (const [index, text] of texts.entries()) {
      journey.proof.keep(`incident report ${index}`, text);
    }
    expect(JSON.parse(facts)).toMatchObject({ report: { counts: { tokens: 1, verifiedDead: 1 } } });
  });
});

test.describe('revoking everything', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({ 'Desk A': 'trader' });
    await journey.open('Desk A');
    await getTradeToken(journey.window());
  });

  test(
    'is asked by main in numbers and names, and does nothing when refused',
    { tag: '@visible' },
    async ({ journey, lab }) => {
      await journey.dialogs().answer({ cancel: true });
      await panic(journey.window());
      await expect
        .poll(async () => (await journey.dialogs().shown()).at(-1)?.message)
        .toBe('Revoke 1 token of 1 key?');
      expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(1);
    },
  );

  test('goes on after the app was killed in the middle of it', async ({ journey, lab }) => {
    const page = journey.window();
    lab.controls.set({ fault: 'server_error_503' });
    await journey.dialogs().answer({ button: 'Revoke 1 token' });
    await panic(page);
    await expect(page.getByRole('dialog', { name: 'Revocation run' })).toContainText(
      'Unknown, retrying',
    );
    await journey.finish(async (app) => {
      await endAtOnce(app);
    });
    lab.controls.set({ fault: 'none' });
    await journey.start();
    await journey.unlock();
    const band = journey.window().getByRole('region', { name: 'Revocation run' });
    await expect(band).toContainText('Accepted');
    await expect(band).toContainText('0 of 1 confirmed dead');
    expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
  });

  test('asks before the app is quit, and goes on at the next unlock', async ({ journey, lab }) => {
    const page = journey.window();
    lab.controls.set({ fault: 'server_error_503' });
    await journey.dialogs().answer({ button: 'Revoke 1 token' });
    await panic(page);
    const sheet = page.getByRole('dialog', { name: 'Revocation run' });
    await expect(sheet).toContainText('Unknown, retrying');
    await journey.launched().app.evaluate(({ app }) => app.quit());
    await journey.dialogs().asked('Quit anyway');
    expect((await journey.dialogs().shown()).at(-1)?.message).toBe(
      '1 token is not confirmed dead yet. Quit anyway?',
    );
    await expect(sheet).toBeVisible();
    await journey.dialogs().answer({ button: 'Quit anyway' });
    await journey.quit();
    lab.controls.set({ fault: 'none' });
    await journey.start();
    await journey.unlock();
    const band = journey.window().getByRole('region', { name: 'Revocation run' });
    await expect(band).toContainText('Accepted');
    await expect(band).toContainText('0 of 1 confirmed dead');
    expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
  });

  test(
    'takes two clicks from the tray, though the window is minimised, and is opened by it',
    { tag: '@visible' },
    async ({ journey, lab }) => {
      const { app } = journey.launched();
      const focused = (): Promise<boolean> =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isFocused());
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.minimize());
      expect(await focused()).toBe(false);
      await journey.dialogs().answer({ button: 'Revoke 1 token' });
      const lines = await chooseFromTray(journey.launched(), 'Revoke everything…');
      expect(lines.slice(0, 2)).toEqual([
        '1 live token',
        expect.stringMatching(/^Next expiry: Desk A, /),
      ]);
      await expect.poll(() => lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
      await chooseFromTray(journey.launched(), 'Open Strongroom');
      expect(await focused()).toBe(true);
      const band = journey.window().getByRole('region', { name: 'Revocation run' });
      await expect(band).toContainText('Accepted');
      await expect(band).toContainText('0 of 1 confirmed dead');
    },
  );
});
