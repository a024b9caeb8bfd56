// Electron's powerMonitor as the domain's `Power`. `lock-screen` exists on macOS and Windows alone
// (threats.md, "Platform facts"): on Linux the state is asked for, which an X11 screen saver answers,
// and idle time is believed under X11 only, because Wayland does not count the keyboard everywhere.
import { powerMonitor } from 'electron';
import type { Power } from '../domain/power.ts';

/** Any threshold will do: `locked` is answered before idle time is looked at. */
const IDLE_THRESHOLD_SECONDS = 60;

export function createPower(platform: NodeJS.Platform, x11: boolean): Power {
  const asks = platform === 'linux';
  return {
    onSuspend: (listener) => void powerMonitor.on('suspend', listener),
    onResume: (listener) => void powerMonitor.on('resume', listener),
    onScreenLocked: (listener) => void powerMonitor.on('lock-screen', listener),
    isScreenLocked: () =>
      asks && powerMonitor.getSystemIdleState(IDLE_THRESHOLD_SECONDS) === 'locked',
    systemIdleMs: () => (asks && x11 ? powerMonitor.getSystemIdleTime() * 1000 : 0),
  };
}
