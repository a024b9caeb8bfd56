// Remembers, for each token, where its remaining time was last sure on the monotonic clock, and
// answers how long it has left. Forgotten at lock: the vault keeps wall times only. A clock that shows a
// time before the token was asked for says nothing about its end (case 114).
import type { Clock } from '../../domain/clock.ts';
import {
  anchorAge,
  anchorExpiry,
  leastAgeMs,
  mostRemainingMs,
  namedLifetimeMs,
  remainingMs,
  type AgeAnchor,
  type ExpiryAnchor,
} from '../../domain/expiry.ts';
import type { TokenId } from '../../domain/ids.ts';
import { deathProofOf, type ProofWindow } from '../../domain/death-proof.ts';
import { createSureTime, type SureTime } from '../../domain/sure-time.ts';
import {
  EXPIRY_MARGIN_MS,
  isTimeUp,
  PROPAGATION_WINDOW_MS,
  type Moment,
} from '../../domain/token-evidence.ts';
import type { Token } from '../../domain/token.ts';

export interface ExpiryBook {
  /** Anchors a token that just arrived to the moment its request was sent. */
  readonly arrived: (token: Token, sentMonotonicMs: number) => void;
  /** What its state depends on now. Its age is part of that alone where nobody named its end. */
  readonly moment: (token: Token) => Moment;
  /** Milliseconds left, possibly negative; null when unknown. */
  readonly remainingMs: (token: Token) => number | null;
  /** What may be left at most, if a clock was set; null when unknown. */
  readonly mostMs: (token: Token) => number | null;
  /** Its time is up for sure, with a margin: nothing is sent or asked for it any more. */
  readonly isTimeUp: (token: Token) => boolean;
  /** How old it is at least, if a clock was set forward. Looked at first when its row is saved, or at unlock. */
  readonly leastAgeMs: (token: Token) => number;
  /**
   * What is left of the window in which a revocation spreads, possibly negative; null where none was accepted.
   * A clock that was set back does not lengthen it. Set forward, it ends it: a sleep looks alike.
   */
  readonly propagationLeftMs: (token: Token) => number | null;
  /** How long a token of its environment may go on working after its revocation was accepted. */
  readonly windowMs: (token: Token) => number;
  /** How the proof of its death stands in time for a check that began then, wall clock. */
  readonly proofWindow: (token: Token, checkedAtMs: number) => ProofWindow;
  /** Of what is deleted by its age. Servers that name the time are told to it. */
  readonly sureTime: SureTime;
  /** Milliseconds for which the token is over for sure, possibly negative, if it lives no longer than that. */
  readonly surelyOverMs: (token: Token, longestLifeMs: number) => number;
  /** The token is gone. */
  readonly forget: (id: TokenId) => void;
}

interface AnchoredMoment {
  /** Wall clock. */
  readonly atMs: number;
  readonly anchor: AgeAnchor;
}

/** A clock this little behind was merely put right since. */
const CLOCK_CORRECTION_MS = 60_000;

/**
 * @param windowMsOf how long a token of it may go on working after its revocation was accepted.
 * @param longestLifetimeMsOf the longest life that its credential's tokens were given; 0 where none is known.
 */
export function createExpiryBook(
  clock: Clock,
  windowMsOf: (token: Token) => number = () => PROPAGATION_WINDOW_MS,
  longestLifetimeMsOf: (token: Token) => number = () => 0,
): ExpiryBook {
  const openedMs = clock.monotonicMs();
  const sureTime = createSureTime(clock);
  /** What began before this book was opened has lasted since then for sure: the clock may have been set meanwhile. */
  const sure = (anchor: AgeAnchor): AgeAnchor => Math.max(anchor, openedMs);
  const anchors = new Map<TokenId, ExpiryAnchor>();
  const ages = new Map<TokenId, AgeAnchor>();
  const acceptances = new Map<TokenId, AnchoredMoment>();
  const firstRefusals = new Map<TokenId, AnchoredMoment>();
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
  const leastAgeOf = (token: Token): number => {
    const age = leastAgeMs(token.sentAtMs, ageOf(token), clock);
    return Math.min(age, (sureTime.serverNowMs() ?? Infinity) - token.sentAtMs);
  };
  const remainingOf = (token: Token): number | null => {
    if (token.lifetimeSeconds === null) ageOf(token);
    const known = anchors.get(token.id);
    if (known === undefined && isClockBehind(token)) return null;
    return remainingMs(token, known ?? newAnchor(token), clock);
  };
  const mostOf = (token: Token): number | null => {
    const most = mostRemainingMs(token, anchors.get(token.id) ?? newAnchor(token), clock);
    const serverNowMs = sureTime.serverNowMs();
    if (most === null || serverNowMs === null) return most;
    // A server that names an earlier time shows that this clock is ahead.
    return Math.max(most, token.sentAtMs + (namedLifetimeMs(token) ?? 0) - serverNowMs);
  };
  /** That it was over when the vault was opened, the wall clock alone says: its whole life has to have passed for sure. */
  const surelyOverOf = (token: Token, longestLifeMs: number): number => {
    const mostMs = mostOf(token);
    const overMs = mostMs === null ? leastAgeOf(token) - longestLifeMs : -mostMs;
    const lifeMs = mostMs === null ? longestLifeMs : (namedLifetimeMs(token) ?? longestLifeMs);
    return Math.min(overMs, sureTime.leastSinceMs(token.sentAtMs) - lifeMs);
  };
  /** Of the latest such moment of the token: a second revocation has an acceptance of its own. */
  const anchorOf = (known: Map<TokenId, AnchoredMoment>, id: TokenId, atMs: number): AgeAnchor => {
    let moment = known.get(id);
    if (moment?.atMs !== atMs) moment = { atMs, anchor: anchorAge(atMs, clock) };
    known.set(id, moment);
    return moment.anchor;
  };
  const acceptedAnchor = (id: TokenId, acceptedAtMs: number): AgeAnchor =>
    anchorOf(acceptances, id, acceptedAtMs);
  const propagationLeftOf = (token: Token): number | null => {
    const acceptedAtMs = token.revocation?.acceptedAtMs ?? null;
    if (acceptedAtMs === null) return null;
    const windowMs = windowMsOf(token);
    const byWall = acceptedAtMs + windowMs - clock.nowMs();
    const anchor = acceptedAnchor(token.id, acceptedAtMs);
    return Math.min(byWall, anchor + windowMs - clock.monotonicMs());
  };
  /** Since the first refusal of the row; 0 before it. */
  const rowMsOf = (token: Token): number => {
    const atMs = deathProofOf(token)?.firstRefusedAtMs;
    if (atMs === undefined) return 0;
    return Math.max(0, clock.monotonicMs() - sure(anchorOf(firstRefusals, token.id, atMs)));
  };
  /** By the clock that cannot be set, and stands still while the machine sleeps: a proof never gains by either. */
  const proofWindowOf = (token: Token, checkedAtMs: number): ProofWindow => {
    const lengthMs = windowMsOf(token);
    const rowMs = rowMsOf(token);
    const acceptedAtMs = token.revocation?.acceptedAtMs ?? null;
    const ageMs =
      acceptedAtMs === null
        ? rowMs
        : clock.monotonicMs() - sure(acceptedAnchor(token.id, acceptedAtMs));
    // What was asked before its answer came is judged by when it was asked.
    const agoMs = Math.max(0, clock.nowMs() - checkedAtMs);
    const leftMs = lengthMs - ageMs + agoMs;
    const bestMs = propagationLeftOf(token);
    return {
      lengthMs,
      leftMs,
      leastLeftMs: bestMs === null ? leftMs : bestMs + agoMs,
      rowMs: Math.max(0, rowMs - agoMs),
    };
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
        ...(leftMs === null ? {} : { propagationLeftMs: leftMs, windowMs: windowMsOf(token) }),
      };
      if (token.lifetimeSeconds !== null) return moment;
      const longestLifetimeMs = longestLifetimeMsOf(token);
      return { ...moment, leastAgeMs: leastAgeOf(token), longestLifetimeMs };
    },
    leastAgeMs: leastAgeOf,
    remainingMs: remainingOf,
    mostMs: mostOf,
    isTimeUp: (token) => isTimeUp(mostOf(token)) && surelyOverOf(token, 0) >= EXPIRY_MARGIN_MS,
    propagationLeftMs: propagationLeftOf,
    windowMs: windowMsOf,
    proofWindow: proofWindowOf,
    sureTime,
    surelyOverMs: surelyOverOf,
    forget(id) {
      acceptances.delete(id);
      firstRefusals.delete(id);
      anchors.delete(id);
      ages.delete(id);
    },
  };
}
