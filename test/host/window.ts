// BrowserWindow: one page, its visibility, focus, bounds, parent and end. Headless, "visible" is only
// remembered; with a display a hidden window is minimised, and its X button cannot be vetoed.
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { Browser } from './browser.ts';
import type { Protocol } from './cdp.ts';
import { vetoable } from './events.ts';
import { browserRunning, hostNews, liveWindows } from './host-state.ts';
import type { PressedKey } from './preload-world.ts';
import { session, StandInSession } from './session.ts';
import { watchTargets, type OpenedPage, type PageRequest, type Targets } from './targets.ts';
import { StandInWebContents, type ContentsOwner } from './web-contents.ts';
import { changeWindowState, placeWindow } from './window-placement.ts';
import { announcesFirstFrame, playsWayland } from './strict.ts';

const nothing = (): void => undefined;
let targets: Promise<Targets> | null = null;
const focus: { on: StandInWindow | null } = { on: null };

type WindowPart = Pick<
  BrowserWindow,
  | 'id'
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'showInactive'
  | 'focus'
  | 'blur'
  | 'close'
  | 'destroy'
  | 'reload'
  | 'minimize'
  | 'restore'
  | 'maximize'
  | 'isVisible'
  | 'isFocused'
  | 'isMinimized'
  | 'isMaximized'
  | 'isDestroyed'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setContentSize'
  | 'getTitle'
  | 'setTitle'
  | 'setContentProtection'
  | 'removeMenu'
>;

/** A page is given this long to confirm that it has closed. */
const CLOSE_LIMIT_MS = 2_000;

export class StandInWindow extends EventEmitter implements WindowPart, ContentsOwner {
  static getAllWindows(): StandInWindow[] {
    return [...liveWindows.values()];
  }

  static getFocusedWindow(): StandInWindow | null {
    return focus.on;
  }

  static fromWebContents(contents: unknown): StandInWindow | null {
    return StandInWindow.getAllWindows().find((one) => one.webContents === contents) ?? null;
  }

  /** For the host: a page of its own, outside the app's windows. */
  static async openHostPage(request: PageRequest): Promise<OpenedPage> {
    targets ??= watchTargets(await browserRunning, targetNews);
    return (await targets).open(request);
  }

  readonly webContents: StandInWebContents;
  readonly id: number;
  readonly flashFrame = nothing;
  readonly setContentProtection = nothing;

  readonly #options: BrowserWindowConstructorOptions;
  readonly #parent: StandInWindow | null;
  #state: 'open' | 'closing' | 'destroyed' = 'open';
  #visible: boolean;
  #minimized = false;
  #maximized = false;
  #firstLoad = true;
  #hasMenu = true;
  #title: string;
  #bounds: Rectangle;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    this.setMaxListeners(0);
    this.#options = options;
    this.#parent = (options.parent as unknown as StandInWindow | undefined) ?? null;
    this.#visible = options.show !== false;
    this.#title = options.title ?? '';
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    const { session: own, partition } = options.webPreferences ?? {};
    const chosen = own instanceof StandInSession ? own : session.fromPartition(partition ?? '');
    this.webContents = new StandInWebContents(this, chosen, options);
    this.id = this.webContents.id;
    liveWindows.set(this.id, this);
    hostNews.emit('contents-created', this.webContents);
    hostNews.emit('window-created', this);
    if (this.#visible) this.#takeFocus();
  }

  // What the page's half asks of its window.

  async openPage(firstUrl: string): Promise<{ browser: Browser; opened: OpenedPage }> {
    const browser = await browserRunning;
    targets ??= watchTargets(browser, targetNews);
    const { width, height } = this.#bounds;
    const browserContextId = await this.webContents.session.browserContext(browser);
    const router = await targets;
    const opened = await router.open({ width, height, browserContextId, firstUrl });
    void this.#place(browser, opened.targetId).catch(nothing);
    return { browser, opened };
  }

  firstLoadFinished(): void {
    if (!this.#firstLoad) return;
    this.#firstLoad = false;
    if (announcesFirstFrame()) this.emit('ready-to-show');
  }

  titleChanged(title: string): void {
    const event = vetoable({});
    this.emit('page-title-updated', event, title, true);
    if (!event.defaultPrevented) this.setTitle(title);
  }

  keyPressed(key: PressedKey): void {
    if (this.#hasMenu) hostNews.emit('accelerator-pressed', this, key);
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  loadFile(file: string): Promise<void> {
    return this.loadURL(pathToFileURL(file).href);
  }

  reload(): void {
    this.webContents.reload();
  }

  // Visibility and focus.

  show(): void {
    if (this.#minimized && playsWayland()) return;
    this.showInactive();
    this.#takeFocus();
  }

  showInactive(): void {
    if (this.#visible) return;
    this.#visible = true;
    this.#setWindowState('normal');
    this.#tellSight();
    this.emit('show');
  }

  hide(): void {
    if (!this.#visible) return;
    this.#visible = false;
    if (playsWayland()) this.#minimized = false;
    this.#setWindowState('minimized');
    this.#tellSight();
    this.#loseFocus();
    this.emit('hide');
  }

  minimize(): void {
    if (this.#minimized) return;
    this.#minimized = true;
    this.#setWindowState('minimized');
    this.#tellSight();
    this.#loseFocus();
    if (!playsWayland()) this.emit('minimize');
  }

  restore(): void {
    if (!this.#minimized || playsWayland()) return;
    this.#minimized = false;
    this.#setWindowState('normal');
    this.#tellSight();
    this.emit('restore');
  }

  maximize(): void {
    this.#maximized = true;
    this.#setWindowState('maximized');
    this.emit('maximize');
  }

  focus(): void {
    if (this.#visible && !(this.#minimized && playsWayland())) this.#takeFocus();
  }

  blur(): void {
    this.#loseFocus();
  }

  #takeFocus(): void {
    if (this.#state !== 'open') return;
    // Also where it has the focus among the windows of this app: one of another app may lie before it.
    void this.webContents
      .whenOpened()
      .then((page) => page?.send('Page.bringToFront'))
      .catch(nothing);
    if (focus.on === this) return;
    focus.on?.blur();
    focus.on = this;
    this.emit('focus');
    hostNews.emit('window-focused', this);
  }

  #loseFocus(): void {
    if (focus.on !== this) return;
    focus.on = null;
    this.emit('blur');
  }

  // The end.

  close(): void {
    this.tryClose();
  }

  /** For the host: false where a listener kept the window open. */
  tryClose(): boolean {
    if (this.#state !== 'open') return true;
    const event = vetoable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
    return !event.defaultPrevented;
  }

  destroy(): void {
    if (this.#state !== 'open') return;
    this.#state = 'closing';
    const { webContents } = this;
    void (async () => {
      const page = await webContents.whenOpened();
      // A page that is loading may never confirm its end: the window goes all the same.
      setTimeout(() => this.gone(), CLOSE_LIMIT_MS);
      if (page !== null) await (await targets)?.close(webContents.targetId);
      // The browser confirms the end of a page with its targetDestroyed.
      if (page === null) this.gone();
    })().catch(() => this.gone());
  }

  /** For the host: the page is no more. */
  gone(): void {
    if (this.#state === 'destroyed') return;
    if (this.#state === 'open') this.emit('close', vetoable({}));
    this.#loseFocus();
    this.#state = 'destroyed';
    liveWindows.delete(this.id);
    for (const child of this.getChildWindows()) child.destroy();
    this.webContents.emit('destroyed');
    this.emit('closed');
    if (this.#parent !== null && !this.#parent.isDestroyed()) this.#parent.focus();
    if (liveWindows.size === 0) hostNews.emit('all-windows-closed');
  }

  // Facts.

  isDestroyed = (): boolean => this.#state === 'destroyed';
  isVisible = (): boolean => this.#visible && this.#state !== 'destroyed';
  isFocused = (): boolean => focus.on === this;
  /** Wayland tells no app. */
  isMinimized = (): boolean => this.#minimized && !playsWayland();
  /** For the host. */
  get isOutOfSight(): boolean {
    return this.#minimized;
  }
  isMaximized = (): boolean => this.#maximized;
  getParentWindow = (): StandInWindow | null => this.#parent;
  getChildWindows = (): StandInWindow[] =>
    StandInWindow.getAllWindows().filter((one) => one.getParentWindow() === this);
  getTitle = (): string => this.#title;
  getBounds = (): Rectangle => ({ ...this.#bounds });
  getNormalBounds = (): Rectangle => ({ ...this.#bounds });

  setTitle(title: string): void {
    this.#title = title;
  }

  removeMenu(): void {
    this.#hasMenu = false;
  }

  /** A page has no frame of its own here. */
  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.emit('resize');
    const { targetId } = this.webContents;
    if (targetId === '') return;
    void browserRunning.then((browser) => this.#place(browser, targetId)).catch(nothing);
  }

  #place(browser: Browser, targetId: string): Promise<void> {
    return placeWindow(browser, targetId, {
      bounds: this.#bounds,
      isPlaced: this.#options.x !== undefined,
      parentTargetId: this.#parent?.webContents.targetId,
    });
  }

  #tellSight(): void {
    this.webContents.setSeen(this.#visible && !this.#minimized);
  }

  #setWindowState(state: Protocol.Browser.WindowState): void {
    const { targetId } = this.webContents;
    if (targetId === '') return;
    void browserRunning
      .then((browser) => changeWindowState(browser, targetId, state))
      .catch(nothing);
  }
}

const windowOf = (targetId: string): StandInWindow | undefined =>
  StandInWindow.getAllWindows().find((one) => one.webContents.targetId === targetId);

const targetNews = {
  onPopup(openerId: string | undefined, url: string) {
    const opener =
      openerId === undefined
        ? StandInWindow.getAllWindows().find((one) => one.webContents.hasAskedToOpen())
        : windowOf(openerId);
    opener?.webContents.popupRefused(url);
  },
  onDestroyed(targetId: string) {
    windowOf(targetId)?.gone();
  },
  onCrashed(targetId: string, errorCode: number) {
    windowOf(targetId)?.webContents.rendererGone(errorCode);
  },
};
