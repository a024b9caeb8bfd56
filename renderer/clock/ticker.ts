// The one ticker of the window (docs/interface.md, countdown rule 5): wakes at the earliest moment at which
// any visible text changes, on a whole second, and repaints only what is due. Nothing runs while the
// window is hidden. Never counts anything down itself.

/** Whether anybody can see the window, and when that changes. */
export interface Sight {
  readonly isHidden: () => boolean;
  /** Calls back when the window is shown or hidden. */
  readonly onShownChange: (listener: () => void) => () => void;
}

/** Of a real window. */
export const windowSight: Sight = {
  isHidden: () => document.visibilityState === 'hidden',
  onShownChange(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

/** Fires a little after the boundary, so that rounding down never shows the second before. */
const AFTER_BOUNDARY_MS = 4;
/** A wall clock that moved by more than this between two wakes makes everything repaint. */
const JUMP_MS = 2000;
/** No single sleep is longer: keeps far below the largest delay a timer holds. */
const LONGEST_SLEEP_MS = 60_000;

interface TickerPorts extends Sight {
  readonly nowMs: () => number;
  /** Calls back once; the answer cancels. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  /** The wall clock was set: what it was compared with may not hold any more. */
  readonly onJump?: () => void;
}

export interface Ticker {
  readonly nowMs: () => number;
  /** Repaints a little after `dueAtMs`, a whole second, once. The answer cancels. */
  readonly at: (dueAtMs: number, repaint: () => void) => () => void;
  /** The machine was asleep: timers were too, and what is shown may be long over. */
  readonly woken: () => void;
  readonly stop: () => void;
}

interface Entry {
  readonly dueAtMs: number;
  readonly repaint: () => void;
}

export function createTicker(ports: TickerPorts): Ticker {
  const entries = new Set<Entry>();
  let cancel: (() => void) | null = null;
  let wakesAtMs = Number.POSITIVE_INFINITY;

  /** Repaints what is due, or everything; an entry leaves only when its time has come. */
  const run = (everything: boolean): void => {
    const nowMs = ports.nowMs();
    for (const entry of Array.from(entries)) {
      const due = entry.dueAtMs <= nowMs;
      if (due) entries.delete(entry);
      if (due || everything) entry.repaint();
    }
  };

  const arm = (): void => {
    if (ports.isHidden() || entries.size === 0) return stopTimer();
    const earliest = Math.min(...[...entries].map((entry) => entry.dueAtMs));
    const wake = Math.floor(earliest / 1000) * 1000;
    if (wake === wakesAtMs && cancel !== null) return undefined;
    stopTimer();
    wakesAtMs = wake;
    const now = ports.nowMs();
    const delay = Math.min(Math.max(0, wake - now) + AFTER_BOUNDARY_MS, LONGEST_SLEEP_MS);
    const expectedMs = now + delay;
    cancel = ports.after(delay, () => {
      cancel = null;
      const jumped = Math.abs(ports.nowMs() - expectedMs) > JUMP_MS;
      run(jumped);
      arm();
      if (jumped) ports.onJump?.();
    });
    return undefined;
  };

  const stopTimer = (): void => {
    cancel?.();
    cancel = null;
    wakesAtMs = Number.POSITIVE_INFINITY;
  };

  const lookAgain = (): void => {
    stopTimer();
    if (!ports.isHidden()) run(true);
    arm();
  };
  const stopListening = ports.onShownChange(lookAgain);

  return {
    nowMs: ports.nowMs,
    at(dueAtMs, repaint) {
      const entry = { dueAtMs, repaint };
      entries.add(entry);
      arm();
      return () => {
        if (entries.delete(entry)) arm();
      };
    },
    woken: lookAgain,
    stop() {
      stopListening();
      stopTimer();
      entries.clear();
    },
  };
}

/** The ticker of a real window. */
export function windowTicker(onJump: () => void): Ticker {
  return createTicker({
    nowMs: () => Date.now(),
    onJump,
    ...windowSight,
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  });
}
