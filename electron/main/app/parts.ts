// What the app consists of: every part is made here and handed what it needs, from top to bottom. No rule and no state of
// its own.
import path from 'node:path';
import { app, safeStorage } from 'electron';
import { BackupRescue } from '../backups/backup-rescue.ts';
import { createVersionCheck } from '../desktop/newer-version.ts';
import type { Clock } from '../domain/clock.ts';
import { fail } from '../domain/result.ts';
import { createSignal } from '../domain/signal.ts';
import { OUTSIDE_LIMIT_MS } from '../domain/time-limit.ts';
import { practiceEnvironment } from '../environments/environments.ts';
import { openHandOutDesk } from '../hand-out/hand-out-desk.ts';
import { createHistorySession } from '../history/history-session.ts';
import type { Settings } from '../ipc/handler-parts.ts';
import { createSavedFile } from '../ipc/saved-file.ts';
import { createAnchorFile } from '../platform/anchor-file.ts';
import { createOsKeystore, keystorePlatform } from '../platform/electron-keystore.ts';
import { licenceNotices } from '../platform/licence-notices.ts';
import { createLog } from '../platform/log.ts';
import { openMachine } from '../platform/machine-events.ts';
import { nativeClipboard } from '../platform/native-clipboard.ts';
import { openWebPage, showInFolder } from '../platform/open-in-system.ts';
import { createPreferences } from '../platform/settings.ts';
import { systemProxy } from '../platform/system-proxy.ts';
import { Drills } from '../practice/drills/drills.ts';
import { PracticeSession } from '../practice/practice-session.ts';
import { AutoLock } from '../protection/auto-lock.ts';
import { createRealInput } from '../protection/real-input.ts';
import { createAuthorityFiles } from '../secret-input/authority-file.ts';
import { createClipboardClearing } from '../secret-input/clipboard-clearing.ts';
import { createHeldAnswers } from '../secret-input/held-answers.ts';
import { SecretDesk } from '../secret-input/secret-input.ts';
import { createTokenClipboard } from '../secret-input/token-clipboard.ts';
import { createAttemptDelay } from '../session/attempt-delay.ts';
import { createExitGuard } from '../session/exit-guard.ts';
import { createLeaseEvents } from '../session/lease-events.ts';
import { pressWithoutWindow } from '../session/revoke-from-tray.ts';
import { SessionOfVault } from '../session/vault-session.ts';
import { createOtherWays } from '../unlock/other-ways.ts';
import { MethodsOfUnlocking } from '../unlock/unlock-methods.ts';
import { answersWithin } from '../vault/keystore.ts';
import { createVaultStore, VAULT_FILE } from '../vault/vault-store.ts';
import { NO_CONTENTS } from '../vault/vault.ts';
import { setApplicationMenu } from '../windows/menu.ts';
import { listPageFiles } from '../windows/page-files.ts';
import { createTray } from '../windows/tray.ts';
import { openWindows } from '../windows/windows.ts';

type Ground = Awaited<ReturnType<typeof layGround>>;
/** All of them. */
export type AppParts = ReturnType<typeof makeParts>;

/** What needs no window, made while Electron is not ready yet. */
export async function layGround(clock: Clock) {
  /** Folder of the built bundles, and the pages among them. */
  const bundles = path.join(import.meta.dirname, '..');
  const userData = app.getPath('userData');
  const log = createLog(path.join(userData, 'logs'), clock.nowMs);
  const preferences = createPreferences();
  const standInHost = 'strongroom-stand-in' in process.versions;
  log.event('started', { host: standInHost ? 'stand-in' : 'electron', version: app.getVersion() });
  const files = await listPageFiles(path.join(bundles, 'renderer'));
  return { clock, userData, bundles, files, log, preferences, standInHost };
}

/** A keystore that the person turned to may ask for a password of its own first. */
const ASKED_FOR_LIMIT_MS = 30_000;

/** The vault's place: its folder holds its backups and its history too. */
function placeVault({ userData, clock }: Ground) {
  const folder = path.join(userData, 'vault');
  const system = createOsKeystore(safeStorage, keystorePlatform(process.platform));
  const keystore = answersWithin(system, ASKED_FOR_LIMIT_MS, clock);
  const place = createAnchorFile(path.join(userData, 'vault-anchor'));
  const rollback = { keystore: answersWithin(system, OUTSIDE_LIMIT_MS, clock), place };
  const store = createVaultStore({ directory: folder, nowMs: clock.nowMs, clock, rollback });
  return { keystore, store, folder, vaultFile: path.join(folder, VAULT_FILE) };
}

/** The vault, and what locks it. */
function makeVault(ground: Ground, changed: () => void) {
  const { clock, preferences } = ground;
  const machine = openMachine({ ...ground, changed });
  const { power } = machine;
  const place = placeVault(ground);
  const delay = createAttemptDelay(clock);
  const firstContents = { ...NO_CONTENTS, environments: [practiceEnvironment] };
  const vaultSession = new SessionOfVault({
    clock,
    store: place.store,
    delay,
    firstContents,
    changed,
  });
  const autoLock = new AutoLock({
    clock,
    power,
    settings: preferences.current,
    opening: vaultSession.isOpening,
    atWork: vaultSession.isAtWork,
    lock: (by) => void vaultSession.lock(by === 'suspend' ? 'machine_sleeps' : 'may_work_on'),
    changed,
  });
  const lockedBy = () => autoLock.state().lockedBy;
  const { working, isEnding: quitting } = vaultSession;
  const leaseEvents = createLeaseEvents({ power, working, lockedBy, quitting });
  const realInput = createRealInput(clock, autoLock);
  return { ...place, machine, delay, vaultSession, autoLock, lockedBy, leaseEvents, realInput };
}

/** The windows, and what is asked in them. */
function makeWindows(
  ground: Ground,
  { machine, vaultSession, realInput }: ReturnType<typeof makeVault>,
  told: { readonly shown: () => void; readonly gone: () => void },
) {
  const { clock, log } = ground;
  const windows = openWindows({
    ...ground,
    ...realInput,
    ...told,
    services: vaultSession.services,
    crashed: () => log.event('window_crashed'),
  });
  const { appWindow, questions } = windows;
  const answers = createHeldAnswers(windows.entry);
  const { ask, show, dismiss, reevaluate } = windows.entry;
  const entry = { ask, show, dismiss, reevaluate, askAgain: answers.askAgain };
  // A passphrase half typed into a locked vault's window does not stay while nobody is there.
  machine.power.onSuspend(entry.dismiss);
  machine.power.onScreenLocked(entry.dismiss);
  machine.power.onSuspend(answers.wipe);
  const exitGuard = createExitGuard(vaultSession, questions.ofMain, machine.systemEnds);
  const { open } = appWindow;
  const lock = (): void => void exitGuard.lock();
  const stop = { vaultSession, dialogs: questions.ofMain, open };
  const menu = setApplicationMenu({ command: appWindow.command, lock });
  const tray = createTray({ open, lock, revokeEverything: () => void pressWithoutWindow(stop) });
  const practice = new PracticeSession({ clock, handOver: nativeClipboard.writeText });
  return { ...windows, entry, exitGuard, menu, tray, practice, drills: new Drills(practice) };
}

/** @param changed once one of them was changed. */
function settingsOf({ preferences }: Ground, changed: () => void): Settings {
  return {
    current: preferences.current,
    change(change) {
      const answer = preferences.change(change);
      changed();
      return answer;
    },
  };
}

export function makeParts(ground: Ground) {
  const { clock, preferences, userData } = ground;
  const changes = createSignal();
  const wakes = createSignal();
  const pageGone = createSignal();
  const changed = changes.tell;
  const vault = makeVault(ground, changed);
  const { store, keystore, folder, delay, vaultSession, autoLock } = vault;
  const windows = makeWindows(ground, vault, { shown: wakes.tell, gone: pageGone.tell });
  const { entry, questions, exitGuard, appWindow } = windows;
  const dialogs = questions.ofPage;
  const { services } = vaultSession;
  /** Programs ask for what the saved vault holds, and have tokens of it: to them one in memory is a locked vault. */
  const ofSaved = (of: typeof services) => (): ReturnType<typeof services> => {
    const open = of();
    return open.ok && open.value.session.vault.inMemory ? fail({ code: 'vault_locked' }) : open;
  };

  const handOutDesk = openHandOutDesk({
    clock,
    services: ofSaved(services),
    working: ofSaved(vaultSession.working),
    questions: questions.ofPrograms,
    userData,
    wanted: () => preferences.current().handOutTokens,
    changed,
  });
  const opening = { store, prompt: entry, delay, vaultSession, changed };
  const backups = new BackupRescue({
    ...opening,
    lock: () => exitGuard.lock('to_open_another'),
  });
  const history = createHistorySession({
    clock,
    directory: folder,
    changed,
    openedBy: () => vaultSession.opened()?.openedBy ?? null,
    isRestored: () => backups.state().restored !== null,
    lockedBy: vault.lockedBy,
  });
  const clearing = createClipboardClearing(nativeClipboard, clock, changed);
  const secretInput = new SecretDesk({
    prompt: entry,
    dialogs,
    clipboard: nativeClipboard,
    clearing,
    fingerprint(secret) {
      const open = services();
      return open.ok ? open.value.session.vault.fingerprint(secret) : '';
    },
  });
  return {
    ...ground,
    ...vault,
    ...windows,
    changes,
    wakes,
    pageGone,
    changed,
    dialogs,
    handOutDesk,
    backups,
    history,
    clearing,
    clipboard: createTokenClipboard(nativeClipboard, clearing, clock, changed),
    secretInput,
    settings: settingsOf(ground, () => {
      autoLock.reevaluate();
      appWindow.protect();
      void handOutDesk.reevaluate();
    }),
    desktop: {
      vaultFile: vault.vaultFile,
      showInFolder,
      openWebPage,
      notices: () => licenceNotices(ground.bundles),
      versionCheck: createVersionCheck({
        folder: path.join(ground.bundles, '..'),
        version: app.getVersion(),
        async read(address) {
          const { readRelease } = await import('../gateway/calls/read-release.ts');
          return await readRelease(address, { clock, systemProxy });
        },
      }),
      quit: () => app.quit(),
    },
    otherWays: createOtherWays(store, changed),
    unlockMethods: new MethodsOfUnlocking({ ...opening, keystore, dialogs, show: entry, history }),
    authorities: createAuthorityFiles(() => crypto.randomUUID(), clock.nowMs),
    loginStart: vault.machine.loginStart,
    saved: createSavedFile(showInFolder),
    nowMs: clock.nowMs,
    tellWindow: appWindow.command,
    version: app.getVersion(),
  };
}
