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

/** What one connection showed. It is empty or null where it did not come so far. */
export interface RouteObservation {
  /** Host and port, in punycode; empty where the address is none. */
  readonly host: string;
  /** The way that was taken last; null where nobody could say which. */
  readonly route: Route | null;
  /** Those the name stands for (the proxy's, where there is one), in the order they are tried. */
  readonly addresses: readonly string[];
  readonly lookupMs: number | null;
  /** Tried, and without an answer before another one answered. */
  readonly silent: readonly string[];
  /** Of the server or the proxy. */
  readonly reached: string | null;
  readonly connectMs: number | null;
  /** Until the proxy had opened the way; null without one. */
  readonly tunnelMs: number | null;
  /** `TLSv1.3` and the like; null before the handshake. */
  readonly protocol: string | null;
  /** The server's own first; at most eight. */
  readonly chain: readonly SeenCertificate[];
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

/** What has been seen so far; moments by the monotonic clock. */
interface Seen {
  route: Route | null;
  addresses: string[];
  silent: string[];
  beganAtMs: number;
  lookedUpAtMs: number | null;
  reached: string | null;
  connectedAtMs: number | null;
  tlsBeganAtMs: number | null;
  protocol: string | null;
  chain: readonly SeenCertificate[];
  securedAtMs: number | null;
}

const nothingSeen = (beganAtMs: number): Seen => ({
  route: null,
  addresses: [],
  silent: [],
  beganAtMs,
  lookedUpAtMs: null,
  reached: null,
  connectedAtMs: null,
  tlsBeganAtMs: null,
  protocol: null,
  chain: [],
  securedAtMs: null,
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
  let seen = nothingSeen(beganMs);
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
        seen = { ...nothingSeen(nowMs()), route };
        watchTcp(socket, seen, nowMs);
      },
      tls(socket) {
        seen.tlsBeganAtMs = nowMs();
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
  seen: Seen,
  host: string,
  failure: RouteObservation['failure'],
  durationMs: number,
): RouteObservation {
  const { route, addresses, silent, reached, protocol, chain } = seen;
  const since = (to: number | null, from: number | null): number | null =>
    to === null ? null : to - (from ?? seen.beganAtMs);
  const isProxied = route?.kind === 'proxy';
  return {
    host,
    route,
    addresses,
    silent: silent.filter((address) => address !== reached),
    reached,
    protocol,
    chain,
    lookupMs: since(seen.lookedUpAtMs, null),
    connectMs: since(seen.connectedAtMs, seen.lookedUpAtMs),
    tunnelMs: isProxied ? since(seen.tlsBeganAtMs, seen.connectedAtMs) : null,
    handshakeMs: since(seen.securedAtMs, isProxied ? seen.tlsBeganAtMs : seen.connectedAtMs),
    failure,
    durationMs,
  };
}

function watchTcp(socket: Socket, seen: Seen, nowMs: () => number): void {
  socket.on('lookup', (error: Error | null, address: string) => {
    if (error !== null) return;
    seen.lookedUpAtMs ??= nowMs();
    if (!seen.addresses.includes(address)) seen.addresses.push(address);
  });
  socket.on('connectionAttempt', (address: string) => seen.silent.push(address));
  socket.once('connect', () => {
    seen.connectedAtMs = nowMs();
    seen.reached = socket.remoteAddress ?? null;
  });
}

function watchTls(socket: TLSSocket, seen: Seen, nowMs: () => number): void {
  // The only moment at which the certificates of a server that is refused can be read.
  socket.prependOnceListener('secure', () => {
    seen.securedAtMs = nowMs();
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
