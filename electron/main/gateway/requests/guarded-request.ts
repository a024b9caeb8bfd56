// One request and one answer (RFC 9110), over one connection of its own unless a burst lends a warm one.
// Follows no redirect, keeps no cookie or cache, inflates nothing; every budget ends in a closed code. A
// connection of its own is never reused: a second answer nobody asked for reaches nobody (case 63).
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { ConversationOptions, GuardedRequest, Reply } from '../connections/conversation.ts';
import type { CallOptions } from '../call-target.ts';
import { createExchange } from '../connections/http1-exchange.ts';
import { destroyOnceRead, readPaced } from '../connections/paced-reads.ts';
import { overwriteStackSoon } from '../connections/stack-scrub.ts';
import type { ConnectFailure } from '../connections/tls-connection.ts';
import { openVerified, type ConnectPorts } from '../connections/verified-connection.ts';

interface Timing {
  /** When the request was handed to the verified connection, else when the call began. */
  readonly sentAtMs: number;
  readonly sentMonotonicMs: number;
  readonly durationMs: number;
  /** False: not one byte of the request left. */
  readonly sent: boolean;
}

/** How one request ended: a head with at most so many bytes of body, or a closed code. */
export type Outcome =
  | {
      readonly kind: 'failed';
      readonly code: GatewayFailureCode;
      /** Issuer of a refused certificate, or the status a proxy answered with; untrusted text. */
      readonly about: string | null;
      readonly timing: Timing;
      readonly proxy: string | null;
    }
  | (Extract<Reply, { readonly kind: 'answered' }> & {
      readonly timing: Timing;
      /** Wall clock when the head of the answer was complete. */
      readonly answeredAtMs: number;
      readonly proxy: string | null;
    });

/** How a request comes to a verified connection. */
export type Connect = (
  request: GuardedRequest,
  signal: AbortSignal | null,
) => Promise<Result<Reached, ConnectFailure>>;

/** An open connection that can carry the request. */
export interface Reached {
  readonly converse: Converse;
  /** Host and port of the proxy it goes through, or null. */
  readonly proxy: string | null;
}
/** Sends it there and waits for the answer. */
type Converse = (options: ConversationOptions) => Promise<Reply>;

/** What a request needs of the machine: what its connection needs. */
export type RequestPorts = ConnectPorts;

/**
 * Sends one request over `connect`, a connection of its own unless told otherwise; never rejects. The
 * request's body is zeroed in the end. The caller wipes the body of the answer.
 */
export async function sendGuarded(
  ports: RequestPorts,
  request: GuardedRequest,
  options: CallOptions = {},
  connect: Connect = connectAlone(ports),
): Promise<Outcome> {
  const { clock, budgets } = ports;
  const { onSlow } = options;
  const cancelSlow = onSlow === undefined ? null : clock.after(budgets.slowMs, onSlow);
  try {
    return await connectAndConverse(ports, request, options, connect);
  } finally {
    cancelSlow?.();
    request.body?.fill(0);
    overwriteStackSoon();
  }
}

async function connectAndConverse(
  ports: RequestPorts,
  request: GuardedRequest,
  options: CallOptions,
  connect: Connect,
): Promise<Outcome> {
  const { clock, budgets } = ports;
  const { signal = null, unsent } = options;
  const beganMonotonicMs = clock.monotonicMs();
  const notSent = { sentAtMs: clock.nowMs(), sentMonotonicMs: beganMonotonicMs, sent: false };
  const elapsedMs = (): number => clock.monotonicMs() - beganMonotonicMs;

  const connection = await connect(request, eitherOf(signal, unsent));
  if (!connection.ok) {
    const { code, issuer, said = null, proxy = null } = connection.failure;
    const timing = { ...notSent, durationMs: elapsedMs() };
    return { kind: 'failed', code, about: issuer ?? said, timing, proxy };
  }

  const sentAtMs = clock.nowMs();
  const sentMonotonicMs = clock.monotonicMs();
  let answeredAtMs = sentAtMs;
  const { converse: send, proxy } = connection.value;
  const reply = await send({
    clock,
    request,
    headBytes: budgets.headBytes,
    bodyBytes: budgets.bodyBytes[request.call],
    headersMs: budgets.headersMs,
    remainingMs: budgets.totalMs - elapsedMs(),
    signal,
    onHead: () => (answeredAtMs = clock.nowMs()),
  });
  const timing = { sentAtMs, sentMonotonicMs, sent: true, durationMs: elapsedMs() };
  return reply.kind === 'failed'
    ? { ...reply, about: null, timing, proxy }
    : { ...reply, timing, answeredAtMs, proxy };
}

function eitherOf(signal: AbortSignal | null, unsent: AbortSignal | undefined): AbortSignal | null {
  if (signal === null || unsent === undefined) return signal ?? unsent ?? null;
  return AbortSignal.any([signal, unsent]);
}

/** One connection for one call. */
function connectAlone(ports: RequestPorts): Connect {
  return async ({ reach, endpoint }, signal) => {
    const opened = await openVerified(ports, { reach, url: endpoint.url, signal });
    if (!opened.ok) return opened;
    const { socket, proxy } = opened.value;
    const converseAlone: Converse = async (options) => {
      const { headBytes, bodyBytes, request } = options;
      const exchange = createExchange(socket, {
        bounds: { headBytes, bodyBytes },
        secrets: request.secrets,
        isKept: false,
      });
      readPaced(socket, exchange.feed);
      socket.on('error', exchange.end);
      socket.once('end', exchange.end);
      socket.once('close', () => exchange.end());
      const reply = await exchange.ask(options);
      destroyOnceRead(socket);
      return reply;
    };
    return ok({ converse: converseAlone, proxy });
  };
}
