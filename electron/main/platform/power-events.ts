// Electron's powerMonitor as the domain's `Power`. `lock-screen` exists on macOS and Windows alone
// (docs/threat-model.md, "Platform facts"): on Linux the message bus is listened to, and the state is asked for,
// which an X11 screen saver answers. Idle time is believed under X11 only, because Wayland does not
// count the keyboard everywhere.
import type { PowerMonitor } from 'electron';
import type { Power } from '../domain/power.ts';

/** Any threshold will do: `locked` is answered before idle time is looked at. */
const IDLE_THRESHOLD_SECONDS = 60;

export function createPower(
  monitor: PowerMonitor,
  bus: { readonly onLocked: (listener: () => void) => void },
  platform: NodeJS.Platform,
  x11: boolean,
): Power {
  const asks = platform === 'linux';
  return {
    onSuspend: (listener) => void monitor.on('suspend', listener),
    onResume: (listener) => void monitor.on('resume', listener),
    onScreenLocked(listener) {
      monitor.on('lock-screen', listener);
      // macOS: another person takes over the machine, whose screen is not locked by that.
      monitor.on('user-did-resign-active', listener);
      bus.onLocked(listener);
    },
    isScreenLocked: () => asks && monitor.getSystemIdleState(IDLE_THRESHOLD_SECONDS) === 'locked',
    systemIdleMs: () => (asks && x11 ? monitor.getSystemIdleTime() * 1000 : 0),
  };
}
