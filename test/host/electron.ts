// The module `electron` as the app's main process sees it. Every export is named as Electron names it
// and checked against Electron's own declarations by its module.
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { app } from './app.ts';
import { clipboard, StandInClipboardItem } from './clipboard.ts';
import {
  crashReporter,
  globalShortcut,
  powerMonitor,
  powerSaveBlocker,
  recorded,
  screen,
  shell,
  StandInNotification,
  StandInTray,
} from './desktop.ts';
import { dialog } from './dialog.ts';
import { liveWindows } from './host-state.ts';
import { ipcMain } from './ipc.ts';
import { StandInMenu, StandInMenuItem } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { nativeTheme } from './native-theme.ts';
import { net } from './net.ts';
import { safeStorage } from './safe-storage.ts';
import { session } from './session.ts';
import { StandInWindow } from './window.ts';

const protocol = session.defaultSession.protocol;
const autoUpdater = new EventEmitter();

const webContents = {
  getAllWebContents: () => [...liveWindows.values()].map((window) => window.webContents),
  getFocusedWebContents: () => StandInWindow.getFocusedWindow()?.webContents ?? null,
  fromId: (id: number) => liveWindows.get(id)?.webContents,
  fromDevToolsTargetId: (targetId: string) =>
    webContents.getAllWebContents().find((contents) => contents.targetId === targetId),
};

const electron = {
  app,
  autoUpdater,
  BrowserWindow: StandInWindow,
  clipboard,
  ClipboardItem: StandInClipboardItem,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu: StandInMenu,
  MenuItem: StandInMenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification: StandInNotification,
  powerMonitor,
  powerSaveBlocker,
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
  autoUpdater,
  StandInWindow as BrowserWindow,
  clipboard,
  StandInClipboardItem as ClipboardItem,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  StandInMenu as Menu,
  StandInMenuItem as MenuItem,
  nativeImage,
  nativeTheme,
  net,
  StandInNotification as Notification,
  powerMonitor,
  powerSaveBlocker,
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
