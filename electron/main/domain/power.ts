// What the machine tells about sleep, its screen and its idle time, as a port: every test runs without
// a machine. What a system cannot report simply never calls back.

export interface Power {
  /** The machine is about to sleep. */
  readonly onSuspend: (listener: () => void) => void;
  /** It woke up, or something else made the clock worth another look. */
  readonly onResume: (listener: () => void) => void;
  /** The screen was locked; only where the system announces it. */
  readonly onScreenLocked: (listener: () => void) => void;
  /** Whether the screen is locked now, where it has to be asked; false where nobody can tell. */
  readonly isScreenLocked: () => boolean;
  /** Milliseconds since any input to the machine; 0 where the system's answer cannot be trusted. */
  readonly systemIdleMs: () => number;
}
