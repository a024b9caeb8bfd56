// Whether the system is ending: a shutdown, a restart, a log-off. Nobody is asked anything then, since an app
// that waits for an answer holds it up, or is killed. Electron tells it on macOS and Linux; Linux also ends
// an app by a signal; on Windows a system that ends asks no app whether it wants to quit.
import type { Clock } from '../domain/clock.ts';

/** An end that was called off in another app is not remembered longer. */
const REMEMBERED_MS = 2 * 60_000;

export function watchSystemEnd(ports: {
  /** Electron's powerMonitor: a listener that prevents nothing lets the system go on. */
  readonly monitor: {
    readonly on: {
      (event: 'suspend', listener: () => void): unknown;
      (event: 'shutdown', listener: () => void): unknown;
    };
  };
  /** First and once: asked again, the process ends at once, as by Electron's own handling. */
  readonly signals: {
    readonly prependOnceListener: (signal: 'SIGTERM' | 'SIGHUP', listener: () => void) => unknown;
  };
  readonly quit: () => void;
  readonly clock: Clock;
}): () => boolean {
  const { clock } = ports;
  let toldMs: number | null = null;
  const tell = (): void => {
    toldMs = clock.monotonicMs();
  };
  // Electron looks for listeners of `shutdown` from its second listener on: were this the first, Linux would
  // never tell it.
  ports.monitor.on('suspend', () => undefined);
  ports.monitor.on('shutdown', tell);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    ports.signals.prependOnceListener(signal, () => {
      tell();
      ports.quit();
    });
  }
  return () => toldMs !== null && clock.monotonicMs() - toldMs < REMEMBERED_MS;
}
