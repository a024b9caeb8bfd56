// What one real connection to a host shows: the addresses of its name, which of them answered, and what
// TLS showed. The connection is made and judged as every other; nothing is ever written to it.
import type { TLSSocket, DetailedPeerCertificate } from 'node:tls';
import type { GatewayFailureCode } from '../../shared/failure.ts';
import type { CallOptions, GatewayTarget } from './gateway.ts';
import { addressOf } from './endpoints.ts';
import { openVerified, type RequestPorts } from './guarded-request.ts';
import { plainWords } from './server-words.ts';

/** One certificate as its server showed it: plain text of at most 300 characters, times in ms. */
export interface SeenCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly validFromMs: number;
  readonly validToMs: number;
  /** Subject alternative names; of the first certificate alone. */
  readonly names: string;
}

export interface RouteObservation {
  /** Host and port, in punycode; empty where the address is none. */
  readonly host: string;
  /** Those the name stands for, in the order they are tried; none for an address in figures. */
  readonly addresses: readonly string[];
  readonly lookupMs: number | null;
  /** Tried, and without an answer before another one answered. */
  readonly silent: readonly string[];
  readonly reached: string | null;
  readonly connectMs: number | null;
  /** `TLSv1.3` and the like; null before the handshake. */
  readonly protocol: string | null;
  /** The server's own first; at most eight. */
  readonly chain: readonly SeenCertificate[];
  readonly handshakeMs: number | null;
  readonly failure: { readonly code: GatewayFailureCode; readonly about: string | null } | null;
  readonly durationMs: number;
}

const LONGEST_CHAIN = 8;

/** What has been seen so far, by the monotonic clock. */
interface Seen {
  readonly addresses: string[];
  readonly silent: string[];
  lookedUpAtMs: number | null;
  reached: string | null;
  connectedAtMs: number | null;
  protocol: string | null;
  chain: readonly SeenCertificate[];
  securedAtMs: number | null;
}

/** Never throws; the budget of connecting holds, and `signal` ends it with `cancelled`. */
export async function observeRoute(
  ports: RequestPorts,
  target: GatewayTarget,
  at: 'baseUrl' | 'tradeUrl',
  { signal = null }: { readonly signal?: CallOptions['signal'] | null } = {},
): Promise<RouteObservation> {
  const { clock } = ports;
  const beganMs = clock.monotonicMs();
  const seen: Seen = {
    addresses: [],
    silent: [],
    lookedUpAtMs: null,
    reached: null,
    connectedAtMs: null,
    protocol: null,
    chain: [],
    securedAtMs: null,
  };
  const url = addressOf(target, at);
  if (url === null) return observed(seen, '', { code: 'connect_failed', about: null }, 0, beganMs);
  const { authorityPem } = target;
  const opened = await openVerified(ports, {
    authorityPem,
    url,
    signal,
    watch: (socket) => watch(socket, seen, clock.monotonicMs),
  });
  if (opened.ok) opened.value.destroy();
  const issuer = opened.ok ? null : opened.failure.issuer;
  const about = issuer === null ? null : plainWords(Buffer.from(issuer), []);
  const failure = opened.ok ? null : { code: opened.failure.code, about };
  return observed(seen, url.host, failure, clock.monotonicMs() - beganMs, beganMs);
}

function observed(
  seen: Seen,
  host: string,
  failure: RouteObservation['failure'],
  durationMs: number,
  beganMs: number,
): RouteObservation {
  const { addresses, silent, reached, protocol, chain } = seen;
  const since = (to: number | null, from: number | null): number | null =>
    to === null ? null : to - (from ?? beganMs);
  return {
    host,
    addresses,
    silent: silent.filter((address) => address !== reached),
    reached,
    protocol,
    chain,
    lookupMs: since(seen.lookedUpAtMs, beganMs),
    connectMs: since(seen.connectedAtMs, seen.lookedUpAtMs),
    handshakeMs: since(seen.securedAtMs, seen.connectedAtMs),
    failure,
    durationMs,
  };
}

function watch(socket: TLSSocket, seen: Seen, nowMs: () => number): void {
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
  // The only moment at which the certificates of a server that is refused can be read.
  socket.prependOnceListener('secure', () => {
    seen.securedAtMs = nowMs();
    seen.protocol = socket.getProtocol();
    seen.chain = chainOf(socket.getPeerCertificate(true));
  });
}

function chainOf(first: DetailedPeerCertificate): readonly SeenCertificate[] {
  const chain: SeenCertificate[] = [];
  const known = new Set<string>();
  for (let each: DetailedPeerCertificate | undefined = first; each?.raw !== undefined;) {
    // An authority vouches for itself: the chain ends there.
    if (known.has(each.fingerprint256) || chain.length === LONGEST_CHAIN) break;
    known.add(each.fingerprint256);
    chain.push({
      subject: nameOf(each.subject),
      issuer: nameOf(each.issuer),
      validFromMs: Date.parse(each.valid_from),
      validToMs: Date.parse(each.valid_to),
      names: chain.length === 0 ? plain(each.subjectaltname ?? '') : '',
    });
    each = each.issuerCertificate as DetailedPeerCertificate | undefined;
  }
  return chain;
}

function nameOf(name: Partial<DetailedPeerCertificate['subject']> | undefined): string {
  return plain([name?.CN, name?.O].flat().filter(Boolean).join(', '));
}

const plain = (words: string): string => plainWords(Buffer.from(words), []) ?? '';
