// One request and one answer (RFC 9110) over undici, within its limits. Follows no redirect, keeps no cookie or cache,
// inflates nothing, tries nothing again. Never hands on an error of undici, only a closed code (docs/oauth-cases.md
// group E).
import type { Dispatcher } from 'undici';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Budgets, CallName } from '../budgets.ts';
import type { CallOptions } from '../call-target.ts';
import type { Endpoint } from '../allowed-addresses.ts';
import { headOf, isEncoded, mediaType, type ResponseHead } from '../responses/response-head.ts';
import { exchangeFailureCode } from './transport-codes.ts';
import { NoConnection, type Reach } from './verified-connection.ts';

/** One request as it will leave (RFC 9110 section 3.4), and where it goes. */
export interface Sending {
  readonly call: CallName;
  readonly reach: Reach;
  readonly endpoint: Endpoint;
  readonly body: string | null;
  /** The value of the Authorization header, or null. */
  readonly authorization: string | null;
  /** Whether the body of an answer with this status and media type is worth waiting for. */
  readonly wantsBody: (status: number, type: string) => boolean;
}

/** Wall clock and monotonic clock, in milliseconds. */
interface Moment {
  readonly atMs: number;
  readonly monotonicMs: number;
}

export const momentOf = (clock: Clock): Moment => ({
  atMs: clock.nowMs(),
  monotonicMs: clock.monotonicMs(),
});

/** What is known of a call whatever its end. */
interface Known {
  /** When the request left, else when the call began. */
  readonly from: Moment;
  readonly durationMs: number;
  /** False: not one byte of the request left. */
  readonly sent: boolean;
  /** Host and port of the proxy it went through, or was to; null where it went straight. */
  readonly proxy: string | null;
}

type End =
  | {
      readonly kind: 'failed';
      readonly code: GatewayFailureCode;
      /** Issuer of a refused certificate, or the status a proxy answered with; untrusted text. */
      readonly about: string | null;
    }
  | {
      readonly kind: 'answered';
      readonly head: ResponseHead;
      /** Wall clock when the head was complete. */
      readonly answeredAtMs: number;
      /** What came of the body, at most the cap. */
      readonly body: Buffer;
      /** Why the body is not whole or not readable; null when it is, or was not wanted. */
      readonly trouble: GatewayFailureCode | null;
    };

/** How a call ended: a head with at most so many bytes of body, or a closed code. */
export type Outcome = Known & End;

interface ExchangeOptions extends CallOptions {
  readonly clock: Clock;
  readonly budgets: Budgets;
  /** The call began, perhaps with a try before this one. */
  readonly began: Moment;
  /** From now to the moment the request leaves; null where opening the connection keeps to a limit by itself. */
  readonly unsentMs: number | null;
  readonly proxy: () => string | null;
}

/** A server that keeps talking without answering is not answering. */
const MAX_INFORMATIONAL = 16;
/** Real gateways send some thirty fields. */
const MAX_FIELDS = 200;
/** Ends a request of undici. Nothing is read of it. */
const STOPPED = new Error('stopped');

/** Resolves as soon as the answer is known, never rejects. What still comes of a body is read and dropped. */
export async function exchange(
  dispatcher: Dispatcher,
  sending: Sending,
  options: ExchangeOptions,
): Promise<Outcome> {
  const handler = new AnswerHandler(sending, options);
  const { endpoint, body } = sending;
  if (!handler.isSettled) {
    const { origin, pathname: path } = endpoint.url;
    const headers = headersOf(sending);
    dispatcher.dispatch({ origin, path, method: endpoint.method, headers, body }, handler);
  }
  return await handler.outcome;
}

/** The header fields of a request (RFC 9110 section 6.3). No version, no system, no name of anybody (case 8). */
function headersOf({ endpoint, authorization }: Sending): Record<string, string> {
  return {
    'User-Agent': 'Strongroom',
    ...endpoint.headers,
    'Accept-Encoding': 'identity',
    ...(authorization === null ? {} : { Authorization: authorization }),
  };
}

/** What undici tells of one request, until it is over. */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #sending: Sending;
  readonly #options: ExchangeOptions;
  readonly #ending = Promise.withResolvers<Outcome>();
  readonly #cleanUp: (() => void)[] = [];
  readonly #chunks: Buffer[] = [];
  #cancelHeaders: () => void = () => undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #sent: Moment | null = null;
  #answer: { readonly head: ResponseHead; readonly answeredAtMs: number } | null = null;
  #bytes = 0;
  #informational = 0;
  #begun = false;
  isSettled = false;

  constructor(sending: Sending, options: ExchangeOptions) {
    this.#sending = sending;
    this.#options = options;
    const { clock, budgets, began, unsentMs, signal, unsent } = options;
    const onUnsent = (code: GatewayFailureCode) => () => {
      if (this.#sent === null) this.#stop(code);
    };
    const leftMs = budgets.totalMs - (clock.monotonicMs() - began.monotonicMs);
    this.#cleanUp.push(clock.after(leftMs, () => this.#stop('answer_timeout')));
    if (unsentMs !== null) {
      this.#cleanUp.push(clock.after(unsentMs, onUnsent('connect_timeout')));
    }
    this.#listen(unsent, onUnsent('cancelled'));
    this.#listen(signal, () => this.#stop('cancelled'));
  }

  get outcome(): Promise<Outcome> {
    return this.#ending.promise;
  }

  #listen(signal: AbortSignal | undefined, onAbort: () => void): void {
    if (signal?.aborted === true) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#cleanUp.push(() => signal?.removeEventListener('abort', onAbort));
  }

  /** Right before the first byte is written; once more where undici sends anew what a server did not take. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.isSettled) return controller.abort(STOPPED);
    const { clock, budgets } = this.#options;
    this.#cancelHeaders();
    this.#cancelHeaders = clock.after(budgets.headersMs, () => this.#stop('answer_timeout'));
    this.#sent ??= momentOf(clock);
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
    this.#answer = { head, answeredAtMs: this.#options.clock.nowMs() };
    if (!this.#sending.wantsBody(status, mediaType(head))) return this.#settle(null);
    if (isEncoded(head)) this.#stop('protocol_error');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    const most = this.#options.budgets.bodyBytes[this.#sending.call];
    if (this.#bytes > most) return this.#stop('answer_too_large');
    if (!this.isSettled) this.#chunks.push(Buffer.from(chunk));
  }

  onResponseEnd(): void {
    this.#settle(null);
    this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (error instanceof NoConnection) {
      const { code, issuer, said = null, proxy } = error.failure;
      this.#resolve({ kind: 'failed', code, about: issuer ?? said }, proxy);
    }
    const some = this.#begun ? 'some' : 'nothing';
    this.#settle(exchangeFailureCode(error, this.#answer === null ? some : 'head'));
    this.#end();
  }

  #settle(code: GatewayFailureCode | null): void {
    if (this.#sent === null || this.#answer === null) {
      return this.#resolve({ kind: 'failed', code: code ?? 'protocol_error', about: null });
    }
    const body = code === 'answer_too_large' ? Buffer.alloc(0) : Buffer.concat(this.#chunks);
    this.#resolve({ kind: 'answered', ...this.#answer, body, trouble: code });
  }

  #resolve(end: End, proxy: string | null = this.#options.proxy()): void {
    if (this.isSettled) return;
    this.isSettled = true;
    const { clock, began } = this.#options;
    const durationMs = clock.monotonicMs() - began.monotonicMs;
    const sent = this.#sent;
    this.#ending.resolve({ ...end, from: sent ?? began, durationMs, sent: sent !== null, proxy });
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
