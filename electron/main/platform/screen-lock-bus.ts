// Linux's screen lock, which Electron does not report there (docs/threat-model.md, "Platform facts"): listened to
// on the message bus through the system's own `gdbus`. Where there is none, as on the other systems, or nobody on the
// bus who would announce it, `heard` is false, and the settings say so.
import {
  busEnvironment,
  GDBUS,
  isSystemProgram,
  startProgram,
  type SystemProgram,
} from './system-program.ts';

// Names: org.freedesktop.ScreenSaver and org.gnome.ScreenSaver on the session bus, the login service (systemd-logind,
// org.freedesktop.login1) on the system bus.
/** Arguments of `gdbus`, one listener each. Fixed: nothing found at run time is ever among them. */
const listeners: readonly (readonly string[])[] = [
  ['monitor', '--session', '--dest', 'org.freedesktop.ScreenSaver'],
  ['monitor', '--session', '--dest', 'org.gnome.ScreenSaver'],
  ['monitor', '--system', '--dest', 'org.freedesktop.login1'],
];

/** The screen was locked; the listened-to service is there; it is not (any more). */
type BusNews = 'locked' | 'present' | 'absent';

const SAVER_ACTIVE = /^\/[\w/]+: org\.(?:freedesktop|gnome)\.ScreenSaver\.ActiveChanged \(true,\)$/;
const SESSION_LOCK = /^\/[\w/]+: org\.freedesktop\.login1\.Session\.Lock \(\)$/;
const LOCKED_HINT =
  /^\/[\w/]+: org\.freedesktop\.DBus\.Properties\.PropertiesChanged \('org\.freedesktop\.login1\.Session', \{.*'LockedHint': <true>/;
const OWNED = /^The name [\w.]+ is owned by /;
const NOT_OWNED = /^The name [\w.]+ does not have an owner$/;

/** Any program on the bus may say something of any length; what is listened for is shorter. */
const MAX_CHARACTERS = 4096;

/** Null for a line that says nothing of interest. */
export function newsOf(line: string): BusNews | null {
  if (line.length > MAX_CHARACTERS) return null;
  if (SAVER_ACTIVE.test(line) || SESSION_LOCK.test(line) || LOCKED_HINT.test(line)) return 'locked';
  if (OWNED.test(line)) return 'present';
  return NOT_OWNED.test(line) ? 'absent' : null;
}

interface ScreenLockBusPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `heard` may have changed. */
  readonly changed: () => void;
  /** Absolute path of the program and whether it may be started; the system's gdbus but in tests. */
  readonly program?: string;
  readonly trusted?: (file: string) => boolean;
}

export function createScreenLockBus(ports: ScreenLockBusPorts) {
  const { program = GDBUS, trusted = isSystemProgram } = ports;
  const tellers: (() => void)[] = [];
  const present = new Set<number>();
  const running: SystemProgram[] = [];
  let begun = false;
  const environment = busEnvironment(ports.environment);

  function recordEvent(number: number, isPresent: boolean): void {
    if (present.has(number) === isPresent) return;
    if (isPresent) present.add(number);
    else present.delete(number);
    ports.changed();
  }

  function listen(): void {
    if (begun) return;
    begun = true;
    if (!trusted(program)) return;
    for (const [number, args] of listeners.entries()) {
      running.push(
        startProgram({
          file: program,
          args,
          environment,
          onLine(line) {
            const news = newsOf(line);
            if (news === 'locked') for (const tell of tellers) tell();
            else if (news !== null) recordEvent(number, news === 'present');
          },
          onEnd: () => recordEvent(number, false),
        }),
      );
    }
  }

  return {
    /** Whether anybody is there who would announce a locked screen. */
    heard: () => present.size > 0,
    onLocked: (listener: () => void): void => void tellers.push(listener),
    /** Starts what listens, unless it was started: a process each, which a start need not wait for. */
    listen,
    end: (): void => {
      begun = true;
      for (const each of running) each.end();
    },
  };
}
