// Speaks HTTP/1.1 on a verified connection: one request out, one final answer in, within its budgets.
// Owns deadlines, caps and the verdict on framing; always destroys what it was given. Never hands on an
// error of the HTTP library, only a closed code (docs/oauth-cases.md group E).
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { exchangeBearer, type Authorization } from '../requests/bearer-exchange.ts';
import type { Endpoint } from '../requests/endpoints.ts';
import type { CallName } from '../budgets.ts';
import { isEncoded, mediaType, readHead, type ResponseHead } from '../responses/response-head.ts';
import { exchangeFailureCode } from './transport-codes.ts';
import { collectBody } from './collected-body.ts';
import type { Reach } from './verified-connection.ts';

/** One request as it will leave (RFC 9110 section 3.4), with the secrets that its answer may repeat. */
export interface GuardedRequest {
  readonly call: CallName;
  readonly endpoint: Endpoint;
  /** Overwritten with zeros when the call is over, however it ends. */
  readonly body: Buffer | null;
  readonly authorization: Authorization | null;
  /** What the answer may repeat, and must not be kept of it: the secret, and the token it is about. */
  readonly secrets: readonly SecretBytes[];
  readonly reach: Reach;
  /** Whether the body of an answer with this status is worth reading. */
  readonly wantsBody: (status: number, type?: string) => boolean;
}

/** How an exchange ended: a head with its body as it came, or a closed code. */
export type Reply =
  | { readonly kind: 'failed'; readonly code: GatewayFailureCode }
  | {
      readonly kind: 'answered';
      readonly head: ResponseHead;
      /** What came of the body, at most the cap. Whoever receives it wipes it. */
      readonly body: Buffer;
      /** Why the body is not whole or not readable; null when it is, or was not wanted. */
      readonly trouble: GatewayFailureCode | null;
    };

/** The request, and the limits of its exchange: times in milliseconds, sizes in bytes. */
export interface ConversationOptions {
  readonly clock: Clock;
  readonly request: GuardedRequest;
  readonly headBytes: number;
  readonly bodyBytes: number;
  readonly headersMs: number;
  readonly remainingMs: number;
  readonly signal: AbortSignal | null;
  readonly onHead: () => void;
  /** What is asked of the server for the connection; `close` unless told otherwise. */
  readonly connection?: 'close' | 'keep-alive';
}

/** A server that keeps talking without answering is not answering. */
export const MAX_INFORMATIONAL = 16;

/** Whether the server was silent for too long: whatever led to it may be dead. */
export const isTimeLimit = (code: GatewayFailureCode | null): boolean =>
  code === 'headers_timeout' || code === 'total_timeout';

/**
 * Sends the request and resolves with its final answer; never rejects. Informational answers (RFC 9110
 * section 15.2) are passed over. The socket is destroyed whatever happens.
 */
export async function converse(socket: Duplex, options: ConversationOptions): Promise<Reply> {
  const { clock, request, signal } = options;
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const collected = collectBody(options.bodyBytes);
  let head: ResponseHead | null = null;
  let message: IncomingMessage | null = null;
  let informational = 0;
  let begun = false;

  const stop = (code: GatewayFailureCode | null): void => {
    // Nobody reads a part of what is too large.
    if (code === 'body_too_large') collected.drop();
    if (head !== null) {
      resolve({ kind: 'answered', head, body: collected.whole(), trouble: code });
    } else {
      resolve({ kind: 'failed', code: code ?? 'protocol_error' });
    }
    socket.destroy();
  };
  const onAbort = (): void => stop('cancelled');
  const cancelHeaders = clock.after(options.headersMs, () => stop('headers_timeout'));
  const cancelTotal = clock.after(options.remainingMs, () => stop('total_timeout'));
  signal?.addEventListener('abort', onAbort, { once: true });

  const { authorization } = request;
  const bearer = authorization === null ? null : exchangeBearer(socket, authorization);
  const outgoing = https.request({
    // SECURITY(S11): no cookie, cache or client certificate; no agent, so nothing is pooled, kept
    // alive or resumed behind this call's back.
    createConnection: () => socket,
    host: request.endpoint.url.hostname,
    path: request.endpoint.url.pathname,
    method: request.endpoint.method,
    headers: {
      ...headersOf(request, bearer?.standIn ?? null),
      Connection: options.connection ?? 'close',
    },
    maxHeaderSize: options.headBytes,
    insecureHTTPParser: false,
  });
  // Attached after the parser's own listener, so no byte can pass the parser by.
  outgoing.once('socket', () => socket.once('data', () => (begun = true)));
  outgoing.on('information', () => {
    informational += 1;
    if (informational > MAX_INFORMATIONAL) stop('protocol_error');
  });
  outgoing.on('upgrade', () => stop('protocol_error'));
  outgoing.on('error', (error) => {
    // Noise after a complete answer is a second answer nobody asked for: the first one counts.
    if (message?.complete !== true) stop(exchangeFailureCode(error, begun));
  });
  outgoing.on('close', () => {
    if (message === null) stop(begun ? 'incomplete_response' : 'connection_reset');
  });
  outgoing.once('response', (incoming) => {
    cancelHeaders();
    options.onHead();
    message = incoming;
    incoming.on('error', (error) => stop(exchangeFailureCode(error, true)));
    const read = readHead(incoming);
    if (!read.ok) return stop(read.failure);
    // Fails closed: an answer to a request without its token or credentials would be believed to be about it.
    if (bearer?.done() === false) return stop('protocol_error');
    head = read.value;
    const wantsBody = request.wantsBody(head.status, mediaType(head));
    incoming.on('data', (chunk: Buffer) => {
      if (!collected.take(chunk)) stop('body_too_large');
    });
    if (!wantsBody) return stop(null);
    if (isEncoded(head)) return stop('encoding_refused');
    incoming.on('end', () => stop(incoming.complete ? null : 'incomplete_response'));
    incoming.on('close', () => stop('incomplete_response'));
  });
  outgoing.end(request.body ?? undefined);

  const reply = await promise;
  cancelHeaders();
  cancelTotal();
  signal?.removeEventListener('abort', onAbort);
  return reply;
}

/**
 * The header fields of a request (RFC 9110 section 6.3). `authorization` is null where it stands elsewhere.
 */
export function headersOf(
  request: GuardedRequest,
  authorization: string | null,
): Record<string, string> {
  const { url, method, headers } = request.endpoint;
  const length = request.body?.length ?? 0;
  return {
    Host: url.host,
    // No version, no system, no name of anybody or anything (case 8).
    'User-Agent': 'Strongroom',
    ...headers,
    'Accept-Encoding': 'identity',
    ...(authorization === null ? {} : { Authorization: authorization }),
    ...(method === 'POST' ? { 'Content-Length': String(length) } : {}),
  };
}
