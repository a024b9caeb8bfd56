// Quitting: the vault is locked, the clipboard cleared and every window closed, with nothing drawn,
// sent or loaded on the way, and what stood open does not hold it up.
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { BrowserWindow } from 'electron';
import {
  expect,
  getToken,
  type Journey,
  newestToken,
  pressOnToken,
  test,
} from '../support/journey.ts';
import { windowAt } from '../support/launch.ts';

async function copyToken(journey: Journey): Promise<void> {
  const page = journey.window();
  await page.getByRole('button', { name: 'Settings' }).click();
  await journey.dialogs().answer({ button: 'Allow copying' }, { button: 'Copy token' });
  await page.getByRole('checkbox', { name: /Allow copying/ }).click();
  await expect(page.getByRole('checkbox', { name: /Allow copying/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await journey.open('Practice trader');
  await getToken(page);
  await pressOnToken(page, /^Copy/);
  await expect.poll(journey.clipboardLength).toBeGreaterThan(8);
}

/** Of `Desk A` one that may trade. */
async function tokenOf(journey: Journey, label: string): Promise<void> {
  await journey.open(label);
  const page = journey.window();
  if (label === 'Desk A') {
    await page.getByRole('checkbox', { name: /Trade/ }).first().check();
  }
  await getToken(page);
}

/** The app says on its last breath how many characters the clipboard holds. */
async function tellClipboardAtTheEnd(journey: Journey): Promise<void> {
  await journey.launched().app.evaluate(({ app, clipboard }) => {
    app.once('will-quit', (event) => {
      event.preventDefault();
      void clipboard.readText().then((text) => {
        process.stdout.write(`clipboard at the end: ${text.trim().length}\n`);
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
  test('S21 locks an open vault, clears a copied token, and loads and sends the window nothing on the way', async ({
    journey,
  }, info) => {
    await journey.openVault();
    await copyToken(journey);
    await tellClipboardAtTheEnd(journey);
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
    expect(printed.stdout()).toContain('clipboard at the end: 0\n');
    expect(printed.stdout()).not.toContain('while quitting');
    const log = info.outputPath('profile', 'logs', 'strongroom.log');
    expect(await lastEvents(log)).toEqual(['vault_locked', 'quit']);
  });

  test('by closing the window ends the app, an open vault locked', async ({ journey }, info) => {
    await journey.openVault();
    await journey.finish(async (app) => {
      await app.evaluate(({ BrowserWindow: Windows }) => {
        for (const window of Windows.getAllWindows() as BrowserWindow[]) window.close();
      });
    });
    const log = info.outputPath('profile', 'logs', 'strongroom.log');
    expect(await lastEvents(log)).toEqual(['vault_locked', 'quit']);
  });

  test('is not held up by a passphrase half typed', async ({ journey }) => {
    await journey.openVault();
    await journey.window().keyboard.press('ControlOrMeta+l');
    await journey.window().getByRole('button', { name: 'Unlock', exact: true }).click();
    const entry = await windowAt(journey.launched(), 'entry');
    await entry.locator('input').first().fill('half a passphrase');
    await journey.quit();
    await journey.start();
    await journey.unlock();
    await expect(journey.window().getByRole('row', { name: /Practice trader/ })).toBeVisible();
  });

  test(
    'with live tokens asks once, and revokes those that may trade',
    { tag: '@visible' },
    async ({ journey, lab }) => {
      await journey.openVault();
      // Ends with the app that plays its gateway: not asked about.
      await tokenOf(journey, 'Practice trader');
      await journey.addLab();
      for (const [client, label] of [
        ['trader', 'Desk A'],
        ['reader', 'Desk B'],
        ['partner', 'Desk C'],
      ] as const) {
        await journey.addClient(client, label);
        await tokenOf(journey, label);
      }
      await journey.launched().app.evaluate(({ app }) => app.quit());
      await journey.dialogs().asked('Keep 2 tokens and quit');
      const asked = (await journey.dialogs().shown()).at(-1);
      expect(asked?.message).toBe('2 tokens of 2 keys stay live. Quit Strongroom?');
      expect(asked?.detail).toMatch(
        /^Kept, they stay live until they expire, the last in 23h 59m; nothing is renewed while Strongroom is closed\. 1 of them can trade\. 1 Partner token stays live too, and can only be ended in the web app\. Revoking stops everything that uses them and cannot be undone\.$/,
      );
      expect(asked?.buttons).toEqual([
        'Keep 2 tokens and quit',
        'Revoke 1 that can trade and quit',
        'Revoke all 2 tokens and quit',
        'Cancel',
      ]);
      // Cancelled: the app stays as it was.
      await expect(journey.window().getByRole('row', { name: /Desk A/ })).toBeVisible();

      await journey.dialogs().answer({ button: 'Revoke 1 that can trade and quit' });
      const live = (client: 'trader' | 'reader'): number =>
        lab.controls.liveTokens(lab[client].clientId);
      expect([live('trader'), live('reader')]).toEqual([1, 1]);
      await journey.quit();
      expect([live('trader'), live('reader')]).toEqual([0, 1]);

      await journey.start();
      await journey.unlock();
      const band = journey.window().getByRole('region', { name: 'Revocation run' });
      await expect(band).toContainText('Accepted');
      await journey.open('Desk B');
      await expect(newestToken(journey.window())).toContainText('Active');
    },
  );

  test('asks nothing where the system ends the app', async ({ journey, lab }, info) => {
    test.skip(process.platform === 'win32', 'NOT shown on Windows, which has no signals.');
    await journey.openVault({ 'Desk A': 'trader' });
    await tokenOf(journey, 'Desk A');
    await journey.finish(async (app) => {
      // A second one must not kill in the middle of the end: Electron's own handler takes but one.
      for (const signal of ['SIGTERM', 'SIGTERM', 'SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
        app.process().kill(signal);
        await setTimeout(20);
      }
    });
    const log = info.outputPath('profile', 'logs', 'strongroom.log');
    expect(await lastEvents(log)).toEqual(['vault_locked', 'quit']);
    expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(1);
  });
});
