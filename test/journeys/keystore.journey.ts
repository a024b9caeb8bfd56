// Opening the vault with the system's keystore. The stand-in host's keystore protects nothing: the app
// must refuse it. For the rest it is dressed up as a keyring that seals as one does, which shows the
// app's part and nothing of a real keystore.
import { answeringKeystore, dressKeystore } from '../support/dressed-keystore.ts';
import { expect, test, type Journey } from '../support/journey.ts';
import { pageIsAccessible } from '../support/accessible.ts';
import { needsStandIn } from '../support/stand-in-records.ts';

async function openSettings(journey: Journey) {
  await journey.window().getByRole('button', { name: 'Settings' }).click();
  return journey.window().getByRole('dialog', { name: 'Settings' });
}

test('a keystore that protects nothing is refused, with the reason', async ({ journey }) => {
  needsStandIn('the name of its keystore, which is that of no system.');
  await journey.prepareVault();
  await journey.start(answeringKeystore);
  await journey.openPrepared();
  const settings = await openSettings(journey);
  await expect(settings).toContainText('offers no real protection here');
  await expect(settings).toContainText('stand-in for a keystore');
  await expect(settings.getByRole('button', { name: /Use the system keystore/ })).toHaveCount(0);
});

test(
  'the keystore opens the vault once asked for, and never alone',
  { tag: '@long' },
  async ({ journey }) => {
    await journey.prepareVault();
    await journey.start(answeringKeystore);
    await dressKeystore(journey, 'gnome_libsecret');
    const page = await journey.openPrepared();
    const settings = await openSettings(journey);
    const turnOn = settings.getByRole('button', { name: /Use the system keystore/ });
    await turnOn.click();
    await expect(turnOn).toBeEnabled();
    await journey.dialogs().answer({ button: 'Use the system keystore' });
    await turnOn.click();
    await journey.typeSecret(journey.passphrase);
    await expect(settings).toContainText('On. The passphrase keeps working.');
    await pageIsAccessible(page, 'keystore-on', journey.picture);
    await page.keyboard.press('Escape');

    await page.keyboard.press('ControlOrMeta+l');
    const byKeystore = page.getByRole('button', { name: 'Open with the system keystore' });
    await expect(byKeystore).toBeVisible();
    await pageIsAccessible(page, 'locked-keystore', journey.picture);
    await byKeystore.click();
    await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
    await journey.quit();

    await journey.start(answeringKeystore);
    await dressKeystore(journey, 'kwallet6');
    await journey.window().getByRole('button', { name: 'Open with the system keystore' }).click();
    await expect(journey.window().getByRole('alert')).toContainText(
      'not the one this vault was tied',
    );
    await journey.unlock();
    await expect(journey.window().getByRole('row', { name: /Practice trader/ })).toBeVisible();

    await journey.dialogs().answer({ button: 'Stop using the keystore' });
    const again = await openSettings(journey);
    await again.getByRole('button', { name: /Stop using it/ }).click();
    await expect(again).toContainText('Off. The passphrase is needed every time.');
    await journey.window().keyboard.press('Escape');
    await journey.window().keyboard.press('ControlOrMeta+l');
    await expect(
      journey.window().getByRole('button', { name: 'Unlock', exact: true }),
    ).toBeVisible();
    await expect(journey.window().getByRole('button', { name: /system keystore/ })).toHaveCount(0);
  },
);
