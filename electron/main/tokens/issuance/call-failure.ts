// From a gateway failure to the one shape that may be shown and kept: closed code, safe facts.
import type { Failure, GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { GatewayFailure } from '../../gateway/gateway.ts';

export function fromGateway(
  failure: GatewayFailure,
  nowMs: number,
  scopes: readonly string[] = [],
): Failure {
  const { facts } = failure;
  return {
    code: failure.code,
    facts: {
      call: facts.call,
      host: facts.host,
      ...(facts.proxy === undefined ? {} : { proxy: facts.proxy }),
      ...(facts.ownAuthority === undefined ? {} : { ownAuthority: true }),
      durationMs: Math.round(facts.durationMs),
      ...(facts.status === null ? {} : { status: facts.status }),
      ...(failure.oauthError === null ? {} : { oauthError: failure.oauthError }),
      ...(failure.serverSaid === null ? {} : { serverSaid: failure.serverSaid }),
      ...(failure.about === null ? {} : { about: failure.about }),
      ...(failure.retryAfterMs === null ? {} : { retryAtMs: nowMs + failure.retryAfterMs }),
      ...(scopes.length === 0 ? {} : { scopes: [...scopes] }),
      ...(failure.possiblyDone ? { possiblyDone: true } : {}),
    },
  };
}

/** Codes of answers that came and could not be used; with a status in the facts, every other one came too. */
const cameUnusable: ReadonlySet<GatewayFailureCode> = new Set<GatewayFailureCode>([
  'answer_too_large',
  'protocol_error',
  'incomplete_response',
]);

/** What a question about a token showed that failed: nothing came, or nothing that settles it. */
export function outcomeOfFailure({ code, facts }: GatewayFailure): 'unclear' | 'no_answer' {
  if (code === 'cancelled') return 'no_answer';
  return facts.status !== null || cameUnusable.has(code) ? 'unclear' : 'no_answer';
}
