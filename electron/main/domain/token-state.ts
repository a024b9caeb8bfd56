// What a token is right now, derived from its facts and the time left. The order of the questions is
// the order of certainty: a proof beats an answer, an answer beats the clock, the clock beats hope.
import type { AccessType, TokenState } from '../../shared/words.ts';
import { documentedLifetimeSeconds, expiringThresholdMs } from './expiry.ts';
import type { Token } from './token.ts';

/** How long the specification lets a revoked token still work ("up to a few minutes"). */
export const PROPAGATION_WINDOW_MS = 5 * 60_000;
/** Clear refusals in a row after which a revoked token counts as dead everywhere. */
export const REFUSALS_NEEDED = 3;

export interface Moment {
  readonly nowMs: number;
  /** Time left of this token; null when its expiry is unknown. */
  readonly remainingMs: number | null;
  /** How old it is at least; by the wall clock, unless given. */
  readonly leastAgeMs?: number;
  /** Time left of its propagation window, possibly negative; by the wall clock, unless given. */
  readonly propagationLeftMs?: number;
}

function propagationLeftMs({ revocation }: Token, moment: Moment): number {
  const acceptedAtMs = revocation?.acceptedAtMs ?? moment.nowMs;
  return moment.propagationLeftMs ?? acceptedAtMs + PROPAGATION_WINDOW_MS - moment.nowMs;
}

/** Whether a documented call can show that the token is dead (design.md, fact 2). */
export function isVerifiable(token: Token, accessType: AccessType): boolean {
  return accessType === 'partner' || mayTrade(token);
}

/** The scopes it has as far as known: granted if the server said, else as requested. */
export function mayTrade(token: Token): boolean {
  return (token.grantedScopes ?? token.requestedScopes).includes('TRADER_TRADE');
}

export function tokenState(token: Token, accessType: AccessType, moment: Moment): TokenState {
  const timeIsUp = moment.remainingMs !== null && moment.remainingMs <= 0;
  const ageMs = moment.leastAgeMs ?? moment.nowMs - token.sentAtMs;
  const ceilingPassed = ageMs > documentedLifetimeSeconds[accessType] * 1000;
  if (token.issue === 'requested') return 'requesting';
  if (token.issue === 'possibly_issued') return ceilingPassed ? 'expired' : 'possibly_issued';
  const ended = afterRevocation(token, accessType, moment);
  if (ended === 'verified') return ended;
  if (timeIsUp) return 'expired';
  if (token.forgottenAtMs !== null) {
    return moment.remainingMs === null && ceilingPassed ? 'expired' : 'forgotten';
  }
  if (ended !== null) return ended;
  if (token.issue === 'quarantined') return 'quarantined';
  if (token.refusedAtMs !== null) return 'refused';
  if (token.lastCheck?.outcome === 'unclear' && token.lastCheck.status === 401) return 'unclear';
  if (moment.remainingMs === null && ceilingPassed) return 'unclear';
  if (token.supersededAtMs !== null) return 'superseded';
  return isExpiring(token, moment) ? 'expiring' : 'active';
}

function isExpiring(token: Token, moment: Moment): boolean {
  // An unknown expiry is treated as short-lived (interface.md, countdown rule 4).
  if (moment.remainingMs === null || token.lifetimeSeconds === null) return true;
  return moment.remainingMs <= expiringThresholdMs(token.lifetimeSeconds);
}

function afterRevocation(token: Token, accessType: AccessType, moment: Moment): TokenState | null {
  const run = token.revocation;
  if (run === null) {
    if (token.partnerPlan === null) return null;
    return token.partnerPlan.verifiedAtMs === null ? 'needs_you' : 'verified';
  }
  if (run.verifiedAtMs !== null) return 'verified';
  if (run.acceptedAtMs === null) return run.terminalFailure === null ? 'revoking' : 'revoke_failed';
  if (!isVerifiable(token, accessType)) return 'not_verifiable';
  if (propagationLeftMs(token, moment) > 0) return 'propagating';
  if (run.honouredAtMs !== null && run.refusals === 0) return 'still_honoured';
  return run.refusals > 0 ? 'propagating' : 'not_verifiable';
}

/** Whether a server may honour the token right now, as far as anyone can know. */
export function mayBeLive(token: Token, state: TokenState, moment: Moment): boolean {
  switch (state) {
    case 'expired':
    case 'refused':
    case 'verified':
      return false;
    case 'not_verifiable':
      return propagationLeftMs(token, moment) > 0;
    case 'requesting':
    case 'possibly_issued':
    case 'quarantined':
    case 'active':
    case 'expiring':
    case 'unclear':
    case 'superseded':
    case 'revoking':
    case 'revoke_failed':
    case 'propagating':
    case 'still_honoured':
    case 'needs_you':
    case 'forgotten':
      return true;
  }
}
