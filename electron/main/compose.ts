// The one place that knows every adapter: makes the parts and wires them together. No rule of its own.
import path from 'node:path';
import { app, powerMonitor, safeStorage, session } from 'electron';
import { createLog, type Log } from './platform/log.ts';
import { systemClock } from './domain/clock.ts';
import type { Environment } from './domain/environment.ts';
import { PRACTICE_ENVIRONMENT_ID } from './domain/ids.ts';
import { createGateway } from './gateway/gateway-client.ts';
import type { GatewayTarget } from './gateway/gateway.ts';
import { createAuthorityFiles } from './intake/authority-file.ts';
import { createSecretIntake } from './intake/secret-intake.ts';
import { createTokenClipboard } from './intake/token-clipboard.ts';
import { createHandlers } from './ipc/handlers.ts';
import { createPublisher } from './ipc/publisher.ts';
import { serveContract } from './ipc/serve-contract.ts';
import { createAutoLock, type AutoLock } from './keeper/auto-lock.ts';
import { createBackupRestoring } from './keeper/backup-restore.ts';
import { createKeystoreUnlock } from './keeper/keystore-unlock.ts';
import { createKeeper, type Keeper } from './keeper/keeper.ts';
import { createPracticeDesk } from './keeper/practice-desk.ts';
import { openRoom, type RoomServices } from './keeper/room-services.ts';
import { createWaysIn } from './keeper/ways-in.ts';
import { createAnchorFile } from './platform/anchor-file.ts';
import { electronIpc } from './platform/electron-ipc.ts';
import { nativeClipboard } from './platform/native-clipboard.ts';
import { machineFacts } from './platform/machine.ts';
import { createNativeDialogs } from './platform/native-dialogs.ts';
import { createPower } from './platform/power.ts';
import { createOsKeystore, keystorePlatform, refusalOf } from './platform/os-keystore.ts';
import { createPreferences } from './platform/settings.ts';
import { practiceEnvironment } from './registry/environments.ts';
import { createVaultStore } from './vault/vault-store.ts';
import { createAppWindow } from './windows/app-window.ts';
import { createEntryWindow } from './windows/entry-window.ts';
import { lockDownSession } from './windows/lockdown.ts';
import { setApplicationMenu } from './windows/menu.ts';
import { listPageFiles } from './windows/page-files.ts';
import { servePages } from './windows/page-scheme.ts';

export interface Strongroom {
  readonly openWindow: () => void;
  readonly lock: () => Promise<void>;
  readonly log: Log;
}

export async function compose(): Promise<Strongroom> {
  const clock = systemClock;
  const bundles = path.join(import.meta.dirname, '..');
  const userData = app.getPath('userData');
  const log = createLog(path.join(userData, 'logs'), clock.nowMs);
  const preferences = createPreferences();
  const files = await listPageFiles(path.join(bundles, 'renderer'));
  lockDownSession(session.defaultSession);
  servePages(session.defaultSession, files);

  const standInHost = 'strongroom-stand-in' in process.versions;
  log.event('started', { host: standInHost ? 'stand-in' : 'electron', version: app.getVersion() });

  const appWindow = createAppWindow({
    preload: path.join(bundles, 'preload/app.cjs'),
    bounds: preferences.windowBounds,
    saveBounds: preferences.saveWindowBounds,
    shown: () => wake(),
    crashed: () => log.event('window_crashed'),
    contentProtection: () => preferences.current().contentProtection,
  });
  const entry = createEntryWindow({
    preload: path.join(bundles, 'preload/secret-entry.cjs'),
    files,
    parent: appWindow.window,
    theme: () => preferences.current().theme,
    used: () => autoLock.used(),
  });
  const dialogs = createNativeDialogs(appWindow.window);
  const practice = createPracticeDesk({
    clock,
    stateFile: path.join(userData, 'practice-gateway.json'),
  });
  let clockSkewSeconds: number | null = null;

  const x11 = process.env['XDG_SESSION_TYPE'] === 'x11';
  const machine = machineFacts({
    platform: process.platform,
    standInHost,
    x11,
    unsandboxed: app.commandLine.hasSwitch('no-sandbox'),
    linuxKeystore: () => safeStorage.getSelectedStorageBackend(),
  });
  const publisher = createPublisher({
    sources: () => {
      const open = keeper.services();
      return {
        keeper: keeper.state(),
        services: open.ok ? open.value : null,
        opened: keeper.opened(),
        rescue: backups.state(),
        keystoreOffered: keystoreUnlock.offered(),
        rolledBack: keeper.opened()?.rolledBack() ?? false,
        settings: preferences.current(),
        autoLock: autoLock.state(),
        machine,
        clipboard: tokenClipboard.current(),
        clockSkewSeconds,
        standInHost,
        practiceTarget: practice.target(),
        nowMs: clock.nowMs(),
      };
    },
    push: (view) => appWindow.send('viewChanged', view),
  });
  const { changed } = publisher;
  const tokenClipboard = createTokenClipboard(nativeClipboard, clock, changed);

  const gateway = createGateway({ clock });
  const targetOf = (environment: Environment): GatewayTarget | null =>
    environment.id === PRACTICE_ENVIRONMENT_ID ? practice.target() : environment;

  const power = createPower(powerMonitor, process.platform, x11);
  const autoLock: AutoLock = createAutoLock({
    clock,
    power,
    settings: preferences.current,
    lock: () => void keeper.lock(),
    changed,
  });
  // A passphrase half typed into a locked vault's window does not sleep with the machine either.
  power.onSuspend(() => entry.dismiss());
  const keystore = createOsKeystore(safeStorage, keystorePlatform(process.platform));
  const store = createVaultStore({
    directory: path.join(userData, 'vault'),
    nowMs: clock.nowMs,
    rollback: {
      keystore,
      place: createAnchorFile(path.join(userData, 'vault-anchor')),
    },
  });
  const backups = createBackupRestoring({
    store,
    prompt: entry,
    clock,
    keeper: () => keeper,
    changed,
  });
  const keystoreUnlock = createKeystoreUnlock({
    keystore,
    refusal: () => refusalOf(keystore),
    store,
    keeper: () => keeper,
    prompt: entry,
    clock,
    changed,
  });
  const keeper: Keeper = createKeeper({
    clock,
    store,
    prompt: entry,
    damaged: backups.look,
    firstContents: { environments: [practiceEnvironment], credentials: [], tokens: [] },
    async openRoom(vault, isNew): Promise<RoomServices> {
      const services = await openRoom({
        vault,
        gateway,
        clock,
        targetOf,
        changed,
        beforeResuming: (room) => practice.open(room),
        sawClockSkew(seconds) {
          clockSkewSeconds = seconds;
        },
      });
      if (isNew) await practice.addSamples(services.room);
      log.event(isNew ? 'vault_created' : 'vault_unlocked');
      autoLock.opened();
      return services;
    },
    async beforeLock() {
      autoLock.closed();
      entry.dismiss();
      appWindow.reload();
      await tokenClipboard.clear();
    },
    async afterLock() {
      await practice.close();
      backups.forget();
      await keystoreUnlock.look();
      clockSkewSeconds = null;
      log.event('vault_locked', { kind: autoLock.state().lockedBy ?? 'asked' });
    },
    changed,
  });

  serveContract(
    createHandlers({
      keeper,
      waysIn: createWaysIn({ keeper, store, prompt: entry, show: entry, dialogs, clock, changed }),
      backups,
      keystoreUnlock,
      intake: createSecretIntake({
        prompt: entry,
        dialogs,
        clipboard: nativeClipboard,
        fingerprint(secret) {
          const open = keeper.services();
          return open.ok ? open.value.room.vault.fingerprint(secret) : '';
        },
      }),
      authorities: createAuthorityFiles(() => crypto.randomUUID()),
      clipboard: tokenClipboard,
      dialogs,
      settings: {
        current: preferences.current,
        change(change) {
          autoLock.used();
          preferences.change(change);
          autoLock.look();
          appWindow.protect();
        },
      },
      autoLock,
      practice,
      view: publisher.current,
      changed,
    }),
    { server: electronIpc, window: appWindow.known, dialogs, log },
  );

  setApplicationMenu({
    command: (name) => appWindow.send('commandInvoked', name),
    lock: () => void keeper.lock(),
  });
  function wake(): void {
    autoLock.look();
    const open = keeper.services();
    if (open.ok) open.value.wake();
  }
  power.onResume(wake);
  await keystoreUnlock.look();
  await keeper.start();

  return { openWindow: appWindow.open, lock: keeper.lock, log };
}
