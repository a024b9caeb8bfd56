// One call over a verified connection of its own, which is never used again: a second answer that nobody asked for
// reaches nobody (case 63).
import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { CallName } from '../budgets.ts';
import type { CallOptions } from '../call-target.ts';
import { exchange, type OutgoingRequest, type Reply } from './http-exchange.ts';
import type { ConnectFailure } from './tls-connection.ts';
import { openVerified, type ConnectPorts, type Reach } from './verified-connection.ts';

interface Timing {
  /** When the request left, else when the call began. */
  readonly sentAtMs: number;
  readonly sentMonotonicMs: number;
  readonly durationMs: number;
  /** False: not one byte of the request left. */
  readonly sent: boolean;
}

/** How a call ended: a head with at most so many bytes of body, or a closed code. */
export type Outcome =
  | {
      readonly kind: 'failed';
      readonly code: GatewayFailureCode;
      /** Issuer of a refused certificate, or the status a proxy answered with; untrusted text. */
      readonly about: string | null;
      readonly timing: Timing;
      /** Host and port of the proxy it went through, or was to; null where it went straight. */
      readonly proxy: string | null;
    }
  | (Omit<Extract<Reply, { readonly kind: 'answered' }>, 'sent'> & {
      readonly timing: Timing;
      readonly proxy: string | null;
    });

/** Where a call goes, and what it sends there. */
export interface Sending {
  readonly call: CallName;
  readonly reach: Reach;
  readonly request: OutgoingRequest;
}

/** Makes the call over a connection that it does or does not share. Never rejects. */
export type Send = (sending: Sending, options: CallOptions) => Promise<Outcome>;

/** Sends over a connection opened for this call alone. */
export const sendAlone =
  (ports: ConnectPorts): Send =>
  async ({ call, reach, request }, { signal = null, unsent }) => {
    const { clock, budgets } = ports;
    const began = { atMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    const either =
      signal === null || unsent === undefined
        ? (signal ?? unsent ?? null)
        : AbortSignal.any([signal, unsent]);
    const opened = await openVerified(ports, { reach, url: request.endpoint.url, signal: either });
    if (!opened.ok) return notConnected(ports, began, opened.failure);
    const { socket, proxy } = opened.value;
    const client = clientOver(socket, ports, call, request.endpoint.url);
    const reply = await exchange(client, request, {
      clock,
      limits: {
        unsentMs: Number.POSITIVE_INFINITY,
        headersMs: budgets.headersMs,
        totalMs: budgets.totalMs - (clock.monotonicMs() - began.monotonicMs),
        bodyBytes: budgets.bodyBytes[call],
      },
      signal,
      unsent,
    });
    void client.destroy().catch(() => undefined);
    return outcomeOf(ports, began, reply, proxy);
  };

/** SECURITY(S11): no cookie, cache or client certificate; nothing is kept alive or resumed behind this call's back. */
function clientOver(
  socket: TLSSocket,
  { budgets }: ConnectPorts,
  call: CallName,
  url: URL,
): Client {
  let isGiven = false;
  return new Client(url.origin, {
    connect(_options, done) {
      const isGone = isGiven || socket.destroyed;
      isGiven = true;
      // Not at once: undici does not look at its queue again while it asks for the connection.
      queueMicrotask(() => (isGone ? done(new ConnectionGone(), null) : done(null, socket)));
    },
    pipelining: 0,
    allowH2: false,
    maxHeaderSize: budgets.headBytes,
    maxResponseSize: budgets.bodyBytes[call],
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** The connection ended before the request was written to it. */
class ConnectionGone extends Error {
  readonly code = 'ECONNRESET';
}

interface Moment {
  readonly atMs: number;
  readonly monotonicMs: number;
}

/** No connection came to be: nothing was sent. */
export function notConnected(
  { clock }: ConnectPorts,
  began: Moment,
  { code, issuer, said = null, proxy }: ConnectFailure,
): Outcome {
  const durationMs = clock.monotonicMs() - began.monotonicMs;
  const timing = { sentAtMs: began.atMs, sentMonotonicMs: began.monotonicMs, durationMs };
  return {
    kind: 'failed',
    code,
    about: issuer ?? said,
    timing: { ...timing, sent: false },
    proxy: proxy ?? null,
  };
}

/** How a call ended that came to a connection. */
export function outcomeOf(
  { clock }: ConnectPorts,
  began: Moment,
  reply: Reply,
  proxy: string | null,
): Outcome {
  const { atMs, monotonicMs } = reply.sent ?? began;
  const timing = {
    sentAtMs: atMs,
    sentMonotonicMs: monotonicMs,
    durationMs: clock.monotonicMs() - began.monotonicMs,
    sent: reply.sent !== null,
  };
  if (reply.kind === 'failed') {
    return { kind: 'failed', code: reply.code, about: null, timing, proxy };
  }
  const { kind, head, answeredAtMs, body, trouble } = reply;
  return { kind, head, answeredAtMs, body, trouble, timing, proxy };
}
