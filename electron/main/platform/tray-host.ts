// Whether anybody would show an icon of the tray. macOS and Windows always do; on Linux a panel has to be there that
// takes StatusNotifierItems, and Electron does not say. At login it may start later than the app.
import type { Clock } from '../domain/clock.ts';
import { busEnvironment, GDBUS, isSystemProgram, startProgram } from './system-program.ts';

/** Fixed: asks the watcher of the session bus whether a panel has come forward. */
const QUESTION = [
  'call',
  '--session',
  '--dest',
  'org.kde.StatusNotifierWatcher',
  '--object-path',
  '/StatusNotifierWatcher',
  '--method',
  'org.freedesktop.DBus.Properties.Get',
  'org.kde.StatusNotifierWatcher',
  'IsStatusNotifierHostRegistered',
];
const YES = '(<true>,)';
const ANSWER_MS = 3_000;
/** Panels are there within seconds of a login. */
const LOOKS = 6;
const APART_MS = 2_000;

interface TrayHostPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, 'after'>;
  /** Absolute path of the program and whether it may be started; the system's gdbus but in tests. */
  readonly program?: string;
  readonly trusted?: (file: string) => boolean;
}

/** True as soon as a panel is there; false once none came, or nobody can say. */
export async function awaitTrayHost(ports: TrayHostPorts): Promise<boolean> {
  const { clock, program = GDBUS, trusted = isSystemProgram } = ports;
  if (!trusted(program)) return false;
  const pause = (): Promise<void> =>
    new Promise((resolve) => void clock.after(APART_MS, () => resolve()));
  for (let look = 1; look <= LOOKS; look += 1) {
    if (await isThere()) return true;
    if (look < LOOKS) await pause();
  }
  return false;

  async function isThere(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const asked = startProgram({
      file: program,
      args: QUESTION,
      environment: busEnvironment(ports.environment),
      onLine: (line) => resolve(line === YES),
      onEnd: () => resolve(false),
    });
    const cancel = clock.after(ANSWER_MS, () => resolve(false));
    const answer = await promise;
    cancel();
    asked.end();
    return answer;
  }
}
