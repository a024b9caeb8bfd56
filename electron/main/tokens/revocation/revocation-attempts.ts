// How a revocation goes on after an answer: which failures end it, how long to wait before the next
// attempt (docs/oauth-cases.md cases 100 to 103).
import type { Failure, GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Revocation } from '../../domain/token.ts';
import type { GatewayFailure } from '../../gateway/gateway.ts';
import type { Seen } from './call-queue.ts';

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

/** Nothing was sent, and nothing would be the next time. */
const refusedHere: ReadonlySet<GatewayFailureCode> = new Set<GatewayFailureCode>([
  'wrong_access_type',
  'token_unusable',
]);
/** Request Timeout, Misdirected Request, Too Early, Too Many Requests: all of them ask for another try. */
const askAgain: ReadonlySet<number> = new Set([408, 421, 425, 429]);

/** Doubling from one second to a minute. @param attempts attempts made so far, at least one. */
export function retryPauseMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_PAUSE_MS);
}

/**
 * True where the service itself understood and said no for good: asking again the same way cannot help.
 * Only an OAuth error of a 4xx answer is its word (RFC 7009 section 2.2.1). A firewall, a sign-in wall or
 * a proxy may have written anything else, so the token is assumed to be alive and the run goes on.
 */
export function endsTheRun({ code, facts, oauthError }: GatewayFailure): boolean {
  if (refusedHere.has(code)) return true;
  const { status, head } = facts;
  if (status === null || status < 400 || status >= 500 || askAgain.has(status)) return false;
  if (oauthError === null || code === 'server_error') return false;
  return head === undefined || head.contentType === 'json' || head.contentType === 'none';
}

/** A program that may print the secret the next time. Every other failure of a manager needs the person. */
export const managerMayPass = ({ code }: Failure): boolean => code === 'manager_failed';

/**
 * What a failure says of its client and its host. A call without an answer says nothing: one that hangs or is cut off
 * must not hold up the others. A plain no is an answer like any other, and so is trouble of the server with one token.
 */
export function seenBy(failure: GatewayFailure | { readonly unsendable: Failure }): Seen {
  if ('unsendable' in failure) {
    // All of a client need the same secret: they wait together.
    return managerMayPass(failure.unsendable)
      ? { kind: 'refused', waitMs: null }
      : { kind: 'nothing' };
  }
  const { code, facts, retryAfterMs } = failure;
  if (code === 'rate_limited') return { kind: 'refused', waitMs: retryAfterMs };
  return { kind: facts.status === null ? 'nothing' : 'answered' };
}
