// Renews tokens by itself, make-before-break: a new token first, asked whether it works, then handed
// over, and the old one revoked after a grace. One timer for the next step of all; every step follows
// from what is saved, so that a kill at any moment loses no token and asks for none twice.
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Renewal } from '../domain/renewal.ts';
import { shareOf, SPREAD_MS } from '../domain/renewal-time.ts';
import { createDeadlineBook } from '../tokens/ledger/deadline-book.ts';
import type { Step } from '../tokens/ledger/ledger.ts';
import { createHandovers } from './handovers.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import {
  chainOf,
  graceKey,
  planRenewal,
  untilLeftMs,
  type Attempts,
  type PlanPorts,
  type RenewalPlan,
  type RenewalStep,
} from './renewal-plan.ts';
import { editRenewal, putRenewal } from './renewal-steps.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { changeVault, findToken, type OpenSession, createIndexBy } from '../tokens/open-session.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';

/** Looks at the clocks at least this often, so that one that was set is noticed. */
const LONGEST_SLEEP_MS = 60_000;
const SHORTEST_SLEEP_MS = 20;
/** Nobody looked for so long: the machine slept, or a clock was set. */
const GAP_MS = 90_000;

interface RenewalChange {
  /** Wall clock; null: until it is switched off. */
  readonly untilMs: number | null;
  readonly graceSeconds: number;
}

export interface RenewalStanding {
  readonly renewal: Renewal;
  readonly plan: RenewalPlan;
}

interface RenewalPorts {
  readonly session: OpenSession;
  readonly requests: TokenRequests;
  readonly revocations: Revocations;
}

export interface Renewals {
  readonly standing: (id: CredentialId) => RenewalStanding | null;
  /** Credentials with a token that is to be renewed. */
  readonly waiting: () => number;
  /** How long the session has been open, or the machine awake. */
  readonly awakeMs: () => number;
  /** Also changes the stop or the grace, and starts again what gave up. */
  readonly turnOn: (id: CredentialId, change: RenewalChange) => Promise<Result<void, Failure>>;
  /** What is handed over already still ends as it was meant to. */
  readonly turnOff: (id: CredentialId) => Promise<Result<void, Failure>>;
  /** Does what is due, and waits for the next. Call it whenever something may have changed. */
  readonly reevaluate: () => void;
  /** The network is back, or the machine awake: what could not reach its host is tried again soon. */
  readonly wake: () => void;
  readonly close: () => void;
}

export function createRenewals(ports: RenewalPorts): Renewals {
  const { session } = ports;
  const { vault, clock } = session;
  const attempts = new Map<string, Attempts>();
  const unsaved = new Map<CredentialId, NonNullable<Renewal['lastFailure']>>();
  const deadlines = createDeadlineBook(clock);
  let spreadFromMs = clock.monotonicMs();
  let looked = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
  const plan: PlanPorts = { session, deadlines, attempts, spreadFromMs: () => spreadFromMs };
  const handovers = createHandovers({ ...ports, attempts, unsaved });
  /** Chains and handovers of which a step is being done. */
  const busy = new Set<string>();
  let cancel: () => void = () => undefined;
  let closed = false;
  let looking = false;

  const findRenewal = createIndexBy(({ credentialId }: Renewal) => credentialId);
  const renewalOf = (id: CredentialId): Renewal | undefined =>
    findRenewal(vault.contents().renewals, id);

  function isOn(id: CredentialId): boolean {
    const renewal = renewalOf(id);
    if (closed || renewal === undefined) return false;
    const left = untilLeftMs(deadlines, renewal);
    return left === null || left > 0;
  }

  /** What changes in one turn is looked at once. */
  function reevaluate(): void {
    if (looking) return;
    looking = true;
    queueMicrotask(lookNow);
  }

  function lookNow(): void {
    looking = false;
    cancel();
    cancel = () => undefined;
    const { renewals } = vault.contents();
    if (closed || renewals.length === 0) return;
    noticeGap();
    let nextMs = LONGEST_SLEEP_MS;
    for (const renewal of renewals) {
      for (const step of planRenewal(plan, renewal).steps) {
        const key = keyOf(step);
        if (busy.has(key)) continue;
        if (step.waitMs <= 0) void run(renewal.credentialId, step, key);
        else nextMs = Math.min(nextMs, step.waitMs);
      }
    }
    cancel = clock.after(Math.max(SHORTEST_SLEEP_MS, Math.ceil(nextMs)), reevaluate);
  }

  function noticeGap(): void {
    const now = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    const gapMs = Math.max(now.wallMs - looked.wallMs, now.monotonicMs - looked.monotonicMs);
    if (gapMs > GAP_MS) spreadFromMs = now.monotonicMs;
    looked = now;
  }

  async function run(id: CredentialId, step: RenewalStep, key: string): Promise<void> {
    busy.add(key);
    try {
      await doStep(id, step);
    } finally {
      // After a bug too: the chain is tried again with the next look, and does not rest for ever.
      busy.delete(key);
    }
    if (closed) return;
    session.changed();
    reevaluate();
  }

  async function doStep(id: CredentialId, step: RenewalStep): Promise<void> {
    const renewal = renewalOf(id);
    if (renewal === undefined) return;
    if (step.kind === 'renew') await handovers.renew(renewal, step.token, () => isOn(id));
    else if (step.kind === 'check') await handovers.check(renewal, step.handover);
    else if (step.kind === 'revoke') {
      await handovers.revoke(renewal, step.handover);
      deadlines.forget(graceKey(step.handover));
    } else await handovers.drop(renewal, step.handover);
  }

  /** Until it is handed over, a chain does one step at a time. */
  function keyOf(step: RenewalStep): string {
    if (step.kind === 'renew') return chainOf(step.token);
    const { kind, handover } = step;
    const from = findToken(session, handover.fromTokenId);
    return kind !== 'revoke' && from !== null ? chainOf(from) : `${kind} ${handover.toTokenId}`;
  }

  async function save(contents: Step): Promise<Result<void, Failure>> {
    const saved = await changeVault(session, { contents });
    reevaluate();
    return saved;
  }

  return {
    standing(id) {
      const renewal = renewalOf(id);
      if (renewal === undefined) return null;
      const lastFailure = unsaved.get(id) ?? renewal.lastFailure;
      return { renewal: { ...renewal, lastFailure }, plan: planRenewal(plan, renewal) };
    },
    waiting() {
      const plans = vault.contents().renewals.map((renewal) => planRenewal(plan, renewal));
      const isWaiting = ({ kind }: RenewalStep): boolean => kind !== 'revoke';
      return plans.filter(({ obstacle, steps }) => obstacle === null && steps.some(isWaiting))
        .length;
    },
    awakeMs() {
      noticeGap();
      return clock.monotonicMs() - spreadFromMs;
    },
    async turnOn(id, { untilMs, graceSeconds }) {
      const credential = session.index.credential(vault.contents(), id);
      if (credential === undefined) return fail(gone('key'));
      const sinceMs = clock.nowMs();
      const saved = await save((before) => {
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
      unsaved.delete(id);
      // A Partner chain has no scopes in its name.
      for (const key of attempts.keys()) if (key.split(' ')[0] === id) attempts.delete(key);
      recordCredentialEvent(session, 'renewal_on', credential);
      reevaluate();
      return ok();
    },
    async turnOff(id) {
      const credential = session.index.credential(vault.contents(), id);
      if (credential === undefined) return fail(gone('key'));
      const nowMs = clock.nowMs();
      const saved = await save(
        editRenewal(id, (now) =>
          now.handovers.length === 0
            ? null
            : { ...now, untilMs: Math.min(now.untilMs ?? nowMs, nowMs) },
        ),
      );
      if (saved.ok) recordCredentialEvent(session, 'renewal_off', credential);
      return saved;
    },
    reevaluate,
    wake() {
      const nowMs = clock.monotonicMs();
      for (const [key, { away, notBeforeMs }] of attempts) {
        const soonMs = nowMs + shareOf(key) * SPREAD_MS;
        if (away === true && soonMs < notBeforeMs) {
          attempts.set(key, { failures: 0, notBeforeMs: soonMs, away });
        }
      }
      reevaluate();
    },
    close() {
      closed = true;
      cancel();
    },
  };
}
