// The warm connections of one burst, all to one origin: opened ahead, each verified by itself, as many
// as the calls still expected can use, replaced where the server ends one. An attempt that fails stops
// the growing while others carry the calls: a refused certificate is never hammered at.
import type { TLSSocket } from 'node:tls';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { RequestPorts } from '../requests/guarded-request.ts';
import { createHttp1Connection } from './http1-connection.ts';
import { createHttp2Connection } from './http2-connection.ts';
import type { Lane, LaneCall } from './connection.ts';
import type { ConnectFailure } from './tls-connection.ts';
import { openVerified, type Reach } from './verified-connection.ts';

export type Place = Result<LaneCall, ConnectFailure>;

export interface LanePool {
  /** A place on an open connection; opens more where all are full. */
  readonly take: (signal: AbortSignal | null) => Promise<Place>;
  /** A place on a connection that was not kept: of its own over HTTP/1.1. */
  readonly takeFresh: (signal: AbortSignal | null) => Promise<Place>;
  /** Calls that all open connections carry together. */
  readonly capacity: () => number;
  /** Host and port of the proxy that the newest connection goes through, or null. */
  readonly proxy: () => string | null;
  readonly close: () => void;
  readonly isClosed: () => boolean;
}

export interface PoolOptions {
  readonly ports: RequestPorts;
  readonly url: URL;
  readonly reach: Reach;
  /** Calls still expected: how many places are worth having. */
  readonly expected: () => number;
  /** Whether `reach` is still how and by whom the host is reached: else no connection is opened. */
  readonly isCurrent: () => boolean;
}

const MAX_H2_SESSIONS = 20;
const MAX_H1_CONNECTIONS = 200;
/** Handshakes at once. */
const MAX_OPENING = 16;
const CANCELLED: ConnectFailure = { code: 'cancelled', issuer: null };

type Settle = (place: Place) => void;

/** Starts connecting at once. */
export function createLanePool(options: PoolOptions): LanePool {
  const { ports, url, reach, expected, isCurrent } = options;
  const { clock, budgets } = ports;
  const closing = new AbortController();
  const waiting = new Set<Settle>();
  let lanes: readonly Lane[] = [];
  let filling: Lane | null = null;
  let opening = 0;
  let opened = 0;
  let isH1 = false;
  let mayGrow = true;
  let proxy: string | null = null;

  /** Asked for before every call, and changes with the connections alone; null: to be counted again. */
  let counted: number | null = null;
  function capacity(): number {
    counted ??= lanes.reduce((sum, lane) => sum + lane.capacity(), 0);
    return counted;
  }

  /** One connection is filled before the next: what leaves in the same turn leaves in one write. */
  function withRoom(): Lane | null {
    const isFull = filling === null || filling.underWay() >= filling.capacity();
    if (isFull) filling = leastBusy();
    return filling;
  }

  function leastBusy(): Lane | null {
    let found: Lane | null = null;
    for (const lane of lanes) {
      if (lane.underWay() >= lane.capacity()) continue;
      if (found === null || lane.underWay() < found.underWay()) found = lane;
    }
    return found;
  }

  /** Connections worth having. One, until it showed which protocol and how many streams there are. */
  function wanted(): number {
    if (isH1) return Math.min(MAX_H1_CONNECTIONS, expected());
    const streams = Math.max(0, ...lanes.map((lane) => lane.capacity()));
    return streams === 0 ? 1 : Math.min(MAX_H2_SESSIONS, Math.ceil(expected() / streams));
  }

  function grow(): void {
    const isUsed = waiting.size > 0 || lanes.some((lane) => lane.underWay() > 0);
    const target = wanted();
    // What a server ends while nothing is asked of it is not opened again until something is.
    if (opened >= target && !isUsed) return;
    // One that takes no more calls may still carry some: it is replaced all the same.
    const open = lanes.filter((lane) => !lane.hasEnded()).length;
    while (mayGrow && open + opening < target && opening < MAX_OPENING) void openOne();
  }

  async function connect(signal: AbortSignal | null): Promise<Result<Lane, ConnectFailure>> {
    if (!isCurrent()) {
      close();
      return fail(CANCELLED);
    }
    opened += 1;
    const wanted = { reach, url, signal, protocols: ['h2', 'http/1.1'] };
    const connection = await openVerified(ports, wanted);
    if (!connection.ok) return connection;
    ({ proxy } = connection.value);
    const lane = laneOver(connection.value.socket);
    if (closing.signal.aborted || !isCurrent()) lane.close();
    else lanes = [...lanes, lane];
    counted = null;
    return ok(lane);
  }

  function laneOver(socket: TLSSocket): Lane {
    const { headBytes, bodyBytes } = budgets;
    if (socket.alpnProtocol === 'h2') {
      const answerBytes = headBytes + bodyBytes.revoke;
      return createHttp2Connection(socket, { origin: url.origin, answerBytes, onChange, onFreed });
    }
    isH1 = true;
    const bounds = { headBytes, bodyBytes: bodyBytes.revoke };
    return createHttp1Connection(socket, { clock, bounds, onChange, onFreed });
  }

  async function openOne(): Promise<void> {
    opening += 1;
    const lane = await connect(closing.signal);
    opening -= 1;
    if (!lane.ok) {
      mayGrow = false;
      if (opening === 0 && lanes.length === 0) settleAll(lane.failure);
    }
    onChange();
  }

  function settleAll(failure: ConnectFailure): void {
    for (const settle of waiting) settle(fail(failure));
  }

  function onChange(): void {
    counted = null;
    if (closing.signal.aborted) return;
    lanes = lanes.filter((lane) => !lane.hasEnded() || lane.underWay() > 0);
    for (const settle of waiting) {
      const lane = withRoom();
      if (lane === null) break;
      settle(ok(lane.claim()));
    }
    if (lanes.every((lane) => lane.hasEnded()) && opening === 0 && waiting.size > 0) mayGrow = true;
    grow();
  }

  /** A place more is news for whoever waits for one; of a lane that has ended, for the list of them. */
  function onFreed(): void {
    if (waiting.size > 0 || lanes.some((lane) => lane.hasEnded())) onChange();
  }

  function close(): void {
    closing.abort();
    settleAll(CANCELLED);
    for (const lane of lanes) lane.close();
    lanes = [];
    counted = null;
  }

  grow();
  return {
    async take(signal) {
      if (closing.signal.aborted || signal?.aborted === true) return fail(CANCELLED);
      const lane = withRoom();
      if (lane !== null) return ok(lane.claim());
      const { promise, resolve } = Promise.withResolvers<Place>();
      // Whoever has an answer no longer waits: a place is claimed for somebody who takes it.
      const settle: Settle = (place) => {
        waiting.delete(settle);
        cancelTimer();
        signal?.removeEventListener('abort', onAbort);
        resolve(place);
      };
      const onAbort = (): void => settle(fail(CANCELLED));
      const cancelTimer = clock.after(budgets.connectMs, () => {
        settle(fail({ code: 'connect_timeout', issuer: null }));
        // Connected, and never ready: not worth waiting for again.
        for (const each of lanes) if (each.capacity() === 0 && each.underWay() === 0) each.close();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.add(settle);
      onChange();
      return await promise;
    },
    async takeFresh(signal) {
      if (!isH1) return await this.take(signal);
      const lane = await connect(signal);
      return lane.ok ? ok(lane.value.claim()) : lane;
    },
    capacity,
    proxy: () => proxy,
    close,
    isClosed: () => closing.signal.aborted,
  };
}
