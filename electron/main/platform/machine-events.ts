// The machine's part of app.ts: its power and screen-lock events, and what it can do for the person.
import { app, powerMonitor, safeStorage } from 'electron';
import type { Clock } from '../domain/clock.ts';
import { coreDumpsAreEmpty } from './core-dumps.ts';
import { createLoginStart } from './login-start.ts';
import { machineFacts } from './machine.ts';
import { createPower } from './power-events.ts';
import { createScreenLockBus } from './screen-lock-bus.ts';
import { watchSystemEnd } from './system-end.ts';
import { awaitTrayHost } from './tray-host.ts';

export function openMachine(ports: {
  readonly standInHost: boolean;
  readonly clock: Clock;
  readonly changed: () => void;
}) {
  const { platform, env } = process;
  const x11 = env['XDG_SESSION_TYPE'] === 'x11';
  const bus = createScreenLockBus({ environment: env, changed: ports.changed });
  const emptyCoreDumps = coreDumpsAreEmpty();
  const loginStart = createLoginStart({
    platform,
    isPackaged: app.isPackaged,
    program: process.execPath,
    environment: env,
    home: app.getPath('home'),
    items: app,
    changed: ports.changed,
  });
  return {
    loginStart,
    /** Whether the tray is in sight: at login that may take a while. The stand-in shows its menu itself. */
    hasTray: async () =>
      platform !== 'linux' ||
      ports.standInHost ||
      (await awaitTrayHost({ environment: env, clock: ports.clock })),
    power: createPower(powerMonitor, bus, platform, x11),
    /** As they are now: who announces a locked screen may come and go. */
    facts: () =>
      machineFacts({
        platform,
        standInHost: ports.standInHost,
        x11,
        busHeard: bus.heard(),
        emptyCoreDumps,
        unsandboxed: app.commandLine.hasSwitch('no-sandbox'),
        linuxKeystore: () => safeStorage.getSelectedStorageBackend(),
        loginStart: loginStart.state(),
      }),
    /** Starts listening for a locked screen, once: not before the first screen stands. */
    hearLocks: bus.listen,
    /** A shutdown, a restart or a log-off is under way. */
    systemEnds: watchSystemEnd({
      monitor: powerMonitor,
      signals: process,
      eachWindow: (made) => void app.on('browser-window-created', (_event, window) => made(window)),
      quit: app.quit.bind(app),
      clock: ports.clock,
    }),
    end: bus.end,
  };
}
