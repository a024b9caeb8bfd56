// How long it is until something that counts from a moment in the past, by the smaller of wall and
// monotonic time: a clock that was set back puts nothing off. Forgotten at lock.
import type { Clock } from '../../domain/clock.ts';
import { anchorExpiry, remainingMs, type ExpiryAnchor } from '../../domain/expiry.ts';

export class DeadlineBook {
  readonly #clock: Clock;
  readonly #known = new Map<
    string,
    { readonly of: string; readonly anchor: ExpiryAnchor | null }
  >();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds left of `seconds` that began at `sinceMs` (wall clock), possibly negative. */
  leftMs(key: string, sinceMs: number, seconds: number): number {
    const life = { sentAtMs: sinceMs, lifetimeSeconds: seconds };
    const of = `${sinceMs} ${seconds}`;
    let known = this.#known.get(key);
    if (known?.of !== of) known = { of, anchor: anchorExpiry(life, this.#clock) };
    this.#known.set(key, known);
    return remainingMs(life, known.anchor, this.#clock) ?? 0;
  }

  /** It is over, and asked about no more. */
  forget(key: string): void {
    this.#known.delete(key);
  }
}
