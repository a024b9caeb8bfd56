// Every way in which the app is told from outside to end. A shutdown, a restart or a log-off asks nobody
// anything, since an app that waits for an answer holds it up, or is killed: Electron tells it on macOS and
// Linux, Linux also by a signal; on Windows it tells windows, and no app is asked whether it wants to quit. Ctrl+C in a
// terminal is a person, who is asked as at any other quit.
import type { BrowserWindow, PowerMonitor } from 'electron';
import type { Clock } from '../domain/clock.ts';

/** An end that was called off in another app is not remembered longer. */
const REMEMBERED_MS = 2 * 60_000;

export function watchSystemEnd(ports: {
  /** Electron's powerMonitor: a listener that prevents nothing lets the system go on. */
  readonly monitor: PowerMonitor;
  /** In place of Electron's own handlers, which take one signal each. */
  readonly signals: Pick<NodeJS.EventEmitter, 'on'>;
  /** Calls back with each window that is made: Windows tells none but these. */
  readonly eachWindow: (made: (window: BrowserWindow) => void) => void;
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
  // SECURITY(S40): they stay. A signal that nobody listens for kills the process, and a second one comes in the
  // middle of the end, before keys and clipboard are cleared: from the terminal, from npm, or from when-exit, which
  // electron-store brings along and which sends each first signal once more. The end has a limit (index.ts).
  ports.signals.on('SIGINT', ports.quit);
  const end = (): void => {
    tell();
    ports.quit();
  };
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) ports.signals.on(signal, end);
  // Nothing is prevented: Windows waits some seconds for a process that ends, and then ends it.
  ports.eachWindow((window) => {
    window.on('query-session-end', end);
    window.on('session-end', end);
  });
  return () => toldMs !== null && clock.monotonicMs() - toldMs < REMEMBERED_MS;
}
