// Which revocation is called when: each environment has a queue of its own, so that one slow host never
// delays another. In it first tries go before second ones, what may trade before what only reads, clients
// take turns, and a client's most dangerous token goes first, with its second try too; a call that hangs holds
// nobody up.
import type { EnvironmentId, TokenId } from '../../domain/ids.ts';
import { mayTrade } from '../../domain/token-evidence.ts';
import { fail, type Result } from '../../domain/result.ts';
import type { GatewayFailure, RevokeAnswer } from '../../gateway/gateway.ts';
import { createRevocationLimits, type RevocationLimits } from './revocation-limits.ts';
import { createJobQueue, type JobQueue } from './job-queue.ts';
import { retryPauseMs } from './revocation-attempts.ts';
import { findToken, findTokenPlace, type OpenSession } from '../open-session.ts';
import { revocationRank } from './revocation-order.ts';

/** Calls over connections of their own that may be under way at once per environment. */
const WIDTH = 16;
/** A call keeps its place this long while others wait; then it goes on beside them. */
const PATIENCE_MS = 2_000;
/** How many such calls there may be per environment. */
const MOST_SLOW = 128;
/** From here on calls come before the saving of what they showed. */
const MANY = 64;
/** A run is over this long after its last call, unless a token of it waits for another. */
const FORGET_AFTER_MS = 60_000;
/**
 * So many tries of what may trade come before what of its client only reads: a server that takes few calls a
 * second refuses most first tries of many. No more, or what reads would wait for what is always refused.
 */
const LEADING_TRIES = 2;
/** Pause where the fault is ours: the practice gateway is not up. */
const OWN_FAULT_PAUSE_MS = 5_000;

interface RevocationScheduler {
  /** In order behind what is more dangerous, or now, whatever else runs. Ends a wait. */
  readonly add: (id: TokenId, how: 'in_order' | 'now') => void;
  /** Once more, after a pause that doubles with every attempt. */
  readonly later: (id: TokenId) => void;
  /** Once more, when the server asked for it (Retry-After). */
  readonly whenAsked: (id: TokenId, retryAfterMs: number) => void;
  /** Once more, after this pause: nothing was sent. */
  readonly afterPause: (id: TokenId, pauseMs: number) => void;
  readonly waitsForServer: (id: TokenId) => boolean;
  readonly nextAttemptAtMs: (id: TokenId) => number | null;
  /** It waits for its turn; `halt` takes it out, and answers whether it did. */
  readonly isQueued: (id: TokenId) => boolean;
  readonly halt: (id: TokenId) => boolean;
  /** So many calls wait or are under way that what tells of them must not hold them up. */
  readonly hasMany: () => boolean;
  /** Calls to this environment that may be under way at once right now. */
  readonly width: (id: EnvironmentId) => number;
  readonly close: () => void;
}

/** What a call came to; it tells the limit what the server bears. */
export type CallOutcome = Result<RevokeAnswer, GatewayFailure>;

/** Says nothing about the server: no answer yet, or nothing was sent. */
export const NO_ANSWER: CallOutcome = fail({
  code: 'headers_timeout',
  possiblyDone: true,
  oauthError: null,
  serverSaid: null,
  about: null,
  retryAfterMs: null,
  facts: {
    call: 'revoke',
    host: '',
    sentAtMs: 0,
    sentMonotonicMs: 0,
    durationMs: 0,
    status: null,
    clockSkewSeconds: null,
  },
});

interface EnvironmentQueue {
  readonly queue: JobQueue<TokenId>;
  readonly limit: RevocationLimits;
  /** When its last call ended, on the monotonic clock. */
  restsSinceMs: number;
}

interface Wait {
  readonly atMs: number;
  readonly serverAsked: boolean;
  readonly environmentQueue: EnvironmentQueue | null;
  readonly cancel: () => void;
}

/** What the scheduler is told of how calls are made; it makes none itself. */
interface SchedulerPorts {
  /** Makes one call; settles when its place is free again. Never rejects. */
  readonly call: (id: TokenId) => Promise<CallOutcome>;
  /** Calls that warm connections of this environment carry at once; null where none are open. */
  readonly warmWidth: (id: EnvironmentId) => number | null;
  /** Nothing is under way in this environment. */
  readonly idle: (id: EnvironmentId) => void;
}

export function createRevocationScheduler(
  session: OpenSession,
  { call, warmWidth, idle }: SchedulerPorts,
): RevocationScheduler {
  const queues = new Map<EnvironmentId, EnvironmentQueue>();
  const waits = new Map<TokenId, Wait>();

  function queueOf(id: EnvironmentId): EnvironmentQueue {
    const known = queues.get(id);
    if (known !== undefined) return known;
    const { clock } = session;
    const limit = createRevocationLimits({ clock, width: () => warmWidth(id) ?? WIDTH });
    const queue = createJobQueue<TokenId, CallOutcome>({
      clock,
      acquire: limit.acquire,
      patienceMs: PATIENCE_MS,
      mostSlow: MOST_SLOW,
      unknown: NO_ANSWER,
      work: call,
      added: limit.reevaluate,
      idle() {
        idle(id);
        environmentQueue.restsSinceMs = clock.monotonicMs();
      },
    });
    const environmentQueue: EnvironmentQueue = { queue, limit, restsSinceMs: Infinity };
    queues.set(id, environmentQueue);
    return environmentQueue;
  }

  /** What a run has learned of its server is of no use to one that begins long after it. */
  function forgetOldRun(environmentQueue: EnvironmentQueue): void {
    const rested = session.clock.monotonicMs() - environmentQueue.restsSinceMs > FORGET_AFTER_MS;
    if (!rested || environmentQueue.queue.size() > 0) return;
    if ([...waits.values()].every((each) => each.environmentQueue !== environmentQueue))
      environmentQueue.limit.forget();
  }

  function endWait(id: TokenId): void {
    waits.get(id)?.cancel();
    waits.delete(id);
  }

  function wait(id: TokenId, pauseMs: number, serverAsked: boolean): void {
    endWait(id);
    if (session.closing.aborted) return;
    const cancel = session.clock.after(pauseMs, () => add(id, 'in_order'));
    const place = findTokenPlace(session, id);
    const environmentQueue = place.ok ? (queues.get(place.value.environment.id) ?? null) : null;
    waits.set(id, { atMs: session.clock.nowMs() + pauseMs, serverAsked, environmentQueue, cancel });
  }

  const soon = (id: TokenId): void => wait(id, OWN_FAULT_PAUSE_MS, false);

  function add(id: TokenId, how: 'in_order' | 'now'): void {
    endWait(id);
    if (session.closing.aborted) return;
    const place = findTokenPlace(session, id);
    if (!place.ok) {
      if (findToken(session, id) !== null) soon(id);
      return;
    }
    const { token, credential, environment } = place.value;
    if (session.expiries.isTimeUp(token)) return session.changed();
    const environmentQueue = queueOf(environment.id);
    forgetOldRun(environmentQueue);
    const { queue } = environmentQueue;
    if (how === 'now') queue.now(id);
    else {
      queue.add(id, revocationRank(token), {
        group: credential.clientId,
        tier: mayTrade(token) ? 0 : 1,
        leads: mayTrade(token) && (token.revocation?.attempts ?? 0) < LEADING_TRIES,
        isRetry: (token.revocation?.attempts ?? 0) > 0 || token.revocation?.lastFailure != null,
      });
    }
  }

  return {
    add,
    later(id) {
      wait(id, retryPauseMs(findToken(session, id)?.revocation?.attempts ?? 1), false);
    },
    afterPause: (id, pauseMs) => wait(id, pauseMs, false),
    whenAsked: (id, retryAfterMs) => wait(id, retryAfterMs, true),
    waitsForServer: (id) => waits.get(id)?.serverAsked ?? false,
    nextAttemptAtMs: (id) => waits.get(id)?.atMs ?? null,
    isQueued: (id) => [...queues.values()].some(({ queue }) => queue.waits(id)),
    halt: (id) => [...queues.values()].some(({ queue }) => queue.drop(id)),
    hasMany: () => [...queues.values()].some(({ queue }) => queue.size() >= MANY),
    width: (id) => queues.get(id)?.limit.limit() ?? WIDTH,
    close() {
      for (const id of waits.keys()) endWait(id);
      for (const { queue, limit } of queues.values()) {
        queue.close();
        limit.close();
      }
    },
  };
}
