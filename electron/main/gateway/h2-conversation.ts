// Speaks HTTP/2 (RFC 9113) on one stream of a session: one request out, one final answer in, within
// the same budgets and caps as on a connection of its own (conversation.ts). Frames cannot be taken for
// another call's: a stream's number is in each. No push, no library error is handed on.
import { constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { GatewayFailureCode } from '../../shared/failure.ts';
import { joinAndWipe } from '../domain/wipeable-buffer.ts';
import {
  headersOf,
  MAX_INFORMATIONAL,
  type ConversationOptions,
  type GuardedRequest,
  type Reply,
} from './conversation.ts';
import type { Endpoint } from './endpoints.ts';
import { isEncoded, readFields, type ResponseHead } from './response-head.ts';

const { NGHTTP2_CANCEL, NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_PROTOCOL_ERROR } = constants;

/** The rest of an answer whose head was enough is waited for this long, then the stream is reset. */
const REST_MS = 1_000;

export interface StreamReply {
  readonly reply: Reply;
  /** Null where no stream could be opened: nothing left. */
  readonly streamId: number | null;
  readonly resetCode: number;
}

/** `onClosed`: the stream takes no place any more. */
export async function converseOnStream(
  session: ClientHttp2Session,
  options: ConversationOptions,
  onClosed: () => void,
): Promise<StreamReply> {
  const { clock, request, signal } = options;
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const chunks: Buffer[] = [];
  let head: ResponseHead | null = null;
  let receivedBytes = 0;
  let informational = 0;
  let wantsBody = true;

  const stream = openStream(session, options);
  if (stream === null) {
    onClosed();
    const reply: Reply = { kind: 'failed', code: 'connection_reset' };
    return { reply, streamId: null, resetCode: constants.NGHTTP2_REFUSED_STREAM };
  }

  let cancelRest = (): void => undefined;
  let isSettled = false;
  const stop = (code: GatewayFailureCode | null): void => {
    if (isSettled) return;
    isSettled = true;
    if (head === null) resolve({ kind: 'failed', code: code ?? 'protocol_error' });
    else resolve({ kind: 'answered', head, body: joinAndWipe(chunks.splice(0)), trouble: code });
  };
  const reset = (code: GatewayFailureCode): void => {
    stop(code);
    stream.close(NGHTTP2_CANCEL);
    stream.destroy();
  };
  const onAbort = (): void => reset('cancelled');
  const { headersMs, remainingMs } = options;
  const beganMs = clock.monotonicMs();
  let cancelTimer = clock.after(Math.min(headersMs, remainingMs), () =>
    reset(headersMs <= remainingMs ? 'headers_timeout' : 'total_timeout'),
  );
  signal?.addEventListener('abort', onAbort, { once: true });

  stream.on('headers', () => {
    informational += 1;
    if (informational > MAX_INFORMATIONAL) reset('protocol_error');
  });
  stream.once('response', (fields, flags, raw: readonly string[]) => {
    cancelTimer();
    options.onHead();
    const read = readFields(fields[':status'] ?? 0, raw);
    if (!read.ok) return reset(read.failure);
    if (sizeOf(raw) > options.headBytes) return reset('header_overflow');
    head = read.value;
    wantsBody = request.wantsBody(head.status);
    const hasBody = (flags & constants.NGHTTP2_FLAG_END_STREAM) === 0;
    if (!hasBody) {
      stream.resume();
      return stop(null);
    }
    if (!wantsBody) {
      // Not reset at once: a server may take many resets for an attack.
      cancelRest = clock.after(REST_MS, () => reset('cancelled'));
      stop(null);
    } else if (isEncoded(head)) return reset('encoding_refused');
    const leftMs = remainingMs - (clock.monotonicMs() - beganMs);
    if (!isSettled) cancelTimer = clock.after(leftMs, () => reset('total_timeout'));
    // Not before: Node tells of the head later than of bytes that somebody waits for.
    stream.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (wantsBody && receivedBytes <= options.bodyBytes) {
        chunks.push(chunk);
        return;
      }
      chunk.fill(0);
      if (receivedBytes > options.bodyBytes) reset('body_too_large');
    });
    stream.on('end', () => stop(null));
    return undefined;
  });
  let libraryCode: unknown = null;
  stream.on('error', (error: NodeJS.ErrnoException) => (libraryCode = error.code));
  stream.once('close', () => {
    cancelRest();
    stop(closeCode(stream.rstCode, libraryCode, head !== null));
    for (const chunk of chunks) chunk.fill(0);
    onClosed();
  });
  stream.end(request.body ?? undefined);

  const reply = await promise;
  cancelTimer();
  signal?.removeEventListener('abort', onAbort);
  return { reply, streamId: stream.id ?? null, resetCode: stream.rstCode };
}

/** Names and values in turn, but for the length; the same for every call to an endpoint. */
function fieldsOf(request: GuardedRequest): readonly string[] {
  const { url, method } = request.endpoint;
  const { Host: authority = '', 'Content-Length': _length, ...fields } = headersOf(request, null);
  return [
    [':method', method],
    [':scheme', 'https'],
    [':authority', authority],
    [':path', url.pathname],
    ...Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]),
  ].flat();
}
const known = new WeakMap<Endpoint, readonly string[]>();

function openStream(
  session: ClientHttp2Session,
  { request }: ConversationOptions,
): ClientHttp2Stream | null {
  const { endpoint, body } = request;
  const fields = known.get(endpoint) ?? fieldsOf(request);
  known.set(endpoint, fields);
  const length = endpoint.method === 'POST' ? ['content-length', String(body?.length ?? 0)] : [];
  try {
    return session.request([...fields, ...length]);
  } catch {
    // Closed meanwhile, or out of stream numbers.
    return null;
  }
}

/** RFC 9113 section 6.5.2: each field costs 32 bytes more than its characters. */
function sizeOf(raw: readonly string[]): number {
  return raw.reduce((sum, text) => sum + text.length + 16, 0);
}

/** A stream that closed before its answer was whole. Nothing but codes is read of it (S22). */
function closeCode(resetCode: number, libraryCode: unknown, begun: boolean): GatewayFailureCode {
  if (resetCode === NGHTTP2_ENHANCE_YOUR_CALM) return 'rate_limited';
  if (resetCode === NGHTTP2_PROTOCOL_ERROR || libraryCode === 'ERR_HTTP2_ERROR') {
    return 'protocol_error';
  }
  return begun ? 'incomplete_response' : 'connection_reset';
}
