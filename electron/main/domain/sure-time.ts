// How long something has lasted for sure. Whatever is deleted because it is old asks here and nowhere else: a wall
// clock that is wrong, at an unlock above all, must not delete what may live (I4).
import type { Clock } from './clock.ts';

export interface SureTime {
  /** A server named the time: its Date header, as milliseconds since the epoch. */
  readonly sawServer: (atMs: number) => void;
  /** The time by that server now; null before one named it. It stands still while the machine sleeps. */
  readonly serverNowMs: () => number | null;
  /**
   * Milliseconds since a moment of the wall clock, possibly negative: as many as the wall clock says, where a server
   * agrees, or the time that passed while this process watched.
   */
  readonly leastSinceMs: (atMs: number) => number;
}

export function createSureTime(clock: Clock): SureTime {
  const openedMs = clock.monotonicMs();
  const openedAtMs = clock.nowMs();
  let server: { readonly atMs: number; readonly seenMs: number } | null = null;
  const serverNowMs = (): number | null =>
    server === null ? null : server.atMs + clock.monotonicMs() - server.seenMs;
  return {
    sawServer(atMs) {
      server = { atMs, seenMs: clock.monotonicMs() };
    },
    serverNowMs,
    leastSinceMs(atMs) {
      const watchedMs = clock.monotonicMs() - openedMs - Math.max(0, atMs - openedAtMs);
      const byServerMs = (serverNowMs() ?? -Infinity) - atMs;
      return Math.min(clock.nowMs() - atMs, Math.max(watchedMs, byServerMs));
    },
  };
}
