// When the vault locks by itself: after a time without use, when the machine sleeps, when its screen is
// locked. The time is the larger of wall and monotonic, so that neither sleep nor a clock that was set
// keeps the vault open. Never sees what was typed; only that something was.
import type { InferOutput } from 'valibot';
import type { autoLockView } from '../../shared/protection/protection-view.ts';
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

export type AutoLockState = Readonly<InferOutput<typeof autoLockView>>;

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

export class AutoLock {
  readonly #ports: AutoLockPorts;
  #open = false;
  #usedAt = { wallMs: 0, monotonicMs: 0 };
  #shown: AutoLockState = { locksAtMs: null, warning: false, lockedBy: null };
  #cancel: () => void = () => undefined;

  constructor(ports: AutoLockPorts) {
    this.#ports = ports;
    const { power } = ports;
    power.onSuspend(() => {
      const atWork = ports.atWork();
      // SECURITY(S38): behind a locked window nobody sees that the vault is open: sleep closes it in any case.
      if (!ports.settings().lockOnSuspend && !atWork) return;
      if (this.#open || ports.opening() || atWork) this.#lock('suspend');
      // A lock that is under way may still be waiting, with its keys.
      else ports.lock('suspend');
    });
    power.onScreenLocked(() => {
      const isWanted = ports.settings().lockOnScreenLock;
      if ((this.#open || ports.opening()) && isWanted) this.#lock('screen_locked');
    });
    power.onResume(this.reevaluate);
  }

  readonly state = (): AutoLockState => this.#shown;

  readonly opened = (): void => {
    this.#open = true;
    this.#use();
    this.reevaluate();
  };

  readonly closed = (): void => {
    this.#cancel();
    this.#open = false;
    this.#shown = { ...this.#shown, locksAtMs: null, warning: false };
  };

  /** Somebody uses the app. Too late does not count: the vault is locked then. */
  readonly used = (): void => {
    // A report that comes after the deadline must not undo it: a look first.
    this.reevaluate();
    if (!this.#open) return;
    this.#use();
    this.reevaluate();
  };

  /** The clock, the machine or a setting may have changed. */
  readonly reevaluate = (): void => {
    this.#cancel();
    if (!this.#open) return;
    const { clock, power } = this.#ports;
    const { lockOnScreenLock, lockAfterMinutes } = this.#ports.settings();
    if (lockOnScreenLock && power.isScreenLocked()) return this.#lock('screen_locked');
    const limit = lockAfterMinutes === null ? null : lockAfterMinutes * 60_000;
    const leftMs = limit === null ? null : limit - this.#idleMs();
    if (leftMs !== null && leftMs <= 0) return this.#lock('idle');
    const warnFromMs = limit === null ? 0 : Math.min(WARNING_MS, limit / 2);
    this.#show({
      // In whole seconds: it stays still although the witnesses differ a little.
      locksAtMs: leftMs === null ? null : Math.floor((clock.nowMs() + leftMs) / 1000) * 1000,
      warning: leftMs !== null && leftMs <= warnFromMs,
      lockedBy: null,
    });
    const waits = [LOOK_EVERY_MS, leftMs ?? LOOK_EVERY_MS];
    if (leftMs !== null && leftMs > warnFromMs) waits.push(leftMs - warnFromMs);
    this.#cancel = clock.after(Math.max(SHORTEST_SLEEP_MS, Math.min(...waits)), this.reevaluate);
  };

  /** Milliseconds without use, by whichever witness has waited longest. */
  #idleMs(): number {
    const { clock, power } = this.#ports;
    return Math.max(
      clock.nowMs() - this.#usedAt.wallMs,
      clock.monotonicMs() - this.#usedAt.monotonicMs,
      power.systemIdleMs(),
    );
  }

  #show(next: AutoLockState): void {
    const { locksAtMs, warning, lockedBy } = this.#shown;
    const moved = Math.abs((next.locksAtMs ?? 0) - (locksAtMs ?? 0));
    const near = moved < SHOWN_STEP_MS && (next.locksAtMs ?? 0) >= (locksAtMs ?? 0);
    if (near && next.warning === warning && next.lockedBy === lockedBy) return;
    this.#shown = next;
    this.#ports.changed();
  }

  #lock(lockedBy: LockReason): void {
    this.#cancel();
    this.#open = false;
    this.#shown = { locksAtMs: null, warning: false, lockedBy };
    this.#ports.changed();
    this.#ports.lock(lockedBy);
  }

  #use(): void {
    const { clock } = this.#ports;
    this.#usedAt = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
  }
}
