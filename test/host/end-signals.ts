// What SIGINT, SIGTERM and SIGHUP mean to the host: quit in order, and at once when asked again.

/** Ctrl-C reaches us from the terminal and again from npm: signals this close are one. */
const SAME_SIGNAL_MS = 1_000;

export function onEndSignals(quit: () => void, exitAtOnce: () => void): void {
  let firstAtMs: number | null = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (firstAtMs === null) {
        firstAtMs = now;
        quit();
      } else if (now - firstAtMs > SAME_SIGNAL_MS) {
        exitAtOnce();
      }
    });
  }
}
