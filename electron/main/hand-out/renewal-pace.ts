// When a token that a program holds is replaced, and how long the one before it lives on. A program sets no pace: what
// it may cause is spaced here, with the patience of renewal (domain/renewal-time.ts).
import type { Failure } from '../../shared/failures/failure.ts';
import type { Clock } from '../domain/clock.ts';
import type { CredentialId } from '../domain/ids.ts';
import {
  APART_MS,
  isRefusal,
  REFUSALS_STOP_RENEWAL,
  renewalPauseMs,
} from '../domain/renewal-time.ts';

/**
 * Programs ask again when half of `expires_in` is over. A token is renewed once a third of its life is over, so that
 * whoever asks by then is given a new one while the old one has half of its life left.
 */
const RENEWED_AFTER_SHARE = 1 / 3;
/** From then on a third of its life passes until all that were given the old one have asked again. */
const GRACE_SHARE = 1 / 3;
/** Beyond that: a program takes as long to ask, to hear the answer, and to end its calls. */
const GRACE_MS = 10_000;
/** Between two looks at a token of which a program says that a call refused it. */
const LOOK_APART_MS = 10_000;
/** Between two new tokens for that reason. */
const REPLACED_APART_MS = 60_000;
/** Where nobody can ask about the token, its calls may be refused for what they ask: the pause doubles up to this. */
const LONGEST_APART_MS = 16 * REPLACED_APART_MS;

/** @param leftMs of its life; null where the server named no end: then it is renewed only as a call refuses it. */
export const isToRenew = (leftMs: number | null, lifetimeSeconds: number | null): boolean =>
  leftMs !== null &&
  lifetimeSeconds !== null &&
  leftMs <= lifetimeSeconds * 1000 * (1 - RENEWED_AFTER_SHARE);

/** Milliseconds after its renewal at which the old token is revoked. */
export const graceMs = (lifetimeSeconds: number | null): number =>
  GRACE_MS + (lifetimeSeconds ?? 0) * 1000 * GRACE_SHARE;

/** How often one program may have its token asked about or replaced. */
export class ProgramPace {
  readonly #clock: Clock;
  #issuedAtMs: number;
  #lookedAtMs = -Infinity;
  #replacedAtMs = -Infinity;
  #unsure = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#issuedAtMs = clock.monotonicMs();
  }

  /** It was given a new token. */
  issued(): void {
    this.#issuedAtMs = this.#clock.monotonicMs();
  }

  /** Milliseconds until it may be given a new one (docs/oauth-cases.md case 21). */
  waitMs(): number {
    return Math.max(0, this.#issuedAtMs + APART_MS - this.#clock.monotonicMs());
  }

  /** A call was refused, as the program says: whether it is time to look at the token. Then the next look waits. */
  mayLook(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#lookedAtMs < LOOK_APART_MS) return false;
    this.#lookedAtMs = nowMs;
    return true;
  }

  /** Whether it is time to replace a token that is refused. @param isSure the gateway said so to Strongroom too. */
  mayReplace(isSure: boolean): boolean {
    const nowMs = this.#clock.monotonicMs();
    const sinceMs = nowMs - this.#replacedAtMs;
    const apartMs = isSure ? REPLACED_APART_MS : REPLACED_APART_MS * 2 ** this.#unsure;
    if (sinceMs < Math.min(apartMs, LONGEST_APART_MS)) return false;
    this.#unsure = isSure || sinceMs > 2 * LONGEST_APART_MS ? 0 : this.#unsure + 1;
    this.#replacedAtMs = nowMs;
    return true;
  }
}

interface Patience {
  readonly failures: number;
  readonly refusals: number;
  /** Monotonic. */
  readonly notBeforeMs: number;
}

/** What came of the requests for programs, credential by credential: whoever asks in a loop waits. */
export class ClientPatience {
  readonly #clock: Clock;
  readonly #of = new Map<CredentialId, Patience>();
  /** When a first token was last asked for without a question, on the monotonic clock. */
  readonly #unaskedAtMs = new Map<CredentialId, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  succeeded(id: CredentialId): void {
    this.#of.delete(id);
  }

  /** Retry-After is kept; without one the pause doubles from half a minute to five minutes. */
  failed(id: CredentialId, failure: Failure): void {
    const before = this.#of.get(id) ?? { failures: 0, refusals: 0 };
    const failures = before.failures + 1;
    const askedMs = (failure.facts?.retryAtMs ?? 0) - this.#clock.nowMs();
    this.#of.set(id, {
      failures,
      refusals: before.refusals + (isRefusal(failure) ? 1 : 0),
      notBeforeMs: this.#clock.monotonicMs() + Math.max(renewalPauseMs(failures), askedMs),
    });
  }

  /** Nothing is asked for until a person gets a token of it. */
  isStopped(id: CredentialId): boolean {
    return (this.#of.get(id)?.refusals ?? 0) >= REFUSALS_STOP_RENEWAL;
  }

  waitMs(id: CredentialId): number {
    return Math.max(0, (this.#of.get(id)?.notBeforeMs ?? 0) - this.#clock.monotonicMs());
  }

  /** A first token is being asked for that nobody was asked about. Whatever comes of it, the next such one waits. */
  beganUnasked(id: CredentialId): void {
    this.#unaskedAtMs.set(id, this.#clock.monotonicMs());
  }

  /** Milliseconds until the next such one: a command may end at once and be started again for ever. */
  unaskedWaitMs(id: CredentialId): number {
    const sinceMs = this.#clock.monotonicMs() - (this.#unaskedAtMs.get(id) ?? -Infinity);
    return Math.max(0, APART_MS - sinceMs);
  }
}
