// The ways into the vault: changing the passphrase. Every new secret is searched for like the others.
import { expect, test, type Journey } from '../support/journey.ts';
import { windowAt } from '../support/launch.ts';

const NEXT = 'umbrella copper tangent violin mosaic 41';

async function openSheet(journey: Journey) {
  const page = journey.window();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Ways into this vault…' }).click();
  return page.getByRole('dialog', { name: 'Ways into this vault' });
}

test.describe('changing the passphrase', () => {
  test('lets the new one in, the old one no more, and rewrites the backups', async ({
    journey,
  }) => {
    journey.proof.plant('new passphrase', NEXT);
    await journey.createVault();
    const page = journey.window();
    const sheet = await openSheet(journey);
    await expect(sheet).toContainText(/costs about \d+ ms here: \d+ MiB of memory, \d+ passes/);
    await journey.dialogs().answer({ place: 0 });
    await sheet.getByRole('button', { name: 'Change passphrase…' }).click();
    await journey.typeSecret(journey.passphrase);
    await journey.typeSecret(NEXT, { again: true });
    await expect(sheet).toContainText(
      /Passphrase changed\. \d+ backups? rewritten: none opens with the old passphrase\./,
      { timeout: 20_000 },
    );
    const asked = (await journey.dialogs().shown()).at(-1);
    expect(asked?.message).toMatch(/^\d+ backups? still opens? with the old passphrase\.$/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+l');
    await journey.unlock();
    const entry = await windowAt(journey.launched(), 'entry');
    await expect(entry.getByRole('alert')).toContainText(/does not open this vault/);
    await journey.typeSecret(NEXT);
    await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
  });

  test('needs the present one, and changes nothing without it', async ({ journey }) => {
    await journey.createVault();
    const sheet = await openSheet(journey);
    await sheet.getByRole('button', { name: 'Change passphrase…' }).click();
    await journey.typeSecret('a wrong passphrase altogether');
    const entry = await windowAt(journey.launched(), 'entry');
    await expect(entry.getByRole('heading', { name: 'Present passphrase' })).toBeVisible();
    await expect(entry.getByRole('alert')).toContainText(/does not open this vault/);
    const closed = entry.waitForEvent('close');
    await entry.keyboard.press('Escape').catch(() => undefined);
    await closed;
    await journey.window().keyboard.press('Escape');
    await journey.window().keyboard.press('Control+l');
    await journey.unlock();
    await expect(journey.window().getByRole('row', { name: /Practice trader/ })).toBeVisible();
  });
});
