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

interface AnchoredMoment {
  /** Wall clock. */
  readonly atMs: number;
  readonly anchor: AgeAnchor;
}

/** A clock this little behind was merely put right since. */
const CLOCK_CORRECTION_MS = 60_000;

export class ExpiryBook {
  readonly #clock: Clock;
  readonly #longestLifetimeMsOf: (token: Token) => number;
  readonly #openedMs: number;
  readonly #anchors = new Map<TokenId, ExpiryAnchor>();
  readonly #ages = new Map<TokenId, AgeAnchor>();
  readonly #acceptances = new Map<TokenId, AnchoredMoment>();
  readonly #firstRefusals = new Map<TokenId, AnchoredMoment>();
  /** Of what is deleted by its age. Servers that name the time are told to it. */
  readonly sureTime: SureTime;
  /** How long a token of its environment may go on working after its revocation was accepted. */
  readonly windowMs: (token: Token) => number;

  /**
   * @param windowMsOf how long a token of it may go on working after its revocation was accepted.
   * @param longestLifetimeMsOf the longest life that its credential's tokens were given; 0 where none is known.
   */
  constructor(
    clock: Clock,
    windowMsOf: (token: Token) => number = () => PROPAGATION_WINDOW_MS,
    longestLifetimeMsOf: (token: Token) => number = () => 0,
  ) {
    this.#clock = clock;
    this.#openedMs = clock.monotonicMs();
    this.#longestLifetimeMsOf = longestLifetimeMsOf;
    this.windowMs = windowMsOf;
    this.sureTime = createSureTime(clock);
  }

  /** Anchors a token that just arrived to the moment its request was sent. */
  arrived(token: Token, sentMonotonicMs: number): void {
    this.#remember(token, anchorExpiry(token, this.#clock, sentMonotonicMs));
  }

  /** What its state depends on now. Its age is part of that alone where nobody named its end. */
  moment(token: Token): Moment {
    const leftMs = this.propagationLeftMs(token);
    const moment = {
      nowMs: this.#clock.nowMs(),
      remainingMs: this.remainingMs(token),
      mostRemainingMs: this.mostMs(token),
      ...(leftMs === null ? {} : { propagationLeftMs: leftMs, windowMs: this.windowMs(token) }),
    };
    if (token.lifetimeSeconds !== null) return moment;
    const longestLifetimeMs = this.#longestLifetimeMsOf(token);
    return { ...moment, leastAgeMs: this.leastAgeMs(token), longestLifetimeMs };
  }

  /** Milliseconds left, possibly negative; null when unknown. */
  remainingMs(token: Token): number | null {
    if (token.lifetimeSeconds === null) this.#ageOf(token);
    const known = this.#anchors.get(token.id);
    if (known === undefined && this.#isClockBehind(token)) return null;
    return remainingMs(token, known ?? this.#newAnchor(token), this.#clock);
  }

  /** What may be left at most, if a clock was set; null when unknown. */
  mostMs(token: Token): number | null {
    const anchor = this.#anchors.get(token.id) ?? this.#newAnchor(token);
    const most = mostRemainingMs(token, anchor, this.#clock);
    const serverNowMs = this.sureTime.serverNowMs();
    if (most === null || serverNowMs === null) return most;
    // A server that names an earlier time shows that this clock is ahead.
    return Math.max(most, token.sentAtMs + (namedLifetimeMs(token) ?? 0) - serverNowMs);
  }

  /** Its time is up for sure, with a margin: nothing is sent or asked for it any more. */
  isTimeUp(token: Token): boolean {
    return isTimeUp(this.mostMs(token)) && this.surelyOverMs(token, 0) >= EXPIRY_MARGIN_MS;
  }

  /** How old it is at least, if a clock was set forward. Looked at first when its row is saved, or at unlock. */
  leastAgeMs(token: Token): number {
    const age = leastAgeMs(token.sentAtMs, this.#ageOf(token), this.#clock);
    return Math.min(age, (this.sureTime.serverNowMs() ?? Infinity) - token.sentAtMs);
  }

  /**
   * Milliseconds for which the token is over for sure, possibly negative, if it lives no longer than that. That it was
   * over when the vault was opened, the wall clock alone says: its whole life has to have passed for sure.
   */
  surelyOverMs(token: Token, longestLifeMs: number): number {
    const mostMs = this.mostMs(token);
    const overMs = mostMs === null ? this.leastAgeMs(token) - longestLifeMs : -mostMs;
    const lifeMs = mostMs === null ? longestLifeMs : (namedLifetimeMs(token) ?? longestLifeMs);
    return Math.min(overMs, this.sureTime.leastSinceMs(token.sentAtMs) - lifeMs);
  }

  /**
   * What is left of the window in which a revocation spreads, possibly negative; null where none was accepted.
   * A clock that was set back does not lengthen it. Set forward, it ends it: a sleep looks alike.
   */
  propagationLeftMs(token: Token): number | null {
    const acceptedAtMs = token.revocation?.acceptedAtMs ?? null;
    if (acceptedAtMs === null) return null;
    const windowMs = this.windowMs(token);
    const byWall = acceptedAtMs + windowMs - this.#clock.nowMs();
    const anchor = this.#anchorOf(this.#acceptances, token.id, acceptedAtMs);
    return Math.min(byWall, anchor + windowMs - this.#clock.monotonicMs());
  }

  /**
   * How the proof of its death stands in time for a check that began then, wall clock. By the clock that cannot be set,
   * and stands still while the machine sleeps: a proof never gains by either.
   */
  proofWindow(token: Token, checkedAtMs: number): ProofWindow {
    const lengthMs = this.windowMs(token);
    const firstRefusedAtMs = deathProofOf(token)?.firstRefusedAtMs ?? null;
    const rowMs = Math.max(
      0,
      this.#sureMsSince(this.#firstRefusals, token.id, firstRefusedAtMs) ?? 0,
    );
    const acceptedAtMs = token.revocation?.acceptedAtMs ?? null;
    const ageMs = this.#sureMsSince(this.#acceptances, token.id, acceptedAtMs) ?? rowMs;
    // What was asked before its answer came is judged by when it was asked.
    const agoMs = Math.max(0, this.#clock.nowMs() - checkedAtMs);
    const leftMs = lengthMs - ageMs + agoMs;
    const bestMs = this.propagationLeftMs(token);
    return {
      lengthMs,
      leftMs,
      leastLeftMs: bestMs === null ? leftMs : bestMs + agoMs,
      rowMs: Math.max(0, rowMs - agoMs),
    };
  }

  /** The token is gone. */
  forget(id: TokenId): void {
    for (const known of [this.#acceptances, this.#firstRefusals, this.#anchors, this.#ages]) {
      known.delete(id);
    }
  }

  #ageOf({ id, sentAtMs }: Token): AgeAnchor {
    const anchor = this.#ages.get(id) ?? anchorAge(sentAtMs, this.#clock);
    this.#ages.set(id, anchor);
    return anchor;
  }

  #remember(token: Token, anchor: ExpiryAnchor | null): ExpiryAnchor | null {
    if (anchor !== null) this.#anchors.set(token.id, anchor);
    return anchor;
  }

  /** Of a token that has none yet, and gets none while the clock is behind. */
  #newAnchor(token: Token): ExpiryAnchor | null {
    if (this.#isClockBehind(token)) return null;
    return this.#remember(token, anchorExpiry(token, this.#clock));
  }

  #isClockBehind(token: Token): boolean {
    return this.#clock.nowMs() < token.sentAtMs - CLOCK_CORRECTION_MS;
  }

  /** Of the latest such moment of the token: a second revocation has an acceptance of its own. */
  #anchorOf(known: Map<TokenId, AnchoredMoment>, id: TokenId, atMs: number): AgeAnchor {
    let moment = known.get(id);
    if (moment?.atMs !== atMs) moment = { atMs, anchor: anchorAge(atMs, this.#clock) };
    known.set(id, moment);
    return moment.anchor;
  }

  /** What began before this book was opened has lasted since then for sure: the clock may have been set meanwhile. */
  #sureMsSince(
    known: Map<TokenId, AnchoredMoment>,
    id: TokenId,
    atMs: number | null,
  ): number | null {
    if (atMs === null) return null;
    const since = Math.max(this.#anchorOf(known, id, atMs), this.#openedMs);
    return this.#clock.monotonicMs() - since;
  }
}
