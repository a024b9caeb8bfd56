// app: paths, names, readiness, the order of events around quitting, and the browser's start and end.
import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { App } from 'electron';
import { appFacts } from './app-facts.ts';
import { choosePath, pathOf } from './app-paths.ts';
import { needBrowser } from './browser-search.ts';
import { launchBrowser, type Browser } from './browser.ts';
import { openedDebuggingPort } from './debugging-port.ts';
import { readPrimaryDisplay } from './display.ts';
import { vetoable } from './events.ts';
import { announceBrowser, hostNews, liveWindows } from './host-state.ts';
import { dropNoSandbox } from './strict.ts';
import { takeInstanceLock, type InstanceLock } from './single-instance.ts';
import { runsHeadless } from './visibility.ts';
import { closePrivileges } from './schemes.ts';

type AppPart = Pick<
  App,
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'getPath'
  | 'setPath'
  | 'getAppPath'
  | 'getVersion'
  | 'getName'
  | 'setName'
  | 'getLocale'
  | 'getSystemLocale'
  | 'getPreferredSystemLanguages'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'enableSandbox'
  | 'disableHardwareAcceleration'
  | 'focus'
  | 'setAppUserModelId'
  | 'isPackaged'
  | 'name'
>;

const nothing = (): void => undefined;

class StandInApp extends EventEmitter implements AppPart {
  readonly isPackaged = false;
  readonly dock = undefined;
  readonly runningUnderARM64Translation = false;
  readonly enableSandbox = (): void => dropNoSandbox(appFacts().switches);
  readonly disableHardwareAcceleration = nothing;
  readonly disableDomainBlockingFor3DAPIs = nothing;
  readonly focus = nothing;
  readonly hide = nothing;
  readonly show = nothing;
  readonly relaunch = nothing;
  readonly setAppUserModelId = nothing;
  readonly setAboutPanelOptions = nothing;
  readonly showAboutPanel = nothing;
  readonly setLoginItemSettings = nothing;
  readonly setSecureKeyboardEntryEnabled = nothing;
  readonly configureHostResolver = nothing;
  readonly getLoginItemSettings = () => ({ openAtLogin: false });
  readonly setAsDefaultProtocolClient = (): boolean => false;
  readonly isDefaultProtocolClient = (): boolean => false;
  readonly removeAsDefaultProtocolClient = (): boolean => false;
  readonly isAccessibilitySupportEnabled = (): boolean => accessibilitySupport;
  readonly setAccessibilitySupportEnabled = (enabled: boolean): void => {
    accessibilitySupport = enabled;
  };
  readonly setBadgeCount = (): boolean => false;
  readonly getAppMetrics = (): [] => [];
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => void appFacts().switches.set(name, value),
    appendArgument: nothing,
    hasSwitch: (name: string): boolean => appFacts().switches.has(name),
    getSwitchValue: (name: string): string => appFacts().switches.get(name) ?? '',
    removeSwitch: (name: string): void => void appFacts().switches.delete(name),
  };
  applicationMenu = null;
  userAgentFallback = '';
  badgeCount = 0;

  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;
  #name: string | null = null;
  #lock: InstanceLock | null = null;
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
    hostNews.on('window-blurred', (window) => this.emit('browser-window-blur', {}, window));
    hostNews.on('renderer-gone', (contents, details) => {
      this.emit('render-process-gone', vetoable({}), contents, details);
    });
    hostNews.on('all-windows-closed', () => this.#allWindowsClosed());
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  get name(): string {
    const { manifest } = appFacts();
    return this.#name ?? manifest.productName ?? manifest.name;
  }

  set name(name: string) {
    this.#name = name;
  }

  getName(): string {
    return this.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  getVersion(): string {
    return appFacts().manifest.version;
  }

  getAppPath(): string {
    return appFacts().folder;
  }

  getPath(name: string): string {
    return pathOf(name, this.name);
  }

  setPath(name: string, folder: string): void {
    choosePath(name, folder);
  }

  setAppLogsPath(folder?: string): void {
    choosePath('logs', folder ?? this.getPath('logs'));
  }

  getLocale(): string {
    return 'en-US';
  }

  getSystemLocale(): string {
    return 'en-US';
  }

  getLocaleCountryCode(): string {
    return 'US';
  }

  getPreferredSystemLanguages(): string[] {
    return ['en-US'];
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    this.#lock ??= takeInstanceLock(this.getPath('userData'), additionalData, (second) => {
      const { argv, workingDirectory } = second;
      this.emit('second-instance', vetoable({}), argv, workingDirectory, second.additionalData);
    });
    return this.#lock !== null;
  }

  hasSingleInstanceLock(): boolean {
    return this.#lock !== null;
  }

  releaseSingleInstanceLock(): void {
    this.#lock?.release();
    this.#lock = null;
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
    this.emit('will-finish-launching');
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

let accessibilitySupport = false;

export const app = new StandInApp();
