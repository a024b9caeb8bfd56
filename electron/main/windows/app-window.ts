// The app window: made once, shown when it has painted, reloaded at lock so that old views go too, and
// gone from sight as soon as the app ends.
import { BrowserWindow } from 'electron';
import { channelOf, type EventName } from '../../shared/ipc-channels.ts';
import type { EventPayload } from '../../shared/ipc-contract.ts';
import type { KnownWindow } from '../ipc/sender-policy.ts';
import type { WindowBounds } from '../platform/kept-preferences.ts';
import { APP_PAGE } from './page-files.ts';
import { webPreferences } from './web-preferences.ts';

export interface AppWindow {
  readonly window: () => BrowserWindow | null;
  readonly known: () => KnownWindow | null;
  readonly open: () => void;
  readonly send: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
  /** A command of the menu, or of main. */
  readonly command: (name: EventPayload<'commandInvoked'>) => void;
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
  /** Whether the window is kept out of screenshots, where the system can. */
  readonly contentProtection: () => boolean;
}

export function createAppWindow(ports: AppWindowPorts): AppWindow {
  let window: BrowserWindow | null = null;
  let left = false;
  /** The page has loaded since it was last made anew: one that crashes before is left alone. */
  let stood = false;
  /** The last payload of each event while the page loads anew: the page that goes gets none. */
  let held: Map<string, unknown> | null = null;

  function open(): void {
    if (left) return;
    if (window !== null) {
      if (window.webContents.isCrashed()) reload();
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      return;
    }
    const made = new BrowserWindow({
      ...ports.bounds(),
      minWidth: 400,
      minHeight: 480,
      show: false,
      title: 'Strongroom',
      backgroundColor: '#F6F7F9',
      webPreferences: webPreferences(ports.preload),
    });
    window = made;
    protect();
    made.once('ready-to-show', () => made.show());
    for (const event of ['show', 'restore', 'focus'] as const) {
      made.on(event as 'show', ports.shown);
    }
    made.on('close', () => {
      const { width, height } = made.getBounds();
      ports.saveBounds({ width, height });
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
      stood = false;
    });
    made.webContents.on('input-event', (_event, { type }) => ports.heard(type));
    made.webContents.on('did-finish-load', () => {
      stood = true;
      release();
    });
    made.webContents.on('did-fail-load', release);
    void made.loadURL(APP_PAGE);
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
    send,
    command: (name) => send('commandInvoked', name),
    reload,
    leave() {
      left = true;
      window?.hide();
    },
  };
}
