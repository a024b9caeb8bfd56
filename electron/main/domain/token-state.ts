// What a token is right now, derived from its facts and the time left. The order of the questions is
// the order of certainty: a proof beats an answer, an answer beats the clock, the clock beats hope.
import type { AccessType, TokenState } from '../../shared/words.ts';
import { expiringThresholdMs } from './expiry.ts';
import { isOpenRefusal, mayBeTaken } from './judge-answer.ts';
import { awaitsProof, deathProofOf, isProvenDead } from './death-proof.ts';
import {
  isRefused,
  isTimeUp,
  longestLifeMs,
  PROPAGATION_WINDOW_MS,
  type Moment,
} from './token-evidence.ts';
import type { Token } from './token.ts';

function propagationLeftMs({ revocation }: Token, moment: Moment): number {
  const acceptedAtMs = revocation?.acceptedAtMs ?? moment.nowMs;
  const { windowMs = PROPAGATION_WINDOW_MS } = moment;
  return moment.propagationLeftMs ?? acceptedAtMs + windowMs - moment.nowMs;
}

export function tokenState(token: Token, accessType: AccessType, moment: Moment): TokenState {
  const { mostRemainingMs = moment.remainingMs } = moment;
  const ageMs = moment.leastAgeMs ?? moment.nowMs - token.sentAtMs;
  const ceilingPassed = ageMs > longestLifeMs(token, accessType, moment);
  if (token.issue === 'requested') return 'requesting';
  if (token.issue === 'possibly_issued') return ceilingPassed ? 'expired' : 'possibly_issued';
  const ended = afterRevocation(token, moment);
  if (ended === 'verified') return ended;
  // What should be dead may be needed to die: it is over when nothing is sent for it any more.
  const isExpired =
    ended === null
      ? moment.remainingMs !== null && moment.remainingMs <= 0
      : isTimeUp(mostRemainingMs);
  if (isExpired) return 'expired';
  if (token.forgottenAtMs !== null) {
    return moment.remainingMs === null && ceilingPassed ? 'expired' : 'forgotten';
  }
  if (ended !== null) return ended;
  if (token.issue === 'quarantined') return 'quarantined';
  if (isRefused(token)) return 'refused';
  if (token.lastCheck !== null && isOpenRefusal(token.lastCheck)) return 'unclear';
  if (moment.remainingMs === null && ceilingPassed) return 'unclear';
  if (moment.isReplaced ?? token.supersededAtMs !== null) return 'superseded';
  return isExpiring(token, moment) ? 'expiring' : 'active';
}

function isExpiring(token: Token, moment: Moment): boolean {
  // An unknown expiry is treated as short-lived (docs/interface.md, countdown rule 4).
  if (moment.remainingMs === null || token.lifetimeSeconds === null) return true;
  return moment.remainingMs <= expiringThresholdMs(token.lifetimeSeconds);
}

/** The word for what should be dead; null where nothing should have ended it. */
function afterRevocation(token: Token, moment: Moment): TokenState | null {
  const proof = deathProofOf(token);
  if (proof === null) return null;
  if (isProvenDead(token)) return 'verified';
  const run = token.revocation;
  // Only while it should be dead: a step that was taken back ends nothing.
  if (run === null) return proof.refusals > 0 && awaitsProof(token) ? 'confirming' : 'needs_you';
  // A refusal proves little as long as nobody accepted the revocation.
  if (run.acceptedAtMs === null) return run.terminalFailure === null ? 'revoking' : 'revoke_failed';
  if (proof.refusals > 0) return 'confirming';
  // A token that is kept aside is never sent as Bearer, so nothing can be shown of it.
  if (token.issue !== 'issued') return 'not_verifiable';
  if (propagationLeftMs(token, moment) > 0) return 'propagating';
  // What worked within the window says nothing about now.
  if (run.honouredLateAtMs !== undefined) return 'still_honoured';
  const isTaken =
    run.honouredAtMs !== null && token.lastCheck !== null && mayBeTaken(token.lastCheck);
  return isTaken ? 'propagating' : 'not_verifiable';
}
