// How many revocations of a run may be under way at once, and whose: what the open connections carry, less
// where a client or the host is in trouble. What one client's calls meet counts against that client alone;
// only where most clients meet it does it count against the host (docs/oauth-cases.md case 86, docs/performance.md P5).
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Result } from '../../domain/result.ts';
import type { GatewayFailure, RevokeAnswer } from '../../gateway/gateway.ts';
import { createAimdLimiter, type AimdLimiter } from './aimd-limiter.ts';
import type { Waiting } from './job-queue.ts';

/** Tells what came of the call, once; frees its place. */
export type Release = (answer: Result<RevokeAnswer, GatewayFailure>) => void;

export interface RevocationLimits {
  /** Resolves when one more call may leave, which it takes out of those that wait; null once closed. */
  readonly acquire: (waiting: Waiting) => Promise<Release | null>;
  /** Calls under way that the server is believed to bear now; at least one. */
  readonly limit: () => number;
  /** More may wait than when it was asked last. */
  readonly reevaluate: () => void;
  /** Nothing of the run is left: the next one learns anew. */
  readonly forget: () => void;
  readonly close: () => void;
}

interface LimitPorts {
  readonly clock: Clock;
  /** What the open connections carry (RevokeBurst.width). */
  readonly width: () => number;
}

/** Doubling from turn to turn: the first bytes leave with the end of a turn, or of the third (HTTP/1.1). */
const FIRST_IN_A_TURN = 8;
/** More at once would keep the window from being drawn; fewer, and what comes back is read in crumbs. */
const MOST_IN_A_TURN = 96;
/** New connections are noticed this soon. */
const LOOK_AGAIN_MS = 10;
const FEW = 16;
const SHORT_MEMORY = 1 / 8;
const LONG_MEMORY = 1 / 64;
/** Latency has risen where its short average is beyond this multiple of the long one. */
const RISEN = 2;
const NOISE_MS = 20;
/** Fewer tokens speak for themselves, not for their client; fewer clients not for the host. */
const SEVERAL = 3;

interface Client {
  readonly limiter: AimdLimiter;
  /** Tokens whose last answer was "too many" or trouble. */
  readonly failing: Set<unknown>;
}

export function createRevocationLimits({ clock, width }: LimitPorts): RevocationLimits {
  const asking: {
    readonly waiting: Waiting;
    readonly resolve: (release: Release | null) => void;
  }[] = [];
  let clients = new Map<string, Client>();
  let host = createAimdLimiter(clock);
  let latency = createLatency();
  /** Clients that wait or were asked, as far as known. */
  let mostClients = 0;
  let cancelTimer: (() => void) | null = null;
  let closed = false;
  let inThisTurn = 0;
  let mostInThisTurn = FIRST_IN_A_TURN;

  function clientOf(name: string): Client {
    const known = clients.get(name);
    if (known !== undefined) return known;
    const client = { limiter: createAimdLimiter(clock), failing: new Set() };
    clients.set(name, client);
    return client;
  }

  function limit(): number {
    let ofClients = clients.size === 0 ? Infinity : 0;
    for (const { limiter } of clients.values()) ofClients += limiter.ceiling();
    return Math.max(1, Math.floor(Math.min(host.ceiling(), ofClients, width())));
  }

  /** More than half of the clients, and several of them, have calls that fail: it is the host. */
  function isHostInTrouble(): boolean {
    let failing = 0;
    for (const client of clients.values()) if (client.failing.size > 0) failing += 1;
    return failing >= SEVERAL && failing * 2 > Math.max(mostClients, clients.size);
  }

  function admit(name: string, key: unknown): Release {
    const client = clientOf(name);
    const leftAtMs = clock.monotonicMs();
    const ofClient = client.limiter.left();
    const ofHost = host.left();
    let released = false;
    return (answer) => {
      if (released) return;
      released = true;
      const meaning = answer.ok ? 'content' : meaningOf(answer.failure);
      if (meaning === 'content') {
        client.failing.delete(key);
        ofClient.accepted();
        ofHost.accepted();
        if (latency.hasRisen(clock.monotonicMs() - leftAtMs)) ofHost.troubled();
      }
      if (meaning === 'unreachable') ofHost.troubled();
      if (meaning === 'too many' || meaning === 'trouble') {
        client.failing.add(key);
        ofClient.troubled();
        const isHost = isHostInTrouble();
        if (isHost) ofHost.troubled();
        if (meaning === 'too many') {
          const retryAfterMs = answer.ok ? null : answer.failure.retryAfterMs;
          const wasPaced = client.limiter.isPaced();
          if (wasPaced || client.failing.size >= SEVERAL) ofClient.pause(retryAfterMs);
          if (isHost || (host.isPaced() && !wasPaced)) ofHost.pause(retryAfterMs);
        }
      }
      ofClient.end();
      ofHost.end();
      pump();
    };
  }

  /** Between two turns of the event loop: what was admitted in the first of them gets on the wire. */
  function nextTurn(): void {
    inThisTurn = 0;
    mostInThisTurn =
      asking.length > 0 ? Math.min(2 * mostInThisTurn, MOST_IN_A_TURN) : FIRST_IN_A_TURN;
    pump();
  }

  /** Takes the next call that may leave; else how long to wait, Infinity where an answer comes first. */
  function takeFrom(waiting: Waiting): Release | number {
    const underWay = host.underWay();
    if (underWay >= Math.max(1, Math.floor(width()))) {
      return underWay < host.ceiling() ? LOOK_AGAIN_MS : Infinity;
    }
    mostClients = Math.max(mostClients, waiting.groups());
    const hostMs = [host.waitMs(false), host.waitMs(true)] as const;
    let soonestMs = Infinity;
    const taken = waiting.take((name, isFirstTry) => {
      const waitMs = Math.max(
        hostMs[isFirstTry ? 1 : 0],
        clients.get(name)?.limiter.waitMs(isFirstTry) ?? 0,
      );
      soonestMs = Math.min(soonestMs, waitMs);
      return waitMs <= 0;
    });
    return taken === null ? soonestMs : admit(taken.group, taken.key);
  }

  function pump(): void {
    cancelTimer?.();
    cancelTimer = null;
    for (let [next] = asking; next !== undefined && inThisTurn < mostInThisTurn; [next] = asking) {
      const taken = takeFrom(next.waiting);
      if (typeof taken === 'number') {
        if (taken < Infinity) cancelTimer = clock.after(taken, pump);
        return;
      }
      if (inThisTurn === 0) setImmediate(nextTurn);
      inThisTurn += 1;
      asking.shift();
      next.resolve(taken);
    }
  }

  return {
    acquire(waiting) {
      if (closed) return Promise.resolve(null);
      return new Promise((resolve) => {
        asking.push({ waiting, resolve });
        pump();
      });
    },
    limit,
    reevaluate: pump,
    forget() {
      clients = new Map();
      host = createAimdLimiter(clock);
      latency = createLatency();
      mostClients = 0;
    },
    close() {
      closed = true;
      cancelTimer?.();
      for (const { resolve } of asking.splice(0)) resolve(null);
    },
  };
}

const connectionTrouble: ReadonlySet<GatewayFailureCode> = new Set<GatewayFailureCode>([
  'connect_refused',
  'proxy_not_found',
  'proxy_unreachable',
  'proxy_timeout',
  'proxy_closed',
  'proxy_bad_gateway',
  'proxy_gateway_timeout',
  'connect_failed',
  'connect_timeout',
  'handshake_timeout',
  'connection_reset',
  'incomplete_response',
]);

/**
 * What a failure says about the server. A call without an answer (`headers_timeout`) says
 * nothing: one that hangs must not hold up the others. A plain no is an answer like any other.
 */
function meaningOf({
  code,
  facts,
}: GatewayFailure): 'content' | 'too many' | 'trouble' | 'unreachable' | 'nothing' {
  if (code === 'rate_limited') return 'too many';
  if (connectionTrouble.has(code)) return 'unreachable';
  if (facts.status === null) return 'nothing';
  return facts.status >= 500 ? 'trouble' : 'content';
}

/** Compares what answers take now with what they took over the last hundred or so. */
function createLatency(): { readonly hasRisen: (tookMs: number) => boolean } {
  let short = 0;
  let long = 0;
  let seen = 0;
  return {
    hasRisen(tookMs) {
      seen += 1;
      short += (tookMs - short) * Math.max(SHORT_MEMORY, 1 / seen);
      long += (tookMs - long) * Math.max(LONG_MEMORY, 1 / seen);
      return seen > FEW && short > RISEN * long + NOISE_MS;
    },
  };
}
