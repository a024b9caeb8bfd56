// A clock the test moves by hand: wall and monotonic time together, or the wall alone as when a person
// sets the clock. Timers fire in order, and what they start settles before the next one.
import type { Clock } from '../../electron/main/domain/clock.ts';

export interface FakeClock extends Clock {
  /** Lets `ms` pass on both clocks, firing every timer that falls due. */
  readonly advance: (ms: number) => Promise<void>;
  /** Jumps the wall clock alone. */
  readonly setWall: (ms: number) => void;
  readonly timers: () => number;
}

export function createFakeClock(startMs = Date.UTC(2026, 0, 15, 12)): FakeClock {
  let wallMs = startMs;
  let monotonicMs = 1_000;
  let nextId = 1;
  const timers = new Map<number, { readonly atMs: number; readonly callback: () => void }>();

  function nextDue(untilMs: number): number | null {
    let found: number | null = null;
    let foundAtMs = Infinity;
    for (const [id, { atMs }] of timers) {
      if (atMs <= untilMs && atMs < foundAtMs) [found, foundAtMs] = [id, atMs];
    }
    return found;
  }

  return {
    nowMs: () => wallMs,
    monotonicMs: () => monotonicMs,
    after(delayMs, callback) {
      const id = nextId;
      nextId += 1;
      timers.set(id, { atMs: monotonicMs + Math.max(0, delayMs), callback });
      return () => {
        timers.delete(id);
      };
    },
    async advance(ms) {
      const untilMs = monotonicMs + ms;
      await settle();
      for (let id = nextDue(untilMs); id !== null; id = nextDue(untilMs)) {
        const timer = timers.get(id);
        timers.delete(id);
        if (timer === undefined) continue;
        wallMs += timer.atMs - monotonicMs;
        monotonicMs = timer.atMs;
        timer.callback();
        await settle();
      }
      wallMs += untilMs - monotonicMs;
      monotonicMs = untilMs;
    },
    setWall(ms) {
      wallMs = ms;
    },
    timers: () => timers.size,
  };
}

/** Lets every promise that can settle without outside help settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise<void>((resume) => {
      setImmediate(resume);
    });
  }
}
