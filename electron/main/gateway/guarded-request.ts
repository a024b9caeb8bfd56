// One request and one answer (RFC 9110), over one connection of its own unless a burst lends a warm one.
// Follows no redirect, keeps no cookie or cache, inflates nothing; every budget ends in a closed code. A
// connection of its own is never reused: a second answer nobody asked for reaches nobody (case 63).
import type { SecureContext, TLSSocket } from 'node:tls';
import type { GatewayFailureCode } from '../../shared/failure.ts';
import type { Clock } from '../domain/clock.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { createAnswerFilter, filterReads } from './answer-filter.ts';
import type { Budgets } from './budgets.ts';
import {
  converse,
  type ConversationOptions,
  type GuardedRequest,
  type Reply,
} from './conversation.ts';
import type { CallOptions } from './gateway.ts';
import { overwriteStackSoon } from './stack-residue.ts';
import { openConnection, type ConnectFailure } from './tls-connection.ts';
import type { TrustedAuthorities } from './trusted-authorities.ts';

export interface Timing {
  /** When the request was handed to the verified connection, else when the call began. */
  readonly sentAtMs: number;
  readonly sentMonotonicMs: number;
  readonly durationMs: number;
  /** False: not one byte of the request left. */
  readonly sent: boolean;
}

export type Outcome =
  | {
      readonly kind: 'failed';
      readonly code: GatewayFailureCode;
      /** Issuer of a refused certificate; untrusted text. */
      readonly about: string | null;
      readonly timing: Timing;
    }
  | (Extract<Reply, { readonly kind: 'answered' }> & {
      readonly timing: Timing;
      /** Wall clock when the head of the answer was complete. */
      readonly answeredAtMs: number;
    });

/** How a request comes to a verified connection. */
export type Connect = (
  request: GuardedRequest,
  signal: AbortSignal | null,
) => Promise<Result<Converse, ConnectFailure>>;
/** Sends it there and waits for the answer. */
export type Converse = (options: ConversationOptions) => Promise<Reply>;

export interface RequestPorts {
  readonly clock: Clock;
  readonly budgets: Budgets;
  readonly authorities: TrustedAuthorities;
}

export async function sendGuarded(
  ports: RequestPorts,
  request: GuardedRequest,
  options: CallOptions = {},
  connect: Connect = connectAlone(ports),
): Promise<Outcome> {
  const { clock, budgets } = ports;
  const { onSlow, signal = null } = options;
  const cancelSlow = onSlow === undefined ? null : clock.after(budgets.slowMs, onSlow);
  try {
    return await connectAndConverse(ports, request, signal, connect);
  } finally {
    cancelSlow?.();
    request.body?.fill(0);
    overwriteStackSoon();
  }
}

async function connectAndConverse(
  ports: RequestPorts,
  request: GuardedRequest,
  signal: AbortSignal | null,
  connect: Connect,
): Promise<Outcome> {
  const { clock, budgets } = ports;
  const beganMonotonicMs = clock.monotonicMs();
  const notSent = { sentAtMs: clock.nowMs(), sentMonotonicMs: beganMonotonicMs, sent: false };
  const elapsedMs = (): number => clock.monotonicMs() - beganMonotonicMs;
  const failed = (code: GatewayFailureCode, about: string | null): Outcome => {
    return { kind: 'failed', code, about, timing: { ...notSent, durationMs: elapsedMs() } };
  };

  const connection = await connect(request, signal);
  if (!connection.ok) return failed(connection.failure.code, connection.failure.issuer);

  const sentAtMs = clock.nowMs();
  const sentMonotonicMs = clock.monotonicMs();
  let answeredAtMs = sentAtMs;
  const reply = await connection.value({
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
    ? { ...reply, about: null, timing }
    : { ...reply, timing, answeredAtMs };
}

/** One connection for one call. */
function connectAlone(ports: RequestPorts): Connect {
  return async ({ authorityPem, endpoint }, signal) => {
    const opened = await openVerified(ports, { authorityPem, url: endpoint.url, signal });
    if (!opened.ok) return opened;
    return ok(async (options) => {
      const { headBytes, bodyBytes, request } = options;
      const filter = createAnswerFilter({ headBytes, bodyBytes }, request.secrets);
      filterReads(opened.value, filter);
      const reply = await converse(opened.value, options);
      filter.flush((part) => part.fill(0));
      return reply;
    });
  };
}

export interface OpenOptions {
  readonly authorityPem: string | null;
  readonly url: URL;
  readonly signal: AbortSignal | null;
  readonly protocols?: readonly string[];
  readonly watch?: (socket: TLSSocket) => void;
}

/** A connection to a server that proved who it is, within the budget of connecting. */
export async function openVerified(
  { clock, budgets, authorities }: RequestPorts,
  { authorityPem, url, signal, protocols, watch }: OpenOptions,
): Promise<Result<TLSSocket, ConnectFailure>> {
  const context = await contextOrNull(authorities, authorityPem);
  if (signal?.aborted === true) return fail({ code: 'cancelled', issuer: null });
  if (context === null) return fail({ code: 'tls_unknown_authority', issuer: null });
  const budgetMs = Math.min(budgets.connectMs, budgets.totalMs);
  return await openConnection({ clock, url, context, budgetMs, signal, protocols, watch });
}

/** Null where an environment's authority cannot be parsed: then nobody vouches for the server. */
async function contextOrNull(
  authorities: TrustedAuthorities,
  authorityPem: string | null,
): Promise<SecureContext | null> {
  try {
    return await authorities.contextFor(authorityPem);
  } catch {
    return null;
  }
}
