// One call from its beginning to its facts: where it goes, what it is refused for, how its failures are put together.
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import { fail, type Result } from '../../domain/result.ts';
import type { CallName } from '../budgets.ts';
import type { CallFacts, CallOptions, GatewayTarget } from '../call-target.ts';
import type { OutgoingRequest } from '../connections/http-exchange.ts';
import type { Outcome, Send } from '../connections/single-call.ts';
import type { ConnectPorts } from '../connections/verified-connection.ts';
import type { GatewayFailure } from '../gateway.ts';
import type { Mask } from '../redaction/redaction.ts';
import { plainWords } from '../redaction/server-words.ts';
import { endpointOf } from '../requests/endpoints.ts';
import { readErrorResponse } from '../responses/error-response.ts';
import { clockSkewSeconds } from '../responses/http-date.ts';
import { isRedirect, seenHead } from '../responses/response-head.ts';

/** What a call sends beside what its endpoint says by itself. */
interface Sent {
  readonly body?: string;
  /** The value of the Authorization header. */
  readonly authorization?: string;
  /** Every body but that of a redirect, unless told otherwise. */
  readonly wantsBody?: OutgoingRequest['wantsBody'];
}

type Answered = Extract<Outcome, { readonly kind: 'answered' }>;
/** The end of a call without an answer that counts. */
export type Refusal = Result<never, GatewayFailure>;

/** What may be added to a failure; everything left out is null, and the request counts as declined. */
type FailureDetails = Partial<Omit<GatewayFailure, 'code' | 'facts'>>;

/** One call that may be sent: its address is judged, nothing has left. */
export class Call {
  readonly #name: CallName;
  readonly #target: GatewayTarget;
  readonly #ports: ConnectPorts;
  readonly #send: Send;
  readonly #endpoint: ReturnType<typeof endpointOf>;

  constructor(
    ports: ConnectPorts,
    send: Send,
    name: CallName,
    accessType: 'trader' | 'partner',
    target: GatewayTarget,
  ) {
    this.#ports = ports;
    this.#send = send;
    this.#name = name;
    this.#target = target;
    this.#endpoint = endpointOf(name, accessType, target);
  }

  /** Why nothing may be sent; null where it may. */
  refusal(): Refusal | null {
    return this.#endpoint.ok ? null : this.refuse(this.#endpoint.failure);
  }

  /** A failure before any connection. */
  refuse(code: GatewayFailureCode): Refusal {
    const { clock } = this.#ports;
    const host = this.#endpoint.ok ? this.#endpoint.value.url.host : '';
    return failureOf(code, {
      call: this.#name,
      host,
      sentAtMs: clock.nowMs(),
      sentMonotonicMs: clock.monotonicMs(),
      durationMs: 0,
      status: null,
      clockSkewSeconds: null,
    });
  }

  /** Never rejects. @throws Error when the call is refused. */
  async send(
    { body, authorization, wantsBody = isNoRedirect }: Sent,
    options: CallOptions = {},
  ): Promise<Outcome> {
    if (!this.#endpoint.ok) throw new Error('a refused call was sent');
    const { clock, budgets } = this.#ports;
    const { onSlow } = options;
    const cancelSlow = onSlow === undefined ? null : clock.after(budgets.slowMs, onSlow);
    const endpoint = this.#endpoint.value;
    const request = {
      endpoint,
      body: body ?? null,
      authorization: authorization ?? null,
      wantsBody,
    };
    const outcome = await this.#send({ call: this.#name, reach: this.#target, request }, options);
    cancelSlow?.();
    return outcome;
  }

  /**
   * The failure of an answer that says nothing: the transport gave up, or the body broke off. Once something was sent,
   * only silence is certain. Null where the answer is whole.
   */
  broken(outcome: Outcome, mask: Mask): Refusal | null {
    if (outcome.kind === 'failed') {
      const about = outcome.about === null ? null : plainWords(outcome.about, mask);
      const possiblyDone = outcome.timing.sent;
      return failureOf(outcome.code, this.factsOf(outcome), { about, possiblyDone });
    }
    const { trouble } = outcome;
    return trouble === null
      ? null
      : failureOf(trouble, this.factsOf(outcome), { possiblyDone: true });
  }

  /** What an answer says that is no success. `endpoint`: whose error codes its body may hold. */
  errorOf(outcome: Answered, endpoint: 'token' | 'revoke' | null, mask: Mask): Refusal {
    const { head, body, answeredAtMs: nowMs } = outcome;
    if (!this.#endpoint.ok) throw new Error('a refused call was answered');
    const { url } = this.#endpoint.value;
    const reading = readErrorResponse({ head, body, url, nowMs, mask }, endpoint);
    const { code, declined, ...details } = reading;
    return failureOf(code, this.factsOf(outcome), { ...details, possiblyDone: !declined });
  }

  factsOf(outcome: Outcome): CallFacts {
    const { timing, proxy } = outcome;
    const answered = outcome.kind === 'answered' ? outcome : null;
    const isUntrusted = outcome.kind === 'failed' && outcome.code === 'tls_unknown_authority';
    return {
      call: this.#name,
      host: this.#endpoint.ok ? this.#endpoint.value.url.host : '',
      sentAtMs: timing.sentAtMs,
      sentMonotonicMs: timing.sentMonotonicMs,
      durationMs: timing.durationMs,
      ...(proxy === null ? {} : { proxy }),
      ...(isUntrusted && this.#target.authorityPem !== null ? { ownAuthority: true } : {}),
      status: answered?.head.status ?? null,
      clockSkewSeconds:
        answered === null ? null : clockSkewSeconds(answered.head, answered.answeredAtMs),
      ...(answered === null ? {} : { head: seenHead(answered.head, answered.body.length) }),
    };
  }
}

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
