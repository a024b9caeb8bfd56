// A vault file that is not the expected one: an older one put in its place, or one changed while open.
// The stand-in host's keystore protects nothing and says so, so no anchor is kept there: for the
// rollback it is dressed up as a keyring, which shows the app's part and nothing of a keystore.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { answeringKeystore, dressKeystore } from '../support/dressed-keystore.ts';
import { expect, test, type Journey } from '../support/journey.ts';
import { pageIsAccessible } from '../support/accessible.ts';

async function addEnvironment(journey: Journey, name: string): Promise<void> {
  const page = journey.window();
  await page.getByRole('button', { name: 'Add environment' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add environment' });
  await sheet.getByLabel('Name').fill(name);
  await sheet.getByRole('radio', { name: /Sandbox/ }).check();
  await sheet.getByLabel('Base address').fill('https://gateway.example/api');
  await sheet.getByLabel('Trade address').fill('https://trade.example/api');
  await journey.addUnreached(sheet);
}

test(
  'an older vault opens for reading only until the person accepts it',
  { tag: '@long' },
  async ({ journey }, info) => {
    const file = info.outputPath('profile', 'vault', 'strongroom.vault');
    const older = info.outputPath('older.vault');
    await journey.prepareVault();
    await journey.start(answeringKeystore);
    await dressKeystore(journey, 'gnome_libsecret');
    await journey.openPrepared();
    await copyFile(file, older);
    await addEnvironment(journey, 'Later');
    const page = () => journey.window();
    await expect(page().getByRole('button', { name: 'Later', exact: false }).first()).toBeVisible();
    await journey.quit();
    await copyFile(older, file);

    await journey.start(answeringKeystore);
    await dressKeystore(journey, 'gnome_libsecret');
    await journey.unlock();
    const band = page().getByRole('region', { name: 'Older vault file' });
    await expect(band).toContainText('open for reading only');
    await pageIsAccessible(page(), 'rolled-back', journey.picture);
    await addEnvironment(journey, 'Another');
    const sheet = page().getByRole('dialog', { name: 'Add environment' });
    await expect(sheet.getByRole('alert')).toContainText('older than the one last used here');
    await page().keyboard.press('Escape');
    await sheet.getByRole('button', { name: 'Discard it' }).click();
    await expect(sheet).toBeHidden();
    expect(await readFile(file)).toEqual(await readFile(older));

    await band.getByRole('button', { name: /Accept/ }).click();
    await journey.dialogs().asked('Accept the older vault');
    await expect(band).toBeVisible();
    await journey.dialogs().answer({ button: 'Accept the older vault' });
    await band.getByRole('button', { name: /Accept/ }).click();
    await expect(band).toHaveCount(0);
    await addEnvironment(journey, 'Another');
    await expect(sheet).toBeHidden();
    await page().keyboard.press('ControlOrMeta+l');
    await journey.unlock();
    await expect(page().getByRole('row', { name: /Practice trader/ })).toBeVisible();
    await expect(band).toHaveCount(0);
  },
);

test('a vault changed on disk is not overwritten, and is opened again at one press', async ({
  journey,
}, info) => {
  const folder = info.outputPath('profile', 'vault');
  const file = path.join(folder, 'strongroom.vault');
  await journey.openVault();
  const other = await readFile(file);
  await addEnvironment(journey, 'Mine');
  const page = journey.window();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await writeFile(file, other);
  await addEnvironment(journey, 'Lost');
  const sheet = page.getByRole('dialog', { name: 'Add environment' });
  await expect(sheet.getByRole('alert')).toContainText('changed on disk');
  await pageIsAccessible(page, 'changed-on-disk', journey.picture);
  expect(await readFile(file)).toEqual(other);

  await sheet.getByRole('button', { name: 'Lock and open again' }).click();
  await journey.typeSecret(journey.passphrase);
  await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
  await expect(page.getByText('Mine')).toHaveCount(0);
});
