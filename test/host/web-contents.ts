// webContents over one Chromium page: opening it (page-setup), then loading, messages, navigation policy
// and crash news.
import { EventEmitter } from 'node:events';
import type {
  BrowserWindowConstructorOptions,
  HandlerDetails,
  WebContents,
  WindowOpenHandlerResponse,
} from 'electron';
import type { Browser } from './browser.ts';
import type { CdpSession } from './cdp.ts';
import { vetoable } from './events.ts';
import { makeFrameTree } from './frames.ts';
import { hostNews } from './host-state.ts';
import { emulateTheme } from './native-theme.ts';
import { answerRequest, type Navigation } from './page-requests.ts';
import { setUpPage } from './page-setup.ts';
import { tellSight } from './page-sight.ts';
import { loadFailure } from './load-failure.ts';
import { makePageMessages } from './page-messages.ts';
import type { PressedKey } from './preload-world.ts';
import { fromWire, toWire } from './schemes.ts';
import type { StandInSession } from './session.ts';
import { BLANK_PATH, type OpenedPage } from './targets.ts';

const nothing = (): void => undefined;
let nextId = 1;

export interface ContentsOwner {
  close(): void;
  isDestroyed(): boolean;
  openPage(firstUrl: string): Promise<{ browser: Browser; opened: OpenedPage }>;
  firstLoadFinished(): void;
  titleChanged(title: string): void;
  keyPressed(key: PressedKey): void;
}

type WindowOpenHandler = (asked: Pick<HandlerDetails, 'url'>) => WindowOpenHandlerResponse;

type ContentsPart = Pick<
  WebContents,
  | 'id'
  | 'loadURL'
  | 'send'
  | 'getURL'
  | 'isDestroyed'
  | 'isCrashed'
  | 'reload'
  | 'executeJavaScript'
  | 'forcefullyCrashRenderer'
>;

export class StandInWebContents extends EventEmitter implements ContentsPart {
  readonly id = nextId++;
  readonly session: StandInSession;
  targetId = '';

  readonly #owner: ContentsOwner;
  readonly #options: BrowserWindowConstructorOptions;
  readonly #frames = makeFrameTree();
  readonly #messages = makePageMessages({
    sender: this,
    frames: this.#frames,
    isDestroyed: () => this.isDestroyed(),
    closeAsked: () => this.#owner.close(),
    keyPressed: (key) => this.#owner.keyPressed(key),
    inputHeard: (type) => this.emit('input-event', {}, { type }),
  });
  #opened: Promise<CdpSession> | null = null;
  #page: CdpSession | null = null;
  #ownLoad: string | null = null;
  #navigated = false;
  #crashed = false;
  #seen = true;
  #title = '';
  #devTools = false;
  #windowOpen: WindowOpenHandler = () => ({ action: 'allow' });
  #askedToOpen: string | null = null;

  constructor(
    owner: ContentsOwner,
    session: StandInSession,
    options: BrowserWindowConstructorOptions,
  ) {
    super();
    this.setMaxListeners(0);
    this.#owner = owner;
    this.session = session;
    this.#options = options;
  }

  /** Said, not shown: this host has no developer tools of its own. */
  openDevTools(): void {
    if (this.#devTools || this.#options.webPreferences?.devTools === false) return;
    this.#devTools = true;
    this.emit('devtools-opened');
  }

  isDevToolsOpened(): boolean {
    return this.#devTools;
  }

  /** The page once it is set up; the first call opens it. */
  open(firstUrl: string): Promise<CdpSession> {
    this.#opened ??= this.#setUp(firstUrl);
    return this.#opened;
  }

  /** The page if one was opened at all. */
  whenOpened(): Promise<CdpSession | null> {
    return this.#opened ?? Promise.resolve(null);
  }

  async #setUp(firstUrl: string): Promise<CdpSession> {
    const { opened } = await this.#owner.openPage(firstUrl);
    const { page, targetId } = opened;
    this.#page = page;
    this.targetId = targetId;
    this.#listen(page);
    await setUpPage(page, {
      preferences: this.#options.webPreferences,
      listen: () => this.#messages.listen(page),
      mainFrameKnown: (frameId) => this.#frames.begin(frameId),
    });
    const showTheme = (): void => void emulateTheme(page).catch(nothing);
    hostNews.on('theme-changed', showTheme);
    this.once('destroyed', () => hostNews.off('theme-changed', showTheme));
    return page;
  }

  #listen(page: CdpSession): void {
    page.on('Runtime.consoleAPICalled', ({ type, args }) => {
      const message = args.map((arg) => String(arg.value ?? arg.description)).join(' ');
      this.emit('console-message', { level: type, message });
    });
    page.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) => {
      this.emit('console-message', { level: 'error', message: exception?.description ?? text });
    });
    page.on('Log.entryAdded', ({ entry }) => {
      this.emit('console-message', { level: entry.level, message: entry.text });
    });
    page.on('Page.frameNavigated', ({ frame }) => {
      this.#frames.navigated(frame);
      if (frame.parentId !== undefined) return;
      this.#crashed = false;
      this.#navigated = isNotOurStart(frame.url) || this.#ownLoad === 'about:blank';
      if (this.#navigated) this.emit('did-navigate', {}, this.getURL(), 200, 'OK');
    });
    page.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'remove') this.#frames.detached(frameId);
    });
    page.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      this.#frames.movedWithin(frameId, url);
    });
    page.on('Page.loadEventFired', () => this.#loaded(page));
    page.on('Page.windowOpen', ({ url }) => (this.#askedToOpen = url));
    page.on('Fetch.requestPaused', (paused) => {
      const policy = {
        session: this.session,
        frames: this.#frames,
        isOwnLoad: (url: string) => url === this.#ownLoad,
        allowsNavigation: (navigation: Navigation) => this.#allowsNavigation(navigation),
      };
      void answerRequest(page, paused, policy).catch(nothing);
    });
  }

  #loaded(page: CdpSession): void {
    if (!this.#navigated) return;
    this.#ownLoad = null;
    void emulateTheme(page).catch(nothing);
    if (!this.#seen) void tellSight(page, false).catch(nothing);
    void this.#readTitle(page).catch(nothing);
    this.emit('did-finish-load', {});
    this.#owner.firstLoadFinished();
  }

  async #readTitle(page: CdpSession): Promise<void> {
    const { entries, currentIndex } = await page.send('Page.getNavigationHistory');
    const title = entries[currentIndex]?.title ?? '';
    // A page without a title is named after its address, which Electron does not do.
    if (title === '' || title.includes('.invalid') || title === this.#title) return;
    this.#title = title;
    this.#owner.titleChanged(title);
  }

  #allowsNavigation({ url, isMainFrame, isRedirect, frameId }: Navigation): boolean {
    const frame = this.#frames.find(frameId) ?? null;
    const event = vetoable({ url, isMainFrame, isSameDocument: false, frame, initiator: frame });
    if (isRedirect) {
      this.emit('will-redirect', event, url, false, isMainFrame);
      return !event.defaultPrevented;
    }
    this.emit('will-frame-navigate', event);
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  send(channel: string, ...args: unknown[]): void {
    this.#messages.send(channel, args);
  }

  loadURL(url: string): Promise<void> {
    const loading = this.#load(url);
    // As in Electron: a failed load that nobody awaits is not an unhandled rejection.
    loading.catch(nothing);
    return loading;
  }

  async #load(url: string): Promise<void> {
    const page = await this.open(url);
    this.#ownLoad = url.replace(/#.*/s, '');
    const loaded = new Promise<void>((resolve, reject) => {
      this.once('did-finish-load', () => resolve());
      this.once('destroyed', () => reject(loadFailure('ERR_FAILED', url)));
    });
    loaded.catch(nothing);
    const { errorText } = await page.send('Page.navigate', { url: toWire(url) });
    if (errorText !== undefined) {
      this.#ownLoad = null;
      const failure = loadFailure(errorText.replace(/^net::/, ''), url);
      this.emit('did-fail-load', {}, failure.errno, failure.code, url, true);
      throw failure;
    }
    await loaded;
  }

  reload(): void {
    this.#ownLoad = this.getURL().replace(/#.*/s, '');
    void this.whenOpened()
      .then((page) => page?.send('Page.reload'))
      .catch(nothing);
  }

  /** For the host: Chromium opened a page for this window; it is already being closed. */
  popupRefused(fallbackUrl: string): void {
    const { action } = this.#windowOpen({ url: fromWire(this.#askedToOpen ?? fallbackUrl) });
    this.#askedToOpen = null;
    if (action === 'allow') console.warn('stand-in host: a window of the page was not opened');
  }

  hasAskedToOpen(): boolean {
    return this.#askedToOpen !== null;
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpen = handler;
  }

  rendererGone(exitCode: number): void {
    this.#crashed = true;
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode });
  }

  /** For the window: whether it shows its page. */
  setSeen(seen: boolean): void {
    if (seen === this.#seen) return;
    this.#seen = seen;
    void this.whenOpened()
      .then((page) => page && tellSight(page, seen))
      .catch(nothing);
  }

  forcefullyCrashRenderer(): void {
    void this.#page?.send('Page.crash').catch(nothing);
  }

  async executeJavaScript(expression: string): Promise<unknown> {
    const page = await this.open('about:blank');
    const { result, exceptionDetails: thrown } = await page.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (thrown !== undefined) throw new Error(thrown.exception?.description ?? thrown.text);
    return result.value;
  }

  getURL(): string {
    return this.#navigated ? this.#frames.main.url : '';
  }

  isDestroyed(): boolean {
    return this.#owner.isDestroyed();
  }

  isCrashed(): boolean {
    return this.#crashed;
  }

  getType(): 'window' {
    return 'window';
  }
}

/** False for what a window shows before the app has loaded anything. */
function isNotOurStart(url: string): boolean {
  return !/^(about|chrome-error):/.test(url) && new URL(url).pathname !== BLANK_PATH;
}
