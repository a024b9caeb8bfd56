// Trying a credential without keeping it, through the window: told apart, worked with, revoked before the
// lock, gone after it, and nothing of it in any file, opened vaults and history included.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, TestInfo } from '@playwright/test';
import { photographed } from '../support/accessible.ts';
import { expect, type Journey, newestToken, runAction, test } from '../support/journey.ts';
import type { PracticeForTests } from '../support/practice.ts';
import { readVaultFile } from '../reliability/support/second-reader.ts';

const LABEL = 'Customer key 7Q';

const rowOf = (journey: Journey): Locator =>
  journey.window().getByRole('row', { name: new RegExp(LABEL) });

/** Opens the form by the palette, and fills it for the test gateway's Trader client. */
async function openForm(journey: Journey, lab: PracticeForTests): Promise<Locator> {
  const page = journey.window();
  await runAction(page, 'try a key');
  const sheet = page.getByRole('dialog', { name: 'Try a key' });
  await expect(sheet.getByRole('radio', { name: /this session only/ })).toBeChecked();
  await expect(sheet).toContainText(
    'After a crash, a token that was issued lives until it expires',
  );
  await sheet.getByLabel('Label').fill(LABEL);
  await sheet.getByLabel('Client id').fill(lab.trader.clientId);
  const option = sheet.locator('option', { hasText: /^Lab/ });
  await sheet
    .getByRole('combobox', { name: 'Environment' })
    .selectOption(await option.getAttribute('value'));
  await sheet.getByRole('checkbox', { name: /^Trade/ }).setChecked(true);
  return sheet;
}

async function tryIt(journey: Journey, lab: PracticeForTests): Promise<void> {
  const sheet = await openForm(journey, lab);
  await sheet.getByRole('button', { name: 'Try it' }).click();
  await journey.typeSecret(lab.trader.secret);
  await expect(rowOf(journey)).toContainText('not kept');
}

async function getToken(journey: Journey): Promise<void> {
  const page = journey.window();
  await journey.open(LABEL);
  await page.getByRole('checkbox', { name: /Trade/ }).check();
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(newestToken(page)).toContainText('Active');
}

/** Every vault file and backup of the profile, opened; as one text. */
function vaults(journey: Journey, info: TestInfo): string {
  const folder = info.outputPath('profile/vault');
  return readdirSync(folder)
    .filter((name) => name.startsWith('strongroom.vault') && !name.endsWith('.lock'))
    .map((name) => {
      const file = readFileSync(path.join(folder, name));
      const { contents, records } = readVaultFile(file, { passphrase: journey.passphrase });
      return JSON.stringify([contents, records.map(({ text }) => text)]);
    })
    .join('\n');
}

test.describe('a credential that is tried', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({});
  });

  test('works like others, is revoked before the lock, and leaves nothing', async ({
    journey,
    lab,
  }, info) => {
    const page = journey.window();
    await tryIt(journey, lab);
    await getToken(journey);
    const detail = page.getByRole('region', { name: LABEL });
    await expect(detail).toContainText('Not kept: in memory only');
    await expect(detail).toContainText('what is renewed must outlast a lock');
    await page.keyboard.press('ControlOrMeta+i');
    await expect(page.getByRole('dialog', { name: 'Check report' })).toContainText('accepts');
    await page.keyboard.press('Escape');

    await journey.dialogs().answer({ button: 'Revoke 1 token and lock' });
    await page.keyboard.press('ControlOrMeta+l');
    await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
    const [asked] = (await journey.dialogs().shown()).slice(-1);
    expect(asked?.message).toContain('1 token that is not kept may live');
    await expect.poll(() => lab.controls.liveTokens(lab.trader.clientId)).toBe(0);

    await journey.unlock();
    await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
    await expect(rowOf(journey)).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Shift+h');
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history).toContainText('Vault unlocked');
    await expect(history).not.toContainText(LABEL);
    await page.keyboard.press('Escape');
    await journey.quit();
    const written = vaults(journey, info);
    expect(written).toContain('Practice trader');
    for (const mark of [LABEL, lab.trader.clientId, lab.trader.secret]) {
      expect(written).not.toContain(mark);
    }
  });

  test('stays unlocked when the person changes their mind', async ({ journey, lab }) => {
    await tryIt(journey, lab);
    await getToken(journey);
    await journey.dialogs().answer({ cancel: true });
    await journey.lockFromMenu();
    await journey.dialogs().asked('Leave it and lock');
    await expect(rowOf(journey)).toBeVisible();
    await journey.dialogs().answer({ button: 'Leave it and lock' });
    await journey.lockFromMenu();
    await expect(
      journey.window().getByText(/1 token that was not kept may live until/),
    ).toBeVisible();
    expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(1);
  });

  test(
    'is kept after all, with its token, by one press and one question',
    { tag: '@long' },
    async ({ journey, lab }, info) => {
      const page = journey.window();
      await tryIt(journey, lab);
      await getToken(journey);
      await journey.dialogs().answer({ button: 'Keep it' });
      await page.getByRole('button', { name: 'Keep it…' }).click();
      await expect(rowOf(journey)).not.toContainText('not kept');
      expect(vaults(journey, info)).toContain(LABEL);
      await page.keyboard.press('ControlOrMeta+l');
      await journey.unlock();
      await journey.open(LABEL);
      await expect(newestToken(page)).toContainText('Active');
    },
  );

  test('is refused what lasts, with the reason in the palette', async ({ journey, lab }) => {
    const page = journey.window();
    await tryIt(journey, lab);
    await journey.open(LABEL);
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Search actions' });
    await palette.getByRole('combobox').fill('rotate');
    await expect(palette).toContainText('It is not kept. Keep it first.');
    await page.keyboard.press('Escape');
  });

  test(
    'is marked by word and shape, accessibly, in both themes and sizes',
    { tag: '@long' },
    async ({ journey, lab }) => {
      const page = journey.window();
      await tryIt(journey, lab);
      await getToken(journey);
      await photographed(page, 'ephemeral-detail', journey.picture);
      await openForm(journey, lab);
      await photographed(page, 'ephemeral-form', journey.picture);
      await page.keyboard.press('Escape');
      await journey.dialogs().answer({ place: 0 });
      await page.keyboard.press('ControlOrMeta+l');
      await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
      await page.screenshot({ path: journey.picture('ephemeral-locked') });
    },
  );
});
