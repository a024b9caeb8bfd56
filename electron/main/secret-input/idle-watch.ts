// How long a question may stand without anybody typing: a passphrase half typed over a locked vault
// must not wait for whoever comes by. By the larger of wall and monotonic time, like the automatic lock.
import type { Clock } from '../domain/clock.ts';
import { stopwatch } from '../domain/span.ts';

export const ENTRY_IDLE_MS = 120_000;
/** No longer sleep between two looks: timers stop while a machine sleeps. */
const LOOK_EVERY_MS = 10_000;

/** Calls `expired` once, after `ENTRY_IDLE_MS` without use. */
export function watchIdle(clock: Clock, expired: () => void) {
  let cancel: () => void = () => undefined;
  let stopped = false;
  let idleMs = stopwatch(clock);

  /** The clock may have jumped. */
  function reevaluate(): void {
    cancel();
    if (stopped) return;
    const leftMs = ENTRY_IDLE_MS - idleMs();
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
      idleMs = stopwatch(clock);
    },
    reevaluate,
    stop(): void {
      stopped = true;
      cancel();
    },
  };
}
