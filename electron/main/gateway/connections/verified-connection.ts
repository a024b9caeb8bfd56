// Opens a connection to a server that proved who it is, by the route its environment takes: straight,
// or through a proxy's tunnel. TLS is always verified end to end; a proxy is never trusted with it.
import type { Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import type { ProxySetting, SystemProxy } from '../../domain/proxy.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Budgets } from '../budgets.ts';
import { isProxyOutOfReach, openTunnel, type ProxySignIn } from './proxy-tunnel.ts';
import {
  proxyAddress,
  routesTo,
  type ProxyRoute,
  type Route,
  type RouteFailure,
} from './proxy-routes.ts';
import { serverOf, openConnection, type ConnectFailure } from './tls-connection.ts';
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
  readonly tls: (socket: TLSSocket) => void;
}

interface OpenOptions {
  readonly reach: Reach;
  readonly url: URL;
  readonly signal: AbortSignal | null;
  readonly protocols?: readonly string[];
  readonly watch?: ConnectWatch | undefined;
}

interface VerifiedConnection {
  readonly socket: TLSSocket;
  /** Host and port of the proxy it goes through; null where it goes straight. */
  readonly proxy: string | null;
}

type Opened = Result<VerifiedConnection, ConnectFailure>;

/** Within the budget of connecting, all routes together. */
export async function openVerified(ports: ConnectPorts, options: OpenOptions): Promise<Opened> {
  const { clock, budgets, authorities } = ports;
  const { reach, url, signal, watch } = options;
  const beganMs = clock.monotonicMs();
  const budgetMs = Math.min(budgets.connectMs, budgets.totalMs);
  const leftMs = (): number => Math.max(0, budgetMs - (clock.monotonicMs() - beganMs));

  const isCancelled = (): boolean => signal?.aborted === true;
  const context = await contextOrNull(authorities, reach);
  if (isCancelled()) return fail({ code: 'cancelled', issuer: null });
  if (context === null) return fail({ code: 'tls_unknown_authority', issuer: null });
  const trusted: SecureContext = context;
  const routes = await routesInTime(ports, reach, url, leftMs());
  if (!routes.ok) {
    const { code, about } = routes.failure;
    return fail({ code, issuer: null, said: about });
  }
  if (isCancelled()) return fail({ code: 'cancelled', issuer: null });

  const [first, ...others] = routes.value;
  // A proxy that swallows everything must leave time for the ways behind it.
  const shareMs = (): number => leftMs() / (others.length + 1);
  let last = await openBy(first, shareMs());
  while (!last.ok && isProxyOutOfReach(last.failure.code)) {
    const next = others.shift();
    if (next === undefined) break;
    last = await openBy(next, shareMs());
  }
  return last;

  async function openBy(route: Route, timeMs: number): Promise<Opened> {
    const wanted = { clock, url, context: trusted, signal, protocols: options.protocols };
    if (route.kind === 'direct') {
      const socket = await openConnection({
        ...wanted,
        budgetMs: timeMs,
        watch(opening) {
          watch?.tcp(opening, route);
          watch?.tls(opening);
        },
      });
      return socket.ok ? ok({ socket: socket.value, proxy: null }) : socket;
    }
    const proxy = proxyAddress(route);
    const startedMs = clock.monotonicMs();
    const tunnel = await openTunnel({
      clock,
      proxy: route,
      target: serverOf(url),
      signIn: signInOf(route, reach),
      budgetMs: timeMs,
      signal,
      watch: (opening) => watch?.tcp(opening, route),
    });
    if (!tunnel.ok) return fail({ ...tunnel.failure, issuer: null, proxy });
    const socket = await openConnection({
      ...wanted,
      budgetMs: Math.max(0, timeMs - (clock.monotonicMs() - startedMs)),
      tunnel: tunnel.value,
      watch: watch?.tls,
    });
    return socket.ok ? ok({ socket: socket.value, proxy }) : fail({ ...socket.failure, proxy });
  }
}

/** A system that runs a script of somebody else to answer may never answer. */
async function routesInTime(
  { clock, systemProxy }: ConnectPorts,
  { proxy }: Reach,
  url: URL,
  timeMs: number,
): Promise<Result<readonly [Route, ...Route[]], RouteFailure>> {
  const { promise, resolve } = Promise.withResolvers<Result<never, RouteFailure>>();
  const cancelTimer = clock.after(timeMs, () =>
    resolve(fail({ code: 'proxy_unknown', about: null })),
  );
  try {
    return await Promise.race([routesTo(url, proxy, systemProxy), promise]);
  } finally {
    cancelTimer();
  }
}

/** Null where nobody configured it. */
function signInOf({ userName }: ProxyRoute, { proxyPassword }: Reach): ProxySignIn | null {
  const password = userName === null ? null : (proxyPassword?.() ?? null);
  if (userName === null || password === null) return null;
  const text = password.use((bytes) => bytes.toString('utf8'));
  password.wipe();
  return { userName, password: text };
}

/** Null where an environment's authority cannot be parsed: then nobody vouches for the server. */
async function contextOrNull(
  authorities: TrustedAuthorities,
  trust: Trust,
): Promise<SecureContext | null> {
  try {
    return await authorities.contextFor(trust);
  } catch {
    return null;
  }
}
