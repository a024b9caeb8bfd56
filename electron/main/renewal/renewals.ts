// Renews tokens by itself, make-before-break: a new token first, asked whether it works, then handed
// over, and the old one revoked after a grace. One timer for the next step of all; every step follows
// from what is saved, so that a kill at any moment loses no token and asks for none twice.
import { gone } from '../../shared/failures/failure.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import type { Renewal } from '../domain/renewal.ts';
import { shareOf, SPREAD_MS } from '../domain/renewal-time.ts';
import { DeadlineBook } from '../tokens/ledger/deadline-book.ts';
import type { Step } from '../tokens/ledger/ledger.ts';
import { editRenewal, Handovers, putRenewal } from './handovers.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import {
  chainOf,
  graceKey,
  planRenewal,
  untilLeftMs,
  type RenewalPlan,
  type RenewalStep,
} from './renewal-plan.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { changeVault, findToken, type OpenSession, createIndexBy } from '../tokens/open-session.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';

/** Looks at the clocks at least this often, so that one that was set is noticed. */
const LONGEST_SLEEP_MS = 60_000;
const SHORTEST_SLEEP_MS = 20;
/** Nobody looked for so long: the machine slept, or a clock was set. */
const GAP_MS = 90_000;

export interface RenewalStanding {
  readonly renewal: Renewal;
  readonly plan: RenewalPlan;
}

export class Renewals {
  readonly #session: OpenSession;
  readonly #handovers: Handovers;
  readonly #deadlines: DeadlineBook;
  readonly #findRenewal = createIndexBy(({ credentialId }: Renewal) => credentialId);
  /** Chains and handovers of which a step is being done. */
  readonly #busy = new Set<string>();
  /** When what was overdue began to be spread, on the monotonic clock. */
  #spreadFromMs: number;
  #looked: { readonly wallMs: number; readonly monotonicMs: number };
  #cancel: () => void = () => undefined;
  #isLooking = false;
  #isClosed = false;

  constructor(session: OpenSession, requests: TokenRequests, revocations: Revocations) {
    const { clock } = session;
    this.#session = session;
    this.#handovers = new Handovers(session, requests, revocations);
    this.#deadlines = new DeadlineBook(clock);
    this.#spreadFromMs = clock.monotonicMs();
    this.#looked = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
  }

  standing(id: CredentialId): RenewalStanding | null {
    const renewal = this.#renewalOf(id);
    if (renewal === undefined) return null;
    const lastFailure = this.#handovers.unsaved.get(id) ?? renewal.lastFailure;
    return { renewal: { ...renewal, lastFailure }, plan: this.#planOf(renewal) };
  }

  /** Credentials with a token that is to be renewed. */
  waiting(): number {
    const plans = this.#session.vault.contents().renewals.map((each) => this.#planOf(each));
    const isWaiting = ({ kind }: RenewalStep): boolean => kind !== 'revoke';
    return plans.filter(({ obstacle, steps }) => obstacle === null && steps.some(isWaiting)).length;
  }

  /** How long the session has been open, or the machine awake. */
  awakeMs(): number {
    this.#noticeGap();
    return this.#session.clock.monotonicMs() - this.#spreadFromMs;
  }

  /**
   * Also changes the stop or the grace, and starts again what gave up.
   * @param untilMs wall clock; null: until it is switched off.
   */
  async turnOn(
    id: CredentialId,
    { untilMs, graceSeconds }: Pick<Renewal, 'untilMs' | 'graceSeconds'>,
  ): Outcome {
    const { vault, clock, index } = this.#session;
    const credential = index.credential(vault.contents(), id);
    if (credential === undefined) return fail(gone('key'));
    const sinceMs = clock.nowMs();
    const saved = await this.#save((before) => {
      const known = before.renewals.find(({ credentialId }) => credentialId === id);
      return putRenewal({
        credentialId: id,
        sinceMs,
        untilMs,
        graceSeconds,
        handovers: known?.handovers ?? [],
        refusals: 0,
        lastFailure: null,
        stoppedAtMs: null,
      })(before);
    });
    if (!saved.ok) return saved;
    const { attempts, unsaved } = this.#handovers;
    unsaved.delete(id);
    // A Partner chain has no scopes in its name.
    for (const key of attempts.keys()) if (key.split(' ')[0] === id) attempts.delete(key);
    recordCredentialEvent(this.#session, 'renewal_on', credential);
    this.reevaluate();
    return ok();
  }

  /** What is handed over already still ends as it was meant to. */
  async turnOff(id: CredentialId): Outcome {
    const { vault, clock, index } = this.#session;
    const credential = index.credential(vault.contents(), id);
    if (credential === undefined) return fail(gone('key'));
    const nowMs = clock.nowMs();
    const saved = await this.#save(
      editRenewal(id, (now) =>
        now.handovers.length === 0
          ? null
          : { ...now, untilMs: Math.min(now.untilMs ?? nowMs, nowMs) },
      ),
    );
    if (saved.ok) recordCredentialEvent(this.#session, 'renewal_off', credential);
    return saved;
  }

  /**
   * Does what is due, and waits for the next. Call it whenever something may have changed. What changes in one turn is
   * looked at once.
   */
  reevaluate(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    queueMicrotask(() => this.#lookNow());
  }

  /** The network is back, or the machine awake: what could not reach its host is tried again soon. */
  wake(): void {
    const nowMs = this.#session.clock.monotonicMs();
    const { attempts } = this.#handovers;
    for (const [key, { away, notBeforeMs }] of attempts) {
      const soonMs = nowMs + shareOf(key) * SPREAD_MS;
      if (away === true && soonMs < notBeforeMs) {
        attempts.set(key, { failures: 0, notBeforeMs: soonMs, away });
      }
    }
    this.reevaluate();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  #renewalOf(id: CredentialId): Renewal | undefined {
    return this.#findRenewal(this.#session.vault.contents().renewals, id);
  }

  #planOf(renewal: Renewal): RenewalPlan {
    const ports = {
      session: this.#session,
      deadlines: this.#deadlines,
      attempts: this.#handovers.attempts,
      spreadFromMs: this.#spreadFromMs,
    };
    return planRenewal(ports, renewal);
  }

  #isOn(id: CredentialId): boolean {
    const renewal = this.#renewalOf(id);
    if (this.#isClosed || renewal === undefined) return false;
    const left = untilLeftMs(this.#deadlines, renewal);
    return left === null || left > 0;
  }

  #lookNow(): void {
    this.#isLooking = false;
    this.#cancel();
    this.#cancel = () => undefined;
    const { vault, clock } = this.#session;
    const { renewals } = vault.contents();
    if (this.#isClosed || renewals.length === 0) return;
    this.#noticeGap();
    let nextMs = LONGEST_SLEEP_MS;
    for (const renewal of renewals) {
      for (const step of this.#planOf(renewal).steps) {
        const key = keyOf(this.#session, step);
        if (this.#busy.has(key)) continue;
        if (step.waitMs <= 0) void this.#run(renewal.credentialId, step, key);
        else nextMs = Math.min(nextMs, step.waitMs);
      }
    }
    const sleepMs = Math.max(SHORTEST_SLEEP_MS, Math.ceil(nextMs));
    this.#cancel = clock.after(sleepMs, () => this.reevaluate());
  }

  #noticeGap(): void {
    const { clock } = this.#session;
    const now = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    const { wallMs, monotonicMs } = this.#looked;
    const gapMs = Math.max(now.wallMs - wallMs, now.monotonicMs - monotonicMs);
    if (gapMs > GAP_MS) this.#spreadFromMs = now.monotonicMs;
    this.#looked = now;
  }

  async #run(id: CredentialId, step: RenewalStep, key: string): Promise<void> {
    this.#busy.add(key);
    try {
      await this.#doStep(id, step);
    } finally {
      // After a bug too: the chain is tried again with the next look, and does not rest for ever.
      this.#busy.delete(key);
    }
    if (this.#isClosed) return;
    this.#session.changed();
    this.reevaluate();
  }

  async #doStep(id: CredentialId, step: RenewalStep): Promise<void> {
    const renewal = this.#renewalOf(id);
    const handovers = this.#handovers;
    if (renewal === undefined) return;
    if (step.kind === 'renew') await handovers.renew(renewal, step.token, () => this.#isOn(id));
    else if (step.kind === 'check') await handovers.check(renewal, step.handover);
    else if (step.kind === 'revoke') {
      await handovers.revoke(renewal, step.handover);
      this.#deadlines.forget(graceKey(step.handover));
    } else await handovers.drop(renewal, step.handover);
  }

  async #save(contents: Step): Outcome {
    const saved = await changeVault(this.#session, { contents });
    this.reevaluate();
    return saved;
  }
}

/** Until it is handed over, a chain does one step at a time. */
function keyOf(session: OpenSession, step: RenewalStep): string {
  if (step.kind === 'renew') return chainOf(step.token);
  const { kind, handover } = step;
  const from = findToken(session, handover.fromTokenId);
  return kind !== 'revoke' && from !== null ? chainOf(from) : `${kind} ${handover.toTokenId}`;
}
