// How each screen is reached from the list of credentials of a vault of its own.
import { writeFileSync } from 'node:fs';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { pageIsAccessible } from './accessible.ts';
import { startConnectProxy } from './connect-proxy.ts';
import {
  expect,
  fromTokenMenu,
  getToken,
  newestToken,
  pressAndClose,
  pressOnToken,
  runAction,
  showTab,
  type Journey,
} from './journey.ts';
import { jumpClock, passKeyRepeat, stopClock } from './jump-clock.ts';
import { windowAt } from './launch.ts';
import { spreadRevocationsWithin } from './practice-panel.ts';
import { wordlessRefusal, type PracticeForTests } from './practice.ts';
import type { LabCredentials } from './prepared-vault.ts';

export interface Scene {
  readonly journey: Journey;
  readonly page: Page;
  readonly lab: PracticeForTests;
  /** An empty one of this test. */
  readonly folder: string;
  /** A picture on the way, under a name of its own. */
  readonly shoot: (name: string) => Promise<void>;
}

export interface Screen {
  readonly name: string;
  /** Shown in the README or the manual. */
  readonly readme?: true;
  /** Credentials at the test's gateway; null: no vault is opened. Without it, what a first run leaves. */
  readonly vault?: LabCredentials | null;
  /** So many credentials are there before, in a vault that `reach` unlocks. */
  readonly many?: number;
  /** The pictures are taken in `reach`: they show another window, or leave something out. */
  readonly takesItsOwn?: true;
  readonly reach: (scene: Scene) => Promise<void>;
}

const screen = (
  name: string,
  about: Omit<Screen, 'name' | 'reach'>,
  reach: Screen['reach'],
): Screen => ({ name, ...about, reach });

const trade = (page: Page): Promise<void> =>
  page.getByRole('checkbox', { name: /Trade/ }).first().check();

/** Opens a credential and gets it a token, one that may trade where asked for. */
async function tokenOf({ journey, page }: Scene, label: string, how = 'reads'): Promise<void> {
  await journey.open(label);
  if (how === 'trades') await trade(page);
  await getToken(page);
}

/** Revokes everything: two presses of what has the focus. */
async function revokeAll({ journey, page }: Scene, tokens: string): Promise<Locator> {
  await journey.dialogs().answer({ place: 0 });
  await page.keyboard.press('ControlOrMeta+Shift+Delete');
  const confirm = page.getByRole('button', { name: new RegExp(`^Revoke ${tokens}`) });
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Revocation run' });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** One token that may trade and one that may read; both pressed. */
async function runOfTwo(scene: Scene): Promise<Locator> {
  await tokenOf(scene, 'Desk B');
  await tokenOf(scene, 'Desk A', 'trades');
  return await revokeAll(scene, '2 tokens');
}

async function aboutLab({ journey, page }: Scene, button: string): Promise<void> {
  await journey.addLab();
  await page.getByRole('button', { name: 'About Lab' }).click();
  await page.getByRole('button', { name: button }).click();
}

const throughProxy = (page: Page): Promise<void> =>
  page.getByRole('radio', { name: /^Through this proxy/ }).check();

async function settingsOf(page: Page, button?: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  if (button !== undefined) await page.getByRole('button', { name: button }).click();
}

async function inspect({ journey, page }: Scene, token: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Inspect a token…' }).click();
  await page.getByRole('button', { name: 'Type it in a separate window…' }).click();
  await journey.typeSecret(token);
  return page.getByRole('dialog', { name: 'Inspect a token' });
}

async function diagnose({ journey, page }: Scene, label: string): Promise<Locator> {
  await journey.open(label);
  await page.getByRole('button', { name: 'Diagnose', exact: true }).click();
  return page.getByRole('dialog', { name: `Diagnose ${label}` });
}

const scrolledTo = (place: Locator): Promise<void> =>
  place.evaluate((element) => element.scrollIntoView());

async function scanSheet(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+Shift+F');
  const sheet = page.getByRole('dialog', { name: 'Is this one of ours?' });
  await expect(sheet.getByRole('button', { name: 'From the clipboard' })).toBeFocused();
  return sheet;
}

async function searchFolder({ journey, page, folder }: Scene): Promise<Locator> {
  const sheet = await scanSheet(page);
  await journey.dialogs().answer({ path: folder });
  await sheet.getByRole('button', { name: 'A folder…' }).click();
  return sheet;
}

async function hugeFile(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'huge.log'), '');
  await truncate(path.join(folder, 'huge.log'), 3 * 1024 ** 3);
}

/** The window is as high as what is in it: nothing is hidden, and nothing is empty below. */
async function fitsItsContent(entry: Page): Promise<void> {
  const missing = (): Promise<number> =>
    entry.evaluate(() => {
      const root = document.getElementById('entry');
      return Math.abs(innerHeight - (root?.offsetHeight ?? 0));
    });
  await expect.poll(missing, 'px between the window and its content').toBeLessThanOrEqual(1);
}

const TWO: LabCredentials = { 'Desk A': 'trader', 'Desk B': 'reader' };
const OURS: LabCredentials = { 'Desk A': 'trader', 'Market maker': 'partner' };
const LONGEST = 'Market making desk of the northern region, night shift, '.repeat(2).slice(0, 79);

const everyday: readonly Screen[] = [
  screen('overview', { readme: true }, async (scene) => {
    const { page } = scene;
    const firstSteps = page.getByRole('region', { name: 'Getting started' });
    await firstSteps.getByRole('button', { name: 'Hide' }).click();
    await tokenOf(scene, 'Practice partner');
    await tokenOf(scene, 'Practice trader', 'trades');
    await page.getByRole('button', { name: 'Renew', exact: true }).first().click();
    await expect(page.getByText('Old, still works')).toBeVisible();
  }),
  screen('revoked', {}, async (scene) => {
    const { page } = scene;
    await tokenOf(scene, 'Practice trader', 'trades');
    await pressOnToken(page, /^Revoke/);
    await passKeyRepeat(page);
    await page.getByRole('button', { name: 'Revoke token', exact: true }).click();
    await expect(page.getByText(/Revoked, waiting for proof/).first()).toBeVisible();
  }),
  screen('renewal', {}, async (scene) => {
    const { journey, page } = scene;
    await tokenOf(scene, 'Practice trader', 'trades');
    const section = page.getByRole('region', { name: 'Renewal' });
    await section.getByRole('button', { name: 'Renew automatically…' }).click();
    await page.getByRole('combobox', { name: 'Renew', exact: true }).selectOption('off');
    await journey.dialogs().answer({ button: 'Renew automatically' });
    await section.getByRole('button', { name: 'Switch renewal on' }).click();
    await expect(section).toContainText('Renews at');
    await journey.dialogs().answer({ button: 'Revoke early' });
    await fromTokenMenu(page, /^Revoke early: at lock/);
    await expect(newestToken(page)).toContainText('Revoked when Strongroom locks');
  }),
  screen('renewal-form', {}, async (scene) => {
    const { page } = scene;
    await tokenOf(scene, 'Practice trader');
    const section = page.getByRole('region', { name: 'Renewal' });
    await section.getByRole('button', { name: 'Renew automatically…' }).click();
    await page.getByRole('combobox', { name: 'Renew', exact: true }).selectOption('time');
    await section.getByRole('button', { name: 'Cancel' }).focus();
  }),
  screen('revoke-bar', {}, async (scene) => {
    await tokenOf(scene, 'Practice trader');
    await pressOnToken(scene.page, /^Revoke/);
    await expect(scene.page.getByText(/cannot be undone/)).toBeVisible();
  }),
  screen('check-report', {}, async (scene) => {
    await tokenOf(scene, 'Practice trader', 'trades');
    await pressOnToken(scene.page, /^Check/);
    await expect(scene.page.getByRole('dialog')).toContainText('Works');
    await scene.shoot('check-answer');
    await scene.page.getByRole('dialog').getByText('Details').click();
    await expect(scene.page.locator('.tree')).toBeVisible();
  }),
  screen('partner-guide', {}, async (scene) => {
    const { page, shoot } = scene;
    await tokenOf(scene, 'Practice partner');
    await pressOnToken(page, /^End in web app/);
    const start = page.getByRole('button', { name: 'Start the steps' });
    await expect(start).toBeFocused();
    await shoot('partner-guide-begin');
    await start.click();
    await expect(page.getByRole('dialog')).toContainText('business section');
  }),
  screen('access', {}, async (scene) => {
    await tokenOf(scene, 'Practice trader');
    await showTab(scene.page, 'Access');
    await expect(scene.page.getByRole('region', { name: 'Reach' })).toBeVisible();
  }),
  screen('credential-history', {}, async (scene) => {
    await tokenOf(scene, 'Practice trader');
    await showTab(scene.page, 'History');
    await expect(scene.page.getByText('Token received', { exact: true })).toBeVisible();
    await expect(scene.page.getByText('A token was there all the time.')).toBeVisible();
  }),
  screen('credential-form', { readme: true }, async ({ page }) => {
    await page.getByRole('button', { name: 'Add key' }).first().click();
    await page.getByLabel('Label').fill('Desk-A');
  }),
  screen('failure', {}, async ({ journey, page }) => {
    await page.getByRole('button', { name: 'Practice gateway' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('combobox').last().selectOption('forbidden_empty');
    await page.keyboard.press('Escape');
    await journey.open('Practice trader');
    await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
    await expect(page.getByRole('alert').first()).toBeVisible();
  }),
  screen('practice', {}, async (scene) => {
    await tokenOf(scene, 'Practice trader');
    await scene.page.getByRole('button', { name: 'Practice gateway' }).click();
    await expect(scene.page.getByRole('dialog')).toContainText('/auth/oauth2/token');
  }),
  screen('history', {}, async (scene) => {
    await tokenOf(scene, 'Practice trader');
    await scene.page.keyboard.press('ControlOrMeta+Shift+h');
    const sheet = scene.page.getByRole('dialog', { name: 'History' });
    await sheet.getByRole('button', { name: 'Verify' }).click();
    await expect(sheet.getByText(/every one in its place/)).toBeVisible();
  }),
  screen(
    'health',
    { readme: true, vault: { 'Desk A': 'trader', 'Maker 1': 'partner' } },
    async (scene) => {
      const { page } = scene;
      await tokenOf(scene, 'Desk A');
      await runAction(page, 'health report');
      const sheet = page.getByRole('dialog', { name: 'Health report' });
      await sheet.getByRole('button', { name: /^No owner/ }).click();
      await expect(sheet.getByRole('row', { name: /^Desk A used by a live token/ })).toBeVisible();
    },
  ),
  screen('settings', {}, ({ page }) => settingsOf(page)),
  screen('settings-notifications', {}, async ({ page }) => {
    await settingsOf(page);
    await page.getByRole('checkbox', { name: 'Quiet hours' }).click();
    await expect(page.getByLabel('From')).toHaveValue('22:00');
    await page.getByRole('combobox', { name: /with the tag/ }).focus();
  }),
  screen('protection', {}, async ({ page }) => {
    await page.getByRole('button', { name: /^Unlocked/ }).click();
    await expect(page.getByRole('dialog', { name: 'What protects you here' })).toBeVisible();
  }),
  screen('vault-keys', {}, async ({ page }) => {
    await settingsOf(page, 'Passphrase and recovery…');
    await expect(page.getByRole('dialog', { name: 'Passphrase and recovery' })).toBeVisible();
  }),
  screen('lock-warning', {}, async ({ journey, page }) => {
    await settingsOf(page);
    // The click is a sign of somebody there: it comes before the time that passes.
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await jumpClock(journey.launched(), page, 9.1 * 60_000);
    await stopClock(journey.launched());
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
  screen('sidebar', {}, async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 400 });
    await page.getByRole('button', { name: 'Environments and views' }).click();
    await expect(page.getByRole('button', { name: 'Search actions' })).toBeVisible();
  }),
  screen('shortcuts', {}, ({ page }) => page.keyboard.press('ControlOrMeta+/')),
  screen('delete-credential', {}, async (scene) => {
    await tokenOf(scene, 'Practice trader');
    await showTab(scene.page, 'Access');
    await scene.page.getByRole('button', { name: 'Delete key…' }).click();
  }),
];

/** The first start, and the window in which passphrases and keys are typed and shown. */
const entries: readonly Screen[] = [
  screen('first-start', { vault: null }, () => Promise.resolve()),
  screen('without-saving', { vault: null }, async ({ page }) => {
    await page.getByRole('button', { name: 'Without saving' }).click();
    await expect(page.getByRole('region', { name: 'Without saving' })).toBeVisible();
  }),
  screen('recovery-offer', { vault: null }, async (scene) => {
    const { journey, page } = scene;
    await journey.createVault();
    await tokenOf(scene, 'Practice trader');
    await page.keyboard.press('ControlOrMeta+i');
    await expect(page.getByRole('dialog', { name: 'Check report' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Make a recovery key?' })).toBeVisible();
  }),
  screen('passphrase', { vault: null, takesItsOwn: true }, async ({ journey, page }) => {
    await page.getByRole('button', { name: 'Choose a passphrase' }).click();
    const entry = await windowAt(journey.launched(), 'entry');
    await fitsItsContent(entry);
    await entry.locator('input').first().fill('only a sketch');
    // What is wrong takes a line more.
    await entry.keyboard.press('Enter');
    await expect(entry.locator('[aria-invalid="true"]').first()).toBeVisible();
    await fitsItsContent(entry);
    await pageIsAccessible(entry, 'passphrase', journey.picture);
    await pressAndClose(entry.getByRole('button', { name: 'Cancel' }));
  }),
  screen('recovery-key', { takesItsOwn: true }, async ({ journey, page }) => {
    await settingsOf(page, 'Passphrase and recovery…');
    await page.getByRole('button', { name: 'Make a recovery key…' }).click();
    await journey.typeSecret(journey.passphrase);
    const entry = await windowAt(journey.launched(), 'entry');
    const words = entry.locator('.recovery-key li');
    await expect(words).toHaveCount(9);
    // The pictures show the layout, not a key.
    await pageIsAccessible(entry, 'recovery-key', journey.picture, [words]);
    await fitsItsContent(entry);
    await pressAndClose(entry.getByRole('button', { name: 'Discard the key' }));
  }),
];

const environments: readonly Screen[] = [
  screen('environment', {}, async (scene) => {
    await aboutLab(scene, 'Set up…');
    await expect(scene.page.getByLabel('Path')).toBeFocused();
  }),
  screen('environment-form', {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Add environment' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sandbox Europe');
    await page.getByLabel('Base address').fill('https://sändbox.example/api/');
    await page.getByLabel('Trade address').fill('http://trade.example');
    await expect(page.getByText(/Begin with https/)).toBeVisible();
  }),
  screen('environment-form-untrusted', {}, async ({ page, journey, lab }) => {
    await page.getByRole('button', { name: 'Add environment' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sandbox Europe');
    await page.getByLabel('Base address').fill(lab.baseUrl);
    await page.getByLabel('Trade address').fill(lab.tradeUrl);
    await journey.dialogs().answer({ button: 'Add environment' });
    await page.getByRole('dialog').getByRole('button', { name: 'Add environment' }).click();
    await expect(page.getByRole('button', { name: 'Trust its authority…' })).toBeVisible();
  }),
  screen('environment-form-proxy', {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Add environment' }).click();
    await page.getByText(/^Advanced/).click();
    await throughProxy(page);
    await page.getByLabel('Port', { exact: true }).scrollIntoViewIfNeeded();
  }),
  screen('environment-reach', {}, async (scene) => {
    const { journey, page, shoot } = scene;
    await aboutLab(scene, 'Change proxy…');
    await throughProxy(page);
    await page.getByLabel('Host').fill('proxy.example');
    await page.getByLabel('Sign-in name').fill('desk');
    await page.getByRole('button', { name: 'Save proxy' }).click();
    await expect(page.getByText('From 1 to 65535.')).toBeVisible();
    await shoot('environment-proxy');
    await page.getByRole('textbox', { name: 'Port' }).fill('3128');
    await journey.dialogs().answer({ button: 'Use this way' });
    await page.getByRole('button', { name: 'Save proxy' }).click();
    await journey.typeSecret('for a picture');
    await expect(page.getByText('Through proxy.example:3128')).toBeVisible();
  }),
  screen('failure-proxy', {}, async (scene) => {
    const { journey, page } = scene;
    const proxy = await startConnectProxy();
    proxy.answerWith((socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    await aboutLab(scene, 'Change proxy…');
    await throughProxy(page);
    await page.getByLabel('Host').fill('127.0.0.1');
    await page.getByRole('textbox', { name: 'Port' }).fill(String(proxy.port));
    await journey.dialogs().answer({ button: 'Use this way' });
    await page.getByRole('button', { name: 'Save proxy' }).click();
    await expect(page.getByText(/^Through 127/)).toBeVisible();
    await page.keyboard.press('Escape');
    await journey.addClient('trader', 'Desk A');
    await journey.open('Desk A');
    await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
    await expect(page.getByRole('alert').first()).toContainText('asks for a sign-in');
    await proxy.stop();
  }),
  screen('protection-network', {}, async ({ journey, page }) => {
    await journey.addLab();
    await page.getByRole('button', { name: /^Unlocked/ }).click();
    await page.getByText('On the way to the servers').scrollIntoViewIfNeeded();
  }),
];

const inspections: readonly Screen[] = [
  screen('inspect-begin', {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Inspect a token…' }).click();
    await expect(page.getByRole('dialog', { name: 'Inspect a token' })).toBeVisible();
  }),
  screen('inspect', {}, async (scene) => {
    const sheet = await inspect(scene, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJub2JvZHkifQ.c2lnbmVk');
    await expect(sheet).toContainText('the form of a JWT');
  }),
  screen('inspect-answer', {}, async (scene) => {
    const sheet = await inspect(scene, 'practice-of-somebody-else');
    await sheet.getByRole('combobox', { name: 'Environment' }).selectOption('Practice');
    await sheet.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(sheet.getByText('The server refuses this token')).toBeVisible();
    await sheet.getByRole('radio', { name: 'Introspection' }).check();
    await sheet.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(sheet.getByText('Introspection says: not active')).toBeVisible();
  }),
];

const diagnoses: readonly Screen[] = [
  screen('diagnosis-compared', { vault: { 'Desk A': 'trader' } }, async (scene) => {
    const { lab, page, journey, shoot } = scene;
    lab.controls.set({ propagationSeconds: 0, slowFirstCallMs: 0 });
    const sheet = await diagnose(scene, 'Desk A');
    await expect(sheet.getByText('Everything works')).toBeVisible();
    await shoot('diagnosis-good');
    await sheet.locator('.fold > summary').click();
    await shoot('diagnosis');
    await scrolledTo(sheet.getByRole('heading', { name: 'Test token' }));
    await page.screenshot({ path: journey.picture('diagnosis-end-light-1280') });
    lab.controls.set({ fault: 'invalid_client_401_challenge' });
    await sheet.getByRole('button', { name: 'Diagnose again' }).click();
    await expect(sheet.getByText('The client id or the secret is wrong')).toBeVisible();
    await shoot('diagnosis-wrong');
    lab.controls.set({ fault: 'none' });
    await sheet.getByRole('button', { name: 'Compare…' }).click();
    await sheet.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(sheet.getByText('They first differ here')).toBeVisible();
    await scrolledTo(sheet.getByText('They first differ here'));
  }),
  screen('diagnosis-no-host', { readme: true, vault: { [LONGEST]: 'trader' } }, async (scene) => {
    const { lab, shoot } = scene;
    lab.controls.set({ propagationSeconds: 0, slowFirstCallMs: 20_000 });
    const sheet = await diagnose(scene, LONGEST);
    await expect(sheet.getByRole('button', { name: 'Stop' })).toBeVisible();
    await shoot('diagnosis-running');
    // Pictures may take longer than any call waits: then it has ended, and is begun anew to be stopped.
    const again = sheet.getByRole('button', { name: 'Diagnose again' });
    await expect(async () => {
      // oxlint-disable-next-line no-restricted-properties -- Looked again until it is through.
      if (await again.isVisible()) await again.click();
      await sheet.getByRole('button', { name: 'Stop' }).click({ timeout: 5_000 });
    }).toPass();
    await expect(again).toBeVisible();
    await shoot('diagnosis-stopped');
    await lab.stop();
    await again.click();
    await expect(again).toBeVisible();
  }),
];

const imports: readonly Screen[] = [
  screen(
    'export',
    { vault: { Reader: 'reader' } },
    async ({ journey, page, lab, folder, shoot }) => {
      await runAction(page, 'import');
      const sheet = page.getByRole('dialog', { name: 'Import keys' });
      await expect(sheet).toBeVisible();
      await shoot('import-begin');
      const choose = async (name: string, text: string): Promise<void> => {
        const file = path.join(folder, name);
        writeFileSync(file, text);
        await journey.dialogs().answer({ path: file });
        await sheet.getByRole('button', { name: 'Choose a file…' }).click();
      };
      await choose('broken.json', '{"client_id":"x",\n"client_secret":"abc\n');
      await expect(sheet.getByRole('alert')).toBeVisible();
      await shoot('import-refused');
      const rows = [
        'label,client_id,client_secret,access_type,scopes,url',
        `Desk A,${lab.trader.clientId},${lab.trader.secret},trader,TRADER_READ TRADER_TRADE,${lab.baseUrl}`,
        `Reader again,${lab.reader.clientId},some-other-secret-of-it,trader,TRADER_READ,${lab.baseUrl}`,
        'Unplaced,client-9,another-secret-value,,,https://api.example.test',
        'Masked,client-10,********,trader,,',
      ];
      await choose('clients.csv', rows.join('\n'));
      await expect(sheet.getByRole('heading', { name: '4 keys found' })).toBeFocused();
      await shoot('import-preview');
      await sheet.getByRole('button', { name: /^Import \d/ }).scrollIntoViewIfNeeded();
      await shoot('import-preview-end');
      await sheet.getByRole('checkbox', { name: 'Import Unplaced' }).click();
      await journey.dialogs().answer({ button: 'Import 1 key' });
      await sheet.getByRole('button', { name: /^Import 1/ }).click();
      await expect(sheet.getByRole('heading', { name: '1 key imported.' })).toBeFocused();
      await shoot('import-done');
      await page.keyboard.press('Escape');
      await runAction(page, 'export: enc');
      await expect(page.getByRole('dialog', { name: 'Export', exact: true })).toBeVisible();
    },
  ),
];

/** "Revoke everything" before the press, and every state its run can be in. */
const runs: readonly Screen[] = [
  screen('stop-sheet', {}, async (scene) => {
    await tokenOf(scene, 'Practice partner');
    await tokenOf(scene, 'Practice trader', 'trades');
    await scene.page.keyboard.press('ControlOrMeta+Shift+Delete');
    await expect(scene.page.getByRole('button', { name: /^Revoke 1 token/ })).toBeFocused();
  }),
  screen('stop-run', { readme: true }, async (scene) => {
    const { page } = scene;
    await tokenOf(scene, 'Practice partner');
    await tokenOf(scene, 'Practice trader');
    await page.getByText('Get another token').click();
    await trade(page);
    await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
    await expect(page.locator('article.token')).toHaveCount(2);
    await expect(await revokeAll(scene, '2 tokens')).toContainText('All 2 accepted');
  }),
  screen('locked', {}, async (scene) => {
    await tokenOf(scene, 'Practice trader', 'trades');
    await revokeAll(scene, '1 token');
    await scene.page.keyboard.press('ControlOrMeta+l');
    await expect(scene.page.getByText('1 token is not confirmed dead yet.')).toBeVisible();
  }),
  screen('stop-run-failed', { vault: { 'Desk A': 'trader' } }, async (scene) => {
    const { lab } = scene;
    await tokenOf(scene, 'Desk A');
    // A server refuses a revocation with a secret that was rotated meanwhile (case 101).
    lab.controls.rotateSecret(lab.trader.clientId, Buffer.from('rotated elsewhere'));
    const sheet = await revokeAll(scene, '1 token');
    await expect(sheet).toContainText('1 revocation refused for good');
  }),
  screen('stop-run-confirming', { vault: TWO }, async (scene) => {
    scene.lab.controls.set({ revokeLatencyMs: 12_000 });
    const sheet = await runOfTwo(scene);
    await expect(sheet.getByText('Sending')).toHaveCount(2);
    await scene.shoot('stop-run-sending');
    await expect(sheet).toContainText('All 2 accepted');
    await expect(sheet.getByText('Refused here, confirming')).toHaveCount(2);
    await expect(sheet).toContainText('0 of 2 confirmed dead');
  }),
  screen('stop-run-retrying', { vault: TWO }, async (scene) => {
    await tokenOf(scene, 'Desk B');
    await tokenOf(scene, 'Desk A', 'trades');
    scene.lab.controls.set({ fault: 'server_error_503' });
    const sheet = await revokeAll(scene, '2 tokens');
    await expect(sheet.getByText('Unknown, retrying')).toHaveCount(2);
    await expect(sheet.getByText(/Next attempt in/).first()).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Try now' })).toHaveCount(2);
  }),
  screen('stop-run-alarm', { vault: TWO }, async (scene) => {
    const { journey, page } = scene;
    scene.lab.controls.set({ propagationSeconds: 100_000 });
    const sheet = await runOfTwo(scene);
    await expect(sheet.getByText('Revoked, waiting for proof')).toHaveCount(2);
    await scene.shoot('stop-run-propagating');
    await jumpClock(journey.launched(), page, 6 * 60_000);
    await expect(sheet).toContainText('2 tokens still accepted after the propagation window');
  }),
  screen('stop-run-ended', { vault: { 'Desk B': 'reader' } }, async (scene) => {
    const { journey, page, lab } = scene;
    // At the practice gateway a proof comes to its end; here a refusal never says what it is about.
    lab.controls.inject({ endpoint: 'who_am_i', fault: wordlessRefusal, times: 'always' });
    await spreadRevocationsWithin(page, 2);
    await tokenOf(scene, 'Practice trader', 'trades');
    await tokenOf(scene, 'Desk B');
    const sheet = await revokeAll(scene, '2 tokens');
    await expect(sheet).toContainText('1 of 2 confirmed dead');
    await jumpClock(journey.launched(), page, 6 * 60_000);
    await expect(sheet).toContainText('The one that can be confirmed is dead');
    await expect(sheet).toContainText('All 2 accepted');
    await expect(sheet.getByText(/after you confirmed/)).toHaveCount(2);
    await expect(sheet.getByText('Revoked, cannot be confirmed')).toBeVisible();
  }),
];

const scans: readonly Screen[] = [
  screen('secret-scan-empty', { vault: OURS }, async ({ page }) => void (await scanSheet(page))),
  screen('secret-scan-running', { vault: OURS }, async (scene) => {
    await hugeFile(scene.folder);
    const sheet = await searchFolder(scene);
    await expect(sheet.getByText(/MiB, 0 of ours found/)).toBeVisible();
  }),
  screen('secret-scan-found', { readme: true, vault: OURS }, async (scene) => {
    const { lab, folder } = scene;
    await mkdir(path.join(folder, 'deploy'));
    const basic = Buffer.from(`${lab.trader.clientId}:${lab.trader.secret}`).toString('base64');
    await writeFile(path.join(folder, 'deploy', 'run.sh'), `# curl\nBasic ${basic}\n`);
    await writeFile(path.join(folder, 'app.log'), `x ${lab.trader.secret}\n`.repeat(30));
    await writeFile(path.join(folder, 'partner.env'), `\nSECRET=${lab.partner.secret}`);
    await symlink('/etc', path.join(folder, 'etc'));
    await expect(await searchFolder(scene)).toContainText('2 of ours were found');
  }),
  screen('secret-scan-none', { vault: OURS }, async (scene) => {
    await writeFile(path.join(scene.folder, 'app.log'), 'nothing of ours\n'.repeat(5_000));
    await expect(await searchFolder(scene)).toContainText('None of ours was found');
  }),
  screen('secret-scan-left-out', { vault: OURS }, async (scene) => {
    const { folder } = scene;
    await symlink('/etc', path.join(folder, 'etc'));
    await writeFile(path.join(folder, 'a.zip'), 'P');
    await writeFile(path.join(folder, 'x\u202egol.exe'), 'x');
    await writeFile(path.join(folder, 'b.zip'), 'PK\x03\x04');
    const sheet = await searchFolder(scene);
    await sheet.getByText('Which ones').click();
    await expect(sheet).toContainText('not unpacked');
  }),
  screen('secret-scan-stopped', { vault: OURS }, async (scene) => {
    await hugeFile(scene.folder);
    const sheet = await searchFolder(scene);
    await sheet.getByRole('button', { name: 'Stop searching' }).click();
    await expect(sheet).toContainText('You stopped the search');
  }),
  screen('secret-scan-many-end', { many: 400 }, async (scene) => {
    const { journey, page, lab, folder, shoot } = scene;
    // The credentials of this vault share two secrets.
    const both = `x ${lab.trader.secret} ${lab.partner.secret}\n`;
    await writeFile(path.join(folder, 'app.log'), both);
    await journey.unlock();
    await expect(page.getByRole('row', { name: /Desk 00001/ })).toBeVisible();
    const sheet = await searchFolder(scene);
    await expect(sheet).toContainText('400 of ours were found');
    await shoot('secret-scan-many');
    const rest = sheet.getByText('200 more of ours were found and are not listed here');
    await rest.scrollIntoViewIfNeeded();
  }),
];

/** Every screen that there is a picture of. */
export const screens: readonly Screen[] = [
  everyday,
  entries,
  environments,
  inspections,
  diagnoses,
  imports,
  runs,
  scans,
].flat();
