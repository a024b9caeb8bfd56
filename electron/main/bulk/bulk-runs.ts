// One action on many credentials at once: get, renew or check, a few calls at a time, each with its own
// end. One that fails stops no other. Kept in memory alone: what it brings about is saved as it happens,
// and a lock ends it.
import type { FailureCode, Failure } from '../../shared/failures/failure.ts';
import type { BulkKind } from '../../shared/bulk/bulk-view.ts';
import type { CheckOutcome } from '../../shared/tokens/check-outcome.ts';
import type { TraderScope } from '../../shared/words.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { limit } from '../domain/limit.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { frozenSince } from '../tokens/ledger/late-arrivals.ts';
import { findToken, type OpenSession } from '../tokens/open-session.ts';
import type { TokenChecks } from '../tokens/checks/token-checks.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';

/** Calls under way at once: a person waits for them, a server must bear them. */
const AT_ONCE = 8;

export type BulkAction =
  | {
      readonly kind: 'get';
      readonly asks: readonly {
        readonly credentialId: CredentialId;
        readonly scopes: readonly TraderScope[];
      }[];
    }
  | { readonly kind: 'renew' | 'check'; readonly tokenIds: readonly TokenId[] };

interface BulkItem {
  readonly credentialId: CredentialId;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'left_alone';
  readonly failure: FailureCode | null;
  /** What a check heard. */
  readonly outcome: CheckOutcome | null;
}

interface BulkRun {
  readonly id: string;
  readonly kind: BulkKind;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly items: readonly BulkItem[];
}

export interface BulkRuns {
  /** The newest run, until it is put away. */
  readonly current: () => BulkRun | null;
  /** `in_use` while another one is not at its end. Answers at once; the calls follow. */
  readonly start: (action: BulkAction) => Result<string, Failure>;
  /** Leaves alone what was not begun. A call under way goes on; one that waits for another try does not. */
  readonly cancel: (id: string) => void;
  /** Puts a run away that is at its end. */
  readonly close: (id: string) => void;
  /** The session is closing: nothing more begins. */
  readonly end: () => void;
}

type End = Pick<BulkItem, 'state' | 'failure' | 'outcome'>;

/** One call: what it is about, and how it ends. */
interface Job {
  readonly credentialId: CredentialId;
  readonly work: () => Promise<End>;
}

export function createBulkRuns(
  session: OpenSession,
  requests: Pick<TokenRequests, 'request' | 'renew' | 'waits'>,
  checks: TokenChecks,
): BulkRuns {
  let run: BulkRun | null = null;
  let cancelled = false;
  let isFrozen = frozenSince(session.vault.contents());

  function edit(id: string, change: (run: BulkRun) => BulkRun): void {
    if (run?.id !== id) return;
    run = change(run);
    session.changed();
  }
  const setItem = (id: string, index: number, part: Partial<BulkItem>): void =>
    edit(id, (now) => ({
      ...now,
      items: now.items.map((item, at) => (at === index ? { ...item, ...part } : item)),
    }));

  const ownerOf = (id: TokenId): CredentialId =>
    findToken(session, id)?.credentialId ?? ('' as CredentialId);

  const frozen = (id: CredentialId): End | null =>
    isFrozen(session.vault.contents(), id) ? ended(fail({ code: 'ended_by_stop' })) : null;

  function jobsOf(action: BulkAction): readonly Job[] {
    if (action.kind === 'get') {
      return action.asks.map(({ credentialId, scopes }) => ({
        credentialId,
        work: async () =>
          frozen(credentialId) ?? ended(await requests.request(credentialId, scopes)),
      }));
    }
    return action.tokenIds.map((id) => ({
      credentialId: ownerOf(id),
      work: async () => {
        if (action.kind === 'renew') return frozen(ownerOf(id)) ?? ended(await requests.renew(id));
        const checked = await checks.check(id);
        return { ...ended(checked), outcome: checked.ok ? checked.value.outcome : null };
      },
    }));
  }

  async function work(id: string, jobs: readonly Job[]): Promise<void> {
    const inTurn = limit(AT_ONCE);
    const begin = async (job: Job, at: number): Promise<void> => {
      if (cancelled) return;
      setItem(id, at, { state: 'running' });
      setItem(id, at, await job.work());
    };
    await Promise.all(jobs.map((job, at) => inTurn(() => begin(job, at))));
    edit(id, (now) => ({ ...leavingAlone(now), endedAtMs: session.clock.nowMs() }));
  }

  return {
    current: () => run,
    start(action) {
      if (run !== null && run.endedAtMs === null)
        return fail({ code: 'in_use', facts: { about: 'call' } });
      const jobs = jobsOf(action);
      const id = session.newId();
      cancelled = false;
      isFrozen = frozenSince(session.vault.contents());
      run = {
        id,
        kind: action.kind,
        startedAtMs: session.clock.nowMs(),
        endedAtMs: null,
        items: jobs.map(({ credentialId }) => ({
          credentialId,
          state: 'waiting',
          failure: null,
          outcome: null,
        })),
      };
      session.changed();
      void work(id, jobs);
      return ok(id);
    },
    cancel(id) {
      if (run?.id !== id) return;
      cancelled = true;
      // Said now: what is under way can take half a minute to end.
      edit(id, leavingAlone);
      for (const { credentialId, state } of run.items) {
        if (state === 'running') requests.waits.giveUp(credentialId);
      }
    },
    end() {
      cancelled = true;
    },
    close(id) {
      if (run?.id !== id || run.endedAtMs === null) return;
      run = null;
      session.changed();
    },
  };
}

/** What was not begun will not be. */
const leavingAlone = (run: BulkRun): BulkRun => ({
  ...run,
  items: run.items.map((item) =>
    item.state === 'waiting' ? { ...item, state: 'left_alone' } : item,
  ),
});

function ended(result: Result<unknown, Failure>): End {
  return result.ok
    ? { state: 'done', failure: null, outcome: null }
    : { state: 'failed', failure: result.failure.code, outcome: null };
}
