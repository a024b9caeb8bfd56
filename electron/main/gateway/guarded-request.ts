// One request and one answer over one connection of its own (RFC 9110, RFC 9112). Follows no redirect,
// keeps no cookie or cache, inflates nothing, retries nothing; every budget ends in a closed code. A
// connection is never reused, so a second answer nobody asked for reaches nobody (case 63).
import type { SecureContext } from 'node:tls';
import type { GatewayFailureCode } from '../../shared/failure.ts';
import type { Clock } from '../domain/clock.ts';
import type { Budgets } from './budgets.ts';
import { converse, type GuardedRequest, type Reply } from './conversation.ts';
import type { CallOptions } from './gateway.ts';
import { openConnection } from './tls-connection.ts';
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

export interface RequestPorts {
  readonly clock: Clock;
  readonly budgets: Budgets;
  readonly authorities: TrustedAuthorities;
}

const NEVER = new AbortController().signal;

export async function sendGuarded(
  ports: RequestPorts,
  request: GuardedRequest,
  options: CallOptions = {},
): Promise<Outcome> {
  const { clock, budgets } = ports;
  const cancelSlow = clock.after(budgets.slowMs, () => options.onSlow?.());
  try {
    return await connectAndConverse(ports, request, options.signal ?? NEVER);
  } finally {
    cancelSlow();
    request.body?.fill(0);
  }
}

async function connectAndConverse(
  ports: RequestPorts,
  request: GuardedRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, budgets } = ports;
  const beganMonotonicMs = clock.monotonicMs();
  const notSent = { sentAtMs: clock.nowMs(), sentMonotonicMs: beganMonotonicMs, sent: false };
  const elapsedMs = (): number => clock.monotonicMs() - beganMonotonicMs;
  const failed = (code: GatewayFailureCode, about: string | null): Outcome => {
    return { kind: 'failed', code, about, timing: { ...notSent, durationMs: elapsedMs() } };
  };

  const context = await contextOrNull(ports.authorities, request.authorityPem);
  if (signal.aborted) return failed('cancelled', null);
  if (context === null) return failed('tls_unknown_authority', null);
  const connection = await openConnection({
    clock,
    url: request.endpoint.url,
    context,
    budgetMs: Math.min(budgets.connectMs, budgets.totalMs),
    signal,
  });
  if (!connection.ok) return failed(connection.failure.code, connection.failure.issuer);

  const sentAtMs = clock.nowMs();
  const sentMonotonicMs = clock.monotonicMs();
  let answeredAtMs = sentAtMs;
  const reply = await converse(connection.value, {
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
