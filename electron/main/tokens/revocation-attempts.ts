// How a revocation goes on after an answer: which failures end it, how long to wait before the next
// attempt (reliability.md cases 100 to 103).
import type { GatewayFailureCode } from '../../shared/failure.ts';
import type { Revocation } from '../domain/token.ts';
import type { GatewayFailure } from '../gateway/gateway.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

export function firstIntent(nowMs: number): Revocation {
  return {
    intentAtMs: nowMs,
    attempts: 0,
    acceptedAtMs: null,
    refusals: 0,
    honouredAtMs: null,
    unclear: 0,
    verifiedAtMs: null,
    terminalFailure: null,
    lastFailure: null,
  };
}

const finalCodes: ReadonlySet<GatewayFailureCode> = new Set<GatewayFailureCode>([
  'invalid_client',
  'unauthorized_client',
  'invalid_request',
  'invalid_grant',
  'unsupported_grant_type',
  'unsupported_token_type_revoke',
  'wrong_access_type',
  'token_unusable',
  'endpoint_mismatch',
  'redirect_refused',
]);

/** Doubling from one second to a minute. @param attempts attempts made so far, at least one. */
export function retryPauseMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_PAUSE_MS);
}

/**
 * True where the server understood and said no for good: asking again the same way cannot help.
 * Network, TLS and server trouble never ends a run: the token is assumed to be alive.
 */
export function endsTheRun({ code, facts }: GatewayFailure): boolean {
  if (finalCodes.has(code)) return true;
  if (code !== 'http_error' && code !== 'unknown_oauth_error') return false;
  return facts.status !== null && facts.status >= 400 && facts.status < 500;
}
