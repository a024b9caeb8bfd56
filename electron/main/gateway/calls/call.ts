// One call from its beginning to its facts: where it goes, what it is refused for, how its failures are put together.
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { CallName } from '../budgets.ts';
import type { CallFacts, CallOptions, GatewayTarget } from '../call-target.ts';
import type { Outcome, Sending } from '../connections/http-exchange.ts';
import type { Send } from '../connections/single-call.ts';
import type { ConnectPorts } from '../connections/verified-connection.ts';
import type { GatewayFailure } from '../gateway.ts';
import type { Mask } from '../redaction/redaction.ts';
import { plainWords } from '../redaction/server-words.ts';
import type { Endpoint } from '../allowed-addresses.ts';
import { readErrorResponse } from '../responses/error-response.ts';
import { clockSkewSeconds } from '../responses/http-date.ts';
import { isRedirect, seenHead } from '../responses/response-head.ts';

/** What a call sends beside what its endpoint says by itself. */
interface Sent {
  readonly body?: string | null;
  /** The value of the Authorization header. */
  readonly authorization?: string | null;
  /** Every body but that of a redirect, unless told otherwise. */
  readonly wantsBody?: Sending['wantsBody'];
}

type Answered = Extract<Outcome, { readonly kind: 'answered' }>;
/** The end of a call without an answer that counts. */
type Refusal = Result<never, GatewayFailure>;

/** What may be added to a failure; everything left out is null, and the request counts as declined. */
type FailureDetails = Partial<Omit<GatewayFailure, 'code' | 'facts'>>;

/** Where a call goes, and by what. */
interface CallParts {
  readonly ports: ConnectPorts;
  readonly name: CallName;
  readonly target: GatewayTarget;
  readonly endpoint: Endpoint;
  readonly send: Send;
}

/** One call that may be sent: its address is judged, nothing has left. */
export class Call {
  readonly #parts: CallParts;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  /** A failure before any connection. */
  refuse(code: GatewayFailureCode): Refusal {
    const { ports, name, endpoint } = this.#parts;
    return refusedCall(code, ports.clock, name, endpoint.url.host);
  }

  /** Never rejects. */
  async send(
    { body = null, authorization = null, wantsBody = isNoRedirect }: Sent,
    options: CallOptions = {},
  ): Promise<Outcome> {
    const { name: call, target: reach, endpoint, send } = this.#parts;
    return await send({ call, reach, endpoint, body, authorization, wantsBody }, options);
  }

  /** The answer where it is whole. */
  whole(outcome: Outcome, mask: Mask): Result<Answered, GatewayFailure> {
    const isWhole = outcome.kind === 'answered' && outcome.trouble === null;
    return isWhole ? ok(outcome) : this.broken(outcome, mask);
  }

  /**
   * The failure of an answer that says nothing: the transport gave up, or the body broke off. Once something was sent,
   * only silence is certain.
   */
  broken(outcome: Outcome, mask: Mask): Refusal {
    const facts = this.factsOf(outcome);
    if (outcome.kind === 'answered') {
      return failureOf(outcome.trouble ?? 'protocol_error', facts, { possiblyDone: true });
    }
    const about = outcome.about === null ? null : plainWords(outcome.about, mask);
    return failureOf(outcome.code, facts, { about, possiblyDone: outcome.sent });
  }

  /** What an answer says that is no success. `endpoint`: whose error codes its body may hold. */
  errorOf(outcome: Answered, endpoint: 'token' | 'revoke' | null, mask: Mask): Refusal {
    const { head, body, answeredAtMs: nowMs } = outcome;
    const { url } = this.#parts.endpoint;
    const reading = readErrorResponse({ head, body, url, nowMs, mask }, endpoint);
    const { code, declined, ...details } = reading;
    return failureOf(code, this.factsOf(outcome), { ...details, possiblyDone: !declined });
  }

  factsOf(outcome: Outcome): CallFacts {
    const { name, target, endpoint } = this.#parts;
    const { from, durationMs, proxy } = outcome;
    const answered = outcome.kind === 'answered' ? outcome : null;
    const isUntrusted = outcome.kind === 'failed' && outcome.code === 'tls_unknown_authority';
    return {
      call: name,
      host: endpoint.url.host,
      sentAtMs: from.atMs,
      sentMonotonicMs: from.monotonicMs,
      durationMs,
      ...(proxy === null ? {} : { proxy }),
      ...(isUntrusted && target.authorityPem !== null ? { ownAuthority: true } : {}),
      status: answered?.head.status ?? null,
      clockSkewSeconds:
        answered === null ? null : clockSkewSeconds(answered.head, answered.answeredAtMs),
      ...(answered === null ? {} : { head: seenHead(answered.head, answered.body.length) }),
    };
  }
}

/** A call that is not sent at all. `host` is empty where its address is none. */
export const refusedCall = (
  code: GatewayFailureCode,
  clock: Clock,
  call: CallName,
  host: string,
): Refusal =>
  failureOf(code, {
    call,
    host,
    sentAtMs: clock.nowMs(),
    sentMonotonicMs: clock.monotonicMs(),
    durationMs: 0,
    status: null,
    clockSkewSeconds: null,
  });

/** A failure of that code; what `details` leaves out is null, and nothing is thought done. */
export function failureOf(
  code: GatewayFailureCode,
  facts: CallFacts,
  details: FailureDetails = {},
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

const isNoRedirect = (status: number): boolean => !isRedirect(status);
