// app: paths, names, readiness, the order of events around quitting, and the browser's start and end.
import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { App } from 'electron';
import { appFacts } from './app-facts.ts';
import { pathOf } from './app-paths.ts';
import { needBrowser } from './browser-search.ts';
import { launchBrowser, type Browser } from './browser.ts';
import { openedDebuggingPort } from './debugging-port.ts';
import { readPrimaryDisplay } from './display.ts';
import { vetoable } from './events.ts';
import { announceBrowser, hostNews, liveWindows } from './host-state.ts';
import { dropNoSandbox } from './strict.ts';
import { takeInstanceLock } from './single-instance.ts';
import { runsHeadless } from './visibility.ts';
import { closePrivileges } from './schemes.ts';

type AppPart = Pick<
  App,
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'getPath'
  | 'getVersion'
  | 'requestSingleInstanceLock'
  | 'enableSandbox'
  | 'focus'
  | 'setAppUserModelId'
  | 'isPackaged'
>;

const nothing = (): void => undefined;

class StandInApp extends EventEmitter implements AppPart {
  readonly isPackaged = false;
  readonly enableSandbox = (): void => dropNoSandbox(appFacts().switches);
  readonly focus = nothing;
  readonly setAppUserModelId = nothing;
  readonly setLoginItemSettings = nothing;
  readonly setSecureKeyboardEntryEnabled = nothing;
  readonly getLoginItemSettings = () => ({ openAtLogin: false });
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => void appFacts().switches.set(name, value),
    hasSwitch: (name: string): boolean => appFacts().switches.has(name),
    removeSwitch: (name: string): void => void appFacts().switches.delete(name),
  };

  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;
  #browser: Promise<Browser> | null = null;
  /** `closing-windows`: quit() waits for the last window. */
  #ending: 'no' | 'closing-windows' | 'exiting' = 'no';

  constructor() {
    super();
    this.setMaxListeners(0);
    hostNews.on('contents-created', (contents) => {
      this.emit('web-contents-created', vetoable({}), contents);
    });
    hostNews.on('window-created', (window) => {
      this.emit('browser-window-created', vetoable({}), window);
    });
    hostNews.on('window-focused', (window) => this.emit('browser-window-focus', {}, window));
    hostNews.on('all-windows-closed', () => this.#allWindowsClosed());
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  getVersion(): string {
    return appFacts().manifest.version;
  }

  getPath(name: string): string {
    return pathOf(name);
  }

  requestSingleInstanceLock(): boolean {
    return takeInstanceLock(this.getPath('userData'), ({ argv, workingDirectory }) => {
      this.emit('second-instance', vetoable({}), argv, workingDirectory, undefined);
    });
  }

  /** For the host: starts the browser, then tells the app that it is ready. */
  async start(): Promise<void> {
    if (this.#ending === 'exiting') return;
    const headless = runsHeadless();
    const found = needBrowser(!headless);
    const profile = path.join(this.getPath('userData'), 'standin-profile');
    const debuggingPort = appFacts().switches.get('remote-debugging-port');
    const scaleFactor = appFacts().switches.get('force-device-scale-factor');
    this.#browser = launchBrowser({ found, headless, profile, debuggingPort, scaleFactor });
    const browser = await this.#browser;
    browser.cdp.onceDisconnected(() => {
      if (this.#ending === 'exiting') return;
      console.error('stand-in host: the browser has ended');
      this.exit(1);
    });
    // Opened and closed before any other, its page can take the browser along: only where a test asks for it.
    if (!headless && process.env['STANDIN_REAL_DISPLAY'] === '1') {
      await readPrimaryDisplay(browser.cdp);
    }
    const how = { value: browser.version, enumerable: true, configurable: true };
    Object.defineProperty(process.versions, 'chrome', how);
    if (debuggingPort !== undefined) {
      process.stderr.write(`\nDevTools listening on ${await openedDebuggingPort(profile)}\n`);
    }
    announceBrowser(browser);
    this.#isReady = true;
    closePrivileges();
    this.emit('ready', vetoable({}), {});
    this.#ready.resolve();
  }

  quit(): void {
    if (this.#ending !== 'no') return;
    const event = vetoable({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    if (liveWindows.size === 0) {
      this.#willQuit();
      return;
    }
    this.#ending = 'closing-windows';
    for (const window of liveWindows.values()) {
      if (window.tryClose()) continue;
      this.#ending = 'no';
      return;
    }
  }

  #willQuit(): void {
    const event = vetoable({});
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#ending = 'no';
    else this.exit(0);
  }

  #allWindowsClosed(): void {
    if (this.#ending === 'closing-windows') this.#willQuit();
    else if (this.#ending === 'exiting') return;
    else if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  exit(exitCode = 0): void {
    if (this.#ending === 'exiting') return;
    this.#ending = 'exiting';
    this.emit('quit', {}, exitCode);
    void (this.#browser ?? Promise.resolve(null))
      .then((browser) => browser?.close())
      .catch(nothing)
      .then(() => process.exit(exitCode));
  }
}

export const app = new StandInApp();
