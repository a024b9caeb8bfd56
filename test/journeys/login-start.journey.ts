// A start at login: locked, in the tray, without a window. What lives is revoked from there, before anyone opened the
// app, and the settings say why a copy from source cannot be started so.
import { photographed } from '../support/accessible.ts';
import { expect, newestToken, test, type Journey } from '../support/journey.ts';
import { chooseFromTray } from '../support/stand-in-records.ts';

const windowsOf = (journey: Journey): Promise<number> =>
  journey.launched().app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test('from the tray of a start at login a person unlocks and revokes everything', async ({
  journey,
  lab,
}) => {
  await journey.openVault({ 'Desk A': 'trader' });
  await journey.open('Desk A');
  await journey.window().getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(newestToken(journey.window())).toContainText('Active');
  await journey.quit();

  await journey.startAtLogin();
  const tray = (line = ''): Promise<readonly string[]> => chooseFromTray(journey.launched(), line);
  await expect
    .poll(() => tray())
    .toEqual(
      expect.arrayContaining([
        'Strongroom is locked',
        'Alerts, renewals and revocations pause until it is unlocked',
      ]),
    );
  expect(await windowsOf(journey)).toBe(0);
  await journey.dialogs().answer({ button: 'Revoke 1 token' });
  await tray('Unlock to revoke everything…');
  await journey.typeSecret(journey.passphrase);
  await expect.poll(() => lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
  const sent = (): number =>
    lab.ledger.raw().filter(({ target }) => target.endsWith('/revoke')).length;
  await expect.poll(sent).toBe(1);

  await tray('Open Strongroom');
  await journey.meetWindow();
  const page = journey.window();
  await journey.open('Desk A');
  await page.getByRole('button', { name: 'Settings' }).click();
  const choice = page.getByRole('checkbox', { name: 'Start at login, locked, in the tray' });
  await expect(choice).toBeDisabled();
  await expect(page.getByText('This one runs from its source.')).toBeVisible();
  await choice.scrollIntoViewIfNeeded();
  await photographed(page, 'login-start', journey.picture, false);
  await page.keyboard.press('Escape');
  // Its window closed, it goes on in the tray.
  await journey.reopenWindow();
  await journey.open('Desk A');
});
