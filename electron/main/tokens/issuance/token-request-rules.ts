// What a token request may ask for, and what its answer means for tokens nobody has seen. Pure.
import type { Failure } from '../../../shared/failures/failure.ts';
import type { Anomaly, TraderScope } from '../../../shared/words.ts';
import { REFUSALS_STOP_AUTOMATIC, type Credential } from '../../domain/credential.ts';
import { fail, type Result } from '../../domain/result.ts';
import type { IssuedToken } from '../../gateway/gateway.ts';

export type Initiator = 'user' | 'background';

export function refusalBeforeSending(
  credential: Credential,
  scopes: readonly TraderScope[],
  initiator: Initiator,
): Failure | null {
  if (initiator === 'background' && credential.refusalsInARow >= REFUSALS_STOP_AUTOMATIC) {
    return { code: 'attempts_stopped', facts: { count: credential.refusalsInARow } };
  }
  if (credential.accessType === 'partner') {
    return scopes.length === 0 ? null : { code: 'wrong_access_type' };
  }
  if (scopes.length === 0) return { code: 'scope_not_registered' };
  const foreign = scopes.filter((scope) => !credential.registeredScopes.includes(scope));
  return foreign.length === 0 ? null : { code: 'scope_not_registered', facts: { scopes: foreign } };
}

/**
 * A trigger of "Revoke everything" may end a call that a person and renewal share: each hears what it means for
 * what was asked.
 */
export function heardBy<T>(initiator: Initiator, result: Result<T, Failure>): Result<T, Failure> {
  const other = initiator === 'user' ? 'renewals_frozen' : 'ended_by_stop';
  if (result.ok || result.failure.code !== other) return result;
  return fail({ code: initiator === 'user' ? 'ended_by_stop' : 'renewals_frozen' });
}

export function skewAnomaly(issued: IssuedToken): readonly Anomaly[] {
  const skew = issued.facts.clockSkewSeconds;
  return skew !== null && Math.abs(skew) > 60 ? ['clock_skew'] : [];
}
