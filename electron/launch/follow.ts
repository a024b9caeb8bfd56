// Runs a program to its end, in a process group of its own: a signal of the terminal reaches it once, from here.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { followParent } from '../../test/host/follow-parent.ts';

/** Ctrl+C reaches every process of a terminal's group, and npm sends it on once more: within this it is one wish. */
const SAME_WISH_MS = 1_000;
/** The polite end of the app takes no longer (main/index.ts), a question to the person left aside. */
export const POLITE_END_MS = 25_000;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Returns what is to hear each signal. `pass` is called once for each wish: Ctrl+C has the app ask the person; pressed
 * again after the limit, it is passed as SIGTERM, which asks nobody, and what hangs even then is killed.
 */
export function passEndSignals(pass: (signal: NodeJS.Signals) => void) {
  let passedMs = -Infinity;
  let firstMs = Infinity;
  let kill: NodeJS.Timeout | undefined;
  return (signal: NodeJS.Signals): void => {
    const nowMs = performance.now();
    if (nowMs - passedMs < SAME_WISH_MS) return;
    passedMs = nowMs;
    firstMs = Math.min(firstMs, nowMs);
    const asks = signal === 'SIGINT' && nowMs - firstMs < POLITE_END_MS;
    pass(asks || signal !== 'SIGINT' ? signal : 'SIGTERM');
    if (!asks) kill ??= setTimeout(() => pass('SIGKILL'), POLITE_END_MS).unref();
  };
}

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly afterMs: number;
  /** A signal was passed on: the end was asked for. */
  readonly asked: boolean;
}

/**
 * Settles when the program has ended; with code 127, as in a shell, where it could not be started or was cancelled.
 * `onError` is told its error output, which is printed without it.
 */
export async function follow(
  executable: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  onError?: (text: string) => void,
  cancelled: AbortSignal = new AbortController().signal,
): Promise<End> {
  const startedMs = performance.now();
  const onWindows = process.platform === 'win32';
  let asked = false;
  let child: ChildProcess | undefined;
  const end = (signal: NodeJS.Signals): void => {
    asked = true;
    child?.kill(signal);
  };
  // On Windows the console itself tells every process, and `kill` would end it without a word.
  const hear = passEndSignals(onWindows ? () => (asked = true) : end);
  // Before it runs: a signal that came in between would end us, and leave it running.
  for (const signal of END_SIGNALS) process.on(signal, hear);
  try {
    child = spawn(executable, args, {
      cwd: path.join(import.meta.dirname, '../..'),
      env,
      // Its input is a pipe of ours, whose end tells the stand-in that we are gone.
      stdio: ['pipe', 'inherit', onError === undefined ? 'inherit' : 'pipe'],
      detached: !onWindows,
      signal: cancelled,
    });
    child.stderr?.on('data', (part: Buffer) => onError?.(part.toString('utf8')));
    // npm ends its shell and not what runs in it.
    followParent(() => end('SIGTERM'), null);
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return { code, signal, afterMs: performance.now() - startedMs, asked };
  } catch (error) {
    (onError ?? process.stderr.write.bind(process.stderr))(`${String(error)}\n`);
    return { code: 127, signal: null, afterMs: 0, asked };
  } finally {
    for (const signal of END_SIGNALS) process.off(signal, hear);
  }
}
