// Opens a connection to a server that proved who it is, by the route its environment takes: straight, or through a
// proxy's tunnel. TLS is always verified end to end; a proxy is never trusted with it. Nothing is written to it before
// the certificate was accepted, so a stranger sees no byte of a request (cases 64-71). There is no "continue anyway".
import net, { isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import tls from 'node:tls';
import type { buildConnector } from 'undici';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import type { ProxySetting, SystemProxy } from '../../domain/proxy.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { within } from '../../domain/time-limit.ts';
import type { Budgets } from '../budgets.ts';
import { proxyAddress, routesTo, type ProxyRoute, type Route } from './proxy-routes.ts';
import { askForTunnel } from './proxy-tunnel.ts';
import { connectFailureCode, foreignCode } from './transport-codes.ts';
import type { Trust, TrustedAuthorities } from './trusted-authorities.ts';

/** How an environment is reached, and whom it trusts: the same for all of its calls. */
export interface Reach extends Trust {
  /** Absent: none. */
  readonly proxy?: ProxySetting | undefined;
  /** Opens the password of the proxy, which the caller wipes; null where there is none. */
  readonly proxyPassword?: (() => SecretBytes | null) | undefined;
}

/** What opening a connection needs of the machine. */
export interface ConnectPorts {
  readonly clock: Clock;
  readonly budgets: Budgets;
  readonly authorities: TrustedAuthorities;
  readonly systemProxy: SystemProxy;
}

/** Sees a connection before anything has happened on it; must not write to it. */
interface ConnectWatch {
  /** To the server, or to the proxy of this route; called again for each route that is tried. */
  readonly tcp: (socket: Socket, route: Route) => void;
  /** Which over a direct route is the same socket. */
  readonly tls: (socket: tls.TLSSocket) => void;
}

interface OpenOptions {
  readonly reach: Reach;
  readonly url: URL;
  readonly signal: AbortSignal | undefined;
  /** Application protocols offered (ALPN); HTTP/1.1 alone unless told otherwise. */
  readonly protocols?: readonly string[];
  readonly watch?: ConnectWatch | undefined;
}

/** Why no verified connection stands. Nothing of a request has left. */
interface ConnectFailure {
  readonly code: GatewayFailureCode;
  /** Who issued the refused certificate, as written in it; untrusted. */
  readonly issuer: string | null;
  /** Host and port of the proxy it was to go through; null where it went straight. */
  readonly proxy: string | null;
  /** The status of that proxy's answer, or what the system asked for one said; untrusted. */
  readonly said?: string | null | undefined;
}

interface VerifiedConnection {
  /** The caller's to destroy. */
  readonly socket: tls.TLSSocket;
  /** Host and port of the proxy it goes through; null where it goes straight. */
  readonly proxy: string | null;
}

type Opened = Result<VerifiedConnection, ConnectFailure>;

/** Why a connection could not be opened, on its way through undici. */
export class NoConnection extends Error {
  readonly code = 'NO_CONNECTION';
  readonly failure: ConnectFailure;

  constructor(failure: ConnectFailure) {
    super('no connection');
    this.failure = failure;
  }
}

/** Hands undici what was opened, or says why nothing was. */
export function handOver(opened: Opened, done: buildConnector.Callback): void {
  if (opened.ok) done(null, opened.value.socket);
  else done(new NoConnection(opened.failure), null);
}

/** Nothing was opened, and no proxy had to do with it. */
export const notOpened = (code: GatewayFailureCode, said: string | null = null): Opened =>
  fail({ code, issuer: null, proxy: null, said });

/** A name that answers on one of its addresses only must not cost a person a second (case 73). */
const NEXT_ADDRESS_AFTER_MS = 500;
const HTTPS_PORT = 443;

/** Within the budget of connecting, all routes together. */
export async function openVerified(ports: ConnectPorts, options: OpenOptions): Promise<Opened> {
  const { clock, budgets, authorities } = ports;
  const { reach, url, signal } = options;
  const isCancelled = (): boolean => signal?.aborted === true;
  const beganMs = clock.monotonicMs();
  const budgetMs = Math.min(budgets.connectMs, budgets.totalMs);
  const leftMs = (): number => Math.max(0, budgetMs - (clock.monotonicMs() - beganMs));

  // Where an environment's authority cannot be parsed nobody vouches for the server.
  const context = await authorities(reach).catch(() => null);
  if (isCancelled()) return notOpened('cancelled');
  if (context === null) return notOpened('tls_unknown_authority');
  // A system that runs a script of somebody else to answer may never answer.
  const asked = routesTo(url, reach.proxy, ports.systemProxy);
  const unknown = fail({ code: 'proxy_unknown' as const, about: null });
  const routes = await within(clock, leftMs(), asked, unknown);
  if (isCancelled()) return notOpened('cancelled');
  if (!routes.ok) return notOpened(routes.failure.code, routes.failure.about);

  let opened = notOpened('connect_failed');
  for (const [index, route] of routes.value.entries()) {
    // A proxy that swallows everything must leave time for the ways behind it.
    const timeMs = leftMs() / (routes.value.length - index);
    opened = await new Attempt(clock, options, context, route, timeMs).outcome;
    // Where the proxy was never spoken to, another way may be tried.
    if (opened.ok || opened.failure.code !== 'proxy_unreachable') break;
  }
  return opened;
}

/** One route that is tried, within one limit for all of it. */
class Attempt {
  readonly #options: OpenOptions;
  readonly #context: tls.SecureContext;
  readonly #route: Route;
  readonly #nowMs: () => number;
  readonly #ending = Promise.withResolvers<Opened>();
  readonly #sockets: Socket[] = [];
  /** What it means when the time is over now. */
  #late: GatewayFailureCode = 'connect_timeout';

  constructor(
    clock: Clock,
    options: OpenOptions,
    context: tls.SecureContext,
    route: Route,
    timeMs: number,
  ) {
    const { signal } = options;
    [this.#options, this.#context, this.#route] = [options, context, route];
    this.#nowMs = clock.nowMs;
    const cancelTimer = clock.after(timeMs, () => this.#giveUp(this.#late));
    const onAbort = (): void => this.#giveUp('cancelled');
    signal?.addEventListener('abort', onAbort, { once: true });
    void this.outcome.then(({ ok: isOpen }) => {
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
      if (!isOpen) for (const socket of this.#sockets) socket.destroy();
    });
    if (route.kind === 'direct') this.#secure();
    else this.#goThrough(route);
  }

  get outcome(): Promise<Opened> {
    return this.#ending.promise;
  }

  get #proxy(): string | null {
    return this.#route.kind === 'proxy' ? proxyAddress(this.#route) : null;
  }

  #giveUp(code: GatewayFailureCode, issuer: string | null = null, said?: string): void {
    this.#ending.resolve(fail({ code, issuer, said, proxy: this.#proxy }));
  }

  #goThrough(proxy: ProxyRoute): void {
    const socket = net.connect({ host: proxy.host, port: proxy.port, ...tcp });
    this.#sockets.push(socket);
    this.#options.watch?.tcp(socket, proxy);
    this.#late = 'proxy_unreachable';
    // An error after the outcome is settled has nobody left to interest, and must not be unhandled.
    socket.on('error', () => {
      if (this.#late === 'proxy_unreachable') this.#giveUp('proxy_unreachable');
    });
    socket.once('connect', () => void this.#ask(socket, proxy));
  }

  async #ask(socket: Socket, proxy: ProxyRoute): Promise<void> {
    const { reach, url } = this.#options;
    this.#late = 'proxy_bad_gateway';
    // What the protocol says of an end comes before the bare fact of the end.
    socket.once('close', () =>
      setImmediate(() => this.#late === 'proxy_bad_gateway' && this.#giveUp('proxy_closed')),
    );
    const password = passwordOf(proxy, reach);
    const refused = await askForTunnel(socket, { proxy, target: serverOf(url), password });
    if (refused !== null) this.#giveUp(refused.code, null, refused.said);
    else if (socket.destroyed) this.#giveUp('connection_reset');
    else this.#secure(socket);
  }

  /** @param tunnel leads to the server already. */
  #secure(tunnel?: Socket): void {
    const { url, protocols = ['http/1.1'], watch } = this.#options;
    const { host, port } = serverOf(url);
    let shown: Partial<tls.PeerCertificate> = {};
    this.#late = 'connect_timeout';
    const wanted: tls.ConnectionOptions & TcpNetConnectOpts = {
      host,
      port,
      ...tcp,
      ...(tunnel === undefined ? {} : { socket: tunnel }),
      servername: isIP(host) === 0 ? host : '',
      secureContext: this.#context,
      // Written out: the default follows NODE_TLS_REJECT_UNAUTHORIZED (case 71).
      rejectUnauthorized: true,
      checkServerIdentity: (_name, certificate) => identityError(host, certificate),
      ALPNProtocols: [...protocols],
    };
    const socket = tls.connect(wanted);
    this.#sockets.push(socket);
    if (tunnel === undefined) watch?.tcp(socket, this.#route);
    watch?.tls(socket);
    const giveUp = (code: GatewayFailureCode): void => this.#giveUp(code, issuerOf(shown));
    socket.on('error', (error) => {
      // The same code of TLS for every certificate of the chain: the server's own may be well.
      const isOwnWell = Date.parse(shown.valid_to ?? '') > this.#nowMs();
      const hasEnded = foreignCode(error) === 'CERT_HAS_EXPIRED';
      giveUp(hasEnded && isOwnWell ? 'tls_authority_expired' : connectFailureCode(error));
    });
    socket.once('close', () => giveUp('connection_reset'));
    // Before Node judges the certificate: the verdict on a refused one ends the connection.
    socket.prependOnceListener('secure', () => (shown = socket.getPeerCertificate()));
    socket.once('secureConnect', () => {
      if (!socket.authorized) return giveUp('tls_unknown_authority');
      this.#ending.resolve(ok({ socket, proxy: this.#proxy }));
    });
  }
}

const tcp = {
  // Head and body leave in a write each: else the second waits for the server's (late) word of the first.
  noDelay: true,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
} as const;

/** The host without brackets, which belong to an IPv6 address in a URL only, and the port. */
function serverOf(url: URL): { readonly host: string; readonly port: number } {
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? HTTPS_PORT : Number(url.port),
  };
}

/** Null where nobody configured it. */
function passwordOf({ userName }: ProxyRoute, { proxyPassword }: Reach): string | null {
  const password = userName === null ? null : (proxyPassword?.() ?? null);
  const text = password?.use((bytes) => bytes.toString('utf8')) ?? null;
  password?.wipe();
  return text;
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
