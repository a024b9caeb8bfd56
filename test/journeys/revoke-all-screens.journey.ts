// "Revoke everything" before the press, and every state its run can be in, in both themes at two sizes:
// photographed, and held against the accessibility rules.
import type { Locator } from '@playwright/test';
import { photographed } from '../support/accessible.ts';
import { expect, test, type Journey } from '../support/journey.ts';
import { jumpClock } from '../support/jump-clock.ts';
import { spreadRevocationsWithin } from '../support/practice-panel.ts';
import { getToken, testScreens } from '../support/screens.ts';
import { REVOKE_ALL_KEYS } from '../support/keys.ts';

// Each picture is held against the accessibility rules, which takes seconds on a busy machine.
test.setTimeout(400_000);

testScreens([
  {
    name: 'stop-sheet',
    async reach(journey, page) {
      await journey.open('Practice partner');
      await getToken(page);
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await page.keyboard.press(REVOKE_ALL_KEYS);
      await expect(page.getByRole('button', { name: /^Revoke 1 token/ })).toBeFocused();
    },
  },
  {
    name: 'stop-run',
    readme: true,
    async reach(journey, page) {
      await journey.open('Practice partner');
      await getToken(page);
      await journey.open('Practice trader');
      await getToken(page);
      await page.getByText('Get another token').click();
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await expect(page.locator('article.token')).toHaveCount(2);
      await journey.dialogs().answer({ place: 0 });
      await page.keyboard.press(REVOKE_ALL_KEYS);
      await expect(page.getByRole('button', { name: /^Revoke 2 tokens/ })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Revocation run' })).toContainText(
        'All 2 accepted',
      );
    },
  },
  {
    name: 'locked',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await journey.dialogs().answer({ place: 0 });
      await page.keyboard.press(REVOKE_ALL_KEYS);
      await expect(page.getByRole('button', { name: /^Revoke 1 token/ })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Revocation run' })).toBeVisible();
      await page.keyboard.press('ControlOrMeta+l');
      await expect(page.getByText('1 token is not confirmed dead yet.')).toBeVisible();
    },
  },
]);

test('a run in trouble is accessible and fits, in both themes', async ({ journey, lab }) => {
  await journey.openVault({ 'Desk A': 'trader' });
  const page = journey.window();
  await journey.open('Desk A');
  await getToken(page);
  // A server refuses a revocation with a secret that was rotated meanwhile (case 101).
  lab.controls.rotateSecret(lab.trader.clientId, Buffer.from('rotated elsewhere'));
  await journey.dialogs().answer({ place: 0 });
  await page.keyboard.press(REVOKE_ALL_KEYS);
  await expect(page.getByRole('button', { name: /^Revoke 1 token/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Revocation run' });
  await expect(sheet).toContainText('1 revocation refused for good');
  await photographed(page, 'stop-run-failed', journey.picture);
});

/** One token that may trade and one that may read; both pressed. */
async function run(journey: Journey): Promise<Locator> {
  const page = journey.window();
  await journey.dialogs().answer({ button: 'Revoke 2 tokens' });
  await page.keyboard.press(REVOKE_ALL_KEYS);
  await expect(page.getByRole('button', { name: /^Revoke 2 tokens/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  return page.getByRole('dialog', { name: 'Revocation run' });
}

test.describe('a run of "Revoke everything"', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({ 'Desk A': 'trader', 'Desk B': 'reader' });
    await journey.open('Desk B');
    await getToken(journey.window());
    await journey.open('Desk A');
    await journey.window().getByRole('checkbox', { name: /Trade/ }).first().check();
    await getToken(journey.window());
  });

  test('shows what is being sent', async ({ journey, lab }) => {
    lab.controls.set({ revokeLatencyMs: 12_000 });
    const sheet = await run(journey);
    await expect(sheet.getByText('Sending')).toHaveCount(2);
    await photographed(journey.window(), 'stop-run-sending', journey.picture);
    await expect(sheet).toContainText('All 2 accepted');
    await expect(sheet.getByText('Refused here, confirming')).toHaveCount(2);
    await expect(sheet).toContainText('0 of 2 confirmed dead');
    await photographed(journey.window(), 'stop-run-confirming', journey.picture);
  });

  test('shows what is asked again, and when', async ({ journey, lab }) => {
    lab.controls.set({ fault: 'server_error_503' });
    const sheet = await run(journey);
    await expect(sheet.getByText('Unknown, retrying')).toHaveCount(2);
    await expect(sheet.getByText(/Next attempt in/).first()).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Try now' })).toHaveCount(2);
    await photographed(journey.window(), 'stop-run-retrying', journey.picture);
  });

  test('is an alarm where a token works on after the window', async ({ journey, lab }) => {
    lab.controls.set({ propagationSeconds: 100_000 });
    const page = journey.window();
    const sheet = await run(journey);
    await expect(sheet.getByText('Revoked, waiting for proof')).toHaveCount(2);
    await photographed(page, 'stop-run-propagating', journey.picture);
    await jumpClock(journey.launched(), page, 6 * 60_000);
    await expect(sheet).toContainText('2 tokens still accepted after the propagation window');
    await photographed(page, 'stop-run-alarm', journey.picture);
  });
});

test('a run that has ended shows what is dead, and what nobody can prove', async ({
  journey,
  lab,
}) => {
  // At the practice gateway a proof comes to its end; here a refusal never says what it is about.
  lab.controls.set({ insufficientScope: 'refused_401', challenge: false });
  await journey.openVault({ 'Desk B': 'reader' });
  const page = journey.window();
  await spreadRevocationsWithin(page, 2);
  await journey.open('Practice trader');
  await page.getByRole('checkbox', { name: /Trade/ }).first().check();
  await getToken(page);
  await journey.open('Desk B');
  await getToken(page);
  const sheet = await run(journey);
  await expect(sheet).toContainText('1 of 2 confirmed dead');
  await jumpClock(journey.launched(), page, 6 * 60_000);
  await expect(sheet).toContainText('The one that can be confirmed is dead');
  await expect(sheet).toContainText('All 2 accepted');
  await expect(sheet.getByText(/after you confirmed/)).toHaveCount(2);
  await expect(sheet.getByText('Revoked, cannot be confirmed')).toBeVisible();
  await photographed(page, 'stop-run-ended', journey.picture);
});
