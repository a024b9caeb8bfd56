// When the vault locks by itself: after a time without use, when the machine sleeps, when its screen is
// locked. The time is the larger of wall and monotonic, so that neither sleep nor a clock that was set
// keeps the vault open. Never sees what was typed; only that something was.
import type { LockReason } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import type { Power } from '../domain/power.ts';
import type { ProtectionSettings } from '../domain/protection-settings.ts';

/** No longer sleep between two looks: timers stop while a machine sleeps. */
const LOOK_EVERY_MS = 10_000;
const SHORTEST_SLEEP_MS = 20;
/** WCAG 2.2.1 asks for at least 20 s; of a one-minute limit, half. */
const WARNING_MS = 60_000;
/** What is shown follows use in steps, so that not every keystroke's echo is a new view. */
const SHOWN_STEP_MS = 30_000;
/** Below this, wall and monotonic time agree and the exact moment is shown. */
const AGREEMENT_MS = 1_000;

export interface AutoLockState {
  /** Wall clock; null while locked or where no time is set. Never later than the real moment. */
  readonly locksAtMs: number | null;
  readonly warning: boolean;
  /** Why the vault was locked by itself last, until it is opened again. */
  readonly lockedBy: LockReason | null;
}

export interface AutoLock {
  readonly state: () => AutoLockState;
  readonly opened: () => void;
  readonly closed: () => void;
  /** Somebody uses the app. Too late does not count: the vault is locked then. */
  readonly used: () => void;
  /** The clock, the machine or a setting may have changed. */
  readonly reevaluate: () => void;
}

interface AutoLockPorts {
  readonly clock: Clock;
  readonly power: Power;
  readonly settings: () => Pick<
    ProtectionSettings,
    'lockAfterMinutes' | 'lockOnSuspend' | 'lockOnScreenLock'
  >;
  /** Somebody has begun to open the vault, and it is not open yet. */
  readonly opening: () => boolean;
  /** The window is locked, and the vault behind it works on. */
  readonly atWork: () => boolean;
  readonly lock: (by: LockReason) => void;
  readonly changed: () => void;
}

export function createAutoLock(ports: AutoLockPorts): AutoLock {
  const { clock, power } = ports;
  let open = false;
  let usedAt = { wallMs: 0, monotonicMs: 0 };
  let shown: AutoLockState = { locksAtMs: null, warning: false, lockedBy: null };
  let cancel: () => void = () => undefined;

  const limitMs = (): number | null => {
    const minutes = ports.settings().lockAfterMinutes;
    return minutes === null ? null : minutes * 60_000;
  };

  /** Milliseconds without use, by whichever witness has waited longest. */
  const idleMs = (): number =>
    Math.max(
      clock.nowMs() - usedAt.wallMs,
      clock.monotonicMs() - usedAt.monotonicMs,
      power.systemIdleMs(),
    );

  function show(next: AutoLockState): void {
    const { locksAtMs } = shown;
    const moved = Math.abs((next.locksAtMs ?? 0) - (locksAtMs ?? 0));
    const near = moved < SHOWN_STEP_MS && (next.locksAtMs ?? 0) >= (locksAtMs ?? 0);
    if (near && next.warning === shown.warning && next.lockedBy === shown.lockedBy) return;
    shown = next;
    ports.changed();
  }

  function lock(lockedBy: LockReason): void {
    cancel();
    open = false;
    shown = { locksAtMs: null, warning: false, lockedBy };
    ports.changed();
    ports.lock(lockedBy);
  }

  function reevaluate(): void {
    cancel();
    if (!open) return;
    if (ports.settings().lockOnScreenLock && power.isScreenLocked()) return lock('screen_locked');
    const limit = limitMs();
    const leftMs = limit === null ? null : limit - idleMs();
    if (leftMs !== null && leftMs <= 0) return lock('idle');
    const warnFromMs = limit === null ? 0 : Math.min(WARNING_MS, limit / 2);
    show({
      locksAtMs: leftMs === null || limit === null ? null : moment(limit, leftMs),
      warning: leftMs !== null && leftMs <= warnFromMs,
      lockedBy: null,
    });
    const waits = [LOOK_EVERY_MS, leftMs ?? LOOK_EVERY_MS];
    if (leftMs !== null && leftMs > warnFromMs) waits.push(leftMs - warnFromMs);
    cancel = clock.after(Math.max(SHORTEST_SLEEP_MS, Math.min(...waits)), reevaluate);
  }

  /** The wall clock's moment, unless another witness ends sooner: then whole seconds, to stay still. */
  function moment(limit: number, leftMs: number): number {
    const byWall = usedAt.wallMs + limit;
    const byAll = clock.nowMs() + leftMs;
    return byWall - byAll < AGREEMENT_MS ? byWall : Math.floor(byAll / 1000) * 1000;
  }

  function use(): void {
    usedAt = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
  }

  power.onSuspend(() => {
    const atWork = ports.atWork();
    // SECURITY(S38): behind a locked window nobody sees that the vault is open: sleep closes it in any case.
    if (!ports.settings().lockOnSuspend && !atWork) return;
    if (open || ports.opening() || atWork) lock('suspend');
    // A lock that is under way may still be waiting, with its keys.
    else ports.lock('suspend');
  });
  power.onScreenLocked(() => {
    if ((open || ports.opening()) && ports.settings().lockOnScreenLock) lock('screen_locked');
  });
  power.onResume(reevaluate);

  return {
    state: () => shown,
    opened() {
      open = true;
      use();
      reevaluate();
    },
    closed() {
      cancel();
      open = false;
      shown = { ...shown, locksAtMs: null, warning: false };
    },
    used() {
      // A report that comes after the deadline must not undo it: a look first.
      reevaluate();
      if (!open) return;
      use();
      reevaluate();
    },
    reevaluate,
  };
}
