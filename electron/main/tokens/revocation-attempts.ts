// How a revocation goes on after an answer: which failures end it, and how long to wait before the
// next attempt (reliability.md cases 100 to 103).
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

/** Doubling from one second to a minute. @param attempts attempts made so far, at least one. */
export function retryPauseMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_PAUSE_MS);
}

/**
 * True where the server understood and said no for good: asking again the same way cannot help.
 * Network, TLS and server trouble never ends a run: the token is assumed to be alive.
 */
export function endsTheRun({ code, facts }: GatewayFailure): boolean {
  switch (code) {
    case 'invalid_client':
    case 'unauthorized_client':
    case 'invalid_request':
    case 'invalid_grant':
    case 'unsupported_grant_type':
    case 'unsupported_token_type_revoke':
    case 'wrong_access_type':
    case 'token_unusable':
    case 'endpoint_mismatch':
    case 'redirect_refused':
      return true;
    case 'http_error':
    case 'unknown_oauth_error':
      return facts.status !== null && facts.status >= 400 && facts.status < 500;
    default:
      return false;
  }
}
