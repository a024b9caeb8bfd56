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

export interface AppWindow {
  readonly window: () => BrowserWindow | null;
  readonly known: () => KnownWindow | null;
  readonly open: () => void;
  /** Opens it where it is not to be seen, and answers it once it is; null where the app ends. */
  readonly inSight: () => Promise<BrowserWindow | null>;
  /** For a start at login where no tray is in sight: there to be found, and in nobody's way. */
  readonly openMinimised: () => void;
  readonly send: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
  /** A command of the menu, or of main. */
  readonly command: (name: EventPayload<'commandInvoked'>) => void;
  /** The person wants another try at a page that could not be loaded. */
  readonly loadAgain: () => void;
  /** Drops everything the page holds. */
  readonly reload: () => void;
  /** The app ends: out of sight at once, nothing sent or loaded any more. */
  readonly leave: () => void;
  /** Looks again whether the window is to be kept out of screenshots. */
  readonly protect: () => void;
}

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

export function createAppWindow(ports: AppWindowPorts): AppWindow {
  let window: BrowserWindow | null = null;
  let left = false;
  /** The page has loaded since it was last made anew. */
  let stood = false;
  /** Loads in a row that came to nothing. */
  let failures = 0;
  /** The last payload of each event while the page loads anew: the page that goes gets none. */
  let held: Map<string, unknown> | null = null;
  /** Nobody has asked for the window yet. */
  let minimised = false;

  function open(): void {
    if (left) return;
    minimised = false;
    if (window !== null) {
      if (window.webContents.isCrashed()) reload();
      return bringUp(window);
    }
    make();
  }

  function make(): void {
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
    window = made;
    protect();
    showWhenPainted(made, ports.clock, () => {
      if (left || made.isDestroyed()) return;
      if (minimised) {
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
      window = null;
      held = null;
      ports.gone();
      ports.closed();
    });
    made.webContents.on('render-process-gone', () => {
      ports.gone();
      ports.crashed();
      // Not from within the event, which Electron's main process does not survive in every version.
      if (stood) setImmediate(reload);
      else loadLater(made);
      stood = false;
    });
    offerTextMenu(made);
    made.webContents.on('input-event', (_event, { type }) => ports.heard(type));
    made.webContents.on('did-finish-load', () => {
      stood = true;
      failures = 0;
      release();
    });
    made.webContents.on('did-fail-load', (_event, errorCode, _text, _url, isMainFrame) => {
      release();
      // Another load, or the end of the window, took its place.
      if (!isMainFrame || errorCode === ABORTED) return;
      stood = false;
      loadLater(made);
    });
    void made.loadURL(APP_PAGE);
  }

  /** Not at once: what made it fail may fail again. */
  function loadLater(made: BrowserWindow): void {
    const pauseMs = LOAD_PAUSES_MS[failures];
    failures += 1;
    if (pauseMs === undefined) {
      if (failures === LOAD_PAUSES_MS.length + 1) ports.unloadable();
      return;
    }
    ports.clock.after(pauseMs, () => {
      if (left || made !== window || stood) return;
      if (made.webContents.isCrashed()) reload();
      else void made.loadURL(APP_PAGE);
    });
  }

  function release(): void {
    const waiting = held ?? new Map<string, unknown>();
    held = null;
    if (left) return;
    for (const [channel, payload] of waiting) window?.webContents.send(channel, payload);
  }

  function reload(): void {
    if (left || window === null) return;
    ports.gone();
    held = new Map();
    window.webContents.reload();
  }

  function send<N extends EventName>(name: N, payload: EventPayload<N>): void {
    if (left || window === null || window.webContents.isDestroyed()) return;
    if (held === null) window.webContents.send(channelOf(name), payload);
    else held.set(channelOf(name), payload);
  }

  function protect(): void {
    window?.setContentProtection(ports.contentProtection());
  }

  return {
    protect,
    window: () => window,
    known: () => window && { webContentsId: window.webContents.id, pageUrl: APP_PAGE },
    open,
    async inSight() {
      if (window?.isVisible() !== true || window.isMinimized()) open();
      const made = window;
      if (left || made === null) return null;
      if (!made.isVisible()) {
        await new Promise<void>((resolve) => {
          made.once('show', () => resolve());
          made.once('closed', () => resolve());
        });
      }
      return made.isDestroyed() ? null : made;
    },
    openMinimised() {
      if (left || window !== null) return;
      minimised = true;
      make();
    },
    send,
    command: (name) => send('commandInvoked', name),
    loadAgain() {
      failures = 0;
      if (window !== null && !left) void window.loadURL(APP_PAGE);
    },
    reload,
    leave() {
      left = true;
      window?.hide();
    },
  };
}
