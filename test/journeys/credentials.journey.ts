// Adding credentials in each way a secret may come, and every refusal on the way with its sentence.
import { writeFile } from 'node:fs/promises';
import { photographed } from '../support/accessible.ts';
import { setClipboardText } from '../support/clipboard.ts';
import { expect, getToken, type Journey, showTab, test } from '../support/journey.ts';
import { spreadRevocationsWithin } from '../support/practice-panel.ts';

/** The one whose detail is open has one live token. */
async function revokeAndDelete(journey: Journey, label: string): Promise<void> {
  const page = journey.window();
  await showTab(page, 'Access');
  await page.getByRole('button', { name: 'Delete key…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Delete key' });
  await sheet.getByLabel(/to confirm/).fill(label);
  await journey.dialogs().answer({ button: 'Revoke 1 token and delete' });
  await sheet.getByRole('button', { name: 'Revoke 1 and delete' }).click();
}

test.use({ sharesApp: true });

test.describe('a credential', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({});
  });

  test(
    'of each access type is added and gets its token in its own encoding',
    { tag: '@visible' },
    async ({ journey, lab }) => {
      await journey.addClient('trader', 'Desk A');
      await journey.addClient('partner', 'Maker 1');
      const page = journey.window();
      for (const label of ['Desk A', 'Maker 1']) {
        await journey.open(label);
        await getToken(page);
      }
      const [form, json] = lab.ledger.raw().slice(-2);
      expect(form?.headers.get('content-type')).toContain('application/x-www-form-urlencoded');
      expect(json?.headers.get('content-type')).toContain('application/json');
      expect(Object.keys(json?.fields ?? {}).toSorted()).toEqual([
        'client_id',
        'client_secret',
        'grant_type',
      ]);
    },
  );

  test('takes its secret from the clipboard, by length and fingerprint', async ({
    journey,
    lab,
  }) => {
    const page = journey.window();
    await setClipboardText(journey.launched().app, lab.trader.secret);
    await journey.dialogs().answer({ button: 'Use as client secret' });
    await journey.fillCredential('trader', 'Desk C', /clipboard/);
    await expect(page.getByRole('row', { name: /Desk C/ })).toBeVisible();
    const shown = await journey.dialogs().shown();
    expect(shown.at(-1)?.detail).toMatch(/holds \d+ bytes, fingerprint [0-9a-f]{4}·[0-9a-f]{4}/);
    await expect.poll(() => journey.clipboardLength()).toBe(0);
  });

  test('keeps notes over a lock, and is found by them', async ({ journey }) => {
    const page = journey.window();
    await journey.open('Practice trader');
    await showTab(page, 'Access');
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByRole('button', { name: 'Edit notes…' }).click();
    const sheet = page.getByRole('dialog', { name: /^Notes of/ });
    await expect(sheet.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('Call the Rotterdam desk first.\nThen rotate.');
    journey.proof.plantShown('notes', 'Call the Rotterdam desk first.');
    await sheet.getByRole('button', { name: 'Save notes' }).click();
    await expect(notes.getByRole('button', { name: 'Edit notes…' })).toBeFocused();
    await photographed(page, 'notes', journey.picture);
    await page.keyboard.press('ControlOrMeta+L');
    await journey.unlock();
    await expect(page.getByRole('row', { name: /Practice partner/ })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(page.getByRole('combobox', { name: 'Search keys' })).toBeFocused();
    await page.keyboard.type('rotterdam');
    await expect(page.getByRole('row', { name: /Practice partner/ })).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
  });

  test('takes its secret from a file', async ({ journey, lab }, info) => {
    const page = journey.window();
    const file = info.outputPath('secret.txt');
    await writeFile(file, `${lab.trader.secret}\n`);
    await journey.dialogs().answer({ path: file }, { button: 'Use as client secret' });
    await journey.fillCredential('trader', 'Desk F', /file/);
    await expect(page.getByRole('row', { name: /Desk F/ })).toBeVisible();
    await journey.open('Desk F');
    await getToken(page);
  });

  test('with live tokens is deleted only after they are revoked and dead', async ({ journey }) => {
    const page = journey.window();
    await spreadRevocationsWithin(page, 0);
    await journey.open('Practice trader');
    await page.getByRole('checkbox', { name: /Trade/ }).check();
    await getToken(page);
    await revokeAndDelete(journey, 'Practice trader');
    await expect(page.getByRole('row', { name: /Practice trader/ })).toHaveCount(0);
  });

  test('whose revoked token is only refused here stays, and says what it waits for', async ({
    journey,
    lab,
  }) => {
    await journey.addClient('trader', 'Desk A');
    await journey.open('Desk A');
    const page = journey.window();
    await page.getByRole('checkbox', { name: /Trade/ }).check();
    await getToken(page);
    await revokeAndDelete(journey, 'Desk A');
    await expect(page.getByText('Refused here, confirming').first()).toBeVisible();
    await journey.open('Desk A');
    await expect(page.getByText('It is deleted once all its tokens')).toBeVisible();
    expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
  });
});
