// The one place that knows every adapter: makes the parts and wires them together, from top to bottom. No rule and
// no state of its own.
import { app } from 'electron';
import { serveWindow, publishView } from './window-contract.ts';
import { layGround, placeVault } from './ground.ts';
import { openHandOutDesk } from '../hand-out/hand-out-desk.ts';
import { lifecycleOf } from './lifecycle.ts';
import { openMachine } from '../platform/machine-events.ts';
import { openWindows } from '../windows/windows.ts';
import type { Log } from '../platform/log.ts';
import { systemClock } from '../domain/clock.ts';
import { createSignal } from '../domain/signal.ts';
import { within } from '../domain/time-limit.ts';
import { createHeldAnswers } from '../secret-input/held-answers.ts';
import { createClipboardClearing } from '../secret-input/clipboard-clearing.ts';
import { createTokenClipboard } from '../secret-input/token-clipboard.ts';
import { pressWithoutWindow } from '../session/revoke-from-tray.ts';
import { createAttemptDelay } from '../session/attempt-delay.ts';
import { createAutoLock } from '../protection/auto-lock.ts';
import { createBackupRestoring } from '../backups/backup-rescue.ts';
import { createHistorySession } from '../history/history-session.ts';
import { createLeaseEvents } from '../session/lease-events.ts';
import { createSavedFile } from '../ipc/saved-file.ts';
import { createKeystoreUnlock } from '../unlock/keystore-unlock.ts';
import { createOtherWays } from '../unlock/other-ways.ts';
import { createVaultSession } from '../session/vault-session.ts';
import { createDrills } from '../practice/drills/drills.ts';
import { createRealInput } from '../protection/real-input.ts';
import { createPracticeSession } from '../practice/practice-session.ts';
import { createExitGuard } from '../session/exit-guard.ts';
import { licenceNotices } from '../platform/licence-notices.ts';
import { nativeClipboard } from '../platform/native-clipboard.ts';
import { openWebPage, showInFolder } from '../platform/open-in-system.ts';
import { practiceEnvironment } from '../environments/environments.ts';
import { NO_CONTENTS } from '../vault/store/vault.ts';
import { listenForSessionEnd } from '../windows/end-listener.ts';
import { setApplicationMenu } from '../windows/menu.ts';
import { createTray } from '../windows/tray.ts';

export interface Strongroom {
  readonly openWindow: () => void;
  readonly lock: () => Promise<void>;
  /** Before the app ends: windows out of sight, clipboard cleared, keys zeroed. Nothing opens again. */
  readonly end: () => Promise<void>;
  /** False: the person stays, because tokens would live on. */
  readonly mayQuit: () => Promise<boolean>;
  readonly log: Log;
  /** The person wants the app to go on without a window. */
  readonly staysInTray: () => boolean;
}

/** So long a clipboard that hangs may keep the window in sight. */
const CLEARING_LIMIT_MS = 1_000;
/** The first screen stands by then. */
const SETTLED_AFTER_MS = 2_000;

/** Settles once the window is opened, unless it is to stay `hidden`, and it is known whether there is a vault. */
export async function compose(
  ready: Promise<void>,
  asked: { readonly hidden: boolean } = { hidden: false },
): Promise<Strongroom> {
  const clock = systemClock;
  const ground = await layGround(clock);
  const { userData, log, preferences } = ground;
  await ready;
  const base = { ...ground, clock };
  const changes = createSignal();
  const wakes = createSignal();
  const pageGone = createSignal();
  const changed = changes.tell;

  const machine = openMachine({ ...base, changed });
  const { power } = machine;
  const { keystore, store, folder, file } = placeVault(userData, clock);
  const delay = createAttemptDelay(clock);
  const firstContents = { ...NO_CONTENTS, environments: [practiceEnvironment] };
  const vaultSession = createVaultSession({ clock, store, delay, firstContents, changed });
  const { services, working, opened } = vaultSession;
  const autoLock = createAutoLock({
    clock,
    power,
    settings: preferences.current,
    opening: vaultSession.isOpening,
    atWork: vaultSession.isAtWork,
    lock: (by) => void vaultSession.lock(by === 'suspend' ? 'machine_sleeps' : 'may_work_on'),
    changed,
  });
  const lockedBy = () => autoLock.state().lockedBy;
  const quitting = vaultSession.isEnding;
  const leaseEvents = createLeaseEvents({ power, working, lockedBy, quitting });
  const realInput = createRealInput(clock, autoLock);

  const windows = openWindows({
    ...base,
    ...realInput,
    services,
    shown: wakes.tell,
    gone: pageGone.tell,
    crashed: () => log.event('window_crashed'),
  });
  const { appWindow, questions } = windows;
  const answers = createHeldAnswers(windows.entry);
  const entry = { ...windows.entry, askAgain: answers.askAgain };
  // A passphrase half typed into a locked vault's window does not stay while nobody is there.
  for (const whenLeft of [power.onSuspend, power.onScreenLocked]) whenLeft(entry.dismiss);
  power.onSuspend(answers.wipe);
  const handOutDesk = openHandOutDesk({
    clock,
    services,
    working,
    questions: questions.ofPrograms,
    userData,
    wanted: () => preferences.current().handOutTokens,
    changed,
  });
  const exitGuard = createExitGuard(vaultSession, questions.ofMain, machine.systemEnds);
  const { open } = appWindow;
  const lock = (): void => void exitGuard.lock();
  const stop = { vaultSession, dialogs: questions.ofMain, open };
  const menu = setApplicationMenu({ command: appWindow.command, lock });
  const tray = createTray({ open, lock, revokeEverything: () => void pressWithoutWindow(stop) });

  const opening = { store, prompt: entry, delay, vaultSession, changed };
  const backups = createBackupRestoring({
    ...opening,
    lock: () => exitGuard.lock('to_open_another'),
  });
  const history = createHistorySession({
    clock,
    directory: folder,
    changed,
    openedBy: () => opened()?.openedBy ?? null,
    isRestored: () => backups.state().restored !== null,
    lockedBy,
  });
  const practice = createPracticeSession({
    clock,
    handOver: nativeClipboard.writeText,
  });
  const clearing = createClipboardClearing(nativeClipboard, clock, changed);
  app.on('browser-window-focus', () => void clearing.again());
  const parts = {
    ...base,
    ...windows,
    entry,
    machine,
    menu,
    tray,
    store,
    delay,
    vaultSession,
    exitGuard,
    autoLock,
    leaseEvents,
    realInput,
    backups,
    history,
    practice,
    drills: createDrills(practice),
    keystoreUnlock: createKeystoreUnlock({ ...opening, keystore, history }),
    otherWays: createOtherWays(store, changed),
    loginStart: machine.loginStart,
    saved: createSavedFile(showInFolder),
    clearing,
    tokenClipboard: createTokenClipboard(nativeClipboard, clearing, clock, changed),
    desktop: {
      vaultFile: file,
      showInFolder,
      openWebPage,
      notices: () => licenceNotices(ground.bundles),
      quit: () => app.quit(),
    },
    handOutDesk,
    changed,
  };
  const lifecycle = lifecycleOf(parts);
  vaultSession.attend(lifecycle);
  const publisher = publishView(parts);
  changes.hear(publisher.changed);
  pageGone.hear(publisher.forget);
  serveWindow({ ...parts, publisher });

  for (const reevaluate of [autoLock.reevaluate, entry.reevaluate]) wakes.hear(reevaluate);
  wakes.hear(() => {
    handOutDesk.requests.attended();
    const now = working();
    if (now.ok) now.value.wake();
    appWindow.send('woken', null);
  });
  wakes.hear(() => void machine.loginStart.reevaluate());
  power.onResume(wakes.tell);

  const isHidden = asked.hidden || machine.loginStart.startedThis();
  let livesInTray = false;
  // The page loads while the vault's place is looked at.
  if (!isHidden) open();
  else {
    void machine.hasTray().then((has) => {
      livesInTray = has;
      // Nobody would find the app otherwise.
      if (has) listenForSessionEnd();
      else appWindow.openMinimised();
    });
  }
  await parts.otherWays.reevaluate();
  await vaultSession.start();
  clock.after(SETTLED_AFTER_MS, () => {
    lifecycle.prepare();
    machine.hearLocks();
    void machine.loginStart.reevaluate();
    void handOutDesk.reevaluate();
  });
  return {
    openWindow: open,
    lock: () => vaultSession.lock(),
    async end() {
      machine.end();
      // While a window has the focus: a desktop may pass by an app without it.
      await within(clock, CLEARING_LIMIT_MS, parts.tokenClipboard.clear(), undefined);
      appWindow.leave();
      entry.dismiss();
      await vaultSession.end();
      await handOutDesk.door.close();
    },
    mayQuit: exitGuard.mayQuit,
    log,
    staysInTray: () => livesInTray || preferences.current().keepInTray,
  };
}
