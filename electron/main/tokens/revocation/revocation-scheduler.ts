// Which revocation is called when: each environment has a queue of its own, so that one slow host never delays
// another, and each token that failed waits for its next try (docs/oauth-cases.md cases 102 and 103).
import type { EnvironmentId, TokenId } from '../../domain/ids.ts';
import { mayTrade } from '../../domain/token-evidence.ts';
import { findToken, findTokenPlace, type OpenSession } from '../open-session.ts';
import { CallQueue, type Seen } from './call-queue.ts';
import { retryPauseMs } from './revocation-attempts.ts';
import { revocationRank } from './revocation-order.ts';

/** A call keeps its place this long while others wait; then it goes on beside them. */
const PATIENCE_MS = 2_000;
/**
 * So many tries of what may trade come before what of its client only reads: a server that takes few calls a
 * second refuses most first tries of many. No more, or what reads would wait for what is always refused.
 */
const LEADING_TRIES = 2;
/** Pause where the fault is ours: the practice gateway is not up. */
const OWN_FAULT_PAUSE_MS = 5_000;

interface Wait {
  readonly atMs: number;
  readonly serverAsked: boolean;
  readonly cancel: () => void;
}

/** What the scheduler is told of how calls are made; it makes none itself. */
interface SchedulerPorts {
  /** Makes one call; settles when its place is free again. Never rejects. */
  readonly call: (id: TokenId) => Promise<Seen>;
  /** Calls to this environment that may be under way at once. */
  readonly width: (id: EnvironmentId) => number;
}

export class RevocationScheduler {
  readonly #session: OpenSession;
  readonly #ports: SchedulerPorts;
  readonly #queues = new Map<EnvironmentId, CallQueue<TokenId>>();
  readonly #waits = new Map<TokenId, Wait>();

  constructor(session: OpenSession, ports: SchedulerPorts) {
    this.#session = session;
    this.#ports = ports;
  }

  /** In order behind what is more dangerous, or now, whatever else runs. Ends a wait. */
  add(id: TokenId, how: 'in_order' | 'now'): void {
    this.#endWait(id);
    if (this.#session.closing.aborted) return;
    const place = findTokenPlace(this.#session, id);
    if (!place.ok) {
      if (findToken(this.#session, id) !== null) this.afterPause(id, OWN_FAULT_PAUSE_MS);
      return;
    }
    const { token, credential, environment } = place.value;
    if (this.#session.expiries.isTimeUp(token)) return this.#session.changed();
    const queue = this.#queueOf(environment.id);
    if (how === 'now') return queue.now(id, credential.clientId);
    const attempts = token.revocation?.attempts ?? 0;
    return queue.add(id, revocationRank(token), {
      client: credential.clientId,
      trades: mayTrade(token),
      leads: mayTrade(token) && attempts < LEADING_TRIES,
      isRetry: attempts > 0 || token.revocation?.lastFailure != null,
    });
  }

  /** Once more, after a pause that doubles with every attempt. */
  later(id: TokenId): void {
    this.afterPause(id, retryPauseMs(findToken(this.#session, id)?.revocation?.attempts ?? 1));
  }

  /** Once more, after this pause. `serverAsked`: by Retry-After, which a second press does not end. */
  afterPause(id: TokenId, pauseMs: number, serverAsked = false): void {
    this.#endWait(id);
    const { clock, closing } = this.#session;
    if (closing.aborted) return;
    const cancel = clock.after(pauseMs, () => this.add(id, 'in_order'));
    this.#waits.set(id, { atMs: clock.nowMs() + pauseMs, serverAsked, cancel });
  }

  /** More calls to this environment may be under way than before. */
  look(id: EnvironmentId): void {
    this.#queues.get(id)?.look();
  }

  waitsForServer(id: TokenId): boolean {
    return this.#waits.get(id)?.serverAsked ?? false;
  }

  nextAttemptAtMs(id: TokenId): number | null {
    const wait = this.#waits.get(id);
    if (wait !== undefined) return wait.atMs;
    const waitMs = [...this.#queues.values()]
      .map((queue) => queue.waitMs(id))
      .find((ms) => ms !== null);
    return waitMs == null ? null : this.#session.clock.nowMs() + waitMs;
  }

  /** It waits for its turn; `halt` takes it out, and answers whether it did. */
  isQueued(id: TokenId): boolean {
    return [...this.#queues.values()].some((queue) => queue.waits(id));
  }

  halt(id: TokenId): boolean {
    return [...this.#queues.values()].some((queue) => queue.drop(id));
  }

  close(): void {
    for (const id of this.#waits.keys()) this.#endWait(id);
    for (const queue of this.#queues.values()) queue.close();
  }

  #endWait(id: TokenId): void {
    this.#waits.get(id)?.cancel();
    this.#waits.delete(id);
  }

  #queueOf(id: EnvironmentId): CallQueue<TokenId> {
    const queue =
      this.#queues.get(id) ??
      new CallQueue<TokenId>({
        clock: this.#session.clock,
        width: () => this.#ports.width(id),
        patienceMs: PATIENCE_MS,
        work: this.#ports.call,
      });
    this.#queues.set(id, queue);
    return queue;
  }
}
