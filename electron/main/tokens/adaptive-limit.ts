// How many revocations of a run may be under way at once: what the open connections carry, less where
// the server is in trouble. Halves on 429, 503, resets and rising latency, at most once for calls that
// left together; grows again while the server is content (reliability.md case 86, performance.md P5).
import type { GatewayFailureCode } from '../../shared/failure.ts';
import type { Clock } from '../domain/clock.ts';
import type { Result } from '../domain/result.ts';
import type { GatewayFailure, RevokeAnswer } from '../gateway/gateway.ts';
import { createSendPace } from './send-pace.ts';

/** Tells what came of the call, once; frees its place. */
export type Release = (answer: Result<RevokeAnswer, GatewayFailure>) => void;

export interface AdaptiveLimit {
  /** Resolves when one more call may leave, in the order asked; null once closed. */
  readonly acquire: () => Promise<Release | null>;
  /** Calls under way that the server is believed to bear now; at least one. */
  readonly limit: () => number;
  /** Calls a second a server that said "too many" is given; null where none did. */
  readonly perSecond: () => number | null;
  readonly close: () => void;
}

export interface LimitPorts {
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
/** A quarter more in every round of answers. */
const GROWTH = 0.25;
const FEW = 16;
const SHORT_MEMORY = 1 / 8;
const LONG_MEMORY = 1 / 64;
/** Latency has risen where its short average is beyond this multiple of the long one. */
const RISEN = 2;
const NOISE_MS = 20;

export function createAdaptiveLimit({ clock, width }: LimitPorts): AdaptiveLimit {
  const pace = createSendPace(clock);
  const waiting: ((release: Release | null) => void)[] = [];
  let ceiling = Infinity;
  let underWay = 0;
  let departures = 0;
  /** Departures before this are answered for already. */
  let lowered = 0;
  let cancelTimer: (() => void) | null = null;
  let closed = false;
  let inThisTurn = 0;
  let mostInThisTurn = FIRST_IN_A_TURN;
  const latency = createLatency();

  const limit = (): number => Math.max(1, Math.floor(Math.min(ceiling, width())));

  function lower(departure: number): void {
    if (departure < lowered) return;
    ceiling = Math.max(1, Math.min(ceiling, underWay + 1) / 2);
    lowered = departures;
  }

  function admit(): Release {
    const departure = departures;
    const leftAtMs = clock.monotonicMs();
    departures += 1;
    underWay += 1;
    pace.left();
    let released = false;
    return (answer) => {
      if (released) return;
      released = true;
      const wasUsed = underWay * 2 >= ceiling;
      underWay -= 1;
      switch (answer.ok ? 'content' : meaningOf(answer.failure)) {
        case 'content':
          pace.accepted(leftAtMs);
          if (latency.hasRisen(clock.monotonicMs() - leftAtMs)) lower(departure);
          else if (wasUsed && departure >= lowered) ceiling += GROWTH;
          break;
        case 'too many':
          pace.refused(leftAtMs, answer.ok ? null : answer.failure.retryAfterMs);
          lower(departure);
          break;
        case 'trouble':
          lower(departure);
          break;
        case 'nothing':
          break;
      }
      pump();
    };
  }

  /** Between two turns of the event loop: what was admitted in the first of them gets on the wire. */
  function nextTurn(): void {
    inThisTurn = 0;
    mostInThisTurn =
      waiting.length > 0 ? Math.min(2 * mostInThisTurn, MOST_IN_A_TURN) : FIRST_IN_A_TURN;
    pump();
  }

  function pump(): void {
    cancelTimer?.();
    cancelTimer = null;
    while (waiting.length > 0 && inThisTurn < mostInThisTurn) {
      const hasRoom = underWay < limit();
      const waitMs = hasRoom ? pace.waitMs() : underWay < ceiling ? LOOK_AGAIN_MS : null;
      if (waitMs === null) return;
      if (waitMs > 0) {
        cancelTimer = clock.after(waitMs, pump);
        return;
      }
      if (inThisTurn === 0) setImmediate(nextTurn);
      inThisTurn += 1;
      waiting.shift()?.(admit());
    }
  }

  return {
    acquire() {
      if (closed) return Promise.resolve(null);
      return new Promise((resolve) => {
        waiting.push(resolve);
        pump();
      });
    },
    limit,
    perSecond: pace.perSecond,
    close() {
      closed = true;
      cancelTimer?.();
      for (const resolve of waiting.splice(0)) resolve(null);
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
 * What a failure says about the server as a whole. A call without an answer (`headers_timeout`) says
 * nothing: one that hangs must not hold up the others. A plain no is an answer like any other.
 */
function meaningOf({
  code,
  facts,
}: GatewayFailure): 'content' | 'too many' | 'trouble' | 'nothing' {
  if (code === 'rate_limited') return 'too many';
  if (connectionTrouble.has(code)) return 'trouble';
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
