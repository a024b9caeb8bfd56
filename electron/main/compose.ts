// The one place that knows every adapter: makes the parts and wires them together. No rule of its own.
import path from 'node:path';
import { app } from 'electron';
import { serveWindow } from './compose-contract.ts';
import { layGround } from './compose-ground.ts';
import { openHandOutDesk } from './compose-hand-out.ts';
import { openMachine } from './compose-machine.ts';
import { placeVault } from './compose-vault.ts';
import { openWindows } from './compose-windows.ts';
import type { Log } from './platform/log.ts';
import { madeOnce } from '../shared/made-once.ts';
import { systemClock } from './domain/clock.ts';
import { createTokenClipboard } from './secret-input/token-clipboard.ts';
import { createPublisher } from './ipc/publisher.ts';
import { pressWithoutWindow } from './revoke-all/revoke-all-trigger.ts';
import { createAttemptDelay } from './session/attempt-delay.ts';
import { createAutoLock, type AutoLock } from './protection/auto-lock.ts';
import { createBackupRestoring } from './backups/backup-rescue.ts';
import { createHistorySession } from './history/history-session.ts';
import { createLeaseEvents } from './session/lease-events.ts';
import { createSavedFile } from './desktop/saved-file.ts';
import { createKeystoreUnlock } from './unlock/keystore-unlock.ts';
import { createOtherWays } from './unlock/other-ways.ts';
import { createVaultSession, type VaultSession } from './session/vault-session.ts';
import { createDrills } from './practice/drills/drills.ts';
import { createRealInput } from './protection/real-input.ts';
import { createPracticeSession } from './practice/practice-session.ts';
import type { SessionServices } from './session/session-services.ts';
import { createExitGuard } from './session/exit-guard.ts';
import { licenceNotices } from './platform/licence-notices.ts';
import { nativeClipboard } from './platform/native-clipboard.ts';
import { showInFolder } from './platform/show-in-folder.ts';
import { practiceEnvironment } from './environments/environments.ts';
import { NO_CONTENTS } from './vault/store/vault.ts';
import { setApplicationMenu } from './windows/menu.ts';
import { createTray } from './windows/tray.ts';

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

const SETTLED_AFTER_MS = 2_000;
/** Settles once the window is opened and it is known whether there is a vault. */
export async function compose(ready: Promise<void>): Promise<Strongroom> {
  const clock = systemClock;
  const ground = await layGround(clock);
  const { userData, log, preferences, standInHost, heap } = ground;
  await ready;
  const { appWindow, entry, questions, alerts } = openWindows({
    ...ground,
    heard: (kind) => realInput.heard(kind),
    isClicked: () => realInput.isClicked(),
    heardByEntry: (kind) => realInput.heardByEntry(kind),
    services: () => vaultSession.services(),
    clock,
    shown: () => wake(),
    gone: () => publisher.forget(),
    crashed: () => log.event('window_crashed'),
  });
  const { open } = appWindow;
  const lock = (): void => void exitGuard.lock();
  const menu = setApplicationMenu({ command: appWindow.command, lock });
  const tray = createTray({
    open,
    lock,
    revokeEverything: () =>
      void pressWithoutWindow({ vaultSession, dialogs: questions.ofMain, open }),
  });
  const practice = createPracticeSession({
    clock,
    stateFile: path.join(userData, 'practice-gateway.json'),
    handOver: nativeClipboard.writeText,
  });
  const drills = createDrills(practice);
  let clockSkewSeconds: number | null = null;
  let ending = false;
  const { power, ...machine } = openMachine({ standInHost, clock, changed: () => changed() });
  const publisher = createPublisher({
    clock,
    sources: () => {
      const open = vaultSession.services();
      const historyOpen = history.current();
      return {
        vaultSession: vaultSession.state(),
        services: open.ok ? open.value : null,
        opened: vaultSession.opened(),
        handOut: handOutDesk,
        rescue: backups.state(),
        otherWays: otherWays.offered(),
        rolledBack: vaultSession.opened()?.rolledBack() ?? false,
        damagedFile: vaultSession.opened()?.damagedFile() ?? null,
        settings: preferences.current(),
        autoLock: autoLock.state(),
        machine: machine.facts(),
        history: historyOpen.ok ? historyOpen.value.standing() : null,
        clipboard: tokenClipboard.current(),
        clockSkewSeconds,
        standInHost,
        practiceTarget: practice.target(),
        drills,
        nowMs: clock.nowMs(),
      };
    },
    differs: heap.awakeFor((view) => [menu, tray].forEach((each) => each.show(view))),
    push: (update) => appWindow.send('viewChanged', update),
  });
  const { changed } = publisher;
  const tokenClipboard = createTokenClipboard(nativeClipboard, clock, changed);
  const handOutDesk = openHandOutDesk({
    clock,
    services: () => vaultSession.services(),
    questions: questions.ofPrograms,
    userData,
    // Not offered yet: no call and no switch opens the door, whatever the preferences say.
    wanted: () => false,
    changed,
  });
  const sessions = madeOnce(async () =>
    (await import('./compose-session.ts')).createSessions(clock),
  );
  const autoLock: AutoLock = createAutoLock({
    clock,
    power,
    settings: preferences.current,
    opening: () => vaultSession.isOpening(),
    lock: (by) => void vaultSession.lock(by === 'suspend' ? 'machine_sleeps' : undefined),
    changed,
  });
  const realInput = createRealInput(clock, autoLock);
  const leaseEvents = createLeaseEvents({
    power,
    services: () => vaultSession.services(),
    lockedBy: () => autoLock.state().lockedBy,
    quitting: () => ending,
  });
  // A passphrase half typed into a locked vault's window does not stay while nobody is there.
  for (const whenLeft of [power.onSuspend, power.onScreenLocked]) whenLeft(entry.dismiss);
  const { keystore, store, folder, file } = placeVault(userData, clock);
  const delay = createAttemptDelay(clock);
  const opening = { store, prompt: entry, delay, vaultSession: () => vaultSession, changed };
  const backups = createBackupRestoring({
    ...opening,
    lock: () => exitGuard.lock('to_open_another'),
  });
  const history = createHistorySession({
    clock,
    directory: folder,
    changed,
    openedBy: () => vaultSession.opened()?.openedBy ?? null,
    isRestored: () => backups.state().restored !== null,
    lockedBy: () => autoLock.state().lockedBy,
  });
  const keystoreUnlock = createKeystoreUnlock({ ...opening, keystore, history });
  const saved = createSavedFile(showInFolder);
  const otherWays = createOtherWays(store, changed);
  const vaultSession: VaultSession = createVaultSession({
    clock,
    store,
    prompt: entry,
    delay,
    missing: backups.lookAround,
    damaged: backups.reevaluate,
    firstContents: { ...NO_CONTENTS, environments: [practiceEnvironment] },
    async openSession(vault, isNew): Promise<SessionServices> {
      const openSession = await sessions();
      const services = await openSession({
        ...history.open(vault, isNew),
        targetOf: practice.targetOf,
        changed() {
          handOutDesk.handOuts.reevaluate();
          changed();
        },
        handedOut: handOutDesk.handOuts.ofSession,
        async beforeResuming(session) {
          await practice.open(session);
          await drills.recover(session);
        },
        ...leaseEvents.forSession(),
        alerts,
        revokesEphemeral: () => preferences.current().revokeEphemeralAtLock,
        sawClockSkew(seconds) {
          clockSkewSeconds = seconds;
        },
      });
      if (isNew) await practice.addSamples(services.session);
      log.event(isNew ? 'vault_created' : 'vault_unlocked');
      autoLock.opened();
      // Once it is the open session: this is called from its opening.
      clock.after(0, handOutDesk.handOuts.opened);
      return services;
    },
    async beforeLock() {
      // First: it reaches out, and nothing after it may keep it from that.
      const cleared = tokenClipboard.clear();
      autoLock.closed();
      realInput.forget();
      entry.dismiss();
      questions.close();
      handOutDesk.requests.forget();
      appWindow.reload();
      await cleared;
    },
    wipe: history.wipe,
    async afterLock() {
      drills.forget();
      backups.forget();
      saved.forget();
      await practice.close();
      if (!ending) await otherWays.reevaluate();
      clockSkewSeconds = null;
      log.event('vault_locked', { kind: autoLock.state().lockedBy ?? 'asked' });
    },
    changed,
  });
  const exitGuard = createExitGuard(vaultSession, questions.ofMain, machine.systemEnds);
  serveWindow({
    vaultSession,
    exitGuard,
    store,
    entry,
    dialogs: questions.ofPage,
    delay,
    history,
    backups,
    keystoreUnlock,
    clipboard: tokenClipboard,
    desktop: {
      vaultFile: file,
      showInFolder,
      notices: () => licenceNotices(ground.bundles),
      quit: () => app.quit(),
    },
    saved,
    preferences,
    handOutDesk,
    autoLock,
    realInput,
    appWindow,
    practice,
    drills,
    publisher,
    clock,
    log,
  });
  power.onResume(wake);
  function wake(): void {
    autoLock.reevaluate();
    entry.reevaluate();
    handOutDesk.requests.attended();
    const open = vaultSession.services();
    if (open.ok) open.value.wake();
    appWindow.send('woken', null);
  }
  // The page loads while the vault's place is looked at.
  appWindow.open();
  await otherWays.reevaluate();
  await vaultSession.start();
  // The first screen stands by then.
  clock.after(SETTLED_AFTER_MS, () => {
    void sessions();
    machine.hearLocks();
    void handOutDesk.reevaluate();
  });

  async function end(): Promise<void> {
    ending = true;
    machine.end();
    appWindow.leave();
    entry.dismiss();
    await vaultSession.end();
    await handOutDesk.door.close();
  }
  return {
    openWindow: appWindow.open,
    lock: vaultSession.lock,
    end,
    mayQuit: exitGuard.mayQuit,
    log,
    staysInTray: () => preferences.current().keepInTray,
  };
}
