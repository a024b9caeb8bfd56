// Ctrl+C in a terminal reaches every process of its group, and npm sends it on once more: what comes this close
// together is one request, and goes on once. The app takes every signal as one more wish for the same polite
// end, so what hangs is ended from here.

/** The terminal's signal and npm's copy of it come within this. */
const SAME_WISH_MS = 1_000;
/** The polite end of the app takes no longer (main/index.ts), a question to the person left aside. */
export const POLITE_END_MS = 25_000;

interface EndSignalPorts {
  readonly on: (signal: NodeJS.Signals, listener: () => void) => unknown;
  readonly nowMs: () => number;
  /** Calls once, after so many milliseconds. */
  readonly after: (delayMs: number, call: () => void) => unknown;
  /**
   * Called once for each request. Ctrl+C has the app ask the person; pressed again after the limit, it is passed
   * as SIGTERM, which asks nobody. SIGKILL: the limit is over after a signal that asks nobody.
   */
  readonly pass: (signal: NodeJS.Signals) => void;
}

export function passEndSignals({ on, nowMs, after, pass }: EndSignalPorts): void {
  let passedMs = -Infinity;
  let firstMs: number | null = null;
  let isBounded = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    on(signal, () => {
      if (nowMs() - passedMs < SAME_WISH_MS) return;
      passedMs = nowMs();
      firstMs ??= nowMs();
      const asks = signal === 'SIGINT' && nowMs() - firstMs < POLITE_END_MS;
      pass(asks || signal !== 'SIGINT' ? signal : 'SIGTERM');
      if (asks || isBounded) return;
      isBounded = true;
      after(POLITE_END_MS, () => pass('SIGKILL'));
    });
  }
}
