// The first start, and the window in which passphrases and keys are typed and shown: photographed, and held
// against the accessibility rules.
import type { Page } from '@playwright/test';
import { pageIsAccessible, photographed } from '../support/accessible.ts';
import { expect, pressAndClose, test } from '../support/journey.ts';
import { windowAt } from '../support/launch.ts';
import { getToken } from '../support/screens.ts';

/** The window is as high as what is in it: nothing is hidden, and nothing is empty below. */
async function fitsItsContent(entry: Page): Promise<void> {
  const missing = (): Promise<number> =>
    entry.evaluate(() => {
      const root = document.getElementById('entry');
      return Math.abs(innerHeight - (root?.offsetHeight ?? 0));
    });
  await expect.poll(missing, 'px between the window and its content').toBeLessThanOrEqual(1);
}

test('the first start is accessible and fits, in both themes', async ({ journey }) => {
  await journey.start();
  await photographed(journey.window(), 'first-start', journey.picture);
});

test('the offer of a recovery key is accessible and fits, in both themes', async ({ journey }) => {
  await journey.start();
  const page = journey.window();
  await journey.createVault();
  await journey.open('Practice trader');
  await getToken(page);
  await page.keyboard.press('ControlOrMeta+i');
  await expect(page.getByRole('dialog', { name: 'Check report' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Make a recovery key?' })).toBeVisible();
  await photographed(page, 'recovery-offer', journey.picture);
});

test('the question for a passphrase is accessible in both themes', async ({ journey }) => {
  await journey.start();
  await journey.window().getByRole('button', { name: 'Choose a passphrase' }).click();
  const entry = await windowAt(journey.launched(), 'entry');
  await fitsItsContent(entry);
  await entry.locator('input').first().fill('only a sketch');
  // What is wrong takes a line more.
  await entry.keyboard.press('Enter');
  await expect(entry.locator('[aria-invalid="true"]').first()).toBeVisible();
  await fitsItsContent(entry);
  await pageIsAccessible(entry, 'passphrase', journey.picture);
  await pressAndClose(entry.getByRole('button', { name: 'Cancel' }));
});

test('the showing of a recovery key is accessible and fits, in both themes', async ({
  journey,
}) => {
  await journey.openVault();
  const page = journey.window();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Passphrase and recovery…' }).click();
  await page.getByRole('button', { name: 'Make a recovery key…' }).click();
  await journey.typeSecret(journey.passphrase);
  const entry = await windowAt(journey.launched(), 'entry');
  const words = entry.locator('.recovery-key li');
  await expect(words).toHaveCount(9);
  // The pictures show the layout, not a key.
  await pageIsAccessible(entry, 'recovery-key', journey.picture, [words]);
  await fitsItsContent(entry);
  await pressAndClose(entry.getByRole('button', { name: 'Discard the key' }));
});
