// What one real connection to a host shows: the addresses of its name, which of them answered, and what
// TLS showed. The connection is made and judged as every other; nothing is ever written to it.
import type { Socket } from 'node:net';
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls';
import type { GatewayFailureCode } from '../../shared/failures/failure.ts';
import type { CallOptions, GatewayTarget } from './call-target.ts';
import { addressOf } from './requests/endpoints.ts';
import type { Route } from './connections/proxy-routes.ts';
import { maskOf } from './redaction/redaction.ts';
import { plainWords } from './redaction/server-words.ts';
import { openVerified, type ConnectPorts } from './connections/verified-connection.ts';

/** One certificate as its server showed it: plain text of at most 300 characters, times in ms. */
export interface SeenCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly validFromMs: number;
  readonly validToMs: number;
  /** Subject alternative names; of the first certificate alone. */
  readonly names: string;
}

/** What a connection shows while it is made. It is empty or null where it did not come so far. */
interface Seen {
  /** The way that was taken last; null where nobody could say which. */
  route: Route | null;
  /** Those the name stands for (the proxy's, where there is one), in the order they are tried. */
  addresses: readonly string[];
  /** Tried, and without an answer before another one answered. */
  silent: readonly string[];
  /** Of the server or the proxy. */
  reached: string | null;
  /** `TLSv1.3` and the like; null before the handshake. */
  protocol: string | null;
  /** The server's own first; at most eight. */
  chain: readonly SeenCertificate[];
}

/** What one connection showed; times in milliseconds. */
export interface RouteObservation extends Readonly<Seen> {
  /** Host and port, in punycode; empty where the address is none. */
  readonly host: string;
  readonly lookupMs: number | null;
  readonly connectMs: number | null;
  /** Until the proxy had opened the way; null without one. */
  readonly tunnelMs: number | null;
  readonly handshakeMs: number | null;
  readonly failure: {
    readonly code: GatewayFailureCode;
    /** Issuer of a refused certificate, or the status a proxy answered with: plain, at most 300 characters. */
    readonly about: string | null;
    readonly proxy: string | null;
  } | null;
  readonly durationMs: number;
}

const LONGEST_CHAIN = 8;

/** The steps of one connection, and when each was done by the monotonic clock. */
interface Watched extends Seen {
  readonly doneAtMs: Partial<Record<'begin' | 'lookup' | 'connect' | 'tunnel' | 'tls', number>>;
}

const watched = (route: Route | null, beganAtMs: number): Watched => ({
  route,
  addresses: [],
  silent: [],
  reached: null,
  protocol: null,
  chain: [],
  doneAtMs: { begin: beganAtMs },
});

/** Never throws; the budget of connecting holds, and `signal` ends it with `cancelled`. */
export async function observeRoute(
  ports: ConnectPorts,
  target: GatewayTarget,
  at: 'baseUrl' | 'tradeUrl',
  { signal }: CallOptions = {},
): Promise<RouteObservation> {
  const nowMs = ports.clock.monotonicMs;
  const beganMs = nowMs();
  let seen = watched(null, beganMs);
  const url = addressOf(target, at);
  if (url === null) {
    return observed(seen, '', { code: 'connect_failed', about: null, proxy: null }, 0);
  }
  const opened = await openVerified(ports, {
    reach: target,
    url,
    signal,
    watch: {
      tcp(socket, route) {
        seen = watched(route, nowMs());
        watchTcp(socket, seen, nowMs);
      },
      tls(socket) {
        seen.doneAtMs.tunnel = nowMs();
        watchTls(socket, seen, nowMs);
      },
    },
  });
  if (opened.ok) opened.value.socket.destroy();
  return observed(seen, url.host, failureOf(opened), nowMs() - beganMs);
}

function failureOf(opened: Awaited<ReturnType<typeof openVerified>>): RouteObservation['failure'] {
  if (opened.ok) return null;
  const { code, issuer, said, proxy } = opened.failure;
  const words = issuer ?? said ?? null;
  return { code, proxy, about: words === null ? null : plain(words) || null };
}

function observed(
  { doneAtMs, ...seen }: Watched,
  host: string,
  failure: RouteObservation['failure'],
  durationMs: number,
): RouteObservation {
  const { begin = 0, lookup, connect, tunnel, tls } = doneAtMs;
  const since = (to: number | undefined, from: number | undefined): number | null =>
    to === undefined ? null : to - (from ?? begin);
  const isProxied = seen.route?.kind === 'proxy';
  return {
    ...seen,
    host,
    silent: seen.silent.filter((address) => address !== seen.reached),
    lookupMs: since(lookup, begin),
    connectMs: since(connect, lookup),
    tunnelMs: isProxied ? since(tunnel, connect) : null,
    handshakeMs: since(tls, isProxied ? tunnel : connect),
    failure,
    durationMs,
  };
}

function watchTcp(socket: Socket, seen: Watched, nowMs: () => number): void {
  socket.on('lookup', (error: Error | null, address: string) => {
    if (error !== null) return;
    seen.doneAtMs.lookup ??= nowMs();
    seen.addresses = [...new Set([...seen.addresses, address])];
  });
  socket.on('connectionAttempt', (address: string) => {
    seen.silent = [...seen.silent, address];
  });
  socket.once('connect', () => {
    seen.doneAtMs.connect = nowMs();
    seen.reached = socket.remoteAddress ?? null;
  });
}

function watchTls(socket: TLSSocket, seen: Watched, nowMs: () => number): void {
  // The only moment at which the certificates of a server that is refused can be read.
  socket.prependOnceListener('secure', () => {
    seen.doneAtMs.tls = nowMs();
    seen.protocol = socket.getProtocol();
    seen.chain = chainOf(socket.getPeerCertificate(true));
  });
}

/** From the server's own upwards. No more of them are read than are shown. */
function chainOf(first: Partial<DetailedPeerCertificate>): readonly SeenCertificate[] {
  const chain: SeenCertificate[] = [];
  let next: Partial<DetailedPeerCertificate> | undefined = first;
  while (next?.raw !== undefined && chain.length < LONGEST_CHAIN) {
    chain.push({
      subject: nameOf(next.subject),
      issuer: nameOf(next.issuer),
      validFromMs: Date.parse(next.valid_from ?? ''),
      validToMs: Date.parse(next.valid_to ?? ''),
      names: chain.length === 0 ? plain(next.subjectaltname ?? '') : '',
    });
    // A certificate that signs itself is its own issuer here.
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return chain;
}

function nameOf(name: Partial<PeerCertificate['subject']> | undefined): string {
  return plain([name?.CN, name?.O].flat().filter(Boolean).join(', '));
}

const noSecret = maskOf([]);
const plain = (words: string): string => plainWords(words, noSecret) ?? '';
