// Asks a proxy for a way to one host and port, over which TLS is then spoken with the server itself: the proxy learns
// that name and nothing else. HTTP CONNECT (RFC 9110 section 9.3.6) and SOCKS5 (RFC 1928, RFC 1929) are spoken by
// undici. Owns what every answer of a proxy becomes; takes nothing of it for an answer of the server (cases 42 and 74).
import type { Socket } from 'node:net';
import { Client, Socks5ProxyAgent } from 'undici';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import { hostAndPort } from '../../domain/proxy.ts';
import { proxyAddress, type ProxyRoute } from './proxy-routes.ts';
import { foreignCode, isGarbled } from './transport-codes.ts';

interface TunnelFailure {
  readonly code: GatewayFailureCode;
  /** The status the proxy answered with, and none of its words: they can repeat user and password (S32). */
  readonly said?: string;
}

interface TunnelOptions {
  readonly proxy: ProxyRoute;
  /** Host without brackets. */
  readonly target: { readonly host: string; readonly port: number };
  /** Null where nobody configured one for `proxy.userName`. */
  readonly password: string | null;
}

/** Of the proxy's answer, up to its empty line. */
const MAX_HEAD_BYTES = 16 * 1024;

/** Null where `socket` leads to the target now, and nothing was read beyond the proxy's answer. Never rejects. */
export const askForTunnel = async (
  socket: Socket,
  options: TunnelOptions,
): Promise<TunnelFailure | null> =>
  await (options.proxy.protocol === 'socks5' ? askSocks5 : askConnect)(socket, options);

/** RFC 9110 section 9.3.6. Host and port, and nothing else about the call: no path, no name of this app, no version. */
async function askConnect(
  socket: Socket,
  { proxy, target, password }: TunnelOptions,
): Promise<TunnelFailure | null> {
  const authority = hostAndPort(target.host, target.port);
  const client = new Client(`http://${proxyAddress(proxy)}`, {
    // Not at once: undici does not look at its queue again while it asks for the connection.
    connect: (_options, done) => queueMicrotask(() => done(null, socket)),
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: 0,
  });
  const credentials = Buffer.from(`${proxy.userName}:${password}`).toString('base64');
  const signIn = password === null ? {} : { 'Proxy-Authorization': `Basic ${credentials}` };
  try {
    const headers = { host: authority, ...signIn };
    const { statusCode } = await client.connect({ path: authority, headers });
    const said = String(statusCode);
    const code = refusalOf(statusCode);
    if (code !== null) return { code, said };
    // The server speaks second in TLS: what is here already was written by the proxy itself.
    return socket.readableLength > 0 ? { code: 'proxy_refused', said } : null;
  } catch (error) {
    const isTooLong = foreignCode(error) === 'UND_ERR_HEADERS_OVERFLOW';
    return { code: isTooLong || isGarbled(error) ? 'proxy_refused' : 'proxy_closed' };
  }
}

// SECURITY(S32): the reason phrase and the fields are not read.
/** Null where the tunnel stands: any 2xx (RFC 9110 section 9.3.6). */
function refusalOf(status: number): GatewayFailureCode | null {
  if (status < 200) return 'proxy_refused';
  if (status < 300) return null;
  return refusals.get(status) ?? 'proxy_refused';
}

const refusals: ReadonlyMap<number, GatewayFailureCode> = new Map([
  [407, 'proxy_auth'],
  [502, 'proxy_bad_gateway'],
  [504, 'proxy_bad_gateway'],
]);

/** What undici's agent does for each connection, which its types do not show. */
interface Socks5Handshake {
  readonly createSocks5Connection: (host: string, port: number) => Promise<Socket>;
}

/** RFC 1928: the proxy looks up the name. */
async function askSocks5(
  socket: Socket,
  { proxy, target, password }: TunnelOptions,
): Promise<TunnelFailure | null> {
  const agent = new Socks5ProxyAgent(`socks5://${proxyAddress(proxy)}`, {
    connect: (_options, done) => done(null, socket),
    connectTimeout: 0,
    ...(password === null || proxy.userName === null ? {} : { username: proxy.userName, password }),
  }) as unknown as Socks5Handshake;
  try {
    await agent.createSocks5Connection(target.host, target.port);
    return null;
  } catch (error) {
    return socksRefusal(foreignCode(error));
  }
}

function socksRefusal(code: string): TunnelFailure {
  const [, reply] = /^UND_ERR_SOCKS5_REPLY_(\d+)$/.exec(code) ?? [];
  if (reply !== undefined) {
    const isAway = socksUnreachable.has(reply);
    return { code: isAway ? 'proxy_bad_gateway' : 'proxy_refused', said: `SOCKS reply ${reply}` };
  }
  if (/^UND_ERR_SOCKS5_AUTH_(?:REJECTED|FAILED|METHOD)$/.test(code)) return { code: 'proxy_auth' };
  return { code: code.startsWith('UND_ERR_SOCKS5_') ? 'proxy_refused' : 'proxy_closed' };
}

/** RFC 1928 section 6: network, host or port that it cannot reach, or not in time. */
const socksUnreachable: ReadonlySet<string> = new Set(['3', '4', '5', '6']);
