// The windows' part of app.ts: session, pages, the app window, the entry window, dialogs, notifications.
import path from 'node:path';
import { session, type BrowserWindow } from 'electron';
import type { Clock } from '../domain/clock.ts';
import type { RealInput } from '../protection/real-input.ts';
import { createQuestionQueue } from '../secret-input/question-queue.ts';
import type { AlertPorts } from '../alerts/alerts.ts';
import type { VaultSession } from '../session/vault-session.ts';
import { createNotifications } from '../platform/notifications.ts';
import { createNativeDialogs } from '../platform/native-dialogs.ts';
import type { Log } from '../platform/log.ts';
import type { Preferences } from '../platform/settings.ts';
import { AppWindow } from './app-window.ts';
import { EntryWindow } from './entry-window.ts';
import { parentInSight } from './in-sight.ts';
import { lockDownSession } from './lockdown.ts';
import type { PageFiles } from './page-files.ts';
import { servePages } from './page-scheme.ts';

interface WindowPorts extends Pick<RealInput, 'heard' | 'heardByEntry' | 'isClicked'> {
  /** Folder of the built bundles. */
  readonly bundles: string;
  /** The built pages. */
  readonly files: PageFiles;
  readonly preferences: Preferences;
  readonly services: VaultSession['services'];
  readonly clock: Clock;
  readonly log: Log;
  readonly shown: () => void;
  readonly gone: () => void;
  readonly crashed: () => void;
}

/** The windows, main's questions, and how alerts are told. */
export function openWindows(ports: WindowPorts) {
  const { bundles, files, preferences } = ports;
  lockDownSession(session.defaultSession);
  servePages(session.defaultSession, files);

  // What a sheet holds in main goes with the window: a token that is inspected, a search, an import.
  const endSheets = (): void => {
    const open = ports.services();
    if (!open.ok) return;
    open.value.inspections.end();
    open.value.secretScan.end();
    open.value.imports.end();
  };
  const appWindow = new AppWindow({
    preload: path.join(bundles, 'preload/app.cjs'),
    bounds: preferences.windowBounds,
    saveBounds: preferences.saveWindowBounds,
    shown: ports.shown,
    gone: ports.gone,
    heard(kind) {
      ports.heard(kind);
      // The button that asked is busy, and looks as if it hung.
      if (kind === 'mouseDown') entry.raise();
    },
    crashed() {
      endSheets();
      ports.crashed();
    },
    closed: endSheets,
    unloadable: () => void sayUnloadable(),
    clock: ports.clock,
    contentProtection: () => preferences.current().contentProtection,
  });
  const parent = (): BrowserWindow | null => parentInSight(appWindow.window());
  const entry = new EntryWindow({
    preload: path.join(bundles, 'preload/secret-entry.cjs'),
    files,
    parent,
    heard: ports.heardByEntry,
    vaultLocked: () => !ports.services().ok,
    clock: ports.clock,
    refused: (call, reason) => ports.log.event('call_refused', { call: `entry_${call}`, reason }),
  });
  const questions = createQuestionQueue(
    createNativeDialogs(() =>
      // A Mac stops the whole app for a question without a window: no lock would come, and none would close it.
      process.platform === 'darwin' ? appWindow.inSight() : Promise.resolve(parent()),
    ),
    ports.clock,
    ports.isClicked,
  );

  async function sayUnloadable(): Promise<void> {
    const choice = await questions.ofMain.ask({
      message: 'The window of Strongroom cannot show its content.',
      detail:
        'The page could not be loaded, or crashed each time. The vault is not affected, and nothing was changed. Try again, or quit Strongroom and start it again. The log is strongroom.log in its data folder.',
      choices: ['Try again'],
    });
    if (choice === 0) appWindow.loadAgain();
  }

  const alerts: AlertPorts = {
    // Over a locked window nobody is told a name, and what happens behind it is seen by nobody. Systems remember
    // notifications: nothing of a vault in memory is named there.
    settings() {
      const set = preferences.current().alerts;
      const open = ports.services();
      const isNamed = open.ok && !open.value.session.vault.inMemory;
      return { ...set, hideNames: set.hideNames || !isNamed };
    },
    seen: () => ports.services().ok && appWindow.window()?.isFocused() === true,
    notify: createNotifications({
      clicked: appWindow.open,
      failed() {
        ports.log.event('notification_failed');
        // What could not be said is at least pointed at.
        appWindow.window()?.flashFrame(true);
      },
    }),
  };
  return { appWindow, entry, questions, alerts };
}
