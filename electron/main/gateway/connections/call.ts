// One call from its beginning to its facts: where it goes, what it is refused for, how its failures
// are put together. What an answer means is in answers.ts.
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { Authorization } from '../requests/bearer-exchange.ts';
import { endpointOf, type Endpoint, type EndpointRefusal } from '../requests/endpoints.ts';
import type { CallName } from '../budgets.ts';
import type { GatewayFailure } from '../gateway.ts';
import type { CallFacts, CallOptions, GatewayTarget } from '../call-target.ts';
import {
  sendGuarded,
  type Connect,
  type Outcome,
  type RequestPorts,
} from '../requests/guarded-request.ts';
import { clockSkewSeconds, seenHead } from '../responses/response-head.ts';
import { plainWords } from '../redaction/server-words.ts';

/** The parts of one request that its endpoint does not say by itself, and what may come back. */
export interface Sending {
  readonly body?: Buffer;
  readonly authorization?: Authorization;
  /** What an answer may repeat. */
  readonly secrets: readonly SecretBytes[];
  readonly wantsBody: (status: number, type?: string) => boolean;
}

/** The end of a call without an answer that counts. */
export type Refusal = Result<never, GatewayFailure>;

/** One call that may be sent: its address is judged, nothing has left. */
export interface Call {
  readonly url: URL;
  /** `connect`: over what; a connection of its own unless told otherwise. */
  readonly send: (
    sending: Sending,
    options: CallOptions | undefined,
    connect?: Connect,
  ) => Promise<Outcome>;
  /** A failure before any connection. */
  readonly refuse: (code: GatewayFailureCode) => Refusal;
  readonly factsOf: (outcome: Outcome) => CallFacts;
}

/** What may be added to a failure; everything left out is null, and the request counts as declined. */
type FailureDetails = Partial<
  Pick<GatewayFailure, 'oauthError' | 'serverSaid' | 'about' | 'retryAfterMs' | 'possiblyDone'>
>;

/**
 * A failure of that code with the facts of its call; what `details` leaves out is null, and nothing is
 * thought done.
 */
export function failureOf(
  code: GatewayFailureCode,
  facts: CallFacts,
  details: FailureDetails,
): Refusal {
  return fail({
    code,
    facts,
    possiblyDone: false,
    oauthError: null,
    serverSaid: null,
    about: null,
    retryAfterMs: null,
    ...details,
  });
}

/** The transport gave up. Once something was sent, only silence is certain. */
export function transportFailure(
  call: Call,
  outcome: Extract<Outcome, { readonly kind: 'failed' }>,
  secrets: readonly SecretBytes[],
): Refusal {
  return failureOf(outcome.code, call.factsOf(outcome), {
    about: outcome.about === null ? null : plainWords(Buffer.from(outcome.about), secrets),
    possiblyDone: outcome.timing.sent,
  });
}

function isUntrusted(outcome: Outcome): boolean {
  return (
    outcome.kind === 'failed' &&
    (outcome.code === 'tls_unknown_authority' || outcome.code === 'tls_self_signed')
  );
}

/** Begins calls, judged before any connection. A refusal is a failure with `possiblyDone: false`. */
export function createCalls(ports: RequestPorts): {
  readonly begin: (
    call: CallName,
    accessType: 'trader' | 'partner',
    target: GatewayTarget,
  ) => Result<Call, GatewayFailure>;
  /** At an endpoint that belongs to no access type. */
  readonly beginAt: (
    call: CallName,
    endpoint: Result<Endpoint, EndpointRefusal>,
    target: GatewayTarget,
  ) => Result<Call, GatewayFailure>;
} {
  const calls: ReturnType<typeof createCalls> = {
    begin: (name, accessType, target) =>
      calls.beginAt(name, endpointOf(name, accessType, target), target),
    beginAt(name, endpoint, target) {
      const host = endpoint.ok ? endpoint.value.url.host : '';
      const refuse = (code: GatewayFailureCode): Refusal =>
        failureOf(code, nothingSent(name, host, ports), {});
      if (!endpoint.ok) return refuse(endpoint.failure);
      return ok({
        url: endpoint.value.url,
        refuse,
        send: (sending, options, connect) =>
          sendGuarded(
            ports,
            {
              call: name,
              endpoint: endpoint.value,
              body: sending.body ?? null,
              authorization: sending.authorization ?? null,
              secrets: sending.secrets,
              reach: target,
              wantsBody: sending.wantsBody,
            },
            options,
            connect,
          ),
        factsOf: (outcome) => ({
          call: name,
          host,
          sentAtMs: outcome.timing.sentAtMs,
          sentMonotonicMs: outcome.timing.sentMonotonicMs,
          durationMs: outcome.timing.durationMs,
          ...(outcome.proxy === null ? {} : { proxy: outcome.proxy }),
          ...(isUntrusted(outcome) && target.authorityPem !== null ? { ownAuthority: true } : {}),
          status: outcome.kind === 'failed' ? null : outcome.head.status,
          clockSkewSeconds:
            outcome.kind === 'failed' ? null : clockSkewSeconds(outcome.head, outcome.answeredAtMs),
          ...(outcome.kind === 'failed'
            ? {}
            : { head: seenHead(outcome.head, outcome.body.length) }),
        }),
      });
    },
  };
  return calls;

  function nothingSent(call: CallName, host: string, { clock }: RequestPorts): CallFacts {
    return {
      call,
      host,
      sentAtMs: clock.nowMs(),
      sentMonotonicMs: clock.monotonicMs(),
      durationMs: 0,
      status: null,
      clockSkewSeconds: null,
    };
  }
}
