// A secret is rotated through the window: proven at every step, at rest over a restart, and never with
// a secret in the window.
import { randomBytes } from 'node:crypto';
import { expect, getToken, type Journey, showTab, test } from '../support/journey.ts';
import { photographed } from '../support/accessible.ts';
import type { PracticeForTests } from '../support/practice.ts';

/** A secret as the web app would make it, planted as a canary. */
function newSecret(journey: Journey): string {
  const secret = `n-${randomBytes(24).toString('base64url')}`;
  journey.proof.plant('new secret', secret);
  return secret;
}

async function withTrader(journey: Journey): Promise<void> {
  await journey.openVault({ 'Desk-A': 'trader' });
  await journey.open('Desk-A');
  const page = journey.window();
  await page.getByRole('checkbox', { name: /^Trade/ }).check();
  await getToken(page);
}

const sheetOf = (journey: Journey) =>
  journey.window().getByRole('dialog', { name: /^Rotate the secret/ });

async function begin(journey: Journey): Promise<void> {
  await showTab(journey.window(), 'Access');
  await journey.window().getByRole('button', { name: 'Rotate secret…' }).click();
  await expect(sheetOf(journey)).toContainText('Nothing has been done yet');
  await sheetOf(journey).getByRole('button', { name: 'Start the rotation' }).click();
  await expect(sheetOf(journey)).toContainText('step 1 of 5, waiting for you');
}

async function take(journey: Journey, secret: string): Promise<void> {
  await sheetOf(journey).getByRole('button', { name: 'Take the new secret' }).click();
  await journey.typeSecret(secret);
  await expect(sheetOf(journey)).toContainText('step 2 of 5');
}

async function check(journey: Journey): Promise<void> {
  await sheetOf(journey).getByRole('button', { name: 'Check the new secret' }).click();
  await expect(sheetOf(journey)).toContainText('step 3 of 5');
}

test.use({ sharesApp: true });

test(
  'goes through five steps, and every one can be seen',
  { tag: '@long' },
  async ({ journey, lab }) => {
    await withTrader(journey);
    const page = journey.window();
    const secret = newSecret(journey);
    await begin(journey);
    const sheet = sheetOf(journey);
    await photographed(page, 'rotation-1-take', journey.picture);
    lab.controls.addSecret(lab.trader.clientId, Buffer.from(secret));
    await take(journey, secret);
    await check(journey);
    await sheet.getByRole('radio', { name: 'It still works' }).click();
    await photographed(page, 'rotation-3-end', journey.picture);
    await journey.dialogs().answer({ button: 'Revoke 1 token' });
    await sheet.getByRole('button', { name: 'Revoke 1 token with the old secret…' }).click();
    await expect(sheet).toContainText('step 4 of 5');
    await journey.dialogs().answer({ button: 'Try the old secret' });
    await sheet.getByRole('button', { name: 'Try the old secret…' }).click();
    await expect(sheet).toContainText('It still works');
    lab.controls.removeOldSecret(lab.trader.clientId);
    await journey.dialogs().answer({ button: 'Try the old secret' });
    await sheet.getByRole('button', { name: 'Try the old secret…' }).click();
    await expect(sheet).toContainText('step 5 of 5');
    await photographed(page, 'rotation-5-destroy', journey.picture);
    await journey.dialogs().answer({ button: 'Destroy the old secret' });
    await sheet.getByRole('button', { name: 'Destroy the old secret…' }).click();
    await expect(sheet).toBeHidden();
    await showTab(page, 'Tokens');
    await expect(page.getByText('Refused here, confirming').first()).toBeVisible();
  },
);

test(
  'rests over a kill, and goes on where it stood',
  { tag: '@long' },
  async ({ journey, lab }) => {
    await withTrader(journey);
    const secret = newSecret(journey);
    lab.controls.addSecret(lab.trader.clientId, Buffer.from(secret));
    await begin(journey);
    await take(journey, secret);
    await journey.kill();
    await journey.start();
    await journey.unlock();
    await journey.open('Desk-A');
    const page = journey.window();
    await expect(page.getByText('Rotation: step 2 of 5, waiting for you').first()).toBeVisible();
    await expect(page.getByRole('row', { name: /Desk-A/ })).toContainText('rotation 2/5');
    await page
      .getByRole('button', { name: /^Continue…/ })
      .first()
      .click();
    await check(journey);
  },
);

test(
  'says that a revocation was refused, and goes on with the new secret',
  { tag: '@long' },
  async ({ journey, lab }) => {
    await withTrader(journey);
    const secret = newSecret(journey);
    lab.controls.rotateSecret(lab.trader.clientId, Buffer.from(secret));
    await begin(journey);
    await take(journey, secret);
    await check(journey);
    const sheet = sheetOf(journey);
    await sheet.getByRole('radio', { name: 'It still works' }).click();
    // Replaced once more, elsewhere: neither secret works now.
    lab.controls.rotateSecret(lab.trader.clientId, Buffer.from('rotated elsewhere'));
    await journey.dialogs().answer({ button: 'Revoke 1 token' });
    await sheet.getByRole('button', { name: 'Revoke 1 token with the old secret…' }).click();
    await expect(sheet.getByRole('alert')).toContainText('The server refused to revoke 1 token');
    lab.controls.rotateSecret(lab.trader.clientId, Buffer.from(secret));
    await sheet.getByRole('radio', { name: 'It stopped at once' }).click();
    await journey.dialogs().answer({ button: 'Revoke 1 token' });
    await sheet.getByRole('button', { name: 'Revoke 1 token with the new secret…' }).click();
    await expect(sheet).toContainText('step 4 of 5');
    await expectLiveAtServer(lab, 1);
  },
);

test('is abandoned with its consequence in words, by the keyboard alone', async ({ journey }) => {
  await withTrader(journey);
  const page = journey.window();
  await page.getByRole('tab', { name: 'Tokens' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Rotate secret…' }).focus();
  await page.keyboard.press('Enter');
  const sheet = sheetOf(journey);
  await expect(sheet.getByRole('button', { name: 'Start the rotation' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toContainText('step 1 of 5');
  await sheet.getByRole('button', { name: 'Abandon the rotation…' }).focus();
  await journey.dialogs().answer({ button: 'Abandon the rotation' });
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  expect((await journey.dialogs().shown()).at(-1)?.detail).toContain('Nothing was changed yet');
  await expect(page.getByRole('button', { name: 'Rotate secret…' })).toBeVisible();
});

test('takes a Partner secret with a token and positions, in practice as in earnest', async ({
  journey,
}) => {
  await journey.openVault();
  await journey.open('Practice partner');
  const page = journey.window();
  await getToken(page);
  await begin(journey);
  const sheet = sheetOf(journey);
  await sheet.getByRole('button', { name: /create a secret, old one stops/ }).click();
  await sheet.getByRole('radio', { name: /clipboard/i }).check();
  await journey.dialogs().answer({ button: 'Use as client secret' });
  await sheet.getByRole('button', { name: 'Take the new secret' }).click();
  await expect(sheet).toContainText('step 2 of 5');
  await check(journey);
  await photographed(page, 'rotation-partner', journey.picture);
});

async function expectLiveAtServer(lab: PracticeForTests, count: number): Promise<void> {
  await expect.poll(() => lab.controls.liveTokens(lab.trader.clientId)).toBe(count);
}
