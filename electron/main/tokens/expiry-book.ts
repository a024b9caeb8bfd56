// Remembers, for each token, where its remaining time was last sure on the monotonic clock, and
// answers how long it has left. Forgotten at lock: the vault keeps wall times only. A clock that shows a
// time before the token was asked for says nothing about its end (case 114).
import type { Clock } from '../domain/clock.ts';
import {
  anchorAge,
  anchorExpiry,
  leastAgeMs,
  mostRemainingMs,
  remainingMs,
  type AgeAnchor,
  type ExpiryAnchor,
} from '../domain/expiry.ts';
import type { TokenId } from '../domain/ids.ts';
import { PROPAGATION_WINDOW_MS, type Moment } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';

export interface ExpiryBook {
  /** Anchors a token that just arrived to the moment its request was sent. */
  readonly arrived: (token: Token, sentMonotonicMs: number) => void;
  /** What its state depends on now. Its age is part of that alone where nobody named its end. */
  readonly moment: (token: Token) => Moment;
  /** Milliseconds left, possibly negative; null when unknown. */
  readonly remainingMs: (token: Token) => number | null;
  /** What may be left at most, if a clock was set; null when unknown. */
  readonly mostMs: (token: Token) => number | null;
  /** How old it is at least, if a clock was set forward. Looked at first when its row is saved, or at unlock. */
  readonly leastAgeMs: (token: Token) => number;
  /**
   * What is left of the window in which a revocation spreads, possibly negative; null where none was accepted.
   * A clock that was set back does not lengthen it. Set forward, it ends it: a sleep looks alike.
   */
  readonly propagationLeftMs: (token: Token) => number | null;
  /** The token is gone. */
  readonly forget: (id: TokenId) => void;
}

/** A clock this little behind was merely put right since. */
const CLOCK_CORRECTION_MS = 60_000;

export function createExpiryBook(clock: Clock): ExpiryBook {
  const anchors = new Map<TokenId, ExpiryAnchor>();
  const ages = new Map<TokenId, AgeAnchor>();
  const acceptances = new Map<TokenId, AgeAnchor>();
  const ageOf = ({ id, sentAtMs }: Token): AgeAnchor => {
    const anchor = ages.get(id) ?? anchorAge(sentAtMs, clock);
    ages.set(id, anchor);
    return anchor;
  };
  const remember = (token: Token, anchor: ExpiryAnchor | null): ExpiryAnchor | null => {
    if (anchor !== null) anchors.set(token.id, anchor);
    return anchor;
  };
  const isClockBehind = (token: Token): boolean =>
    clock.nowMs() < token.sentAtMs - CLOCK_CORRECTION_MS;
  /** Of a token that has none yet, and gets none while the clock is behind. */
  const newAnchor = (token: Token): ExpiryAnchor | null =>
    isClockBehind(token) ? null : remember(token, anchorExpiry(token, clock));
  const leastAgeOf = (token: Token): number => leastAgeMs(token.sentAtMs, ageOf(token), clock);
  const remainingOf = (token: Token): number | null => {
    if (token.lifetimeSeconds === null) ageOf(token);
    const known = anchors.get(token.id);
    if (known === undefined && isClockBehind(token)) return null;
    return remainingMs(token, known ?? newAnchor(token), clock);
  };
  const mostOf = (token: Token): number | null =>
    mostRemainingMs(token, anchors.get(token.id) ?? newAnchor(token), clock);
  const propagationLeftOf = ({ id, revocation }: Token): number | null => {
    const acceptedAtMs = revocation?.acceptedAtMs ?? null;
    if (acceptedAtMs === null) return null;
    const anchor = acceptances.get(id) ?? anchorAge(acceptedAtMs, clock);
    acceptances.set(id, anchor);
    const byWall = acceptedAtMs + PROPAGATION_WINDOW_MS - clock.nowMs();
    return Math.min(byWall, anchor + PROPAGATION_WINDOW_MS - clock.monotonicMs());
  };
  return {
    arrived(token, sentMonotonicMs) {
      remember(token, anchorExpiry(token, clock, sentMonotonicMs));
    },
    moment(token) {
      const leftMs = propagationLeftOf(token);
      const moment = {
        nowMs: clock.nowMs(),
        remainingMs: remainingOf(token),
        mostRemainingMs: mostOf(token),
        ...(leftMs === null ? {} : { propagationLeftMs: leftMs }),
      };
      if (token.lifetimeSeconds !== null) return moment;
      return { ...moment, leastAgeMs: leastAgeOf(token) };
    },
    leastAgeMs: leastAgeOf,
    remainingMs: remainingOf,
    mostMs: mostOf,
    propagationLeftMs: propagationLeftOf,
    forget(id) {
      acceptances.delete(id);
      anchors.delete(id);
      ages.delete(id);
    },
  };
}
