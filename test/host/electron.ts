// The module `electron` as the app's main process sees it. Every export is named as Electron names it
// and checked against Electron's own declarations by its module.
import type * as Electron from 'electron';
import { app } from './app.ts';
import { clipboard, StandInClipboardItem } from './clipboard.ts';
import {
  nativeImage,
  powerMonitor,
  recorded,
  screen,
  shell,
  StandInNotification,
  StandInTray,
} from './desktop.ts';
import { dialog } from './dialog.ts';
import { liveWindows } from './host-state.ts';
import { ipcMain } from './ipc.ts';
import { StandInMenu } from './menu.ts';
import { nativeTheme } from './native-theme.ts';
import { safeStorage } from './safe-storage.ts';
import { session } from './session.ts';
import { StandInWindow } from './window.ts';

const protocol = session.defaultSession.protocol;

const webContents = {
  getAllWebContents: () => [...liveWindows.values()].map((window) => window.webContents),
  fromDevToolsTargetId: (targetId: string) =>
    webContents.getAllWebContents().find((contents) => contents.targetId === targetId),
};

const electron = {
  app,
  BrowserWindow: StandInWindow,
  clipboard,
  ClipboardItem: StandInClipboardItem,
  dialog,
  ipcMain,
  Menu: StandInMenu,
  nativeImage,
  nativeTheme,
  Notification: StandInNotification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray: StandInTray,
  webContents,
} satisfies Partial<Record<keyof typeof Electron, unknown>>;

export {
  app,
  StandInWindow as BrowserWindow,
  clipboard,
  StandInClipboardItem as ClipboardItem,
  dialog,
  ipcMain,
  StandInMenu as Menu,
  nativeImage,
  nativeTheme,
  StandInNotification as Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  StandInTray as Tray,
  webContents,
};

// The stand-in's own: what the app did to the desktop, for tests that run only here.
export const standIn = { recorded };

// Libraries import Electron's default export. `standIn` on it is for tests only.
// oxlint-disable-next-line import/no-default-export -- the shape of the module being stood in for
export default Object.assign(electron, { standIn });
