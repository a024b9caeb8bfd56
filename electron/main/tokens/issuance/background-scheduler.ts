// When a request that nobody asked for by hand may leave: a few at once to each host, so that a slow one holds
// up no other, so many a second, and none to a host that cannot be reached (docs/oauth-cases.md cases 85 and 88). A
// person's click never waits here.
import { randomInt } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import { fail, type Result, type Outcome } from '../../domain/result.ts';
import { limitOfEach } from '../../domain/limit.ts';
import { hostOf } from '../../domain/place-words.ts';
import { pause } from '../../domain/time-limit.ts';
import { unreachable } from '../../domain/unreachable.ts';

/** Calls under way at once to one host. */
export const AT_ONCE = 4;
/** Between two requests at least this, and up to a fifth more, so that no two clients march in step. */
const APART_MS = 100;
const JITTER_MS = 20;
/** After so many failures to reach a host in a row, automatic requests leave it alone for a while. */
const FAILURES_OPEN = 5;
const OPEN_MS = 30_000;

export function createBackgroundScheduler(clock: Clock) {
  const atHost = limitOfEach(AT_ONCE);
  const failures = new Map<string, { readonly inARow: number; readonly lastMs: number }>();
  let nextAtMs = -Infinity;

  /** Milliseconds until automatic requests may try this host again; 0: now. */
  function pauseMs(host: string): number {
    const seen = failures.get(host);
    if (seen === undefined || seen.inARow < FAILURES_OPEN) return 0;
    return Math.max(0, seen.lastMs + OPEN_MS - clock.monotonicMs());
  }

  function paused(host: string): Result<never> | null {
    const leftMs = pauseMs(host);
    if (leftMs === 0) return null;
    return fail({
      code: 'automatic_paused',
      facts: { host: hostOf(host), retryAtMs: clock.nowMs() + leftMs },
    });
  }

  async function turn(): Promise<void> {
    const nowMs = clock.monotonicMs();
    const waitMs = nextAtMs - nowMs;
    nextAtMs = Math.max(nowMs, nextAtMs) + APART_MS + randomInt(JITTER_MS + 1);
    if (waitMs > 0) await pause(clock, waitMs);
  }

  return {
    /** Does the work when its turn comes; `automatic_paused` while the host's circuit is open. */
    async take<T>(host: string, work: () => Outcome<T>): Outcome<T> {
      const atOnce = paused(host);
      if (atOnce !== null) return atOnce;
      return await atHost(host)(async () => {
        // It takes no turn from another host.
        const now = paused(host);
        if (now !== null) return now;
        await turn();
        return paused(host) ?? (await work());
      });
    },
    /** What came of a request, whoever asked for it. */
    saw(host: string, result: Result<unknown>): void {
      if (result.ok || !unreachable.has(result.failure.code)) failures.delete(host);
      else {
        const inARow = (failures.get(host)?.inARow ?? 0) + 1;
        failures.set(host, { inARow, lastMs: clock.monotonicMs() });
      }
    },
  };
}
