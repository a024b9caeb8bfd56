// Which way a call to an origin takes: straight, or through which proxies, in the order in which they
// are tried. Asks the system where an environment says so; variables of the environment change nothing
// by themselves (case 74). The same for every call: nothing else decides about a route.
import {
  hostAndPort,
  isLoopback,
  isProxyPort,
  NO_PROXY,
  proxyHost,
  type ProxySetting,
  type SystemProxy,
} from '../../domain/proxy.ts';
import type { ProxyProtocol } from '../../../shared/words.ts';
import { fail, ok, type Result } from '../../domain/result.ts';

/** A way through the tunnel of a proxy: HTTP CONNECT (RFC 9110 section 9.3.6), or SOCKS5 (RFC 1928). */
export interface ProxyRoute {
  readonly kind: 'proxy';
  /** Absent: HTTP CONNECT. */
  readonly protocol?: 'socks5';
  readonly host: string;
  readonly port: number;
  readonly chosenBy: 'person' | 'system';
  /** Whom to sign in as, where the proxy asks for it and a person said so. */
  readonly userName: string | null;
}

/** A way that a connection can take. */
export type Route =
  | {
      readonly kind: 'direct';
      /** `setting`: the environment uses none. `loopback`: this machine itself. `system`: it says so. */
      readonly because: 'setting' | 'loopback' | 'system';
    }
  | ProxyRoute;

/** No way is known that may be taken. */
export interface RouteFailure {
  /**
   * The system could not say, or it names only kinds that are not spoken here (SOCKS4, or TLS to the proxy).
   */
  readonly code: 'proxy_unknown';
  /** The kinds it named; null where it could not say. */
  readonly about: string | null;
}

/** Host and port as they are shown; an IPv6 address in brackets. */
export const proxyAddress = ({ host, port }: Pick<ProxyRoute, 'host' | 'port'>): string =>
  hostAndPort(host, port);

const DIRECT: Route = { kind: 'direct', because: 'system' };
const MAX_ANSWER_CHARACTERS = 4096;
/** A person waits through them one by one. */
const MAX_ROUTES = 8;
const KINDS = /^(?:PROXY|HTTP|HTTPS|SOCKS|SOCKS4|SOCKS5|QUIC|MASQUE)$/;
/** What a PAC answer without a port means. */
const PORTS: Readonly<Record<ProxyProtocol, number>> = { http: 80, socks5: 1080 };

/**
 * The routes to an origin, the first of them first; the next is for where a proxy cannot be reached.
 * Only scheme, host and port of `url` are told to the system, never a path.
 */
export async function routesTo(
  url: URL,
  setting: ProxySetting | undefined,
  systemProxy: SystemProxy,
): Promise<Result<readonly [Route, ...Route[]], RouteFailure>> {
  const proxy = setting ?? NO_PROXY;
  switch (proxy.mode) {
    case 'none':
      return ok([{ kind: 'direct', because: 'setting' }]);
    case 'manual': {
      const { host, port, userName = null } = proxy;
      const route = { kind: 'proxy', host, port, chosenBy: 'person', userName } as const;
      return ok([proxy.protocol === 'socks5' ? { ...route, protocol: 'socks5' } : route]);
    }
    case 'system': {
      if (isLoopback(url.hostname)) return ok([{ kind: 'direct', because: 'loopback' }]);
      try {
        return readSystemAnswer(await systemProxy(`${url.origin}/`));
      } catch {
        return fail({ code: 'proxy_unknown', about: null });
      }
    }
  }
}

/** A PAC answer: entries with semicolons between, tried in order. What is not understood is skipped. */
export function readSystemAnswer(
  answer: string,
): Result<readonly [Route, ...Route[]], RouteFailure> {
  if (answer.length > MAX_ANSWER_CHARACTERS) return fail({ code: 'proxy_unknown', about: null });
  const entries = answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .slice(0, MAX_ROUTES);
  // RFC-less, but every browser's reading: an empty answer means no proxy.
  if (entries.length === 0) return ok([DIRECT]);
  const [first, ...others] = entries.flatMap((entry) => routeOf(entry) ?? []);
  if (first !== undefined) return ok([first, ...others]);
  const kinds = [...new Set(entries.map(kindOf).filter((kind) => KINDS.test(kind)))];
  return fail(
    kinds.length === 0
      ? { code: 'proxy_unknown', about: null }
      : { code: 'proxy_unknown', about: kinds.join(', ') },
  );
}

function kindOf(entry: string): string {
  return (/^\S+/.exec(entry)?.[0] ?? '').toUpperCase();
}

function routeOf(entry: string): Route | null {
  const kind = kindOf(entry);
  if (kind === 'DIRECT') return DIRECT;
  const protocol = kind === 'SOCKS5' ? 'socks5' : 'http';
  if (protocol === 'http' && kind !== 'PROXY' && kind !== 'HTTP') return null;
  const [, name = '', digits] = /^\S+\s+(\[[^\]\s]+\]|[^\s:]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const host = proxyHost(name);
  const port = digits === undefined ? PORTS[protocol] : Number(digits);
  if (host === null || !isProxyPort(port)) return null;
  const route = { kind: 'proxy', host, port, chosenBy: 'system', userName: null } as const;
  return protocol === 'socks5' ? { ...route, protocol } : route;
}
