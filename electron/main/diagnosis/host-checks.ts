// The checks of one host, read from one real connection to it: name, connection, route, TLS. Pure.
import type { NotTriedReason } from '../../shared/diagnosis/diagnosis-view.ts';
import { proxyAddress, type ProxyRoute } from '../gateway/connections/proxy-routes.ts';
import {
  failureOfRoute,
  type RouteObservation,
  type SeenCertificate,
} from '../gateway/route-observation.ts';
import { facts, type Found, type hostSteps } from './check-lines.ts';

type HostStep = (typeof hostSteps)[number];
type HostChecks = Readonly<Record<HostStep, Found | NotTriedReason>>;

/** A certificate that ends within this many days is worth a word before it ends everything. */
const ENDS_SOON_DAYS = 14;
const DAY_MS = 86_400_000;

export function hostChecks(seen: RouteObservation, nowMs: number): HostChecks {
  return {
    name: nameCheck(seen),
    connect: connectCheck(seen),
    route: routeCheck(seen),
    tls: tlsCheck(seen, nowMs),
  };
}

/** The check that a failure belongs to; those behind it were not tried. */
function failedAt({ failure, reached }: RouteObservation): HostStep | null {
  if (failure === null) return null;
  const { code } = failure;
  if (code === 'name_not_found') return 'name';
  if (code === 'proxy_unreachable') return 'connect';
  // Whatever else a proxy answered; or nobody could say which way to go.
  if (code.startsWith('proxy_')) return 'route';
  return reached === null ? 'connect' : 'tls';
}

const nameOf = (route: ProxyRoute): string =>
  route.protocol === 'socks5' ? `${proxyAddress(route)} (SOCKS5)` : proxyAddress(route);

const isProxied = ({ route }: RouteObservation): boolean => route?.kind === 'proxy';

function nameCheck(seen: RouteObservation): Found | NotTriedReason {
  if (failedAt(seen) === 'name') return failedCheck(seen, {});
  if (seen.route === null) return 'no_route';
  if (isProxied(seen)) return { verdict: 'good', finding: 'name_left_to_proxy' };
  if (seen.addresses.length === 0) {
    // Nothing to look up, or the lookup was not over when all ended.
    return isNumeric(seen.host)
      ? { verdict: 'good', finding: 'name_is_address' }
      : failedCheck(seen, {});
  }
  return {
    verdict: 'good',
    finding: 'name_found',
    durationMs: seen.lookupMs,
    facts: facts({ addresses: seen.addresses.join(', ') }),
  };
}

const isNumeric = (host: string): boolean => /^\[|^[\d.]+(?::\d+)?$/.test(host);

function connectCheck(seen: RouteObservation): Found | NotTriedReason {
  const at = failedAt(seen);
  if (at === 'name') return 'host_not_reached';
  if (seen.route === null) return 'no_route';
  const { silent, addresses, reached } = seen;
  if (at === 'connect') {
    const tried = silent.length > 0 ? silent : addresses;
    return failedCheck(seen, { not_reached: tried.join(', ') });
  }
  const later = silent.length > 0;
  const finding = isProxied(seen) ? 'connected_to_proxy' : 'connected';
  return {
    verdict: later ? 'amber' : 'good',
    finding: later ? 'connected_later' : finding,
    durationMs: seen.connectMs,
    facts: facts({ reached, not_reached: silent.join(', ') }),
  };
}

function routeCheck(seen: RouteObservation): Found | NotTriedReason {
  const at = failedAt(seen);
  const { route } = seen;
  const known = route?.kind === 'proxy' ? { proxy: nameOf(route) } : {};
  if (at === 'route') return failedCheck(seen, known);
  if (at === 'name' || at === 'connect') return 'host_not_reached';
  if (route?.kind !== 'proxy') return { verdict: 'good', finding: 'route_direct' };
  const finding = route.chosenBy === 'person' ? 'route_proxy' : 'route_system_proxy';
  return { verdict: 'good', finding, durationMs: seen.tunnelMs, facts: facts(known) };
}

function tlsCheck(seen: RouteObservation, nowMs: number): Found | NotTriedReason {
  const at = failedAt(seen);
  if (at === 'tls') return failedCheck(seen, certificateFacts(seen));
  if (at !== null) return 'host_not_reached';
  const endsMs = Math.min(...seen.chain.map(({ validToMs }) => validToMs));
  const soon = endsMs - nowMs < ENDS_SOON_DAYS * DAY_MS;
  return {
    verdict: soon ? 'amber' : 'good',
    finding: soon ? 'tls_ends_soon' : 'tls_verified',
    durationMs: seen.handshakeMs,
    facts: facts(certificateFacts(seen)),
  };
}

function certificateFacts({ protocol, chain }: RouteObservation) {
  const [own] = chain;
  return {
    protocol,
    chain: own === undefined ? null : namesOf(chain),
    names: own?.names.replaceAll(/\b(?:DNS|IP Address):/g, '') ?? null,
    valid: own === undefined ? null : `${day(own.validFromMs)} – ${day(own.validToMs)}`,
  };
}

/** From the server's own to whoever vouches for it in the end. */
function namesOf(chain: readonly SeenCertificate[]): string {
  const last = chain.at(-1);
  const names = chain.map(({ subject }) => subject || '(no name)');
  const above = last === undefined || last.issuer === last.subject ? [] : [last.issuer];
  return [...names, ...above].join(' ← ');
}

/** In UTC; a certificate's times may be anything. */
function day(atMs: number): string {
  return Number.isFinite(atMs) ? `${new Date(atMs).toISOString().slice(0, 16)}Z` : 'unreadable';
}

function failedCheck(seen: RouteObservation, known: Parameters<typeof facts>[0]): Found {
  return {
    verdict: 'bad',
    finding: 'failed',
    durationMs: seen.durationMs,
    failure: failureOfRoute(seen),
    facts: facts(known),
  };
}
