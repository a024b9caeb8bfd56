// The diagnosis through the window: one press, every check told as it comes, stopped and found again, and
// wrong doors named. The canary proof covers its token, secret and passphrase.
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expect, type Journey, runAction, test } from '../support/journey.ts';

const sheetOf = (journey: Journey, label: string): Locator =>
  journey.window().getByRole('dialog', { name: `Diagnose ${label}` });
const check = (sheet: Locator, group: string, title: string): Locator =>
  sheet
    .getByRole('list', { name: `Result: ${group}` })
    .getByRole('listitem')
    .filter({ has: sheet.page().getByRole('heading', { name: title, exact: true }) });
/** What heads the sheet: the cause, and what to do. */
const cause = (sheet: Locator): Locator => sheet.locator('.diagnosis-cause');
const unfold = (sheet: Locator): Promise<void> => sheet.locator('.fold > summary').click();

test.use({ sharesApp: true });

test.describe('a diagnosis', () => {
  test.beforeEach(async ({ journey, lab }) => {
    lab.controls.set({ propagationSeconds: 0, slowFirstCallMs: 0 });
    await journey.openVault({ 'Desk A': 'trader', 'MM 1': 'partner' });
  });

  test('of a Trader climbs from the addresses to the refusal, by one press', async ({
    journey,
    lab,
  }) => {
    await journey.open('Desk A');
    const page = journey.window();
    await page.getByRole('button', { name: 'Diagnose', exact: true }).click();
    const sheet = sheetOf(journey, 'Desk A');
    await expect(sheet.getByText('Everything works')).toBeVisible();
    await unfold(sheet);
    await expect(check(sheet, 'Token host', 'TLS certificate')).toContainText('trusted authority');
    await expect(check(sheet, 'Test token', 'Who am I')).toContainText('The token works');
    await expect(check(sheet, 'Test token', 'Refused again')).toContainText('is refused here');
    expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Desk A' })).toContainText(
      'Refused here, confirming',
    );
    await page.keyboard.press('ControlOrMeta+Shift+h');
    await expect(page.getByRole('dialog', { name: 'History' })).toContainText('Key diagnosed');
  });

  test('of a Partner says beforehand that its token cannot be revoked', async ({
    journey,
    lab,
  }) => {
    await journey.open('MM 1');
    const page = journey.window();
    await runAction(page, 'diagnose');
    const sheet = sheetOf(journey, 'MM 1');
    await expect(sheet).toContainText('Partner tokens have no documented revocation');
    expect(lab.controls.liveTokens(lab.partner.clientId)).toBe(0);
    await sheet.getByRole('button', { name: 'Diagnose now' }).press('Enter');
    await expect(cause(sheet)).toContainText('It works. Look at this');
    await expect(cause(sheet)).toContainText('Partner tokens have no documented revocation');
    await unfold(sheet);
    await expect(check(sheet, 'Test token', 'Positions')).toContainText('The token works');
    expect(lab.controls.liveTokens(lab.partner.clientId)).toBe(1);
  });

  test('goes on while its sheet is closed, and is stopped when asked', async ({ journey, lab }) => {
    await journey.open('Desk A');
    const page = journey.window();
    lab.controls.set({ propagationSeconds: 600 });
    await page.getByRole('button', { name: 'Diagnose', exact: true }).click();
    const sheet = sheetOf(journey, 'Desk A');
    const refused = check(sheet, 'Test token', 'Refused again');
    await expect(refused).toContainText('still works');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: 'Diagnose', exact: true }).click();
    await expect(refused).toContainText('still works');
    await sheet.getByRole('button', { name: 'Stop' }).click();
    await expect(sheet.getByText('Stopped before the end')).toBeVisible();
  });

  test(
    'ends with the lock, and its token is revoked at the next unlock',
    { tag: '@long' },
    async ({ journey, lab }) => {
      await journey.open('Desk A');
      const page = journey.window();
      lab.controls.inject({ endpoint: 'who_am_i', fault: 'hang', times: 1 });
      lab.controls.inject({ endpoint: 'trader_revoke', fault: 'hang', times: 1 });
      await page.getByRole('button', { name: 'Diagnose', exact: true }).click();
      const sheet = sheetOf(journey, 'Desk A');
      await expect(check(sheet, 'Test token', 'Who am I')).toContainText('Running');
      await journey.lockFromMenu();
      await expect(sheet).toBeHidden();
      await journey.unlock();
      await expect(journey.window().getByRole('row', { name: /Desk A/ })).toBeVisible();
      await expect.poll(() => lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
    },
  );
});

test('two credentials are compared, and the first difference is said in words', async ({
  journey,
  lab,
}) => {
  lab.controls.set({ propagationSeconds: 0, slowFirstCallMs: 0 });
  await journey.openVault({ 'Desk A': 'trader', 'MM 1': 'partner' });
  await journey.open('Desk A');
  const page = journey.window();
  await page.getByRole('button', { name: 'Diagnose', exact: true }).click();
  const sheet = sheetOf(journey, 'Desk A');
  await expect(sheet.getByText('Everything works')).toBeVisible();
  await sheet.getByRole('button', { name: 'Compare…' }).click();
  await expect(sheet).toContainText('Partner tokens have no documented revocation');
  expect(lab.controls.liveTokens(lab.partner.clientId)).toBe(0);
  lab.controls.set({ fault: 'invalid_client_401_challenge' });
  await sheet.getByRole('button', { name: 'Diagnose and compare' }).press('Enter');
  await expect(sheet.getByRole('status')).toHaveText(
    'They first differ here: Test token, token request.',
  );
  const request = sheet.getByRole('listitem').filter({ hasText: /^Token request/ });
  await expect(request).toContainText('Differs');
  await expect(request.getByText('Good', { exact: true })).toBeVisible();
  await expect(request.getByText('Failed', { exact: true })).toBeVisible();
  await expect(check(sheet, 'Token host', 'TLS certificate')).not.toContainText('Differs');
  await sheet.getByRole('button', { name: 'Show this one alone' }).click();
  await expect(sheet.getByText('Everything works')).toBeVisible();
  await sheet.getByRole('button', { name: 'Compare…' }).click();
  await expect(sheet.getByRole('combobox', { name: 'Compare with' })).toContainText(
    /MM 1, .*:\d\d/,
  );
  // What the page hands to the system's clipboard, which a test machine need not have.
  const copied = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const told = ({ target }: ClipboardEvent): void =>
          resolve(target instanceof HTMLTextAreaElement ? target.value : '');
        document.addEventListener('copy', told, { once: true });
      }),
  );
  await sheet.getByRole('button', { name: 'Copy summary' }).click();
  expect(await copied).toContain('Diagnosis of Desk A, Lab');
  expect(await copied).toContain('Everything works');
});

test('the evidence of a diagnosis is a page and its facts, and neither holds a secret', async ({
  journey,
  lab,
}, info) => {
  lab.controls.set({ propagationSeconds: 0, slowFirstCallMs: 0 });
  await journey.openVault({ 'Desk A': 'trader' });
  await journey.open('Desk A');
  const page = journey.window();
  lab.controls.set({ fault: 'check_forbidden' });
  await page.getByRole('button', { name: 'Diagnose', exact: true }).click();
  const sheet = sheetOf(journey, 'Desk A');
  const file = info.outputPath('diagnosis.html');
  await journey.dialogs().answer({ path: file });
  await sheet.getByRole('button', { name: 'Stop' }).click();
  await sheet.getByRole('button', { name: 'Save evidence…' }).click();
  await expect(page.getByText('Evidence saved')).toBeVisible();
  const written = await readFile(file, 'utf8');
  const facts = await readFile(file.replace(/html$/, 'json'), 'utf8');
  journey.proof.keep('evidence page', written);
  journey.proof.keep('evidence facts', facts);
  expect(written).toContain('$CLIENT_SECRET');
  expect(JSON.parse(facts)).toMatchObject({
    evidence: { evidence: 'strongroom-diagnosis', credential: 'Desk A' },
    historyHead: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+Shift+h');
  await expect(page.getByRole('dialog', { name: 'History' })).toContainText(
    'Evidence of a diagnosis exported',
  );
});
