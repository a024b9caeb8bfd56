// A warm HTTP/2 session (RFC 9113): up to a hundred calls together over one verified connection to one
// origin, on Node's own client. Ours are the caps, the time limits, and when a session takes no more calls:
// once the server ends it, floods it, or lets a call on it run into its time limit.
import http2, { type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import { collectBody } from './collected-body.ts';
import {
  headersOf,
  isTimeLimit,
  MAX_INFORMATIONAL,
  type ConversationOptions,
  type GuardedRequest,
  type Reply,
} from './conversation.ts';
import type { BurstConnection, ConnectionEvents, ConnectionReply } from './connection.ts';
import { destroyOnceRead, readPaced } from './paced-reads.ts';
import { isEncoded, mediaType, readFields, type ResponseHead } from '../responses/response-head.ts';
import { foreignCode } from './transport-codes.ts';
import { createWipingStream } from './wiping-stream.ts';

interface Http2Options extends ConnectionEvents {
  /** Of the server; the only one that is asked. */
  readonly origin: string;
  /** Bytes that the answer to one call may have, head and body together. */
  readonly answerBytes: number;
}

/** The codes of Node's errors for a server that breaks or floods the connection. */
const BROKEN_CONNECTION: ReadonlySet<string> = new Set([
  'ERR_HTTP2_ERROR',
  'ERR_HTTP2_TOO_MANY_INVALID_FRAMES',
  'ERR_HTTP2_TOO_MANY_ORIGINS',
]);
/** However many a server allows: one window of 64 KiB is shared by all. */
const MAX_STREAMS = 100;
/** The rest of an answer whose head was enough is waited for this long, then the stream is reset. */
const REST_MS = 1_000;
/** Frames around an answer, and what a server says about the connection. */
const FRAMES_BYTES = 64 * 1024;

const {
  NGHTTP2_PROTOCOL_ERROR,
  NGHTTP2_FLOW_CONTROL_ERROR,
  NGHTTP2_FRAME_SIZE_ERROR,
  NGHTTP2_REFUSED_STREAM,
  NGHTTP2_CANCEL,
  NGHTTP2_COMPRESSION_ERROR,
  NGHTTP2_ENHANCE_YOUR_CALM,
} = http2.constants;

const SESSION_OPTIONS: http2.SecureClientSessionOptions & {
  readonly maxSessionInvalidFrames: number;
  readonly maxSessionRejectedStreams: number;
} = {
  settings: {
    enablePush: false,
    // Far above what a call takes of a head, so that its own cap is what refuses one.
    maxHeaderListSize: 64 * 1024,
  },
  maxHeaderListPairs: 1_000,
  maxDeflateDynamicTableSize: 0,
  maxReservedRemoteStreams: 0,
  maxSettings: 16,
  maxOriginSetSize: 4,
  maxOutstandingPings: 1,
  // Such as empty frames of data, of which a server needs none.
  maxSessionInvalidFrames: 16,
  maxSessionRejectedStreams: 0,
};

/** Carries nothing until the server's settings have come; then `onChange` is called. */
export function createHttp2Connection(socket: TLSSocket, options: Http2Options): BurstConnection {
  const { onChange, onFreed, origin, answerBytes } = options;
  const wiping = createWipingStream(socket, 'joined');
  /** Streams at once; 0 until the server's first settings have come. */
  let allowed = 0;
  let underWay = 0;
  let calls = 0;
  let takesMore = true;
  /** What a server that goes away still looked at (RFC 9113 section 6.8). */
  let lastStream = Infinity;
  /** What ended the connection, where that says more than that it ended. */
  let verdict: GatewayFailureCode | null = null;
  /** Since the last answer was over. */
  let receivedBytes = 0;

  const session: ClientHttp2Session = http2.connect(origin, {
    ...SESSION_OPTIONS,
    createConnection: () => wiping.stream,
  });
  const close = (): void => {
    endSoon();
    session.destroy();
    destroyOnceRead(socket);
  };
  /** A session that is over tells its streams first: what they free is no place any more. */
  const takesCalls = (): boolean => takesMore && !session.closed && !session.destroyed;
  /** It takes no more calls; those under way may still end well. */
  function endSoon(): void {
    if (!takesMore) return;
    takesMore = false;
    onChange();
  }

  session.on('remoteSettings', ({ maxConcurrentStreams = MAX_STREAMS }) => {
    allowed = Math.min(MAX_STREAMS, maxConcurrentStreams);
    onChange();
  });
  session.on('goaway', (code, last) => {
    lastStream = last;
    if (code === NGHTTP2_ENHANCE_YOUR_CALM) verdict = 'rate_limited';
    endSoon();
  });
  // Nothing of the library's error is read: what it means for a call is told by its stream.
  session.on('error', () => undefined);
  session.once('close', close);
  socket.on('error', () => undefined);
  // What came before the end is read to its end first.
  socket.once('end', () => setImmediate(close));
  socket.once('close', close);
  readPaced(socket, (bytes) => {
    receivedBytes += bytes.length;
    const isFlood = receivedBytes > (underWay + 1) * (answerBytes + FRAMES_BYTES);
    if (!isFlood) return wiping.receive(bytes);
    // Control frames, continuations: whatever it is, it answers nothing.
    bytes.fill(0);
    verdict = 'protocol_error';
    return close();
  });

  async function call(isFirst: boolean, asked: ConversationOptions): Promise<ConnectionReply> {
    if (asked.signal?.aborted === true) {
      free();
      return { reply: { kind: 'failed', code: 'cancelled' }, askElsewhere: false };
    }
    if (!takesCalls()) {
      free();
      return { reply: { kind: 'failed', code: 'connection_reset' }, askElsewhere: true };
    }
    const reply = await converse(asked);
    return { reply: reply.reply, askElsewhere: reply.isReset && (reply.isUntouched || !isFirst) };
  }

  function free(): void {
    underWay -= 1;
    onFreed();
    if (!takesMore && underWay === 0) close();
  }

  interface StreamReply {
    readonly reply: Reply;
    readonly isReset: boolean;
    /** The server says, or it is plain, that it did not act on the request (RFC 9113 section 8.7). */
    readonly isUntouched: boolean;
  }

  /** One request on a stream of its own, within the budgets and caps of a connection of its own. */
  async function converse(asked: ConversationOptions): Promise<StreamReply> {
    const { clock, request, signal } = asked;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const collected = collectBody(asked.bodyBytes);
    let head: ResponseHead | null = null;
    let informational = 0;
    let isUntouched = false;
    let isSettled = false;
    let cancelTimer = (): void => undefined;

    const stream: ClientHttp2Stream = session.request(fieldsOf(request), {
      endStream: request.body === null,
    });

    function stop(code: GatewayFailureCode | null): void {
      if (isSettled) return;
      isSettled = true;
      if (code !== null && isTimeLimit(code)) endSoon();
      if (head === null) resolve({ kind: 'failed', code: code ?? 'protocol_error' });
      else resolve({ kind: 'answered', head, body: collected.whole(), trouble: code });
    }
    function reset(code: GatewayFailureCode): void {
      stop(code);
      stream.close(NGHTTP2_CANCEL);
      stream.destroy();
    }
    /** Of a body that came with its head, this is told of first. */
    function takeBody(chunk: Buffer): void {
      if (!collected.take(chunk)) reset('body_too_large');
    }
    function takeHead(raw: readonly string[]): void {
      cancelTimer();
      asked.onHead();
      const read = readHttp2Head(raw, asked.headBytes);
      if (!read.ok) return reset(read.failure);
      head = read.value;
      const wantsBody = request.wantsBody(head.status, mediaType(head));
      if (!wantsBody || isEncoded(head)) collected.drop();
      if (!wantsBody) {
        // Not reset at once: a server may take many resets for an attack.
        cancelTimer = clock.after(REST_MS, () => reset('cancelled'));
        return stop(null);
      }
      if (isEncoded(head)) return reset('encoding_refused');
      const leftMs = remainingMs - (clock.monotonicMs() - beganMs);
      cancelTimer = clock.after(leftMs, () => reset('total_timeout'));
      return undefined;
    }

    const { headersMs, remainingMs } = asked;
    const beganMs = clock.monotonicMs();
    stream.on('headers', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) reset('protocol_error');
    });
    stream.once('response', (_headers, _flags, raw: readonly string[]) => takeHead(raw));
    stream.on('data', takeBody);
    stream.once('end', () => {
      if (head !== null) stop(null);
    });
    stream.on('error', (error) => {
      if (BROKEN_CONNECTION.has(foreignCode(error))) verdict ??= 'protocol_error';
    });
    stream.once('close', () => {
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
      if (head !== null) receivedBytes = 0;
      const code = stream.rstCode;
      isUntouched = code === NGHTTP2_REFUSED_STREAM || (stream.id ?? Infinity) > lastStream;
      stop(verdict ?? closeCode(code, head !== null));
      collected.drop();
      free();
    });
    const onAbort = (): void => reset('cancelled');
    cancelTimer = clock.after(Math.min(headersMs, remainingMs), () =>
      reset(headersMs <= remainingMs ? 'headers_timeout' : 'total_timeout'),
    );
    signal?.addEventListener('abort', onAbort, { once: true });
    if (request.body !== null) stream.end(request.body);

    const reply = await promise;
    const isReset = reply.kind === 'failed' && reply.code === 'connection_reset';
    return { reply, isReset, isUntouched };
  }

  return {
    capacity: () => (takesCalls() ? allowed : 0),
    underWay: () => underWay,
    hasEnded: () => !takesCalls(),
    claim() {
      const isFirst = calls === 0;
      calls += 1;
      underWay += 1;
      return (callOptions) => call(isFirst, callOptions);
    },
    close,
  };
}

function fieldsOf(request: GuardedRequest): http2.OutgoingHttpHeaders {
  const { url, method } = request.endpoint;
  const { Host: authority = '', ...fields } = headersOf(request, null);
  return { ':method': method, ':authority': authority, ':path': url.pathname, ...fields };
}

/** @param raw names and values in turn; Node has refused what is malformed (RFC 9113 section 8.1.1). */
function readHttp2Head(raw: readonly string[], headBytes: number): ReturnType<typeof readFields> {
  // As RFC 9113 section 6.5.2 counts: each field costs 32 bytes more than its characters.
  if (raw.reduce((sum, text) => sum + text.length + 16, 0) > headBytes) {
    return { ok: false, failure: 'header_overflow' };
  }
  const status = raw[raw.indexOf(':status') + 1] ?? '';
  return readFields(Number(status), raw);
}

const BROKEN_RULES: ReadonlySet<number | undefined> = new Set([
  NGHTTP2_PROTOCOL_ERROR,
  NGHTTP2_FLOW_CONTROL_ERROR,
  NGHTTP2_FRAME_SIZE_ERROR,
  NGHTTP2_COMPRESSION_ERROR,
]);

/**
 * A stream that closed before its answer was whole. Nothing but codes is read of it (S22). ENHANCE_YOUR_CALM
 * is no word of the server here: Node itself resets a stream with it whose head is beyond every bound.
 */
function closeCode(code: number | undefined, isBegun: boolean): GatewayFailureCode {
  if (BROKEN_RULES.has(code)) return 'protocol_error';
  return isBegun ? 'incomplete_response' : 'connection_reset';
}
