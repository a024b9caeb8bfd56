// The checks about the diagnosis's own token, read from what its calls showed: clock, token, scope, check,
// revocation, refusal. Pure.
import type { Failure } from '../../shared/failures/failure.ts';
import type { AccessType } from '../../shared/words.ts';
import type { CheckOutcome } from '../../shared/tokens/check-outcome.ts';
import type { Token } from '../domain/token.ts';
import { isOpenRefusal } from '../domain/judge-answer.ts';
import { deathProofOf, isProvenDead, REFUSALS_NEEDED } from '../domain/death-proof.ts';
import { isVerifiable } from '../domain/token-evidence.ts';
import { evidenceWords } from '../../shared/tokens/evidence-words.ts';
import type { CallFacts, SeenHead } from '../gateway/call-target.ts';
import { facts, type Found } from './check-lines.ts';
import { doorsOfCheck, doorsOfToken } from './wrong-doors.ts';

/** Shown from here on, and a warning from there (docs/interface.md, countdown rule 6). */
const SKEW_SHOWN_SECONDS = 5;
const SKEW_WARNING_SECONDS = 60;

/** From the Date header of an answer, which counts whole seconds (RFC 9110 section 6.6.1). */
export function clockCheck(seen: CallFacts | null): Found {
  const skew = seen?.clockSkewSeconds ?? null;
  if (seen === null || skew === null) return { verdict: 'amber', finding: 'clock_unknown' };
  const off = Math.abs(skew);
  // Whole seconds of the header, rounding, and the time the answer took to come here.
  const resolution = `± ${(1 + seen.durationMs / 1000).toFixed(1)} s`;
  const known = facts({ skew: `${skew > 0 ? '+' : ''}${skew} s`, resolution });
  if (off > SKEW_WARNING_SECONDS) return { verdict: 'bad', finding: 'clock_far_off', facts: known };
  return off > SKEW_SHOWN_SECONDS
    ? { verdict: 'amber', finding: 'clock_off', facts: known }
    : { verdict: 'good', finding: 'clock_right', facts: known };
}

const encodingOf = (accessType: AccessType): string =>
  accessType === 'trader' ? 'application/x-www-form-urlencoded' : 'application/json';

export function issuedCheck(accessType: AccessType, token: Token, seen: CallFacts | null): Found {
  const isKept = token.issue === 'quarantined';
  const { lifetimeSeconds } = token;
  return {
    verdict: isKept ? 'bad' : 'good',
    finding: isKept ? 'token_quarantined' : 'token_issued',
    durationMs: seen?.durationMs ?? null,
    facts: facts({
      encoding: encodingOf(accessType),
      ...headFacts(seen),
      lifetime: lifetimeSeconds === null ? 'not said' : `${lifetimeSeconds} s`,
    }),
  };
}

export function refusedCheck(
  accessType: AccessType,
  failure: Failure,
  seen: CallFacts | null,
): Found {
  return {
    verdict: 'bad',
    finding: 'failed',
    durationMs: seen?.durationMs ?? failure.facts?.durationMs ?? null,
    failure,
    doors: [...doorsOfToken(accessType, failure, seen?.head)],
    facts: facts({
      encoding: encodingOf(accessType),
      ...headFacts(seen),
      oauth_error: failure.facts?.oauthError ?? null,
    }),
  };
}

function headFacts(seen: CallFacts | null) {
  const head: SeenHead | undefined = seen?.head;
  return {
    status: seen?.status == null ? null : String(seen.status),
    content_type: head === undefined ? null : head.contentType,
    challenge: head === undefined || head.challenge === 'none' ? null : head.challenge,
  };
}

export function scopeCheck(accessType: AccessType, token: Token): Found {
  const { grantedScopes: granted, requestedScopes: asked } = token;
  const known = facts({ asked_for: asked.join(' '), granted: granted?.join(' ') ?? null });
  if (accessType === 'partner') return { verdict: 'good', finding: 'scope_not_known' };
  if (granted === null) return { verdict: 'amber', finding: 'scope_not_said', facts: known };
  const amber = (finding: Found['finding']): Found => ({ verdict: 'amber', finding, facts: known });
  if (asked.some((scope) => !granted.includes(scope))) return amber('scope_narrower');
  if (granted.some((scope) => !(asked as readonly string[]).includes(scope))) {
    return amber('scope_wider');
  }
  return { verdict: 'good', finding: 'scope_as_asked', facts: known };
}

export interface Checked {
  readonly outcome: CheckOutcome;
  readonly status: number | null;
  readonly durationMs: number;
  readonly failure: Failure | null;
  readonly facts: CallFacts;
}

export function checkCheck(accessType: AccessType, token: Token, checked: Checked): Found {
  const { outcome, status, durationMs, failure } = checked;
  const common = {
    durationMs,
    doors: [...doorsOfCheck(accessType, status, checked.facts.head)],
    facts: facts(headFacts(checked.facts)),
  };
  if (failure !== null) return { ...common, verdict: 'bad', finding: 'failed', failure };
  if (outcome === 'honoured') return { ...common, verdict: 'good', finding: 'check_honoured' };
  if (outcome === 'lacks_scope') {
    // What a read-only token lacks is trade scope; of another one, somebody should look at what it lacks.
    const verdict = isVerifiable(token, accessType) ? 'amber' : 'good';
    return { ...common, verdict, finding: 'check_lacks_scope' };
  }
  const isUnsaid = isOpenRefusal(checked) || outcome === 'forbidden';
  const saysNothing = !isVerifiable(token, accessType) && isUnsaid;
  if (saysNothing) return { ...common, verdict: 'amber', finding: 'check_proves_nothing' };
  if (outcome === 'forbidden') return { ...common, verdict: 'amber', finding: 'check_forbidden' };
  if (outcome === 'refused') return { ...common, verdict: 'bad', finding: 'check_refused' };
  return { ...common, verdict: 'amber', finding: 'check_unclear' };
}

/** `token`: as the ledger has it now. */
export function revokeCheck({ revocation }: Token): Found {
  const attempts = facts({
    attempts: (revocation?.attempts ?? 0) > 1 ? String(revocation?.attempts) : null,
  });
  const { acceptedAtMs = null, terminalFailure = null, lastFailure = null } = revocation ?? {};
  if (revocation !== null && acceptedAtMs !== null) {
    const durationMs = Math.max(0, acceptedAtMs - revocation.intentAtMs);
    return { verdict: 'good', finding: 'revoke_accepted', durationMs, facts: attempts };
  }
  if (terminalFailure !== null) {
    return {
      verdict: 'bad',
      finding: 'revoke_refused',
      failure: terminalFailure,
      facts: attempts,
    };
  }
  return { verdict: 'amber', finding: 'revoke_under_way', failure: lastFailure, facts: attempts };
}

export function refusalCheck(token: Token, waitedMs: number): Found {
  const proof = deathProofOf(token);
  const refusals = proof?.refusals ?? 0;
  const { evidence } = proof ?? {};
  const known = facts({
    refusals: `${refusals} of ${REFUSALS_NEEDED}`,
    evidence: evidence === undefined ? null : evidenceWords[evidence],
  });
  const common = { durationMs: waitedMs, facts: known };
  if (isProvenDead(token)) return { ...common, verdict: 'good', finding: 'refused_again' };
  // The rest of the proof takes as long as a revocation may spread, and goes on by itself.
  if (refusals > 1) return { ...common, verdict: 'good', finding: 'refused_confirming' };
  if (refusals > 0) return { ...common, verdict: 'amber', finding: 'refused_once' };
  const honoured = token.revocation?.honouredAtMs != null;
  return {
    ...common,
    verdict: 'amber',
    finding: honoured ? 'still_honoured' : 'refusal_unclear',
  };
}
