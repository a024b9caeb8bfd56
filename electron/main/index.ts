// The entry: guard, sandbox, scheme, single instance, ready, compose. Nothing else belongs here.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { app, dialog } from 'electron';
import type { Strongroom } from './app/app.ts';
import { HIDDEN_START } from './domain/autostart-entry.ts';
import { systemClock } from './domain/clock.ts';
import { leaveMemoryOutOfCoreDumps } from './platform/core-dumps.ts';
import {
  environmentForSecondStart,
  launchObstacle,
  loggedNames,
  variablesToRemove,
} from './platform/launch-guard.ts';
import { startInPlace } from './platform/start-child.ts';
import { watchUnexpectedErrors } from './platform/unexpected-error.ts';
import { listenForSessionEnd } from './windows/end-listener.ts';
import { lockDownContents } from './windows/lockdown.ts';
import { registerScheme } from './windows/page-scheme.ts';

const LAST_LINE_MS = 1_000;
/** Linux shows a message once the app is ready, and that may never come. */
const READY_LIMIT_MS = 10_000;
/** The `appId` of electron-builder.yml: Windows shows notifications of an app that it knows by this. */
const APP_USER_MODEL_ID = 'app.strongroom.desktop';
/** Every part of the end has a limit of its own, of which the sum is less. */
const END_LIMIT_MS = 20_000;
/** What Electron may take to close its windows once everything is put away. */
const CLOSE_LIMIT_MS = 3_000;

// All of it by the environment as it came: the second start names what it takes out itself.
const removed = loggedNames(process.env);
const obstacle = app.isPackaged ? launchObstacle(process.argv, process.env) : null;
const secondStart = app.isPackaged ? environmentForSecondStart(process.env) : null;
for (const name of variablesToRemove(Object.keys(process.env))) delete process.env[name];
if (obstacle !== null)
  void refuse(`It was started with ${obstacle}, which would weaken its protection.`);
else if (secondStart !== null) startAnew(secondStart);
else open();

function open(): void {
  leaveMemoryOutOfCoreDumps();
  // Electron would take the switch off the command line, and its own processes would fail as root. Told so, an
  // unpackaged app goes without, and "What protects you here" says it; a packaged one was refused above.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  if (process.platform === 'win32') {
    app.setAppUserModelId(app.isPackaged ? APP_USER_MODEL_ID : process.execPath);
  }
  registerScheme();
  lockDownContents(app);

  if (app.requestSingleInstanceLock()) void start();
  else app.quit();
}

/**
 * `app.relaunch` would not do: what it starts has no right to new privileges, which the helper of the sandbox needs.
 */
function startAnew(environment: Readonly<Record<string, string | undefined>>): void {
  startInPlace(process.execPath, process.argv.slice(1), environment).then(
    () => app.exit(0),
    () => refuse('What its environment makes Electron write down could not be left out.'),
  );
}

/** Nothing is composed and no window opens: the app waits until it can be read, and ends. */
async function refuse(why: string): Promise<void> {
  // Until it ends, none of them does anything either: a port for a debugger opens once the app is ready.
  for (const argument of process.argv) {
    const name = /^--([^=]+)/.exec(argument)?.[1];
    if (name !== undefined) app.commandLine.removeSwitch(name);
  }
  await tellOnceReady('Strongroom does not start', `${why} Start it without.`);
  app.exit(1);
}

/** Before the app is ready Linux would write it to a terminal that nobody sees. */
async function tellOnceReady(title: string, text: string): Promise<void> {
  await Promise.race([app.whenReady(), setTimeout(READY_LIMIT_MS)]);
  dialog.showErrorBox(title, text);
}

async function start(): Promise<void> {
  let strongroom: Strongroom | null = null;
  let ending = false;
  let ended = false;

  // SECURITY(S19): what a second start brings along is not read; it only brings the window up.
  app.on('second-instance', () => strongroom?.openWindow());
  app.on('activate', () => strongroom?.openWindow());
  app.on('window-all-closed', () => {
    if (strongroom?.staysInTray() === true) listenForSessionEnd();
    else app.quit();
  });
  app.on('before-quit', (event) => {
    if (ended || strongroom === null) return;
    event.preventDefault();
    if (ending) return;
    const running = strongroom;
    const { mayQuit, openWindow, log } = running;
    const quit = (): void => {
      if (ended) return;
      ended = true;
      log.event('quit');
      // Its last line would be lost; a disk that hangs does not keep the app.
      const written = Promise.race([log.settled(), setTimeout(LAST_LINE_MS)]);
      void written.then(() => {
        app.quit();
        systemClock.after(CLOSE_LIMIT_MS, () => app.exit());
      });
    };
    // Whatever went wrong while ending: the app ends.
    void mayQuit()
      .catch(() => true)
      .then((may) => {
        if (ending) return;
        if (!may) return openWindow();
        ending = true;
        return Promise.race([running.end(), setTimeout(END_LIMIT_MS)]).then(quit, quit);
      });
  });

  watchUnexpectedErrors({
    process,
    clock: systemClock,
    lock: async () => await strongroom?.lock(),
    note: (kind) => strongroom?.log.event('internal_error', { kind }),
    tell() {
      const isOpen = strongroom !== null;
      void tellOnceReady(
        'Strongroom met an unexpected error',
        isOpen
          ? 'The vault is locked. What was saved is safe; unlock to go on.'
          : 'It could not start. Nothing of the vault was changed.',
      ).then(() => {
        if (!isOpen) app.exit(1);
      });
    },
  });

  // A file of its own, read and run while Electron starts its other processes: those come first.
  await setImmediate();
  const { compose } = await import('./app/app.ts');
  strongroom = await compose(app.whenReady(), { hidden: process.argv.includes(HIDDEN_START) });
  for (const kind of removed) strongroom.log.event('variable_removed', { kind });
}
