// Starts and ends the one browser behind all windows. Owns its command line and its profile folder.
// The pipe is always there; a debugging port is opened only where a test driver asked for one.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { makeBrowserProfile } from './browser-profile.ts';
import type { FoundBrowser } from './browser-search.ts';
import { connectPipe, type CdpConnection } from './cdp.ts';
import { unpackNpmChromium } from './npm-chromium.ts';

export interface Browser {
  readonly cdp: CdpConnection;
  readonly headless: boolean;
  readonly version: string;
  /** Opens a window without tabs or address bar; the running browser takes it over. */
  openAppWindow(url: string): void;
  /** Ends the browser and waits for it. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly found: FoundBrowser;
  readonly headless: boolean;
  readonly profile: string;
  /** The test driver's port; undefined opens none. */
  readonly debuggingPort: string | undefined;
  /** Pixels of the screen for one of the page; undefined leaves it to the display. */
  readonly scaleFactor: string | undefined;
}

const CLOSE_LIMIT_MS = 5_000;

const quietStart = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-field-trial-config',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--metrics-recording-only',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-gpu',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,PreloadTopChromeWebUI,AutofillServerCommunication,CertificateTransparencyComponentUpdater,SpareRendererForSitePerProcess',
  // No renderer reaches the network; main does, in its own process. A proxy would look up names for the browser,
  // whose own services ask for theirs where it shows windows.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
  // A heap snapshot shortens strings to 1,024 characters otherwise, and leak searches miss the rest.
  '--js-flags=--heap-snapshot-string-limit=0',
];

function commandLine(options: LaunchOptions): string[] {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [
    '--remote-debugging-pipe',
    ...(options.debuggingPort === undefined
      ? []
      : [`--remote-debugging-port=${options.debuggingPort}`]),
    `--user-data-dir=${options.profile}`,
    ...(options.scaleFactor === undefined
      ? []
      : [`--force-device-scale-factor=${options.scaleFactor}`]),
    ...quietStart,
    ...(options.headless ? ['--headless', '--hide-scrollbars'] : ['--test-type']),
    ...(sharedMemoryIsSmall() ? ['--disable-dev-shm-usage'] : []),
    ...asRoot,
  ];
}

function sharedMemoryIsSmall(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { bavail, bsize } = fs.statfsSync('/dev/shm');
    return bavail * bsize < 256 * 1024 * 1024;
  } catch {
    return true;
  }
}

/** Debian's `chromium` is a script that starts a dozen programs before the browser: once is enough. */
function programOf({ pid }: ChildProcess, started: string): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return started;
  }
}

export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const { executable, env } =
    options.found.kind === 'npm'
      ? await unpackNpmChromium()
      : { executable: options.found.executable, env: {} };
  makeBrowserProfile(options.profile);
  const errors = process.env['STANDIN_DEBUG'] ? 'inherit' : 'ignore';
  const child = spawn(executable, commandLine(options), {
    stdio: ['ignore', 'ignore', errors, 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    // Ctrl-C goes to the host alone, which then quits in order.
    detached: process.platform !== 'win32',
  });
  const exited = once(child, 'exit');
  const cdp = connectPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const { product } = await Promise.race([
    cdp.root.send('Browser.getVersion'),
    exited.then(() => {
      throw new Error(`${executable} ended at once`);
    }),
  ]);

  return {
    cdp,
    headless: options.headless,
    version: product.split('/')[1] ?? product,
    openAppWindow(url) {
      const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
      const again = [`--user-data-dir=${options.profile}`, `--app=${url}`, '--test-type'];
      spawn(programOf(child, executable), [...again, ...asRoot], { stdio: 'ignore' }).unref();
    },
    async close() {
      // The limit counts from here: a browser busy with a page may never answer.
      const impatient = setTimeout(() => child.kill('SIGKILL'), CLOSE_LIMIT_MS);
      if (!cdp.closed()) await cdp.root.send('Browser.close').catch(() => undefined);
      await exited;
      clearTimeout(impatient);
    },
  };
}
