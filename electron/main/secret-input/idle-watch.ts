// How long a question may stand without anybody typing: a passphrase half typed over a locked vault
// must not wait for whoever comes by. By the larger of wall and monotonic time, like the automatic lock.
import type { Clock } from '../domain/clock.ts';

export const ENTRY_IDLE_MS = 120_000;
/** No longer sleep between two looks: timers stop while a machine sleeps. */
const LOOK_EVERY_MS = 10_000;

/** Calls `expired` once, after `ENTRY_IDLE_MS` without use. */
export function watchIdle(clock: Clock, expired: () => void) {
  let cancel: () => void = () => undefined;
  let stopped = false;
  let usedAt = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };

  /** The clock may have jumped. */
  function reevaluate(): void {
    cancel();
    if (stopped) return;
    const idleMs = Math.max(
      clock.nowMs() - usedAt.wallMs,
      clock.monotonicMs() - usedAt.monotonicMs,
    );
    const leftMs = ENTRY_IDLE_MS - idleMs;
    if (leftMs > 0) {
      cancel = clock.after(Math.min(leftMs, LOOK_EVERY_MS), reevaluate);
      return;
    }
    stopped = true;
    expired();
  }

  reevaluate();
  return {
    /** Somebody types: the time begins anew, unless it has run out already. */
    used(): void {
      reevaluate();
      usedAt = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    },
    reevaluate,
    stop(): void {
      stopped = true;
      cancel();
    },
  };
}
