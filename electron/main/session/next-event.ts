// One timer for the next moment at which some token's state changes by itself: it begins to expire,
// expires, leaves its propagation window, or ends by a lease. Wakes at least once a minute, so that a clock that was
// set or a machine that slept is noticed.
import { expiringThresholdMs } from '../domain/expiry.ts';
import type { Token } from '../domain/token.ts';
import type { Leases } from '../tokens/revocation/leases.ts';
import type { OpenSession } from '../tokens/open-session.ts';

const LONGEST_SLEEP_MS = 60_000;
/** Never sooner than this, so that a moment just missed cannot spin. */
const SHORTEST_SLEEP_MS = 20;

export function createNextEvent(session: OpenSession, leases: Leases, happened: () => void) {
  let cancel: (() => void) | null = null;
  let closed = false;

  function arm(): void {
    cancel?.();
    if (closed) return;
    let nextMs = LONGEST_SLEEP_MS;
    const sooner = (waitMs: number): void => {
      if (waitMs > 0 && waitMs < nextMs) nextMs = waitMs;
    };
    for (const token of session.vault.contents().tokens) {
      tellWaits(session, token, sooner);
      sooner(leases.waitMs(token));
    }
    cancel = session.clock.after(Math.max(SHORTEST_SLEEP_MS, nextMs + 1), () => {
      happened();
      arm();
    });
  }

  return {
    arm,
    close(): void {
      closed = true;
      cancel?.();
    },
  };
}

/** Calls back rather than answering a list: thousands of tokens are looked at after each save. */
function tellWaits(session: OpenSession, token: Token, tell: (waitMs: number) => void): void {
  const left = session.expiries.remainingMs(token);
  if (left !== null && token.lifetimeSeconds !== null) {
    tell(left);
    tell(left - expiringThresholdMs(token.lifetimeSeconds));
  }
  const spreadsMs = session.expiries.propagationLeftMs(token);
  if (spreadsMs !== null) tell(spreadsMs);
}
