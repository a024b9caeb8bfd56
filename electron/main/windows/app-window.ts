// The app window: made once, shown when it has painted, reloaded at lock so that old views go too.
import { BrowserWindow } from 'electron';
import { channelOf, type EventName } from '../../shared/ipc-channels.ts';
import type { EventPayload } from '../../shared/ipc-contract.ts';
import type { KnownWindow } from '../ipc/sender-policy.ts';
import type { WindowBounds } from '../platform/settings.ts';
import { APP_PAGE } from './page-files.ts';
import { webPreferences } from './web-preferences.ts';

export interface AppWindow {
  readonly window: () => BrowserWindow | null;
  readonly known: () => KnownWindow | null;
  readonly open: () => void;
  readonly send: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
  /** Drops everything the page holds. */
  readonly reload: () => void;
  /** Looks again whether the window is to be kept out of screenshots. */
  readonly protect: () => void;
}

export interface AppWindowPorts {
  readonly preload: string;
  readonly bounds: () => WindowBounds;
  readonly saveBounds: (bounds: WindowBounds) => void;
  /** The window is visible again: what it shows must be right within a second. */
  readonly shown: () => void;
  readonly crashed: () => void;
  /** Whether the window is kept out of screenshots, where the system can. */
  readonly contentProtection: () => boolean;
}

export function createAppWindow(ports: AppWindowPorts): AppWindow {
  let window: BrowserWindow | null = null;

  function open(): void {
    if (window !== null) {
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
    });
    made.webContents.on('render-process-gone', ports.crashed);
    void made.loadURL(APP_PAGE);
  }

  function protect(): void {
    window?.setContentProtection(ports.contentProtection());
  }

  return {
    protect,
    window: () => window,
    known: () => window && { webContentsId: window.webContents.id, pageUrl: APP_PAGE },
    open,
    send(name, payload) {
      if (window === null || window.webContents.isDestroyed()) return;
      window.webContents.send(channelOf(name), payload);
    },
    reload: () => window?.webContents.reload(),
  };
}
