// Starts a program of the system and reads its lines: by absolute path, without a shell, with fixed
// arguments and next to no environment (S17). Nothing is ever written to it.
import { statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startChild } from './start-child.ts';

export type SystemProgram = ReturnType<typeof startProgram>;

interface SystemProgramPorts {
  /** Absolute. */
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  /** It ended by itself, or never started. */
  readonly onEnd: () => void;
}

/** Of util-linux: has the kernel end a program when the process that started it is gone. */
export const ENDING_WITH_US = '/usr/bin/setpriv';
const ROOT = 0;
const WRITABLE_BY_OTHERS = 0o022;

/** SECURITY(S17): a program that somebody else could have put there or changed is not started. */
export function isSystemProgram(file: string): boolean {
  try {
    const found = statSync(file);
    return (
      path.isAbsolute(file) &&
      found.isFile() &&
      found.uid === ROOT &&
      (found.mode & WRITABLE_BY_OTHERS) === 0
    );
  } catch {
    return false;
  }
}

/** Ends with this process, also where that is killed and can end nothing any more (on Linux). */
export function startProgram(ports: SystemProgramPorts) {
  const line = [ports.file, ...ports.args];
  const mayEndWithUs = process.platform === 'linux' && isSystemProgram(ENDING_WITH_US);
  const [file = '', ...args] = mayEndWithUs
    ? [ENDING_WITH_US, '--pdeathsig', 'TERM', '--', ...line]
    : line;
  const started = startChild(file, args, { cwd: '/', env: ports.environment });
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    ports.onEnd();
  };
  if (!started.ok) {
    // As where the child says so itself: after whoever starts it knows what was started.
    setImmediate(end);
    return { end: (): void => void (over = true) };
  }
  const { child, stdout } = started.value;
  child.once('error', end);
  child.once('exit', end);
  createInterface({ input: stdout }).on('line', (said) => {
    if (!over) ports.onLine(said);
  });
  return {
    /** Asks it to end. What it still says is not heard. */
    end(): void {
      over = true;
      child.kill();
    },
  };
}

/** Linux's message bus, asked through the system's own program. */
export const GDBUS = '/usr/bin/gdbus';
/** Where the buses are; `C` keeps gdbus from translating what it says. */
const PASSED_ON = ['DBUS_SESSION_BUS_ADDRESS', 'DBUS_SYSTEM_BUS_ADDRESS', 'XDG_RUNTIME_DIR'];

export function busEnvironment(
  from: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const environment: Record<string, string> = { LC_ALL: 'C' };
  for (const name of PASSED_ON) {
    const value = from[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
