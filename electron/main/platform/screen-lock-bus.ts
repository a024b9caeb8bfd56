// Linux's screen lock, which Electron does not report there (docs/threat-model.md, "Platform facts"): listened to
// on the message bus through the system's own `gdbus`. Where there is none, or nobody on the bus who
// would announce it, `heard` is false, and the settings say so.
import { GDBUS, busEnvironment } from './message-bus.ts';
import { listeners, newsOf } from './screen-lock-signals.ts';
import { isSystemProgram, startProgram, type SystemProgram } from './system-program.ts';

export interface ScreenLockBus {
  /** Whether anybody is there who would announce a locked screen. */
  readonly heard: () => boolean;
  readonly onLocked: (listener: () => void) => void;
  /** Starts what listens, unless it was started: a process each, which a start need not wait for. */
  readonly listen: () => void;
  readonly end: () => void;
}

interface ScreenLockBusPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `heard` may have changed. */
  readonly changed: () => void;
  /** Absolute path of the program and whether it may be started; the system's gdbus but in tests. */
  readonly program?: string;
  readonly trusted?: (file: string) => boolean;
}

/** Never speaks: for systems where Electron reports the lock itself. */
export const silentBus: ScreenLockBus = {
  heard: () => false,
  onLocked: () => undefined,
  listen: () => undefined,
  end: () => undefined,
};

export function createScreenLockBus(ports: ScreenLockBusPorts): ScreenLockBus {
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
    heard: () => present.size > 0,
    onLocked: (listener) => void tellers.push(listener),
    listen,
    end() {
      begun = true;
      for (const each of running) each.end();
    },
  };
}
