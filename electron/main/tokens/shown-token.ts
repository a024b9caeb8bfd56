// One token as the app window sees it: its state right now, and what may be offered for it.
import type { TokenView } from '../../shared/credentials/credential-view.ts';
import type { AccessType } from '../../shared/words.ts';
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
import type { OpenSession } from './open-session.ts';
import type { Revocations } from './revocation/revocations.ts';
import { isReplaced, isUnreplaced } from './ledger/housekeeping.ts';
import { isCheckable } from './checks/token-checks.ts';

const nothing: TokenView['can'] = {
  check: false,
  renew: false,
  revoke: false,
  guide: false,
  copy: false,
  forget: false,
};

/** Nothing until it is safely on disk. */
function offersOf(
  now: Pick<TokenView, 'state' | 'live' | 'unsaved'>,
  token: Token,
  accessType: AccessType,
  hasText: boolean,
): TokenView['can'] {
  if (now.unsaved) return nothing;
  const issued = token.issue === 'issued';
  const usable = hasText && issued && now.state !== 'expired';
  const accepted = token.revocation?.acceptedAtMs != null;
  return {
    check: usable && isCheckable(token),
    renew: issued && token.revocation === null && token.forgottenAtMs === null,
    // Not while the text is here but not on disk yet: a stop would not count it (revocation-plan.ts).
    revoke:
      accessType === 'trader' &&
      hasText &&
      token.issue !== 'requested' &&
      now.live &&
      (!accepted || now.state === 'still_honoured'),
    guide: accessType === 'partner' && now.live && token.issue !== 'requested',
    copy: usable && now.live,
    forget: token.issue !== 'requested' && token.forgottenAtMs === null,
  };
}

interface TokenSources {
  readonly session: OpenSession;
  readonly revocations: Revocations;
  /** Tokens whose save is still being tried. */
  readonly unsaved: ReadonlySet<TokenId>;
}

/** Now, and not when the view was begun: of two tokens with one end, none may seem to end earlier. */
export function toTokenView(
  from: TokenSources,
  { accessType }: Credential,
  token: Token,
): Omit<TokenView, 'lease'> {
  const { session } = from;
  const contents = session.vault.contents();
  const moment = {
    ...session.expiries.moment(token),
    isReplaced: isReplaced(session, contents, token),
  };
  const state = tokenState(token, accessType, moment);
  const live = mightStillWork(token, accessType, moment);
  const unsaved = from.unsaved.has(token.id);
  const windowMs = session.expiries.windowMs(token);
  return {
    id: token.id,
    credentialId: token.credentialId,
    fingerprint: token.fingerprint,
    state,
    live,
    requestedScopes: [...token.requestedScopes],
    grantedScopes: token.grantedScopes && [...token.grantedScopes],
    sentAtMs: token.sentAtMs,
    expiresAtMs: shownExpiry(token, moment),
    lifetimeSeconds: token.lifetimeSeconds,
    expiresInRaw: token.expiresInRaw,
    anomalies: [...token.anomalies],
    quarantine: token.quarantine,
    supersededAtMs: token.supersededAtMs,
    unsaved,
    unreplaced: state === 'expired' && isUnreplaced(session, contents, token),
    lastCheck: token.lastCheck && checkView(token.lastCheck),
    revocation: revocationOf(from, token, moment),
    partnerPlan: planOf(token),
    can: offersOf({ state, live, unsaved }, token, accessType, session.texts.hasText(token.id)),
    confirmsAtMs: confirmsAtMs(token, windowMs),
    verifiable: isProvable(token, accessType),
  };
}

function revocationOf(
  { revocations }: TokenSources,
  token: Token,
  moment: TokenMoment,
): TokenView['revocation'] {
  const run = token.revocation;
  return (
    run && {
      intentAtMs: run.intentAtMs,
      attempts: run.attempts,
      acceptedAtMs: run.acceptedAtMs,
      refusals: run.refusals,
      refusalsNeeded: REFUSALS_NEEDED,
      firstRefusedAtMs: run.firstRefusedAtMs ?? null,
      evidence: run.evidence ?? null,
      propagationEndsAtMs: shownPropagationEnd(run, moment),
      verifiedAtMs: run.verifiedAtMs,
      nextAttemptAtMs: revocations.nextAttemptAtMs(token.id),
      failure: run.terminalFailure ?? run.lastFailure,
    }
  );
}

function planOf({ partnerPlan: plan }: Token): TokenView['partnerPlan'] {
  return (
    plan && {
      startedAtMs: plan.startedAtMs,
      done: [...plan.done],
      oldSecret: plan.oldSecret,
      refusals: plan.refusals,
      refusalsNeeded: REFUSALS_NEEDED,
      firstRefusedAtMs: plan.firstRefusedAtMs ?? null,
      evidence: plan.evidence ?? null,
      verifiedAtMs: plan.verifiedAtMs,
    }
  );
}

const checkView = (check: TokenCheck): NonNullable<TokenView['lastCheck']> => {
  const { way: _way, evidence = null, control = null, ...shown } = check;
  return { ...shown, evidence, control };
};

const grantedEndMs = ({ sentAtMs, lifetimeSeconds }: Token): number =>
  sentAtMs + (lifetimeSeconds ?? 0) * 1000;

/** The exact moment, unless monotonic time knows of an earlier one: then whole seconds, so that it stays still. */
function shownExpiry(token: Token, { nowMs, remainingMs: leftMs }: TokenMoment): number | null {
  if (leftMs === null) return null;
  const grantedMs = grantedEndMs(token);
  const endsAtMs = nowMs + leftMs;
  return grantedMs - endsAtMs < 50 ? grantedMs : Math.floor(endsAtMs / 1000) * 1000;
}

/** When the propagation window ends, by the clock that was set meanwhile, if one was. */
function shownPropagationEnd(
  { acceptedAtMs }: NonNullable<Token['revocation']>,
  { nowMs, propagationLeftMs: leftMs, windowMs = PROPAGATION_WINDOW_MS }: TokenMoment,
): number | null {
  if (acceptedAtMs === null || leftMs === undefined) return null;
  const asAcceptedMs = acceptedAtMs + windowMs;
  const isSet = leftMs > 0 && Math.abs(nowMs + leftMs - asAcceptedMs) >= 1_000;
  return isSet ? Math.floor((nowMs + leftMs) / 1000) * 1000 : asAcceptedMs;
}
