// The warm connections of one burst, all to one origin: opened ahead, each verified by itself, as many
// as the calls still expected can use, replaced where the server ends one. An attempt that fails stops
// the growing while others carry the calls: a refused certificate is never hammered at.
import type { TLSSocket } from 'node:tls';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { RequestPorts } from '../requests/guarded-request.ts';
import { createHttp1Connection } from './http1-connection.ts';
import { createHttp2Connection } from './http2-connection.ts';
import type { BurstConnection, ConnectionCall } from './connection.ts';
import type { ConnectFailure } from './tls-connection.ts';
import { openVerified, type Reach } from './verified-connection.ts';

/** A place for one call on an open connection, or why none could be opened. */
export type Place = Result<ConnectionCall, ConnectFailure>;

/** The open connections of one burst. Ends with `close`; what is asked for afterwards is `cancelled`. */
export interface ConnectionPool {
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

interface PoolOptions {
  readonly ports: RequestPorts;
  readonly url: URL;
  readonly reach: Reach;
  /** Calls still expected: how many places are worth having. */
  readonly expected: () => number;
  /** Whether `reach` is still how and by whom the host is reached: else no connection is opened or given. */
  readonly isCurrent: () => boolean;
}

const MAX_H2_SESSIONS = 20;
const MAX_H1_CONNECTIONS = 200;
/** Handshakes at once. */
const MAX_OPENING = 16;
const CANCELLED: ConnectFailure = { code: 'cancelled', issuer: null };

type Settle = (place: Place) => void;

/** Starts connecting at once. */
export function createConnectionPool(options: PoolOptions): ConnectionPool {
  const { ports, url, reach, expected, isCurrent } = options;
  const { clock, budgets } = ports;
  const closing = new AbortController();
  const waiting = new Set<Settle>();
  let connections: readonly BurstConnection[] = [];
  let filling: BurstConnection | null = null;
  let opening = 0;
  let opened = 0;
  let isH1 = false;
  let mayGrow = true;
  let proxy: string | null = null;

  /** Asked for before every call, and changes with the connections alone; null: to be counted again. */
  let counted: number | null = null;
  function capacity(): number {
    counted ??= connections.reduce((sum, connection) => sum + connection.capacity(), 0);
    return counted;
  }

  /** One connection is filled before the next: what leaves in the same turn leaves in one write. */
  function withSession(): BurstConnection | null {
    const isFull = filling === null || filling.underWay() >= filling.capacity();
    if (isFull) filling = leastBusy();
    return filling;
  }

  function leastBusy(): BurstConnection | null {
    let found: BurstConnection | null = null;
    for (const connection of connections) {
      if (connection.underWay() >= connection.capacity()) continue;
      if (found === null || connection.underWay() < found.underWay()) found = connection;
    }
    return found;
  }

  /** Connections worth having. One, until it showed which protocol and how many streams there are. */
  function wanted(): number {
    if (isH1) return Math.min(MAX_H1_CONNECTIONS, expected());
    const streams = Math.max(0, ...connections.map((connection) => connection.capacity()));
    return streams === 0 ? 1 : Math.min(MAX_H2_SESSIONS, Math.ceil(expected() / streams));
  }

  function grow(): void {
    const isUsed = waiting.size > 0 || connections.some((connection) => connection.underWay() > 0);
    const target = wanted();
    // What a server ends while nothing is asked of it is not opened again until something is.
    if (opened >= target && !isUsed) return;
    // One that takes no more calls may still carry some: it is replaced all the same.
    const open = connections.filter((connection) => !connection.hasEnded()).length;
    while (mayGrow && open + opening < target && opening < MAX_OPENING) void openOne();
  }

  async function connect(
    signal: AbortSignal | null,
  ): Promise<Result<BurstConnection, ConnectFailure>> {
    if (!mayCarryCalls()) return fail(CANCELLED);
    opened += 1;
    const protocols = ['h2', 'http/1.1'];
    const verified = await openVerified(ports, { reach, url, signal, protocols });
    if (!verified.ok) return verified;
    ({ proxy } = verified.value);
    const connection = connectionOver(verified.value.socket);
    // It may have changed during the handshake: then nothing is sent, and the failure says so.
    if (!mayCarryCalls()) {
      connection.close();
      return fail(CANCELLED);
    }
    connections = [...connections, connection];
    counted = null;
    return ok(connection);
  }

  /** False once the host is reached another way, which ends the pool, and after its end. */
  function mayCarryCalls(): boolean {
    if (!isCurrent()) close();
    return !closing.signal.aborted;
  }

  function connectionOver(socket: TLSSocket): BurstConnection {
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
    const connection = await connect(closing.signal);
    opening -= 1;
    if (!connection.ok) {
      mayGrow = false;
      if (opening === 0 && connections.length === 0) settleAll(connection.failure);
    }
    onChange();
  }

  function settleAll(failure: ConnectFailure): void {
    for (const settle of waiting) settle(fail(failure));
  }

  function onChange(): void {
    counted = null;
    if (closing.signal.aborted) return;
    connections = connections.filter(
      (connection) => !connection.hasEnded() || connection.underWay() > 0,
    );
    // SECURITY(S35): it may have changed while they waited.
    if (waiting.size > 0 && !mayCarryCalls()) return;
    for (const settle of waiting) {
      const connection = withSession();
      if (connection === null) break;
      settle(ok(connection.claim()));
    }
    if (
      connections.every((connection) => connection.hasEnded()) &&
      opening === 0 &&
      waiting.size > 0
    )
      mayGrow = true;
    grow();
  }

  /** A place more is news for whoever waits for one; of a lane that has ended, for the list of them. */
  function onFreed(): void {
    if (waiting.size > 0 || connections.some((connection) => connection.hasEnded())) onChange();
  }

  function close(): void {
    closing.abort();
    settleAll(CANCELLED);
    for (const connection of connections) connection.close();
    connections = [];
    counted = null;
  }

  grow();
  return {
    async take(signal) {
      if (!mayCarryCalls() || signal?.aborted === true) return fail(CANCELLED);
      const connection = withSession();
      if (connection !== null) return ok(connection.claim());
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
        for (const each of connections)
          if (each.capacity() === 0 && each.underWay() === 0) each.close();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.add(settle);
      onChange();
      return await promise;
    },
    async takeFresh(signal) {
      if (!isH1) return await this.take(signal);
      const connection = await connect(signal);
      return connection.ok ? ok(connection.value.claim()) : connection;
    },
    capacity,
    proxy: () => proxy,
    close,
    isClosed: () => closing.signal.aborted,
  };
}
