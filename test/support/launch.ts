// Starts an app under test with a profile of its own, on whichever host is there, and keeps what it
// printed. The same code drives real Electron and the stand-in.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { BLANK_PATH } from '../host/targets.ts';

const SNAPSHOT_WHOLE_STRINGS = '--js-flags=--heap-snapshot-string-limit=0';
const project = path.join(import.meta.dirname, '../..');

export interface LaunchOptions {
  /** A throw-away folder, for example Playwright's `testInfo.outputPath('profile')`. */
  readonly userDataDir: string;
  /** The app's folder; the product by default. */
  readonly appFolder?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Printed {
  readonly stdout: () => string;
  readonly stderr: () => string;
}

export interface LaunchedApp {
  readonly app: ElectronApplication;
  readonly printed: Printed;
}

export async function launchStrongroom(options: LaunchOptions): Promise<LaunchedApp> {
  const { userDataDir, appFolder = project, args = [], env = {} } = options;
  const app = await _electron.launch({
    // A heap snapshot shortens strings otherwise, and leak searches would miss the rest.
    args: [appFolder, `--user-data-dir=${userDataDir}`, SNAPSHOT_WHOLE_STRINGS, ...args],
    cwd: project,
    env: { ...inheritedEnvironment(), ...env },
    // Left to itself Playwright starts Electron with `--no-sandbox` on Linux.
    chromiumSandbox: true,
    // Playwright would emulate a light theme and hide what the app chose.
    colorScheme: null,
  });
  const process = app.process();
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name]?.on('data', (part: Buffer) => {
      texts[name] += part.toString('utf8');
    });
  }
  return { app, printed: { stdout: () => texts.stdout, stderr: () => texts.stderr } };
}

/** Ends the app's own process, which Playwright starts behind a shell on Windows, in the middle of what it does. */
export async function endAtOnce(app: ElectronApplication): Promise<void> {
  process.kill(await app.evaluate(() => process.pid), 'SIGKILL');
}

/** Starts the app again on the profile of one that runs, and waits until the second has ended by itself. */
export async function startSecond(userDataDir: string, args: readonly string[]): Promise<void> {
  // Looked up once the host is chosen: Electron's npm package starts a download where it has no binary.
  const { default: electronPath } = await import('electron');
  const second = spawn(
    electronPath as unknown as string,
    [project, `--user-data-dir=${userDataDir}`, ...args],
    { stdio: 'ignore', env: inheritedEnvironment() },
  );
  await once(second, 'exit');
}

function inheritedEnvironment(): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined) inherited[name] = value;
  }
  return inherited;
}

/** `strongroom://entry/x` as the page itself sees it: the stand-in maps it to https. */
function isAt(page: Page, scheme: string, host: string): boolean {
  if (!URL.canParse(page.url())) return false;
  const url = new URL(page.url());
  if (url.protocol === `${scheme}:`) return url.host === host;
  // A window that can be seen begins with an empty page of the stand-in, at the host of the page to come.
  return url.host === `${host}.${scheme}.invalid` && url.pathname !== BLANK_PATH;
}

/** The window on `host` of the app's scheme, now or as soon as it opens. */
export async function windowAt(
  { app }: Pick<LaunchedApp, 'app'>,
  host: string,
  { scheme = 'strongroom', timeoutMs = 240_000 } = {},
): Promise<Page> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const page = app.windows().find((one) => !one.isClosed() && isAt(one, scheme, host));
    if (page !== undefined) {
      await page.waitForLoadState();
      return page;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
  throw new Error(`no window on ${scheme}://${host} within ${timeoutMs} ms`);
}
