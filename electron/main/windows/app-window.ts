// The app window: made once, shown when it has painted, reloaded at lock so that old views go too, and
// gone from sight as soon as the app ends.
import { BrowserWindow, screen } from 'electron';
import { channelOf, type EventName } from '../../shared/ipc-channels.ts';
import type { EventPayload } from '../../shared/ipc-contract.ts';
import type { Clock } from '../domain/clock.ts';
import type { KnownWindow } from '../ipc/sender-policy.ts';
import type { WindowBounds } from '../platform/kept-preferences.ts';
import { bringUp } from './in-sight.ts';
import { APP_PAGE } from './page-files.ts';
import { placeOnDisplays } from './window-place.ts';
import { showWhenPainted } from './show-when-painted.ts';
import { offerTextMenu } from './text-menu.ts';
import { webPreferences } from './web-preferences.ts';

export interface AppWindowPorts {
  readonly preload: string;
  readonly bounds: () => WindowBounds;
  readonly saveBounds: (bounds: WindowBounds) => void;
  /** The window is visible again: what it shows must be right within a second. */
  readonly shown: () => void;
  /** The page is gone, with all it held; another may come. */
  readonly gone: () => void;
  readonly crashed: () => void;
  /** Input that the system sent to the window, before the page has it; its kind alone, never which key. */
  readonly heard: (kind: string) => void;
  /** The window is gone; the app may stay. */
  readonly closed: () => void;
  /** The page could not be loaded or crashed each time: the window has nothing to say it with. */
  readonly unloadable: () => void;
  readonly clock: Pick<Clock, 'after'>;
  /** Whether the window is kept out of screenshots, where the system can. */
  readonly contentProtection: () => boolean;
}

/** Chromium's net::ERR_ABORTED. */
const ABORTED = -3;
/** Between a page that failed or crashed before it stood and its next load; after the last, no more. */
const LOAD_PAUSES_MS = [500, 2_000, 5_000] as const;

export class AppWindow {
  readonly #ports: AppWindowPorts;
  #window: BrowserWindow | null = null;
  #left = false;
  /** The page has loaded since it was last made anew. */
  #stood = false;
  /** Loads in a row that came to nothing. */
  #failures = 0;
  /** The page that goes is sent nothing more. The one that comes asks for what it shows. */
  #reloads = false;
  /** Nobody has asked for the window yet. */
  #minimised = false;

  constructor(ports: AppWindowPorts) {
    this.#ports = ports;
  }

  readonly window = (): BrowserWindow | null => this.#window;

  readonly known = (): KnownWindow | null =>
    this.#window && { webContentsId: this.#window.webContents.id, pageUrl: APP_PAGE };

  readonly open = (): void => {
    if (this.#left) return;
    this.#minimised = false;
    if (this.#window === null) return this.#make();
    if (this.#window.webContents.isCrashed()) this.reload();
    bringUp(this.#window);
  };

  /** Opens it where it is not to be seen, and answers it once it is; null where the app ends. */
  async inSight(): Promise<BrowserWindow | null> {
    if (this.#window?.isVisible() !== true || this.#window.isMinimized()) this.open();
    const made = this.#window;
    if (this.#left || made === null) return null;
    if (!made.isVisible()) {
      await new Promise<void>((resolve) => {
        made.once('show', () => resolve());
        made.once('closed', () => resolve());
      });
    }
    return made.isDestroyed() ? null : made;
  }

  /** For a start at login where no tray is in sight: there to be found, and in nobody's way. */
  openMinimised(): void {
    if (this.#left || this.#window !== null) return;
    this.#minimised = true;
    this.#make();
  }

  send<N extends EventName>(name: N, payload: EventPayload<N>): void {
    if (this.#left || this.#reloads || this.#window?.webContents.isDestroyed() !== false) return;
    this.#window.webContents.send(channelOf(name), payload);
  }

  /** A command of the menu, or of main. */
  readonly command = (name: EventPayload<'commandInvoked'>): void =>
    this.send('commandInvoked', name);

  /** The person wants another try at a page that could not be loaded. */
  loadAgain(): void {
    this.#failures = 0;
    if (!this.#left) void this.#window?.loadURL(APP_PAGE);
  }

  /** Drops everything the page holds. */
  reload(): void {
    if (this.#left || this.#window === null) return;
    this.#ports.gone();
    this.#reloads = true;
    this.#window.webContents.reload();
  }

  /** The app ends: out of sight at once, nothing sent or loaded any more. */
  leave(): void {
    this.#left = true;
    this.#window?.hide();
  }

  /** Looks again whether the window is to be kept out of screenshots. */
  protect(): void {
    this.#window?.setContentProtection(this.#ports.contentProtection());
  }

  #make(): void {
    const ports = this.#ports;
    const kept = ports.bounds();
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
    const made = new BrowserWindow({
      ...placeOnDisplays(kept, [screen.getPrimaryDisplay().workArea, ...areas]),
      minWidth: 400,
      minHeight: 480,
      show: false,
      title: 'Strongroom',
      backgroundColor: '#F6F7F9',
      webPreferences: webPreferences(ports.preload),
    });
    this.#window = made;
    this.protect();
    showWhenPainted(made, ports.clock, () => {
      if (this.#left || made.isDestroyed()) return;
      if (this.#minimised) {
        made.showInactive();
        made.minimize();
        return;
      }
      if (kept.maximized) made.maximize();
      made.show();
    });
    for (const event of ['show', 'restore', 'focus'] as const) {
      made.on(event as 'show', ports.shown);
    }
    made.on('close', () => {
      const { x, y, width, height } = made.getNormalBounds();
      ports.saveBounds({ width, height, place: { x, y }, maximized: made.isMaximized() });
    });
    made.on('closed', () => {
      this.#window = null;
      this.#reloads = false;
      ports.gone();
      ports.closed();
    });
    offerTextMenu(made);
    made.webContents.on('input-event', (_event, { type }) => ports.heard(type));
    this.#watchPage(made);
    void made.loadURL(APP_PAGE);
  }

  #watchPage(made: BrowserWindow): void {
    made.webContents.on('render-process-gone', () => {
      this.#ports.gone();
      this.#ports.crashed();
      // Not from within the event, which Electron's main process does not survive in every version.
      if (this.#stood) setImmediate(() => this.reload());
      else this.#loadLater(made);
      this.#stood = false;
    });
    made.webContents.on('did-finish-load', () => {
      this.#stood = true;
      this.#failures = 0;
      this.#reloads = false;
    });
    made.webContents.on('did-fail-load', (_event, errorCode, _text, _url, isMainFrame) => {
      this.#reloads = false;
      // Another load, or the end of the window, took its place.
      if (!isMainFrame || errorCode === ABORTED) return;
      this.#stood = false;
      this.#loadLater(made);
    });
  }

  /** Not at once: what made it fail may fail again. */
  #loadLater(made: BrowserWindow): void {
    const pauseMs = LOAD_PAUSES_MS[this.#failures];
    this.#failures += 1;
    if (pauseMs === undefined) {
      if (this.#failures === LOAD_PAUSES_MS.length + 1) this.#ports.unloadable();
      return;
    }
    this.#ports.clock.after(pauseMs, () => {
      if (this.#left || made !== this.#window || this.#stood) return;
      if (made.webContents.isCrashed()) this.reload();
      else void made.loadURL(APP_PAGE);
    });
  }
}
