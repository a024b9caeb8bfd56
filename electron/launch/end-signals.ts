// Ctrl+C in a terminal reaches every process of its group, and npm sends it on once more. Electron's handler takes
// one signal and the next kills it, so what comes this close together is one request, and goes on once.

/** The terminal's signal and npm's copy of it come within this. */
const SAME_WISH_MS = 1_000;

export interface EndSignalPorts {
  readonly on: (signal: NodeJS.Signals, listener: () => void) => unknown;
  readonly nowMs: () => number;
  /** Called once for each request: the first asks politely, the next ends at once. */
  readonly pass: (signal: NodeJS.Signals) => void;
}

export function passEndSignals({ on, nowMs, pass }: EndSignalPorts): void {
  let passedMs = -Infinity;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    on(signal, () => {
      if (nowMs() - passedMs < SAME_WISH_MS) return;
      passedMs = nowMs();
      pass(signal);
    });
  }
}
