// Speaks HTTP on one stream of an HTTP/2 session: one request out, one final answer in (RFC 9113 section
// 8.1), within the same budgets and caps as on a connection of its own (conversation.ts). Frames cannot be
// taken for another call's: a stream's number is in each.
import type { GatewayFailureCode } from '../../shared/failure.ts';
import { joinAndWipe, wipeableCopy } from '../domain/wipeable-buffer.ts';
import {
  headersOf,
  MAX_INFORMATIONAL,
  type ConversationOptions,
  type GuardedRequest,
  type Reply,
} from './conversation.ts';
import type { Endpoint } from './endpoints.ts';
import { encodeFields } from './h2-fields.ts';
import { h2Error } from './h2-frames.ts';
import { readH2Head } from './h2-head.ts';
import type { H2Session } from './h2-session.ts';
import { isEncoded, mediaType, type ResponseHead } from './response-head.ts';

/** The rest of an answer whose head was enough is waited for this long, then the stream is reset. */
const REST_MS = 1_000;

export interface StreamReply {
  readonly reply: Reply;
  /** The server says, or it is plain, that it did not act on the request (RFC 9113 section 8.7). */
  readonly isUntouched: boolean;
}

/** `onClosed`: the stream takes no place any more. */
export async function converseOnStream(
  session: H2Session,
  options: ConversationOptions,
  onClosed: () => void,
): Promise<StreamReply> {
  const { clock, request, signal } = options;
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const chunks: Buffer[] = [];
  let head: ResponseHead | null = null;
  let receivedBytes = 0;
  let informational = 0;
  let isUntouched = false;
  let isSettled = false;
  let cancelRest = (): void => undefined;
  let cancelTimer = (): void => undefined;

  function stop(code: GatewayFailureCode | null): void {
    if (isSettled) return;
    isSettled = true;
    if (head === null) resolve({ kind: 'failed', code: code ?? 'protocol_error' });
    else resolve({ kind: 'answered', head, body: joinAndWipe(chunks.splice(0)), trouble: code });
  }
  function reset(code: GatewayFailureCode): void {
    stop(code);
    stream?.reset(h2Error.cancel);
  }
  function takeHead(raw: readonly string[]): void {
    const read = readH2Head(raw, options.headBytes);
    if (!read.ok) return reset(read.failure);
    if (read.value.status < 200) {
      informational += 1;
      return informational > MAX_INFORMATIONAL ? reset('protocol_error') : undefined;
    }
    cancelTimer();
    options.onHead();
    head = read.value;
    if (!request.wantsBody(head.status, mediaType(head))) {
      // Not reset at once: a server may take many resets for an attack.
      cancelRest = clock.after(REST_MS, () => reset('cancelled'));
      return stop(null);
    }
    if (isEncoded(head)) return reset('encoding_refused');
    const leftMs = remainingMs - (clock.monotonicMs() - beganMs);
    cancelTimer = clock.after(leftMs, () => reset('total_timeout'));
    return undefined;
  }

  const { headersMs, remainingMs } = options;
  const beganMs = clock.monotonicMs();
  const stream = session.open({
    fields: fieldsOf(request),
    body: request.endpoint.method === 'POST' ? (request.body ?? Buffer.alloc(0)) : request.body,
    secrets: request.secrets,
    events: {
      onFields(raw) {
        // What stands behind a body says nothing here.
        if (head !== null) return;
        if (raw === null) reset('header_overflow');
        else takeHead(raw);
      },
      onData(bytes) {
        if (head === null) return reset('protocol_error');
        receivedBytes += bytes.length;
        if (receivedBytes > options.bodyBytes) return reset('body_too_large');
        if (!isSettled) chunks.push(wipeableCopy(bytes));
        return undefined;
      },
      onEnd: () => stop(null),
      onClosed(code) {
        cancelRest();
        isUntouched = code === h2Error.refusedStream;
        stop(closeCode(code, head !== null));
        for (const chunk of chunks) chunk.fill(0);
        onClosed();
      },
    },
  });
  if (stream === null) {
    onClosed();
    return { reply: { kind: 'failed', code: 'connection_reset' }, isUntouched: true };
  }
  const onAbort = (): void => reset('cancelled');
  cancelTimer = clock.after(Math.min(headersMs, remainingMs), () =>
    reset(headersMs <= remainingMs ? 'headers_timeout' : 'total_timeout'),
  );
  signal?.addEventListener('abort', onAbort, { once: true });

  const reply = await promise;
  cancelTimer();
  signal?.removeEventListener('abort', onAbort);
  return { reply, isUntouched };
}

interface KnownFields {
  /** The same for every call to an endpoint. */
  readonly usual: Buffer;
  /** With the length of the last call's body, which most have. */
  readonly bodyBytes: number;
  readonly whole: Buffer;
}

const known = new WeakMap<Endpoint, KnownFields>();

function fieldsOf(request: GuardedRequest): Buffer {
  const { endpoint, body } = request;
  const bodyBytes = body?.length ?? 0;
  const last = known.get(endpoint);
  if (last?.bodyBytes === bodyBytes) return last.whole;
  const usual = last?.usual ?? usualFieldsOf(request);
  const length = encodeFields([['content-length', String(bodyBytes)]]);
  const whole = endpoint.method === 'POST' ? Buffer.concat([usual, length]) : usual;
  known.set(endpoint, { usual, bodyBytes, whole });
  return whole;
}

function usualFieldsOf(request: GuardedRequest): Buffer {
  const { url, method } = request.endpoint;
  const { Host: authority = '', 'Content-Length': _length, ...fields } = headersOf(request, null);
  return encodeFields([
    [':method', method],
    [':scheme', 'https'],
    [':authority', authority],
    [':path', url.pathname],
    ...Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
}

const BROKEN_RULES: ReadonlySet<number | null> = new Set([
  h2Error.protocol,
  h2Error.flowControl,
  h2Error.frameSize,
  h2Error.compression,
]);

/** A stream that closed before its answer was whole. Nothing but codes is read of it (S22). */
function closeCode(code: number | null, isBegun: boolean): GatewayFailureCode {
  if (code === h2Error.calmDown) return 'rate_limited';
  if (BROKEN_RULES.has(code)) return 'protocol_error';
  return isBegun ? 'incomplete_response' : 'connection_reset';
}
