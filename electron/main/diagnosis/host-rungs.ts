// The rungs of one host, read from one real connection to it: name, connection, route, TLS. Pure.
import type { GatewayFailureCode } from '../../shared/failure.ts';
import type { NotTriedReason } from '../../shared/diagnosis-view.ts';
import type { RouteObservation, SeenCertificate } from '../gateway/route-observation.ts';
import { facts, type Found, type hostSteps } from './rungs.ts';

type HostStep = (typeof hostSteps)[number];
export type HostRungs = Readonly<Record<HostStep, Found | NotTriedReason>>;

/** A certificate that ends within this many days is worth a word before it ends everything. */
const ENDS_SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/** Whether calls to this host can be made at all. */
export const isReached = ({ failure }: RouteObservation): boolean => failure === null;

export function hostRungs(seen: RouteObservation, nowMs: number): HostRungs {
  const name = nameRung(seen);
  if (seen.reached === null) {
    const isNameAtFault = seen.failure?.code === 'name_not_found';
    const connect = isNameAtFault ? 'host_not_reached' : failedRung(seen, { ...notReached(seen) });
    return { name, connect, route: 'host_not_reached', tls: 'host_not_reached' };
  }
  return {
    name,
    connect: connectRung(seen),
    route: { verdict: 'good', finding: 'route_direct' },
    tls: seen.failure === null ? tlsRung(seen, nowMs) : failedRung(seen, certificateFacts(seen)),
  };
}

function nameRung(seen: RouteObservation): Found {
  if (seen.failure?.code === 'name_not_found') return failedRung(seen, {});
  if (seen.addresses.length === 0) {
    // Nothing to look up, or the lookup was not over when all ended.
    return seen.reached === null && !isNumeric(seen.host)
      ? failedRung(seen, {})
      : { verdict: 'good', finding: 'name_is_address', durationMs: null };
  }
  return {
    verdict: 'good',
    finding: 'name_found',
    durationMs: seen.lookupMs,
    facts: facts({ addresses: seen.addresses.join(', ') }),
  };
}

const isNumeric = (host: string): boolean => /^\[|^[\d.]+(?::\d+)?$/.test(host);

const notReached = ({ silent, addresses }: RouteObservation) => ({
  not_reached: (silent.length > 0 ? silent : addresses).join(', '),
});

function connectRung(seen: RouteObservation): Found {
  return {
    verdict: seen.silent.length === 0 ? 'good' : 'amber',
    finding: seen.silent.length === 0 ? 'connected' : 'connected_later',
    durationMs: seen.connectMs,
    facts: facts({ reached: seen.reached, not_reached: seen.silent.join(', ') }),
  };
}

function tlsRung(seen: RouteObservation, nowMs: number): Found {
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

function failedRung(seen: RouteObservation, known: Parameters<typeof facts>[0]): Found {
  return {
    verdict: 'bad',
    finding: 'failed',
    durationMs: seen.durationMs,
    failure: failureOf(seen),
    facts: facts(known),
  };
}

function failureOf({ failure, host, durationMs }: RouteObservation) {
  const code: GatewayFailureCode = failure?.code ?? 'connect_failed';
  const about = failure?.about ?? null;
  return {
    code,
    facts: {
      host,
      durationMs: Math.round(durationMs),
      ...(about === null ? {} : { about }),
    },
  };
}
