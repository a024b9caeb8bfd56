// The first start, and the window in which passphrases and keys are typed and shown: photographed, and held
// against the accessibility rules.
import { pageIsAccessible, photographed } from '../support/accessible.ts';
import { expect, pressAndClose, test } from '../support/journey.ts';
import { windowAt } from '../support/launch.ts';
import { getToken } from '../support/screens.ts';

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
  await page.keyboard.press('Control+i');
  await expect(page.getByRole('dialog', { name: 'Check report' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Make a recovery key?' })).toBeVisible();
  await photographed(page, 'recovery-offer', journey.picture);
});

test('the question for a passphrase is accessible in both themes', async ({ journey }) => {
  await journey.start();
  await journey.window().getByRole('button', { name: 'Choose a passphrase' }).click();
  const entry = await windowAt(journey.launched(), 'entry');
  await entry.locator('input').first().fill('only a sketch');
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
  const hidden = await entry.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(hidden, 'scrolls').toBeLessThanOrEqual(0);
  await pressAndClose(entry.getByRole('button', { name: 'Discard the key' }));
});
