// One action on many credentials at once: get, renew or check, a few calls at a time, each with its own
// end. One that fails stops no other. Kept in memory alone: what it brings about is saved as it happens,
// and a lock ends it.
import type { BulkRunView } from '../../shared/bulk/bulk-view.ts';
import type { CheckedInput } from '../../shared/ipc-contract.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { limit } from '../domain/limit.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import { frozenSince } from '../tokens/ledger/late-arrivals.ts';
import { findToken, type OpenSession } from '../tokens/open-session.ts';
import type { TokenChecks } from '../tokens/checks/token-checks.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';

/** Calls under way at once: a person waits for them, a server must bear them. */
const AT_ONCE = 8;

export type BulkAction =
  | ({ readonly kind: 'get' } & CheckedInput<'bulkGet'>)
  | ({ readonly kind: 'renew' | 'check' } & CheckedInput<'bulkRenew'>);

type BulkItem = BulkRunView['items'][number];
type End = Pick<BulkItem, 'state' | 'failure' | 'outcome'>;

/** One call: what it is about, and how it ends. */
interface Job {
  readonly credentialId: BulkItem['credentialId'];
  readonly work: () => Promise<End>;
}

export class BulkRuns {
  readonly #session: OpenSession;
  readonly #requests: Pick<TokenRequests, 'request' | 'renew' | 'waits'>;
  readonly #checks: TokenChecks;
  #run: BulkRunView | null = null;
  #isCancelled = false;

  constructor(
    session: OpenSession,
    requests: Pick<TokenRequests, 'request' | 'renew' | 'waits'>,
    checks: TokenChecks,
  ) {
    this.#session = session;
    this.#requests = requests;
    this.#checks = checks;
  }

  /** The newest run, until it is put away. */
  current(): BulkRunView | null {
    return this.#run;
  }

  /** `in_use` while another one is not at its end. Answers at once; the calls follow. */
  start(action: BulkAction): Result<string> {
    if (this.#run !== null && this.#run.endedAtMs === null)
      return fail({ code: 'in_use', facts: { about: 'call' } });
    const jobs = this.#jobsOf(action);
    const id = this.#session.newId();
    this.#isCancelled = false;
    this.#run = {
      id,
      kind: action.kind,
      startedAtMs: this.#session.clock.nowMs(),
      endedAtMs: null,
      items: jobs.map(({ credentialId }) => ({
        credentialId,
        state: 'waiting',
        failure: null,
        outcome: null,
      })),
    };
    this.#session.changed();
    void this.#work(id, jobs);
    return ok(id);
  }

  /** Leaves alone what was not begun. A call under way goes on; one that waits for another try does not. */
  cancel(id: string): void {
    if (this.#run?.id !== id) return;
    this.#isCancelled = true;
    // Said now: what is under way can take half a minute to end.
    this.#edit(id, leavingAlone);
    for (const { credentialId, state } of this.#run.items) {
      if (state === 'running') this.#requests.waits.giveUp(credentialId as CredentialId);
    }
  }

  /** The session is closing: nothing more begins. */
  end(): void {
    this.#isCancelled = true;
  }

  /** Puts a run away that is at its end. */
  close(id: string): void {
    if (this.#run?.id !== id || this.#run.endedAtMs === null) return;
    this.#run = null;
    this.#session.changed();
  }

  #edit(id: string, change: (run: BulkRunView) => BulkRunView): void {
    if (this.#run?.id !== id) return;
    this.#run = change(this.#run);
    this.#session.changed();
  }

  #setItem(id: string, index: number, part: Partial<BulkItem>): void {
    this.#edit(id, (now) => ({
      ...now,
      items: now.items.map((item, at) => (at === index ? { ...item, ...part } : item)),
    }));
  }

  #jobsOf(action: BulkAction): readonly Job[] {
    const session = this.#session;
    const isFrozen = frozenSince(session.vault.contents());
    const asking = async (id: CredentialId, ask: () => Outcome<unknown>) =>
      isFrozen(session.vault.contents(), id)
        ? ended(fail({ code: 'ended_by_stop' }))
        : ended(await ask());
    if (action.kind === 'get') {
      return action.asks.map(({ credentialId, scopes }) => ({
        credentialId,
        work: () => asking(credentialId, () => this.#requests.request(credentialId, scopes)),
      }));
    }
    const ownerOf = (id: TokenId): CredentialId =>
      findToken(session, id)?.credentialId ?? ('' as CredentialId);
    return action.tokenIds.map((id) => ({
      credentialId: ownerOf(id),
      work: async () => {
        if (action.kind === 'renew') {
          return await asking(ownerOf(id), () => this.#requests.renew(id));
        }
        const checked = await this.#checks.check(id);
        return { ...ended(checked), outcome: checked.ok ? checked.value.outcome : null };
      },
    }));
  }

  async #work(id: string, jobs: readonly Job[]): Promise<void> {
    const inTurn = limit(AT_ONCE);
    const begin = async (job: Job, at: number): Promise<void> => {
      if (this.#isCancelled) return;
      this.#setItem(id, at, { state: 'running' });
      this.#setItem(id, at, await job.work());
    };
    await Promise.all(jobs.map((job, at) => inTurn(() => begin(job, at))));
    this.#edit(id, (now) => ({ ...leavingAlone(now), endedAtMs: this.#session.clock.nowMs() }));
  }
}

/** What was not begun will not be. */
const leavingAlone = (run: BulkRunView): BulkRunView => ({
  ...run,
  items: run.items.map((item) =>
    item.state === 'waiting' ? { ...item, state: 'left_alone' } : item,
  ),
});

function ended(result: Result<unknown>): End {
  return result.ok
    ? { state: 'done', failure: null, outcome: null }
    : { state: 'failed', failure: result.failure.code, outcome: null };
}
