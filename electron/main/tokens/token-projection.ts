// One token as the app window sees it: its state right now, and what may be offered for it. Of
// thousands few change between two looks, so what is shown stays the same object while nothing in it differs.
import * as v from 'valibot';
import { tokenView, type TokenView } from '../../shared/credentials/credential-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { LeaseEnd, TokenState, AccessType } from '../../shared/words.ts';
import type { Credential } from '../domain/credential.ts';
import type { TokenId } from '../domain/ids.ts';
import { confirmsAtMs, REFUSALS_NEEDED } from '../domain/death-proof.ts';
import {
  isProvable,
  mightStillWork,
  PROPAGATION_WINDOW_MS,
  type Moment as TokenMoment,
} from '../domain/token-evidence.ts';
import { tokenState } from '../domain/token-state.ts';
import type { Token, TokenCheck } from '../domain/token.ts';
import type { SessionServices } from '../session/session-services.ts';
import { isReplaced, isUnreplaced } from './ledger/housekeeping.ts';
import { toLeaseView } from '../renewal/renewal-projection.ts';
import { createInterning } from '../ipc/interning.ts';
import { listOf, type ShownToken } from '../ipc/projection-cache.ts';
import { isCheckable } from './checks/token-checks.ts';

interface OfferMoment {
  readonly accessType: AccessType;
  readonly state: TokenState;
  readonly live: boolean;
  readonly hasText: boolean;
  readonly unsaved: boolean;
}

const nothing: TokenView['can'] = {
  check: false,
  renew: false,
  revoke: false,
  guide: false,
  copy: false,
  forget: false,
};

/** Nothing until it is safely on disk. */
function offersOf(now: OfferMoment, token: Token): TokenView['can'] {
  if (now.unsaved) return nothing;
  const issued = token.issue === 'issued';
  const usable = now.hasText && issued && now.state !== 'expired';
  const accepted = token.revocation?.acceptedAtMs != null;
  return {
    check: usable && isCheckable(token),
    renew: issued && token.revocation === null && token.forgottenAtMs === null,
    // Not while the text is here but not on disk yet: a stop would not count it (revocation-plan.ts).
    revoke:
      now.accessType === 'trader' &&
      now.hasText &&
      token.issue !== 'requested' &&
      now.live &&
      (!accepted || now.state === 'still_honoured'),
    guide: now.accessType === 'partner' && now.live && token.issue !== 'requested',
    copy: usable && now.live,
    forget: token.issue !== 'requested' && token.forgottenAtMs === null,
  };
}

interface TokenSources {
  readonly services: SessionServices;
  /** Tokens whose save is still being tried. */
  readonly unsaved: ReadonlySet<TokenId>;
}

/** What a view depends on besides the token's own facts. */
interface Moment extends OfferMoment {
  readonly unreplaced: boolean;
  /** Nearly always what the server said, so that tokens share their moment. */
  readonly expiresAtMs: 'as_granted' | number | null;
  readonly propagationEndsAtMs: 'as_accepted' | number | null;
  readonly nextAttemptAtMs: number | null;
  /** How long a token of it may go on working after its revocation was accepted. */
  readonly windowMs: number;
  readonly leaseEnd: LeaseEnd | null;
  readonly leaseEndsAtMs: number | null;
}

/** One for as long as a window is served. */
interface ShownTokens {
  readonly of: (from: TokenSources, credential: Credential, token: Token) => ShownToken;
}

/** A row and its moment: a small part of the view that is made of them. */
class TokenAtMoment implements ShownToken {
  readonly #token: Token;
  readonly moment: Moment;

  constructor(token: Token, moment: Moment) {
    this.#token = token;
    this.moment = moment;
  }

  get id(): TokenId {
    return this.#token.id;
  }

  get live(): boolean {
    return this.moment.live;
  }

  get state(): TokenState {
    return this.moment.state;
  }

  get sentAtMs(): number {
    return this.#token.sentAtMs;
  }

  get unsaved(): boolean {
    return this.moment.unsaved;
  }

  get unreplaced(): boolean {
    return this.moment.unreplaced;
  }

  get expiresAtMs(): number | null {
    const { expiresAtMs } = this.moment;
    return expiresAtMs === 'as_granted' ? grantedEndMs(this.#token) : expiresAtMs;
  }

  view(): TokenView {
    const view = toTokenView(this.moment, this.#token, this.expiresAtMs);
    v.parse(tokenView, view);
    return view;
  }
}

export function createShownTokens(): ShownTokens {
  const known = new WeakMap<Token, TokenAtMoment>();
  const moments = createInterning<Moment>();
  return {
    of(from, credential, token) {
      const before = known.get(token);
      const moment = moments.of(before?.moment, momentOf(from, credential, token));
      if (before?.moment === moment) return before;
      const shown = new TokenAtMoment(token, moment);
      known.set(token, shown);
      return shown;
    },
  };
}

function momentOf(from: TokenSources, { accessType }: Credential, token: Token): Moment {
  const { session, texts, revocations } = from.services;
  // Now, and not when the view was begun: with ten thousand tokens a part of a second lies between them,
  // by which every end would seem to be earlier.
  const isNowReplaced = isReplaced(session, session.vault.contents(), token);
  const moment = { ...session.expiries.moment(token), isReplaced: isNowReplaced };
  const { nowMs, remainingMs: leftMs } = moment;
  const lease = toLeaseView(from.services, token.id, nowMs);
  const state = tokenState(token, accessType, moment);
  return {
    accessType,
    state,
    live: mightStillWork(token, accessType, moment),
    hasText: texts.hasText(token.id),
    unsaved: from.unsaved.has(token.id),
    unreplaced: state === 'expired' && isUnreplaced(session, session.vault.contents(), token),
    expiresAtMs: leftMs === null ? null : shownExpiry(token, nowMs + leftMs),
    propagationEndsAtMs: shownPropagationEnd(token, moment),
    nextAttemptAtMs: revocations.nextAttemptAtMs(token.id),
    windowMs:
      token.partnerPlan === null && token.revocation === null
        ? 0
        : session.expiries.windowMs(token),
    leaseEnd: lease?.end ?? null,
    leaseEndsAtMs: lease?.endsAtMs ?? null,
  };
}

function toTokenView(
  moment: Moment,
  token: Token,
  expiresAtMs: TokenView['expiresAtMs'],
): TokenView {
  const { accessType, state, live, unsaved } = moment;
  const run = token.revocation;
  const plan = token.partnerPlan;
  const failure: Failure | null = run?.terminalFailure ?? run?.lastFailure ?? null;
  return {
    id: token.id,
    credentialId: token.credentialId,
    fingerprint: token.fingerprint,
    state,
    live,
    requestedScopes: listOf(token.requestedScopes),
    grantedScopes: token.grantedScopes && listOf(token.grantedScopes),
    sentAtMs: token.sentAtMs,
    expiresAtMs,
    lifetimeSeconds: token.lifetimeSeconds,
    expiresInRaw: token.expiresInRaw,
    anomalies: listOf(token.anomalies),
    quarantine: token.quarantine,
    supersededAtMs: token.supersededAtMs,
    lease: moment.leaseEnd && { end: moment.leaseEnd, endsAtMs: moment.leaseEndsAtMs },
    unsaved,
    unreplaced: moment.unreplaced,
    lastCheck: token.lastCheck && checkView(token.lastCheck),
    revocation: run && {
      intentAtMs: run.intentAtMs,
      attempts: run.attempts,
      acceptedAtMs: run.acceptedAtMs,
      refusals: run.refusals,
      refusalsNeeded: REFUSALS_NEEDED,
      firstRefusedAtMs: run.firstRefusedAtMs ?? null,
      evidence: run.evidence ?? null,
      propagationEndsAtMs:
        moment.propagationEndsAtMs === 'as_accepted'
          ? (run.acceptedAtMs ?? 0) + moment.windowMs
          : moment.propagationEndsAtMs,
      verifiedAtMs: run.verifiedAtMs,
      nextAttemptAtMs: moment.nextAttemptAtMs,
      failure,
    },
    partnerPlan: plan && {
      startedAtMs: plan.startedAtMs,
      done: listOf(plan.done),
      oldSecret: plan.oldSecret,
      refusals: plan.refusals,
      refusalsNeeded: REFUSALS_NEEDED,
      firstRefusedAtMs: plan.firstRefusedAtMs ?? null,
      evidence: plan.evidence ?? null,
      verifiedAtMs: plan.verifiedAtMs,
    },
    can: offersOf(moment, token),
    confirmsAtMs: confirmsAtMs(token, moment.windowMs),
    verifiable: isProvable(token, accessType),
  };
}

const checkView = (check: TokenCheck): NonNullable<TokenView['lastCheck']> => {
  const { way: _way, evidence = null, control = null, ...shown } = check;
  return { ...shown, evidence, control };
};

const grantedEndMs = ({ sentAtMs, lifetimeSeconds }: Token): number =>
  sentAtMs + (lifetimeSeconds ?? 0) * 1000;

/** The exact moment, unless monotonic time knows of an earlier one: then whole seconds, so that it stays still. */
function shownExpiry(token: Token, effectiveMs: number): Moment['expiresAtMs'] {
  return grantedEndMs(token) - effectiveMs < 50
    ? 'as_granted'
    : Math.floor(effectiveMs / 1000) * 1000;
}

/** When the propagation window ends, by the clock that was set meanwhile, if one was. */
function shownPropagationEnd(
  { revocation }: Token,
  { nowMs, propagationLeftMs: leftMs, windowMs = PROPAGATION_WINDOW_MS }: TokenMoment,
): Moment['propagationEndsAtMs'] {
  const acceptedAtMs = revocation?.acceptedAtMs ?? null;
  if (acceptedAtMs === null || leftMs === undefined) return null;
  const asAcceptedMs = acceptedAtMs + windowMs;
  const isSet = leftMs > 0 && Math.abs(nowMs + leftMs - asAcceptedMs) >= 1_000;
  return isSet ? Math.floor((nowMs + leftMs) / 1000) * 1000 : 'as_accepted';
}
