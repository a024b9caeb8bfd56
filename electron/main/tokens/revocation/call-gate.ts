// How many calls of one client, or to one host, may be under way: as many as there are places, until a server says "too
// many" (429). Then none before its Retry-After or a doubling pause; afterwards one at a time, and one more for each
// that it takes.

const FIRST_PAUSE_MS = 1_000;
/** Even where a server asks for more: one call a minute says whether it still does. */
const LONGEST_PAUSE_MS = 60_000;

export class CallGate {
  /** Calls under way that hold a place. */
  running = 0;
  #allowed = Number.POSITIVE_INFINITY;
  #refusals = 0;
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  #untilMs = Number.NEGATIVE_INFINITY;

  /** Refused, and nothing was taken since. */
  get isRefused(): boolean {
    return this.#refusals > 0;
  }

  /** Milliseconds until one more call may leave; 0: now, Infinity: once another has ended. */
  waitMs(nowMs: number): number {
    if (nowMs < this.#untilMs) return this.#untilMs - nowMs;
    return this.running < this.#allowed ? 0 : Number.POSITIVE_INFINITY;
  }

  /** @param leftAtMs when the call began: those that left together are refused together, and count once. */
  refused(nowMs: number, leftAtMs: number, askedMs: number | null): void {
    const isNews = leftAtMs > this.#refusedAtMs;
    const ownMs = FIRST_PAUSE_MS * 2 ** Math.min(this.#refusals, 10);
    if (isNews) {
      this.#refusals += 1;
      this.#refusedAtMs = nowMs;
      this.#allowed = 1;
    }
    if (isNews || askedMs !== null) {
      const pauseMs = Math.min(askedMs ?? ownMs, LONGEST_PAUSE_MS);
      this.#untilMs = Math.max(this.#untilMs, nowMs + pauseMs);
    }
  }

  answered(leftAtMs: number): void {
    if (leftAtMs <= this.#refusedAtMs) return;
    this.#refusals = 0;
    this.#allowed += 1;
  }

  /** The person wants it tried now. */
  open(): void {
    this.#untilMs = Number.NEGATIVE_INFINITY;
  }
}
