// Ends the host when the process that started it is gone: a killed test runner leaves nothing behind.
// Where that process holds the other end of our input, its end is told. Else it is looked for, and seldom:
// each look wakes the process whose rest is measured.
import { fstatSync } from 'node:fs';
import net from 'node:net';

const CHECK_EVERY_MS = 5_000;
/** From the end of the input on. Only a sign: it may be closed before its owner ends, and without that. */
const CHECK_SOON_MS = 500;

export function followParent(end: () => void, input: net.Socket | null = pipedInput()): void {
  const parent = process.ppid;
  const isGone = (): boolean => {
    // Where orphans are adopted the parent changes; elsewhere its number stays and it stops answering.
    if (process.ppid !== parent) return true;
    try {
      process.kill(parent, 0);
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ESRCH';
    }
  };
  const lookEvery = (ms: number): NodeJS.Timeout => {
    const timer = setInterval(() => {
      if (!isGone()) return;
      clearInterval(timer);
      end();
    }, ms);
    return timer.unref();
  };
  const seldom = lookEvery(CHECK_EVERY_MS);
  input?.once('close', () => {
    clearInterval(seldom);
    lookEvery(CHECK_SOON_MS);
  });
  input?.on('error', () => undefined).resume();
  input?.unref();
}

/** Null for a terminal, a file, nothing. */
function pipedInput(): net.Socket | null {
  const input = fstatSync(0);
  if (!input.isFIFO() && !input.isSocket()) return null;
  return process.stdin instanceof net.Socket ? process.stdin : null;
}
