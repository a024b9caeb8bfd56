// What a token is right now, derived from its facts and the time left. The order of the questions is
// the order of certainty: a proof beats an answer, an answer beats the clock, the clock beats hope.
import type { AccessType, TokenState } from '../../shared/words.ts';
import { documentedLifetimeSeconds, expiringThresholdMs } from './expiry.ts';
import { isRefused, isVerifiable, PROPAGATION_WINDOW_MS, type Moment } from './token-evidence.ts';
import type { Token } from './token.ts';

function propagationLeftMs({ revocation }: Token, moment: Moment): number {
  const acceptedAtMs = revocation?.acceptedAtMs ?? moment.nowMs;
  return moment.propagationLeftMs ?? acceptedAtMs + PROPAGATION_WINDOW_MS - moment.nowMs;
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
  if (isRefused(token)) return 'refused';
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
