// What every journey through the window shares: the app with a throw-away profile, a practice gateway
// of the test's own, and at the end the proof that nothing secret left the main process.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  test as base,
  expect,
  type ElectronApplication,
  type Locator,
  type Page,
} from '@playwright/test';
import { HIDDEN_START } from '../../electron/main/domain/autostart-entry.ts';
import { screenPicture, screenSizes } from './accessible.ts';
import { clipboardText } from './clipboard.ts';
import { watchDialogs, type Dialogs } from './dialogs.ts';
import { hasMovedClocks, jumpPage } from './jump-clock.ts';
import { createLeakProof, type LeakProof } from './leak-proof.ts';
import {
  endAtOnce,
  launchStrongroom,
  windowAt,
  type LaunchedApp,
  type LaunchOptions,
} from './launch.ts';
import { writeManyCredentials } from './many-credentials.ts';
import { searchesHeap } from './leakscan/heap-draw.ts';
import { startPractice, type PracticeForTests } from './practice.ts';
import { writePreparedVault, type LabClient, type LabCredentials } from './prepared-vault.ts';

export { expect };

export interface Journey {
  readonly passphrase: string;
  /** The app window. */
  readonly window: () => Page;
  readonly dialogs: () => Dialogs;
  readonly launched: () => LaunchedApp;
  readonly proof: LeakProof;
  /** Starts the app (again) on the same profile. No journey begins with a running app by itself. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Page>;
  /** Starts it on the same profile as the system does at login: no window opens. */
  readonly startAtLogin: () => Promise<void>;
  /** The window that something has opened since, as after `startAtLogin`. */
  readonly meetWindow: () => Promise<void>;
  /** Quits as a person does who keeps the tokens that live, and waits until the app has ended. */
  readonly quit: () => Promise<void>;
  /** Ends the app in the given way, and waits until it has ended. */
  readonly finish: (end: (app: ElectronApplication) => Promise<void>) => Promise<void>;
  /** Ends the app as a crash would, at once. */
  readonly kill: () => Promise<void>;
  /** Answers the secret-entry window that is about to open, until it has closed or asks again. */
  readonly typeSecret: (secret: string, options?: { readonly again?: boolean }) => Promise<void>;
  /** The first run at full cost, up to the list with the two samples. */
  readonly createVault: () => Promise<Page>;
  /**
   * Starts the app on a vault that is there already, and unlocks it. It holds what a first run leaves;
   * where credentials are named, even none, also the test's gateway as the environment `Lab`.
   */
  readonly openVault: (labCredentials?: LabCredentials) => Promise<Page>;
  /** Writes such a vault alone: the app is started afterwards. */
  readonly prepareVault: (labCredentials?: LabCredentials) => Promise<void>;
  /** Unlocks such a vault in the running app, up to the list. */
  readonly openPrepared: () => Promise<Page>;
  readonly unlock: (passphrase?: string) => Promise<Page>;
  /** Adds the test's gateway as an environment, through the form. */
  readonly addLab: (name?: string) => Promise<void>;
  /** Fills in and sends its form, wherever that was opened. */
  /** Sends its form, and adds it although the test before it failed. */
  readonly addUnreached: (sheet: Locator) => Promise<void>;
  readonly fillLab: (sheet: Locator, name: string) => Promise<void>;
  /** Adds one of the test gateway's clients, through the form and the secret-entry window. */
  readonly addClient: (client: LabClient, label: string, owner?: string) => Promise<void>;
  /** Fills and submits the form alone, with the given source of the secret. */
  readonly fillCredential: (
    client: LabClient,
    label: string,
    source: RegExp,
    owner?: string,
  ) => Promise<void>;
  /** Characters on the clipboard: the text itself stays in the main process. */
  readonly clipboardLength: () => Promise<number>;
  readonly lockFromMenu: () => Promise<void>;
  /** Chooses an item of the application menu. */
  readonly chooseFromMenu: (label: string) => Promise<void>;
  /** Closes the window of an app that stays in the tray, and opens another. */
  readonly reopenWindow: () => Promise<void>;
  /** Where a picture of this name goes: a folder beside the test's other results. */
  readonly picture: (name: string) => string;
  /** Opens a credential from the list. */
  readonly open: (label: string) => Promise<void>;
  /** What it changes outlives a lock: no journey after it uses its app. */
  readonly keepApp: () => void;
}

/** Hashing a passphrase at full cost takes a second alone, and far longer on a machine with other work. */
const HASHED_MS = 90_000;

/** An app that one journey has locked and left to the next one of its worker. */
interface LeftApp {
  readonly launched: LaunchedApp;
  readonly window: Page;
  readonly dialogs: Dialogs;
  readonly userDataDir: string;
  /** So many journeys have used it. */
  readonly uses: number;
}

/** Its clocks go on a little with each answered dialog, and what it keeps in memory grows. */
const USES_OF_ONE_APP = 8;

interface WorkerFixtures {
  readonly leftApp: { current: LeftApp | null };
}

interface Fixtures {
  /**
   * A vault of its own for every journey, in an app that others of the same worker have used before: a start costs
   * more than most journeys. Not for what changes settings or is about the app's own start and end.
   */
  readonly sharesApp: boolean;
  readonly lab: PracticeForTests;
  /** So many credentials are in the vault on which the app starts; 0: the journey says how it starts. */
  readonly credentialsBefore: number;
  readonly journey: Journey;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  leftApp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const leftApp: { current: LeftApp | null } = { current: null };
      await use(leftApp);
      await leftApp.current?.launched.app.close();
    },
    { scope: 'worker' },
  ],

  sharesApp: [false, { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
  lab: async ({}, use) => {
    const lab = await startPractice();
    await use(lab);
    await lab.stop();
  },

  credentialsBefore: [0, { option: true }],

  journey: async ({ lab: gateway, credentialsBefore, sharesApp, leftApp }, use, info) => {
    let found = sharesApp ? leftApp.current : null;
    if (sharesApp) leftApp.current = null;
    const uses = 1 + (found?.uses ?? 0);
    const userDataDir = found?.userDataDir ?? info.outputPath('profile');
    const authorityFile = info.outputPath('authority.pem');
    await writeFile(authorityFile, gateway.authorityPem);
    const proof = createLeakProof(userDataDir);
    const passphrase = `${randomBytes(12).toString('base64url')} ${randomBytes(12).toString('base64url')}`;
    proof.plant('passphrase', passphrase);
    for (const client of [gateway.trader, gateway.reader, gateway.partner]) {
      proof.plant(`secret of ${client.clientId}`, client.secret);
    }
    let launched: LaunchedApp | null = null;
    let window: Page | null = null;
    let dialogs: Dialogs | null = null;

    let keepsApp = false;
    let isUsed = false;

    /** This journey begins with its app's own start: it is as if none had been left. */
    async function endFound(): Promise<void> {
      if (found === null) return;
      await found.launched.app.close();
      found = null;
      await rm(userDataDir, { recursive: true });
    }

    async function launch(how: Pick<LaunchOptions, 'args' | 'env'>): Promise<void> {
      await endFound();
      launched = await launchStrongroom({ userDataDir, ...how });
      launched.app.context().setDefaultTimeout(120_000);
      dialogs = await watchDialogs(launched.app);
      await proof.traceMessages(launched.app);
    }

    async function lookAtTheEnd(): Promise<void> {
      const heap = searchesHeap(info.testId);
      await proof.beforeQuit(held(launched), held(window), held(dialogs), { heap });
    }

    /** Locks the app and leaves it to the next journey. */
    async function leave(): Promise<void> {
      await lookAtTheEnd();
      const page = held(window);
      await page.evaluate(() => {
        localStorage.clear();
        document.body.setAttribute('data-left', '');
      });
      await journey.lockFromMenu();
      const isOld = () => page.evaluate(() => document.body.hasAttribute('data-left'));
      await expect.poll(() => isOld().catch(() => true), 'the page of the lock').toBe(false);
      const unlock = page.getByRole('button', { name: 'Unlock', exact: true });
      await expect(unlock).toBeVisible();
      // A size or a look that it was given is not the window's own.
      if (page.viewportSize() !== null) await page.setViewportSize(screenSizes[0]);
      await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null });
      proof.afterQuit(held(launched));
      page.removeAllListeners();
      leftApp.current = {
        launched: held(launched),
        window: page,
        dialogs: held(dialogs),
        userDataDir,
        uses,
      };
      launched = null;
    }

    const journey: Journey = {
      passphrase,
      proof,
      launched: () => held(launched),
      window: () => held(window),
      dialogs: () => held(dialogs),
      async start(env = {}) {
        await launch({ env });
        await journey.meetWindow();
        return held(window);
      },
      startAtLogin: () => launch({ args: [HIDDEN_START] }),
      async meetWindow() {
        window = await windowAt(held(launched), 'app');
        proof.watchPage(window);
      },
      async quit() {
        await held(dialogs).keepTokensAtQuit();
        await journey.finish((app) => app.close());
      },
      async finish(end) {
        const { app } = held(launched);
        await lookAtTheEnd();
        const ended = once(app.process(), 'close');
        // Whatever is asked of an app may go unanswered when that ends it.
        await end(app).catch(() => undefined);
        await ended;
        proof.afterQuit(held(launched));
        launched = null;
      },
      async kill() {
        const { app } = held(launched);
        const gone = app.waitForEvent('close');
        await endAtOnce(app);
        await gone;
        launched = null;
      },
      async typeSecret(secret, { again = false } = {}) {
        const entry = await windowAt(held(launched), 'entry');
        const closed = entry.waitForEvent('close');
        await entry.locator('input').first().fill(secret);
        if (again) await entry.locator('input').nth(1).fill(secret);
        await entry.locator('form').evaluate((form) => form.setAttribute('data-answered', ''));
        await pressAndClose(entry.locator('button[type=submit]'));
        const askedAgain = entry.locator('form:not([data-answered])').waitFor();
        await Promise.race([closed, askedAgain.catch(() => closed)]);
      },
      async createVault() {
        if (launched === null) await journey.start();
        await held(window).getByRole('button', { name: 'Choose a passphrase' }).click();
        await journey.typeSecret(passphrase, { again: true });
        const row = held(window).getByRole('row', { name: /Practice trader/ });
        await expect(row).toBeVisible({ timeout: HASHED_MS });
        return held(window);
      },
      async openVault(labCredentials) {
        if (launched !== null) throw new Error('the app looks for its vault when it starts');
        if (found === null) {
          await journey.prepareVault(labCredentials);
          await journey.start();
        } else {
          // Written elsewhere: the app that was found may still look at where its vault was.
          const next = `${userDataDir}-next`;
          await writePreparedVault(next, passphrase, gateway, labCredentials);
          await rm(path.join(userDataDir, 'vault'), { recursive: true });
          await rename(path.join(next, 'vault'), path.join(userDataDir, 'vault'));
          await rm(next, { recursive: true });
          ({ launched, window, dialogs } = found);
          found = null;
          isUsed = true;
          // Both clocks of main went on with each dialog that was answered; the page was loaded since.
          await jumpPage(window, await dialogs.forget());
          await proof.forgetMessages(launched.app);
          proof.watchPage(window);
        }
        return await journey.openPrepared();
      },
      async prepareVault(labCredentials) {
        await endFound();
        await writePreparedVault(userDataDir, passphrase, gateway, labCredentials);
      },
      async openPrepared() {
        await journey.unlock();
        // The app says above the list, once as long as it runs, how cheap this vault is to guess.
        const told = held(window).locator('.notice', { hasText: 'Your vault uses an older' });
        if (!isUsed) await told.getByRole('button', { name: 'Dismiss' }).click();
        await expect(held(window).getByRole('row', { name: /Practice trader/ })).toBeVisible();
        return held(window);
      },
      async unlock(typed = passphrase) {
        // Exactly: until the lock is through, the status bar says "Unlocked".
        await held(window).getByRole('button', { name: 'Unlock', exact: true }).click();
        await journey.typeSecret(typed);
        return held(window);
      },
      async addLab(name = 'Lab') {
        const page = held(window);
        await page.getByRole('button', { name: 'Add environment' }).click();
        await journey.fillLab(page.getByRole('dialog', { name: 'Add environment' }), name);
      },
      async addUnreached(sheet) {
        await held(dialogs).answer({ button: 'Add environment' }, { button: 'Add environment' });
        await sheet.getByRole('button', { name: 'Add environment' }).click();
        await sheet.getByRole('button', { name: 'Add anyway' }).click();
      },
      async fillLab(sheet, name) {
        await sheet.getByLabel('Name').fill(name);
        await sheet.getByRole('radio', { name: /Sandbox/ }).check();
        await sheet.getByLabel('Base address').fill(gateway.baseUrl);
        await sheet.getByLabel('Trade address').fill(gateway.tradeUrl);
        await sheet.getByText(/^Advanced/).click();
        await held(dialogs).answer({ path: authorityFile });
        await sheet.getByRole('button', { name: /Choose a PEM file/ }).click();
        await expect(sheet.getByText('Subject')).toBeVisible();
        await held(dialogs).answer({ button: 'Add environment' });
        await sheet.getByRole('button', { name: 'Add environment' }).click();
        await expect(sheet).toBeHidden();
      },
      async fillCredential(client, label, source, owner = '') {
        const page = held(window);
        const { accessType, clientId, scopes } = gateway[client];
        await page.getByRole('button', { name: 'Add key' }).first().click();
        const sheet = page.getByRole('dialog', { name: 'Add key' });
        await sheet.getByLabel('Label').fill(label);
        await sheet.getByLabel('Client id').fill(clientId);
        await sheet
          .getByRole('radio', { name: accessType === 'trader' ? /^Trader/ : /^Partner/ })
          .check();
        const lab = sheet.locator('option', { hasText: /^Lab/ });
        await sheet
          .getByRole('combobox', { name: 'Environment' })
          .selectOption(await lab.getAttribute('value'));
        if (accessType === 'trader') {
          const read = sheet.getByRole('checkbox', { name: /^Read/ });
          await read.setChecked(scopes.includes('TRADER_READ'));
          const trade = sheet.getByRole('checkbox', { name: /^Trade/ });
          await trade.setChecked(scopes.includes('TRADER_TRADE'));
        } else {
          await sheet.getByRole('radio', { name: 'Read', exact: true }).check();
        }
        if (owner !== '') {
          await sheet.getByText(/^More/).click();
          await sheet.getByLabel('Owner account').fill(owner);
        }
        await sheet.getByRole('radio', { name: source }).check();
        await sheet.getByRole('button', { name: 'Add key' }).click();
      },
      async addClient(client, label, owner = '') {
        await journey.fillCredential(client, label, /separate window/, owner);
        await journey.typeSecret(gateway[client].secret);
        await expect(held(window).getByRole('row', { name: new RegExp(label) })).toBeVisible();
      },
      picture: screenPicture,
      // A blank is what clears it on Linux.
      clipboardLength: async () => (await clipboardText(held(launched).app)).trim().length,
      lockFromMenu: () => journey.chooseFromMenu('Lock'),
      async chooseFromMenu(label) {
        await held(launched).app.evaluate(({ Menu }, chosen) => {
          const items = Menu.getApplicationMenu()?.items.flatMap(
            (item) => item.submenu?.items ?? [],
          );
          const item = items?.find((each) => each.label === chosen);
          if (item === undefined) throw new Error(`no menu item ${chosen}`);
          item.click();
        }, label);
      },
      async reopenWindow() {
        journey.keepApp();
        const { app } = held(launched);
        await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
        // Until main knows: an app whose window still closes would bring that one up.
        const left = (): Promise<number> =>
          app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
        await expect.poll(left).toBe(0);
        const before = held(window);
        await expect.poll(() => before.isClosed()).toBe(true);
        await app.evaluate(({ app: running }) => running.emit('activate'));
        await journey.meetWindow();
      },
      async open(label) {
        await held(window)
          .getByRole('row', { name: new RegExp(label) })
          .click();
        await expect(held(window).getByRole('region', { name: label })).toBeVisible();
      },
      keepApp() {
        keepsApp = true;
      },
    };

    if (credentialsBefore > 0) {
      await endFound();
      await writeManyCredentials(userDataDir, passphrase, gateway, credentialsBefore);
      await journey.start();
    }
    await use(journey);
    const isLeft =
      sharesApp &&
      info.status === info.expectedStatus &&
      uses < USES_OF_ONE_APP &&
      !keepsApp &&
      launched !== null &&
      !hasMovedClocks(launched);
    // One that ends on the locked screen has nothing left to lock.
    const isLocked = async () =>
      await held(window).getByRole('button', { name: 'Unlock', exact: true }).isVisible();
    if (isLeft && !(await isLocked())) await leave();
    else if (launched !== null) await journey.quit();
    // Tokens that the vault no longer holds are known from the requests that used them.
    for (const request of gateway.ledger.raw()) {
      const bearer = request.headers.get('authorization')?.replace('Bearer ', '');
      const token = bearer ?? request.fields['token'];
      if (token !== undefined) proof.plant('token', token);
    }
    expect(await proof.sweep(), 'where something secret was found').toEqual([]);
  },
});

/** A click that closes its own window may never hear that it succeeded. */
export async function pressAndClose(button: Locator): Promise<void> {
  await button.click().catch((problem: unknown) => {
    if (!button.page().isClosed()) throw problem;
  });
}

function held<T>(thing: T | null): T {
  if (thing === null) throw new Error('the app is not running');
  return thing;
}

/** The card of the newest token shown. */
export const newestToken = (page: Page) => page.getByRole('article', { name: /^Token/ }).first();

/** Gets a token of the credential that is open. */
export async function getToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(newestToken(page)).toContainText('Active');
}

export const pressOnToken = (page: Page, name: RegExp): Promise<void> =>
  newestToken(page).getByRole('button', { name }).click();

/** Chooses from the menu of the newest token shown. */
export async function fromTokenMenu(page: Page, name: RegExp): Promise<void> {
  await newestToken(page)
    .getByRole('button', { name: /^More for token/ })
    .click();
  await page.getByRole('menuitem', { name }).click();
}

/** Shows another part of the credential that is open. */
export const showTab = (page: Page, name: 'Tokens' | 'Access' | 'History') =>
  page.getByRole('tab', { name, exact: true }).click();

/** Runs the action that the palette finds first by these words. Not before it is there to be typed into. */
export async function runAction(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search actions' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}
