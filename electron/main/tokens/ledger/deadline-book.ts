// How long it is until something that counts from a moment in the past, by the smaller of wall and
// monotonic time: a clock that was set back puts nothing off. Forgotten at lock.
import type { Clock } from '../../domain/clock.ts';
import { anchorExpiry, remainingMs, type ExpiryAnchor } from '../../domain/expiry.ts';

export interface DeadlineBook {
  /** Milliseconds left of `seconds` that began at `sinceMs` (wall clock), possibly negative. */
  readonly leftMs: (key: string, sinceMs: number, seconds: number) => number;
  /** It is over, and asked about no more. */
  readonly forget: (key: string) => void;
}

export function createDeadlineBook(clock: Clock): DeadlineBook {
  const anchors = new Map<string, { readonly of: string; readonly anchor: ExpiryAnchor | null }>();
  return {
    leftMs(key, sinceMs, seconds) {
      const life = { sentAtMs: sinceMs, lifetimeSeconds: seconds };
      const of = `${sinceMs} ${seconds}`;
      let known = anchors.get(key);
      if (known?.of !== of) {
        known = { of, anchor: anchorExpiry(life, clock) };
        anchors.set(key, known);
      }
      return remainingMs(life, known.anchor, clock) ?? 0;
    },
    forget(key) {
      anchors.delete(key);
    },
  };
}
