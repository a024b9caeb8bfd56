// What one real connection to a host shows: the addresses of its name, which of them answered, and what
// TLS showed. The connection is made and judged as every other; nothing is ever written to it.
import type { Socket } from 'node:net';
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls';
import type { Failure, GatewayFailureCode } from '../../shared/failures/failure.ts';
import type { CallOptions, GatewayTarget } from './call-target.ts';
import { addressOf } from './allowed-addresses.ts';
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

/** What one connection showed, empty or null where it did not come so far; times in milliseconds. */
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

type Seen = { -readonly [K in keyof RouteObservation]: RouteObservation[K] };

const LONGEST_CHAIN = 8;

const unseen = (host: string, route: Route | null): Seen => ({
  host,
  route,
  addresses: [],
  lookupMs: null,
  silent: [],
  reached: null,
  connectMs: null,
  tunnelMs: null,
  protocol: null,
  chain: [],
  handshakeMs: null,
  failure: null,
  durationMs: 0,
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
  const url = addressOf(target, at);
  let seen = unseen(url?.host ?? '', null);
  if (url === null) {
    return { ...seen, failure: { code: 'connect_failed', about: null, proxy: null } };
  }
  let stepMs = beganMs;
  /** Since the step before. */
  const took = (): number => {
    const sinceMs = stepMs;
    stepMs = nowMs();
    return stepMs - sinceMs;
  };
  const opened = await openVerified(ports, {
    reach: target,
    url,
    signal,
    watch: {
      tcp(socket, route) {
        seen = unseen(url.host, route);
        stepMs = nowMs();
        watchTcp(socket, seen, took);
      },
      tls(socket) {
        if (seen.route?.kind === 'proxy') seen.tunnelMs = took();
        watchTls(socket, seen, took);
      },
    },
  });
  if (opened.ok) opened.value.socket.destroy();
  return { ...seen, failure: failureOf(opened), durationMs: nowMs() - beganMs };
}

function failureOf(opened: Awaited<ReturnType<typeof openVerified>>): RouteObservation['failure'] {
  if (opened.ok) return null;
  const { code, issuer, said, proxy } = opened.failure;
  const words = issuer ?? said ?? null;
  return { code, proxy, about: words === null ? null : plain(words) || null };
}

/** Of a connection that was not made. */
export function failureOfRoute({ failure, host, durationMs }: RouteObservation): Failure {
  const code: GatewayFailureCode = failure?.code ?? 'connect_failed';
  const { about = null, proxy = null } = failure ?? {};
  return {
    code,
    facts: {
      host,
      durationMs: Math.round(durationMs),
      ...(about === null ? {} : { about }),
      ...(proxy === null ? {} : { proxy }),
    },
  };
}

function watchTcp(socket: Socket, seen: Seen, took: () => number): void {
  socket.on('lookup', (error: Error | null, address: string) => {
    if (error !== null) return;
    seen.lookupMs ??= took();
    seen.addresses = [...new Set([...seen.addresses, address])];
  });
  socket.on('connectionAttempt', (address: string) => {
    seen.silent = [...seen.silent, address];
  });
  socket.once('connect', () => {
    seen.connectMs = took();
    seen.reached = socket.remoteAddress ?? null;
    seen.silent = seen.silent.filter((address) => address !== seen.reached);
  });
}

function watchTls(socket: TLSSocket, seen: Seen, took: () => number): void {
  // The only moment at which the certificates of a server that is refused can be read.
  socket.prependOnceListener('secure', () => {
    seen.handshakeMs = took();
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
