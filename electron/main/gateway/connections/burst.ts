// Many revocations at one address over warm connections: HTTP/2 sessions where the server offers them
// (ALPN), else kept HTTP/1.1 connections. Opened while the person confirms; every call within the same
// budgets, caps and closed codes as one on a connection of its own.
import { ok } from '../../domain/result.ts';
import type { ConversationOptions, Reply } from './conversation.ts';
import type { Connect, RequestPorts } from '../requests/guarded-request.ts';
import type { ConnectionCall } from './connection.ts';
import { createConnectionPool } from './connection-pool.ts';
import { overwriteStackSoon } from './stack-scrub.ts';
import type { Reach } from './verified-connection.ts';

interface WarmConnections {
  readonly connect: Connect;
  /** Calls it carries at once over what is open now; at least one. */
  readonly width: () => number;
  /** One call fewer is to be expected. */
  readonly settled: () => void;
  readonly close: () => void;
}

interface WarmOptions {
  readonly url: URL;
  readonly reach: Reach;
  readonly expected: number;
  readonly signal: AbortSignal | undefined;
  /** Whether `reach` is still how and by whom the host is reached. */
  readonly isCurrent: () => boolean;
}

/**
 * Opens connections to one origin ahead of the calls, for at most `expected` of them. Nothing is sent until
 * `connect` hands one out. Ends with `close` or the abort of `signal`.
 */
export function openWarmConnections(ports: RequestPorts, options: WarmOptions): WarmConnections {
  const { clock } = ports;
  const { url, reach, signal: session, isCurrent } = options;
  let left = options.expected;
  const expected = (): number => Math.max(1, left);
  const pool = createConnectionPool({ ports, url, reach, expected, isCurrent });
  const close = (): void => {
    session?.removeEventListener('abort', close);
    pool.close();
    // What came after an answer whose head was enough.
    overwriteStackSoon();
  };
  session?.addEventListener('abort', close, { once: true });
  if (session?.aborted === true) close();

  /** At most two attempts: a kept connection may end in the moment of asking (case 76). */
  async function converse(place: ConnectionCall, call: ConversationOptions): Promise<Reply> {
    const beganMs = clock.monotonicMs();
    const first = await place(call);
    if (pool.isClosed()) return asCancelled(first.reply);
    if (!first.askElsewhere) return first.reply;
    const other = await pool.takeFresh(call.signal);
    if (!other.ok) return first.reply;
    const remainingMs = call.remainingMs - (clock.monotonicMs() - beganMs);
    const second = await other.value({ ...call, remainingMs });
    return pool.isClosed() ? asCancelled(second.reply) : second.reply;
  }

  return {
    async connect(_request, signal) {
      const place = await pool.take(signal);
      if (!place.ok) return place;
      return ok({ converse: (call) => converse(place.value, call), proxy: pool.proxy() });
    },
    width: () => Math.max(1, pool.capacity()),
    settled: () => (left -= 1),
    close,
  };
}

function asCancelled(reply: Reply): Reply {
  return reply.kind === 'failed' ? { kind: 'failed', code: 'cancelled' } : reply;
}
