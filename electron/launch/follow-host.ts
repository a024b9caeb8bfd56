// Runs a host to its end, in a process group of its own: a signal of the terminal reaches it once, from here.
import { spawn, type ChildProcess } from 'node:child_process';
import { passEndSignals } from './end-signals.ts';
import { followParent } from '../../test/host/follow-parent.ts';

interface HostProcess {
  readonly executable: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface HostEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly afterMs: number;
  /** A signal was passed on: the end was asked for. */
  readonly asked: boolean;
}

/** Settles when the host has ended. @throws where it could not be started at all. */
export function followHost({ executable, args, cwd, env }: HostProcess): Promise<HostEnd> {
  const startedMs = performance.now();
  const onWindows = process.platform === 'win32';
  let asked = false;
  return new Promise((resolve, reject) => {
    const signals = new Map<NodeJS.Signals, () => void>();
    let limit: NodeJS.Timeout | undefined;
    const stopListening = (): void => {
      clearTimeout(limit);
      for (const [signal, listener] of signals) process.off(signal, listener);
    };
    // Before it runs: a signal that came in between would end us, and leave it running.
    passEndSignals({
      on: (signal, listener) => {
        signals.set(signal, listener);
        process.on(signal, listener);
      },
      nowMs: () => performance.now(),
      after(delayMs, call) {
        limit = setTimeout(call, delayMs);
      },
      pass(signal) {
        asked = true;
        if (!onWindows) child.kill(signal);
      },
    });
    let child: ChildProcess;
    try {
      child = spawn(executable, args, {
        cwd,
        env,
        // Its input is a pipe of ours, whose end tells the stand-in that we are gone.
        stdio: ['pipe', 'inherit', 'inherit'],
        // On Windows the console itself tells every process, and `kill` would end it without a word.
        detached: !onWindows,
      });
    } catch (error) {
      stopListening();
      throw error;
    }
    // npm ends its shell and not what runs in it.
    followParent(() => {
      asked = true;
      child.kill('SIGTERM');
    }, null);
    child.on('error', (error) => {
      stopListening();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      stopListening();
      resolve({ code, signal, afterMs: performance.now() - startedMs, asked });
    });
  });
}
