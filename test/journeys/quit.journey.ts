// Quitting: the vault is locked, the clipboard cleared and every window closed, with nothing drawn,
// sent or loaded on the way, and what stood open does not hold it up.
import { readFile } from 'node:fs/promises';
import type { BrowserWindow } from 'electron';
import { expect, newestToken, test, type Journey } from '../support/journey.ts';
import { windowAt } from '../support/launch.ts';

async function copyToken(journey: Journey): Promise<void> {
  const page = journey.window();
  await page.getByRole('button', { name: 'Settings' }).click();
  await journey.dialogs().answer({ button: 'Allow copying' }, { button: 'Copy token' });
  await page.getByRole('checkbox', { name: /Allow copying/ }).click();
  await expect(page.getByRole('checkbox', { name: /Allow copying/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await journey.open('Practice trader');
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(newestToken(page)).toContainText('Active');
  await newestToken(page).getByRole('button', { name: /^Copy/ }).click();
  await expect.poll(journey.clipboardLength).toBeGreaterThan(8);
}

/** The app says on its last breath how many characters the clipboard holds. */
async function tellClipboardAtTheEnd(journey: Journey): Promise<void> {
  await journey.launched().app.evaluate(({ app, clipboard }) => {
    app.once('will-quit', (event) => {
      event.preventDefault();
      void clipboard.readText().then(({ length }) => {
        process.stdout.write(`clipboard at the end: ${length}\n`);
        app.quit();
      });
    });
  });
}

const lastEvents = async (file: string): Promise<readonly string[]> =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .slice(-2)
    .map((line) => (JSON.parse(line) as { readonly event: string }).event);

test.describe('quitting', () => {
  test('S21 clears a copied token from the clipboard', async ({ journey }) => {
    await journey.createVault();
    await copyToken(journey);
    await tellClipboardAtTheEnd(journey);
    const { printed } = journey.launched();
    await journey.quit();
    expect(printed.stdout()).toContain('clipboard at the end: 0\n');
  });

  test('S21 leaves alone what somebody else copied meanwhile', async ({ journey }) => {
    await journey.createVault();
    await copyToken(journey);
    await journey
      .launched()
      .app.evaluate(({ clipboard }) => clipboard.writeText('of somebody else'));
    await tellClipboardAtTheEnd(journey);
    const { printed } = journey.launched();
    await journey.quit();
    expect(printed.stdout()).toContain('clipboard at the end: 16\n');
  });

  test('locks an open vault, and loads and sends the window nothing on the way', async ({
    journey,
  }, info) => {
    await journey.createVault();
    await journey.launched().app.evaluate(({ app, BrowserWindow: Windows }) => {
      const tell = (what: string): void => void process.stdout.write(`while quitting: ${what}\n`);
      app.once('before-quit', () => {
        process.stdout.write('quitting\n');
        for (const { webContents } of Windows.getAllWindows()) {
          webContents.reload = () => tell('loaded');
          webContents.send = () => tell('sent');
        }
      });
    });
    const { printed } = journey.launched();
    await journey.quit();
    expect(printed.stdout()).toContain('quitting\n');
    expect(printed.stdout()).not.toContain('while quitting');
    const log = info.outputPath('profile', 'logs', 'strongroom.log');
    expect(await lastEvents(log)).toEqual(['vault_locked', 'quit']);
  });

  test('by closing the window ends the app, an open vault locked', async ({ journey }, info) => {
    await journey.createVault();
    await journey.finish(async (app) => {
      await app.evaluate(({ BrowserWindow: Windows }) => {
        for (const window of Windows.getAllWindows() as BrowserWindow[]) window.close();
      });
    });
    const log = info.outputPath('profile', 'logs', 'strongroom.log');
    expect(await lastEvents(log)).toEqual(['vault_locked', 'quit']);
  });

  test('is not held up by a passphrase half typed', async ({ journey }) => {
    await journey.createVault();
    await journey.window().keyboard.press('Control+l');
    await journey.window().getByRole('button', { name: 'Unlock', exact: true }).click();
    const entry = await windowAt(journey.launched(), 'entry');
    await entry.locator('input').first().fill('half a passphrase');
    await journey.quit();
    await journey.start();
    await journey.unlock();
    await expect(journey.window().getByRole('row', { name: /Practice trader/ })).toBeVisible();
  });
});
