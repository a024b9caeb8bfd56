// Remembers, for each token, where its remaining time was last sure on the monotonic clock, and
// answers how long it has left. Forgotten at lock: the vault keeps wall times only.
import type { Clock } from '../domain/clock.ts';
import { anchorExpiry, remainingMs, type ExpiryAnchor } from '../domain/expiry.ts';
import type { TokenId } from '../domain/ids.ts';
import type { Token } from '../domain/token.ts';

export interface ExpiryBook {
  /** Anchors a token that just arrived to the moment its request was sent. */
  readonly arrived: (token: Token, sentMonotonicMs: number) => void;
  /** Milliseconds left, possibly negative; null when unknown. */
  readonly remainingMs: (token: Token) => number | null;
}

export function createExpiryBook(clock: Clock): ExpiryBook {
  const anchors = new Map<TokenId, ExpiryAnchor>();
  const remember = (token: Token, anchor: ExpiryAnchor | null): void => {
    if (anchor !== null) anchors.set(token.id, anchor);
  };
  return {
    arrived: (token, sentMonotonicMs) =>
      remember(token, anchorExpiry(token, clock, sentMonotonicMs)),
    remainingMs(token) {
      if (!anchors.has(token.id)) remember(token, anchorExpiry(token, clock));
      return remainingMs(token, anchors.get(token.id) ?? null, clock);
    },
  };
}
