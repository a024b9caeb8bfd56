// A way through a proxy to one host and port, over which TLS is then spoken with the server itself: the proxy learns
// that name and nothing else. HTTP CONNECT (RFC 9110 section 9.3.6) and SOCKS5 (RFC 1928, RFC 1929) are spoken by
// undici. Owns what every answer of a proxy becomes; takes nothing of it for an answer of the server (cases 42 and 74).
import net, { type Socket, type TcpNetConnectOpts } from 'node:net';
import { Client, Socks5ProxyAgent } from 'undici';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import { hostAndPort } from '../../domain/proxy.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { proxyAddress, type ProxyRoute } from './proxy-routes.ts';
import { foreignCode, isGarbled } from './transport-codes.ts';

interface TunnelFailure {
  readonly code: GatewayFailureCode;
  /** The status the proxy answered with, and none of its words: they can repeat user and password (S32). */
  readonly said: string | null;
}

/** Whom to sign in as at a proxy (RFC 7617, RFC 1929). */
export interface ProxySignIn {
  readonly userName: string;
  readonly password: string;
}

interface TunnelOptions {
  readonly clock: Clock;
  readonly proxy: ProxyRoute;
  /** Host without brackets. */
  readonly target: { readonly host: string; readonly port: number };
  readonly signIn: ProxySignIn | null;
  readonly budgetMs: number;
  readonly signal: AbortSignal | null;
  readonly watch?: ((socket: Socket) => void) | undefined;
}

/** A name that answers on one of its addresses only must not cost a person a second (case 73). */
export const NEXT_ADDRESS_AFTER_MS = 500;
/** Of the proxy's answer, up to its empty line. */
const MAX_HEAD_BYTES = 16 * 1024;

/** Whether the proxy was never spoken to, so that another way may be tried. */
export function isProxyOutOfReach(code: GatewayFailureCode): boolean {
  return code === 'proxy_unreachable';
}

/** The connection is the caller's to destroy, and nothing was read beyond the proxy's answer. */
export async function openTunnel(options: TunnelOptions): Promise<Result<Socket, TunnelFailure>> {
  const { clock, proxy, signal } = options;
  const { promise, resolve } = Promise.withResolvers<TunnelFailure | null>();
  const { host, port } = proxy;
  const wanted: TcpNetConnectOpts = {
    host,
    port,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  };
  const socket = net.connect(wanted);
  options.watch?.(socket);
  let isReached = false;
  const giveUp = (code: GatewayFailureCode): void => resolve({ code, said: null });
  const onAbort = (): void => giveUp('cancelled');
  const onClose = (): void => giveUp('proxy_closed');
  const cancelTimer = clock.after(options.budgetMs, () =>
    giveUp(isReached ? 'proxy_timeout' : 'proxy_unreachable'),
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  // Until its next owner listens, an error must not be unhandled.
  socket.on('error', () => {
    if (!isReached) giveUp('proxy_unreachable');
  });
  socket.once('connect', () => {
    isReached = true;
    const ask = proxy.protocol === 'socks5' ? askSocks5 : askConnect;
    // What the protocol says of an end comes before the bare fact of the end.
    void ask(socket, options).then(resolve);
    socket.once('close', () => setImmediate(onClose));
  });

  const failure = await promise;
  cancelTimer();
  signal?.removeEventListener('abort', onAbort);
  if (failure === null) return ok(socket);
  socket.destroy();
  return fail(failure);
}

/** RFC 9110 section 9.3.6. Host and port, and nothing else about the call: no path, no name of this app, no version. */
async function askConnect(
  socket: Socket,
  { proxy, target, signIn }: TunnelOptions,
): Promise<TunnelFailure | null> {
  const authority = hostAndPort(target.host, target.port);
  const client = new Client(`http://${proxyAddress(proxy)}`, {
    // Not at once: undici does not look at its queue again while it asks for the connection.
    connect: (_options, done) => queueMicrotask(() => done(null, socket)),
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: 0,
  });
  const credentials = signIn === null ? null : `${signIn.userName}:${signIn.password}`;
  try {
    const { statusCode } = await client.connect({
      path: authority,
      headers: {
        host: authority,
        ...(credentials === null
          ? {}
          : { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
    });
    const said = String(statusCode);
    const code = refusalOf(statusCode);
    if (code !== null) return { code, said };
    // The server speaks second in TLS: what is here already was written by the proxy itself.
    return socket.readableLength > 0 ? { code: 'proxy_answers_itself', said } : null;
  } catch (error) {
    const isTooLong = foreignCode(error) === 'UND_ERR_HEADERS_OVERFLOW';
    return { code: isTooLong || isGarbled(error) ? 'proxy_garbled' : 'proxy_closed', said: null };
  }
}

// SECURITY(S32): the reason phrase and the fields are not read.
/** Null where the tunnel stands: any 2xx (RFC 9110 section 9.3.6). */
function refusalOf(status: number): GatewayFailureCode | null {
  if (status < 200) return 'proxy_garbled';
  if (status < 300) return null;
  // A page to sign in at, which nobody here could see (RFC 6585 section 6).
  if (status < 400 || status === 511) return 'proxy_answers_itself';
  switch (status) {
    case 407:
      return 'proxy_auth';
    case 502:
    case 504:
      return 'proxy_bad_gateway';
    default:
      return 'proxy_refused';
  }
}

/** What undici's agent does for each connection, which its types do not show. */
interface Socks5Handshake {
  readonly createSocks5Connection: (host: string, port: number) => Promise<Socket>;
}

/** RFC 1928: the proxy looks up the name. */
async function askSocks5(
  socket: Socket,
  { proxy, target, signIn }: TunnelOptions,
): Promise<TunnelFailure | null> {
  const agent = new Socks5ProxyAgent(`socks5://${proxyAddress(proxy)}`, {
    connect: (_options, done) => done(null, socket),
    connectTimeout: 0,
    ...(signIn === null ? {} : { username: signIn.userName, password: signIn.password }),
  }) as unknown as Socks5Handshake;
  try {
    await agent.createSocks5Connection(target.host, target.port);
    return null;
  } catch (error) {
    return { code: socksRefusal(foreignCode(error)), said: null };
  }
}

function socksRefusal(code: string): GatewayFailureCode {
  switch (code) {
    case 'UND_ERR_SOCKS5_AUTH_REJECTED':
    case 'UND_ERR_SOCKS5_AUTH_FAILED':
    case 'UND_ERR_SOCKS5_AUTH_METHOD':
      return 'proxy_auth';
    // RFC 1928 section 6: network, host or port that it cannot reach, or not in time.
    case 'UND_ERR_SOCKS5_REPLY_3':
    case 'UND_ERR_SOCKS5_REPLY_4':
    case 'UND_ERR_SOCKS5_REPLY_5':
    case 'UND_ERR_SOCKS5_REPLY_6':
      return 'proxy_bad_gateway';
    default:
      if (code.startsWith('UND_ERR_SOCKS5_REPLY_') && code !== 'UND_ERR_SOCKS5_REPLY_VERSION') {
        return 'proxy_refused';
      }
      return code.startsWith('UND_ERR_SOCKS5_') ? 'proxy_garbled' : 'proxy_closed';
  }
}
