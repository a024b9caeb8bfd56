// A tunnel through an HTTP proxy to one host and port (RFC 9110 section 9.3.6), over which TLS is then
// spoken with the server itself: the proxy learns that name and nothing else. Owns what every answer of
// a proxy becomes; takes nothing of it for an answer of the server (cases 42 and 74).
import net, { type Socket, type TcpNetConnectOpts } from 'node:net';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import { hostAndPort } from '../../domain/proxy.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { joinAndWipe } from '../../domain/wipeable-buffer.ts';

interface TunnelFailure {
  readonly code: GatewayFailureCode;
  /** The status the proxy answered with, and none of its words: they can repeat user and password (S32). */
  readonly said: string | null;
}

interface TunnelOptions {
  readonly clock: Clock;
  readonly proxy: { readonly host: string; readonly port: number };
  /** Host without brackets. */
  readonly target: { readonly host: string; readonly port: number };
  /** Value of Proxy-Authorization (RFC 7617), or null. Overwritten with zeros once it left. */
  readonly signIn: Buffer | null;
  readonly budgetMs: number;
  readonly signal: AbortSignal | null;
  readonly watch?: ((socket: Socket) => void) | undefined;
}

/** A name that answers on one of its addresses only must not cost a person a second (case 73). */
const NEXT_ADDRESS_AFTER_MS = 500;
/** Of the proxy's answer, up to its empty line. */
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_INTERIM = 4;
const STATUS_LINE = /^HTTP\/1\.[01] ([1-9]\d\d)(?: [^\r\n]*)?\r?\n/;

const NOT_REACHED = new Map<string, GatewayFailureCode>([
  ['ENOTFOUND', 'proxy_not_found'],
  ['EAI_AGAIN', 'proxy_not_found'],
  ['EAI_NODATA', 'proxy_not_found'],
  ['EAI_NONAME', 'proxy_not_found'],
  ['EAI_FAIL', 'proxy_not_found'],
]);

/** Whether the proxy was never spoken to, so that another way may be tried. */
export function isProxyOutOfReach(code: GatewayFailureCode): boolean {
  return code === 'proxy_not_found' || code === 'proxy_unreachable';
}

/** The connection is the caller's to destroy, and nothing was read beyond the proxy's answer. */
export async function openTunnel(options: TunnelOptions): Promise<Result<Socket, TunnelFailure>> {
  const { clock, proxy, signal } = options;
  const { promise, resolve } = Promise.withResolvers<Result<Socket, TunnelFailure>>();
  let reached = false;
  let interim = 0;
  let head = Buffer.alloc(0);

  const wanted: TcpNetConnectOpts = {
    ...proxy,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  };
  const socket = net.connect(wanted);
  options.watch?.(socket);
  const giveUp = (code: GatewayFailureCode, said: string | null = null): void => {
    socket.destroy();
    resolve(fail({ code, said }));
  };
  const onAbort = (): void => giveUp('cancelled');
  const cancelTimer = clock.after(options.budgetMs, () =>
    giveUp(reached ? 'proxy_timeout' : 'proxy_unreachable'),
  );
  const onError = (error: Error): void => {
    const code = 'code' in error ? String(error.code) : '';
    giveUp(reached ? 'proxy_closed' : (NOT_REACHED.get(code) ?? 'proxy_unreachable'));
  };
  const onClose = (): void => giveUp('proxy_closed');
  const onData = (bytes: Buffer): void => {
    head = Buffer.concat([head, bytes]);
    for (;;) {
      // Words that no HTTP answer begins with need not be waited out.
      if (!couldBeHttp(head)) return giveUp('proxy_garbled');
      const end = endOfHead(head);
      if (end === -1) return head.length > MAX_HEAD_BYTES ? giveUp('proxy_garbled') : undefined;
      const status = readStatus(head.subarray(0, end));
      if (status === null) return giveUp('proxy_garbled');
      if (status >= 200) return judge(status, head.length > end);
      // RFC 9110 section 15.2: an interim answer is followed by another.
      interim += 1;
      if (status === 101 || interim > MAX_INTERIM) return giveUp('proxy_garbled');
      head = head.subarray(end);
      if (head.length === 0) return undefined;
    }
  };
  const judge = (status: number, hasMore: boolean): void => {
    const said = String(status);
    const refusal = refusalOf(status);
    if (refusal !== null) return giveUp(refusal, said);
    // The server speaks second in TLS: what is here already was written by the proxy itself.
    if (hasMore) return giveUp('proxy_answers_itself', said);
    socket.off('data', onData);
    socket.off('error', onError);
    socket.off('close', onClose);
    socket.pause();
    // Until its next owner listens, an error must not be unhandled.
    socket.on('error', () => undefined);
    return resolve(ok(socket));
  };

  signal?.addEventListener('abort', onAbort, { once: true });
  socket.on('error', onError);
  socket.on('close', onClose);
  socket.on('end', onClose);
  socket.on('data', onData);
  socket.once('connect', () => {
    reached = true;
    const request = requestOf(options);
    socket.write(request, () => request.fill(0));
  });

  const result = await promise;
  cancelTimer();
  signal?.removeEventListener('abort', onAbort);
  socket.off('end', onClose);
  options.signIn?.fill(0);
  return result;
}

/** Host and port, and nothing else about the call: no path, no name of this app, no version. */
function requestOf({ target, signIn }: TunnelOptions): Buffer {
  const authority = hostAndPort(target.host, target.port);
  const start = Buffer.from(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n`, 'latin1');
  const end = Buffer.from('\r\n', 'latin1');
  if (signIn === null) return Buffer.concat([start, end]);
  const name = Buffer.from('Proxy-Authorization: ', 'latin1');
  return joinAndWipe([start, name, signIn, Buffer.from('\r\n\r\n', 'latin1')]);
}

const BEGINNING = Buffer.from('HTTP/1.', 'latin1');

function couldBeHttp(head: Buffer): boolean {
  const known = Math.min(head.length, BEGINNING.length);
  return head.subarray(0, known).equals(BEGINNING.subarray(0, known));
}

/** Behind the first empty line; -1 while there is none. RFC 9112 section 2.2 lets a lone LF end a line. */
function endOfHead(bytes: Buffer): number {
  const strict = bytes.indexOf('\r\n\r\n');
  const lenient = bytes.indexOf('\n\n');
  if (strict === -1) return lenient === -1 ? -1 : lenient + 2;
  return lenient === -1 ? strict + 4 : Math.min(strict + 4, lenient + 2);
}

// SECURITY(S32): the reason phrase and the fields are not read.
function readStatus(head: Buffer): number | null {
  if (head.length > MAX_HEAD_BYTES) return null;
  const digits = STATUS_LINE.exec(head.toString('latin1'))?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Null where the tunnel stands: any 2xx (RFC 9110 section 9.3.6). */
function refusalOf(status: number): GatewayFailureCode | null {
  if (status < 300) return null;
  // A page to sign in at, which nobody here could see (RFC 6585 section 6).
  if (status < 400 || status === 511) return 'proxy_answers_itself';
  switch (status) {
    case 407:
      return 'proxy_auth';
    case 403:
      return 'proxy_forbids';
    case 502:
      return 'proxy_bad_gateway';
    case 504:
      return 'proxy_gateway_timeout';
    default:
      return 'proxy_refused';
  }
}
