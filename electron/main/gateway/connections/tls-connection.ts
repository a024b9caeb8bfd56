// Opens one verified TLS connection for one call. Nothing is written to it before the certificate was
// accepted, so a stranger sees no byte of a request (cases 64-71). There is no "continue anyway".
import { isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import tls from 'node:tls';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
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

/** A name that answers on one of its addresses only must not cost a person a second (case 73). */
const NEXT_ADDRESS_AFTER_MS = 500;
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
  let issuer: string | null = null;
  let validToMs = Number.NaN;
  let reached = tunnel !== undefined;

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
  // SECURITY(S34): Node makes objects of all certificates that the server presented, to compare the name of the
  // first. As many as a server may present take longer than a frame. Read once: who looks at the others takes them
  // away (route-observation.ts).
  const readOwn = socket.getPeerCertificate.bind(socket, false);
  let own: tls.PeerCertificate | undefined;
  socket.getPeerCertificate = (() => (own ??= readOwn())) as typeof socket.getPeerCertificate;
  options.watch?.(socket);
  const giveUp = (failure: ConnectFailure): void => {
    socket.destroy();
    tunnel?.destroy();
    resolve(fail(failure));
  };
  const onAbort = (): void => giveUp({ code: 'cancelled', issuer: null });
  const cancelTimer = clock.after(budgetMs, () =>
    giveUp({ code: reached ? 'handshake_timeout' : 'connect_timeout', issuer: null }),
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  // An error after the outcome is settled has nobody left to interest, and must not be unhandled.
  socket.on('error', (error) => giveUp({ code: codeOf(error), issuer }));
  socket.once('close', () => giveUp({ code: 'connection_reset', issuer: null }));
  socket.once('connect', () => (reached = true));
  const codeOf = (error: Error): GatewayFailureCode => {
    const code = connectFailureCode(error);
    // The same code of TLS for every certificate of the chain: the server's own may be well.
    return code === 'tls_expired' && validToMs > clock.nowMs() ? 'tls_authority_expired' : code;
  };
  // The verdict on a refused certificate ends the connection, and this is the last moment at which it can
  // be read. One that is trusted is not: that takes a part of the time that the handshake takes.
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error?: Error) => {
    const certificate: Partial<tls.PeerCertificate> | null =
      error === undefined ? null : socket.getPeerCertificate();
    if (certificate !== null) {
      issuer = issuerOf(certificate);
      validToMs = Date.parse(certificate.valid_to ?? '');
    }
    return destroy(error);
  };
  socket.once('secureConnect', () => {
    if (socket.authorized) resolve(ok(socket));
    else giveUp({ code: 'tls_unknown_authority', issuer });
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
