// Every state a run of "Revoke everything" can be in, in both themes at two sizes: photographed, and held
// against the accessibility rules. A run in trouble and its sheet before the press are in screens.journey.ts.
import type { Locator, Page } from '@playwright/test';
import { photographed } from '../support/accessible.ts';
import { expect, test, type Journey } from '../support/journey.ts';
import { jumpClock } from '../support/jump-clock.ts';

// Each picture is held against the accessibility rules, which takes seconds on a busy machine.
test.setTimeout(180_000);

async function getToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(page.locator('article.token').first()).toContainText('Active');
}

/** One token that may trade and one that may read; both pressed. */
async function run(journey: Journey): Promise<Locator> {
  const page = journey.window();
  await journey.dialogs().answer({ button: 'Revoke 2 tokens' });
  await page.keyboard.press('Control+Shift+Delete');
  await expect(page.getByRole('button', { name: /^Revoke 2 tokens/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  return page.getByRole('dialog', { name: 'Revocation run' });
}

test.describe('a run of "Revoke everything"', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.createVault();
    await journey.addLab();
    await journey.addClient('trader', 'Desk A');
    await journey.addClient('reader', 'Desk B');
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
    await expect(sheet).toContainText('All 2 accepted', { timeout: 30_000 });
    await expect(sheet).toContainText('All 1 that can be proven are dead', { timeout: 30_000 });
  });

  test('shows what is asked again, and when', async ({ journey, lab }) => {
    lab.controls.set({ fault: 'server_error_503' });
    const sheet = await run(journey);
    await expect(sheet.getByText('Unknown, retrying')).toHaveCount(2);
    await expect(sheet.getByText(/Next attempt in/).first()).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Try now' })).toHaveCount(2);
    await photographed(journey.window(), 'stop-run-retrying', journey.picture);
    await journey.dialogs().answer({ button: 'Quit anyway' });
  });

  test('shows what is dead, and what nobody can prove', async ({ journey }) => {
    const sheet = await run(journey);
    await expect(sheet).toContainText('All 2 accepted');
    await expect(sheet).toContainText('All 1 that can be proven are dead', { timeout: 30_000 });
    await expect(sheet.getByText(/after the key press/)).toHaveCount(2);
    await expect(sheet.getByText('Accepted, not verifiable')).toBeVisible();
    await photographed(journey.window(), 'stop-run-ended', journey.picture);
  });

  test('is an alarm where a token works on after the window', async ({ journey, lab }) => {
    lab.controls.set({ propagationSeconds: 100_000 });
    const page = journey.window();
    const sheet = await run(journey);
    await expect(sheet.getByText(/^Accepted, propagating/)).toBeVisible();
    await photographed(page, 'stop-run-propagating', journey.picture);
    await jumpClock(journey.launched(), page, 6 * 60_000);
    await expect(sheet).toContainText('1 token still accepted after the propagation window');
    await photographed(page, 'stop-run-alarm', journey.picture);
    await journey.dialogs().answer({ button: 'Quit anyway' });
  });
});
