// One request and one answer (RFC 9110) over undici, within its limits. Follows no redirect, keeps no cookie or cache,
// inflates nothing, tries nothing again. Never hands on an error of undici, only a closed code (docs/oauth-cases.md
// group E).
import type { Dispatcher } from 'undici';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Endpoint } from '../requests/endpoints.ts';
import { headOf, isEncoded, mediaType, type ResponseHead } from '../responses/response-head.ts';
import { exchangeFailureCode } from './transport-codes.ts';

/** One request as it will leave (RFC 9110 section 3.4). */
export interface OutgoingRequest {
  readonly endpoint: Endpoint;
  readonly body: string | null;
  /** The value of the Authorization header, or null. */
  readonly authorization: string | null;
  /** Whether the body of an answer with this status and media type is worth waiting for. */
  readonly wantsBody: (status: number, type: string) => boolean;
}

/** Limits of one exchange: times in milliseconds, the size in bytes. */
interface ExchangeLimits {
  /** From now to the moment the request leaves. */
  readonly unsentMs: number;
  /** From there to the end of the head of the answer. */
  readonly headersMs: number;
  /** From now to the end of the body. */
  readonly totalMs: number;
  readonly bodyBytes: number;
}

/** When the request left: wall clock and monotonic clock. */
interface Sent {
  readonly atMs: number;
  readonly monotonicMs: number;
}

/** How an exchange ended: a head with its body, or a closed code. */
export type Reply =
  | {
      readonly kind: 'failed';
      readonly code: GatewayFailureCode;
      /** Null: not one byte of the request left. */
      readonly sent: Sent | null;
      /** What the connector failed with, where no connection came to be. */
      readonly error: unknown;
    }
  | {
      readonly kind: 'answered';
      readonly sent: Sent;
      readonly head: ResponseHead;
      /** Wall clock when the head was complete. */
      readonly answeredAtMs: number;
      /** What came of the body, at most the cap. */
      readonly body: Buffer;
      /** Why the body is not whole or not readable; null when it is, or was not wanted. */
      readonly trouble: GatewayFailureCode | null;
    };

interface ExchangeOptions {
  readonly clock: Clock;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal | null;
  /** Ends it only as long as nothing of it was sent. */
  readonly unsent: AbortSignal | undefined;
}

/** A server that keeps talking without answering is not answering. */
const MAX_INFORMATIONAL = 16;
/** Real gateways send some thirty fields. */
const MAX_FIELDS = 200;
/** Ends a request of undici. Nothing is read of it. */
const STOPPED = new Error('stopped');

/** Resolves as soon as the answer is known, never rejects. What still comes of a body is read and dropped. */
export function exchange(
  dispatcher: Dispatcher,
  request: OutgoingRequest,
  options: ExchangeOptions,
): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const { endpoint, body } = request;
  const handler = new AnswerHandler(request, options, resolve);
  dispatcher.dispatch(
    {
      origin: endpoint.url.origin,
      path: endpoint.url.pathname,
      method: endpoint.method,
      headers: headersOf(request),
      body,
    },
    handler,
  );
  return promise;
}

/** The header fields of a request (RFC 9110 section 6.3). No version, no system, no name of anybody (case 8). */
function headersOf({ endpoint, authorization }: OutgoingRequest): Record<string, string> {
  return {
    'User-Agent': 'Strongroom',
    ...endpoint.headers,
    'Accept-Encoding': 'identity',
    ...(authorization === null ? {} : { Authorization: authorization }),
  };
}

/** What undici tells of one request, until it is over. */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #request: OutgoingRequest;
  readonly #options: ExchangeOptions;
  readonly #resolve: (reply: Reply) => void;
  readonly #cleanUp: (() => void)[] = [];
  readonly #chunks: Buffer[] = [];
  #cancelHeaders: () => void = () => undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #sent: Sent | null = null;
  #answer: { readonly head: ResponseHead; readonly atMs: number } | null = null;
  #bytes = 0;
  #informational = 0;
  #begun = false;
  #settled = false;

  constructor(request: OutgoingRequest, options: ExchangeOptions, resolve: (reply: Reply) => void) {
    this.#request = request;
    this.#options = options;
    this.#resolve = resolve;
    const { clock, limits, signal, unsent } = options;
    const onUnsent = (code: GatewayFailureCode) => () => {
      if (this.#sent === null) this.#stop(code);
    };
    this.#listen(signal ?? undefined, () => this.#stop('cancelled'));
    this.#listen(unsent, onUnsent('cancelled'));
    this.#cleanUp.push(clock.after(limits.totalMs, () => this.#stop('answer_timeout')));
    if (Number.isFinite(limits.unsentMs)) {
      this.#cleanUp.push(clock.after(limits.unsentMs, onUnsent('connect_timeout')));
    }
  }

  #listen(signal: AbortSignal | undefined, onAbort: () => void): void {
    if (signal?.aborted === true) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#cleanUp.push(() => signal?.removeEventListener('abort', onAbort));
  }

  /** Right before the first byte is written; once more where undici sends anew what a server did not take. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) return controller.abort(STOPPED);
    const { clock, limits } = this.#options;
    this.#cancelHeaders();
    this.#cancelHeaders = clock.after(limits.headersMs, () => this.#stop('answer_timeout'));
    this.#sent ??= { atMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
  }

  onResponseStarted(): void {
    this.#begun = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<typeof headOf>[1],
  ): void {
    if (status === 101) return this.#stop('protocol_error');
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > MAX_INFORMATIONAL) this.#stop('protocol_error');
      return;
    }
    this.#cancelHeaders();
    const head = headOf(status, headers);
    if (head.fields > MAX_FIELDS) return this.#stop('answer_too_large');
    this.#answer = { head, atMs: this.#options.clock.nowMs() };
    if (!this.#request.wantsBody(status, mediaType(head))) return this.#settle(null);
    if (isEncoded(head)) this.#stop('protocol_error');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#options.limits.bodyBytes) return this.#stop('answer_too_large');
    if (!this.#settled) this.#chunks.push(Buffer.from(chunk));
  }

  onResponseEnd(): void {
    this.#settle(null);
    this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const some = this.#begun ? 'some' : 'nothing';
    this.#settle(exchangeFailureCode(error, this.#answer === null ? some : 'head'), error);
    this.#end();
  }

  #settle(code: GatewayFailureCode | null, error: unknown = null): void {
    if (this.#settled) return;
    this.#settled = true;
    const sent = this.#sent;
    if (sent === null || this.#answer === null) {
      this.#resolve({ kind: 'failed', code: code ?? 'protocol_error', sent, error });
      return;
    }
    const { head, atMs } = this.#answer;
    const body = code === 'answer_too_large' ? Buffer.alloc(0) : Buffer.concat(this.#chunks);
    this.#resolve({ kind: 'answered', sent, head, answeredAtMs: atMs, body, trouble: code });
  }

  #stop(code: GatewayFailureCode): void {
    this.#settle(code);
    this.#end();
    this.#controller?.abort(STOPPED);
  }

  #end(): void {
    this.#cancelHeaders();
    for (const clean of this.#cleanUp.splice(0)) clean();
  }
}
