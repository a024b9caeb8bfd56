// Opens one verified TLS connection. Nothing is written to it before the certificate was accepted, so a stranger
// sees no byte of a request (cases 64-71). There is no "continue anyway".
import { isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import tls from 'node:tls';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { NEXT_ADDRESS_AFTER_MS } from './proxy-tunnel.ts';
import { connectFailureCode } from './transport-codes.ts';

/** Why no verified connection stands. Nothing of a request has left. */
export interface ConnectFailure {
  readonly code: GatewayFailureCode;
  /** Who issued the refused certificate, as written in it; untrusted. */
  readonly issuer: string | null;
  /** Host and port of the proxy it was to go through; absent where it went straight. */
  readonly proxy?: string | undefined;
  /** The status of that proxy's answer, or what the system asked for one said; untrusted. */
  readonly said?: string | null | undefined;
}

interface ConnectOptions {
  readonly clock: Clock;
  readonly url: URL;
  readonly context: tls.SecureContext;
  readonly budgetMs: number;
  readonly signal: AbortSignal | null;
  /** Application protocols offered (ALPN); HTTP/1.1 alone unless told otherwise. */
  readonly protocols?: readonly string[] | undefined;
  /** Sees the connection before anything has happened on it; must not write to it. */
  readonly watch?: ((socket: tls.TLSSocket) => void) | undefined;
  /** A connection that leads to the server already, through a proxy. Taken over. */
  readonly tunnel?: Socket | undefined;
}

const HTTPS_PORT = 443;

/** The host without brackets, which belong to an IPv6 address in a URL only, and the port. */
export function serverOf(url: URL): { readonly host: string; readonly port: number } {
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? HTTPS_PORT : Number(url.port),
  };
}

/** The connection is the caller's to destroy. On failure it is destroyed already. */
export async function openConnection(
  options: ConnectOptions,
): Promise<Result<tls.TLSSocket, ConnectFailure>> {
  const { clock, url, context, budgetMs, signal, tunnel } = options;
  const { host, port } = serverOf(url);
  if (tunnel?.destroyed === true) return fail({ code: 'connection_reset', issuer: null });
  const { promise, resolve } = Promise.withResolvers<Result<tls.TLSSocket, ConnectFailure>>();
  let shown: Partial<tls.PeerCertificate> = {};

  const wanted: tls.ConnectionOptions & TcpNetConnectOpts = {
    host,
    port,
    ...(tunnel === undefined ? {} : { socket: tunnel }),
    servername: isIP(host) === 0 ? host : '',
    secureContext: context,
    // Written out: the default follows NODE_TLS_REJECT_UNAUTHORIZED (case 71).
    rejectUnauthorized: true,
    checkServerIdentity: (_name, certificate) => identityError(host, certificate),
    ALPNProtocols: [...(options.protocols ?? ['http/1.1'])],
    // Head and body leave in a write each: else the second waits for the server's (late) word of the first.
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  };
  const socket = tls.connect(wanted);
  options.watch?.(socket);
  const giveUp = (code: GatewayFailureCode): void => {
    socket.destroy();
    tunnel?.destroy();
    resolve(fail({ code, issuer: issuerOf(shown) }));
  };
  const onAbort = (): void => giveUp('cancelled');
  const cancelTimer = clock.after(budgetMs, () => giveUp('connect_timeout'));
  signal?.addEventListener('abort', onAbort, { once: true });
  // An error after the outcome is settled has nobody left to interest, and must not be unhandled.
  socket.on('error', (error) => {
    const code = connectFailureCode(error);
    // The same code of TLS for every certificate of the chain: the server's own may be well.
    const isOwn = !(Date.parse(shown.valid_to ?? '') > clock.nowMs());
    giveUp(code === 'tls_expired' && !isOwn ? 'tls_authority_expired' : code);
  });
  socket.once('close', () => giveUp('connection_reset'));
  // Before Node judges the certificate: the verdict on a refused one ends the connection.
  socket.prependOnceListener('secure', () => (shown = socket.getPeerCertificate()));
  socket.once('secureConnect', () => {
    if (socket.authorized) resolve(ok(socket));
    else giveUp('tls_unknown_authority');
  });

  const result = await promise;
  cancelTimer();
  signal?.removeEventListener('abort', onAbort);
  return result;
}

/**
 * Node falls back to the common name where a certificate has no alternative names. RFC 9525 section 2
 * forbids that, so the common name is taken away before the comparison (case 67).
 */
function identityError(host: string, certificate: tls.PeerCertificate): Error | undefined {
  const { CN: _ignored, ...subject } = certificate.subject;
  return tls.checkServerIdentity(host, { ...certificate, subject });
}

function issuerOf(certificate: Partial<tls.PeerCertificate>): string | null {
  const { CN: name, O: organisation } = certificate.issuer ?? {};
  const parts = [name, organisation].flat().filter((part) => typeof part === 'string');
  return parts.length === 0 ? null : parts.join(', ');
}
