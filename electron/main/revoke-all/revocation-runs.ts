// "Revoke everything": one trigger covers many tokens. The run and all its intents are durable in one
// save before the first byte leaves; from then on each token is a job of its own (revocations.ts), and
// after a crash the run goes on from what is saved.
import { gone } from '../../shared/failures/failure.ts';
import type { HistoryWord } from '../../shared/history/history-words.ts';
import type { RevokeAllPreview } from '../../shared/revoke-all/revocation-run-view.ts';
import { runningDrill } from '../domain/drill.ts';
import type { HistoryEvent } from '../domain/history-event.ts';
import type { RevocationRunId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import type { RevocationRun, RevocationScope } from '../domain/revocation-run.ts';
import { isOpen } from '../domain/revocation-scope.ts';
import { mayTrade } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { changeVault, findTokens, type OpenSession } from '../tokens/open-session.ts';
import { openTokens } from './run-tokens.ts';
import { inRevocationOrder } from '../tokens/revocation/revocation-order.ts';
import { revocationPlan } from './revocation-plan.ts';
import { beginRun, cancelRun, closeRun } from '../tokens/revocation/revocation-run-steps.ts';

export class RevocationRuns {
  readonly #session: OpenSession;
  readonly #revocations: Revocations;
  readonly #freeze: () => void;
  /** Told already, or before this session was opened. */
  readonly #ended: Set<RevocationRunId>;

  /** @param freeze runs first of all: nothing more is given to a program before a run. */
  constructor(session: OpenSession, revocations: Revocations, freeze: () => void) {
    this.#session = session;
    this.#revocations = revocations;
    this.#freeze = freeze;
    const { revocationRuns } = session.vault.contents();
    this.#ended = new Set(revocationRuns.filter((run) => isSent(session, run)).map(({ id }) => id));
  }

  find(id: RevocationRunId): RevocationRun | null {
    return this.#all().find((run) => run.id === id) ?? null;
  }

  /** What a trigger would do, in numbers. */
  preview(scope: RevocationScope): RevokeAllPreview {
    const plan = revocationPlan(this.#session, this.#session.vault.contents(), scope);
    const { revocable, underWay, accepted, guided, outOfReach } = plan;
    const counted = Map.groupBy([...revocable, ...guided], ({ credentialId }) => credentialId);
    return {
      revocable: revocable.length,
      trading: revocable.filter(mayTrade).length,
      underWay: underWay.length,
      accepted: accepted.length,
      guided: guided.length,
      outOfReach: outOfReach.length,
      credentials: [...counted].map(([credentialId, tokens]) => ({
        credentialId,
        tokens: tokens.length,
      })),
    };
  }

  /** Call it once the person has confirmed: that moment is the trigger. `nothing_to_stop`. */
  async start(scope: RevocationScope): Outcome<RevocationRunId> {
    this.#freeze();
    const session = this.#session;
    const pressedAtMs = session.clock.nowMs();
    const id = session.newId() as RevocationRunId;
    const { revocable, underWay, guided } = revocationPlan(
      session,
      session.vault.contents(),
      scope,
    );
    if (revocable.length + underWay.length + guided.length === 0) {
      return fail({ code: 'nothing_to_stop' });
    }
    const saved = await session.vault.change({
      contents(before) {
        // Something may have been saved in between.
        const plan = revocationPlan(session, before, scope);
        return beginRun({
          id,
          scope,
          pressedAtMs,
          tokenIds: inRevocationOrder([...plan.revocable, ...plan.underWay]).map(
            (token) => token.id,
          ),
          guidedTokenIds: plan.guided.map((token) => token.id),
          firstSentAtMs: null,
          cancelledAtMs: null,
          closedAtMs: null,
          drillId: runningDrill(before.drills)?.id ?? null,
        })(before);
      },
    });
    if (!saved.ok) return saved;
    const run = this.find(id);
    if (run !== null) this.#revocations.begin(run.tokenIds);
    const count = run === null ? 0 : run.tokenIds.length + run.guidedTokenIds.length;
    this.#record('stop_run_started', id, { atMs: pressedAtMs, count });
    session.changed();
    return ok(id);
  }

  /** Tokens of the run of which nothing was sent yet. */
  unsent(run: RevocationRun): number {
    return this.#revocations.unsent(this.#own(run)).length;
  }

  /** Leaves those alone. */
  async cancel(id: RevocationRunId): Outcome {
    const session = this.#session;
    const run = this.find(id);
    if (run === null) return fail(gone('run'));
    const unsent = this.#revocations.halt(this.#own(run));
    const nowMs = session.clock.nowMs();
    const saved = await changeVault(session, { contents: cancelRun(id, unsent, nowMs) });
    const contents = session.vault.contents();
    const goOn = [...unsent].filter(
      (each) => !saved.ok || session.index.token(contents, each)?.revocation != null,
    );
    this.#revocations.begin(goOn);
    if (!saved.ok) return saved;
    const count = unsent.size - goOn.length;
    this.#record('stop_run_cancelled', id, { atMs: nowMs, count });
    return ok();
  }

  /** Puts the run away; `in_use` while a token of it has no end. */
  async close(id: RevocationRunId): Outcome {
    const run = this.find(id);
    if (run === null) return fail(gone('run'));
    const open = openTokens(this.#session, run).length;
    if (open > 0) return fail({ code: 'in_use', facts: { about: 'run', count: open } });
    const nowMs = this.#session.clock.nowMs();
    const saved = await changeVault(this.#session, { contents: closeRun(id, nowMs) });
    if (saved.ok) this.#record('stop_run_closed', id, { atMs: nowMs });
    return saved;
  }

  /** Tokens of open runs that are not confirmed dead. */
  unproven(): number {
    return new Set(this.#open()).size;
  }

  /**
   * Tokens of open runs that are not confirmed dead, and tokens of no run whose revocation nobody has accepted:
   * their revocation rests while the vault is locked.
   */
  unfinished(): number {
    const contents = this.#session.vault.contents();
    const asked = contents.tokens.filter(({ revocation }) => revocation !== null);
    const waits = asked.filter((token) => stateOf(this.#session, contents, token) === 'revoking');
    return new Set([...this.#open(), ...waits]).size;
  }

  /** Notes runs that have ended since. */
  reevaluate(): void {
    for (const run of this.#all()) {
      if (this.#ended.has(run.id) || run.closedAtMs !== null || !isSent(this.#session, run))
        continue;
      this.#ended.add(run.id);
      const atMs = this.#session.clock.nowMs();
      const durationMs = Math.max(0, atMs - run.pressedAtMs);
      const count = run.tokenIds.length;
      // Partner tokens have no answer to wait for: the person acts.
      if (count === 0) continue;
      this.#record('stop_run_ended', run.id, { atMs, by: 'app', count, durationMs });
    }
  }

  /** Calls of the run that may be under way at once right now. */
  width(run: RevocationRun): number {
    const { credentials } = this.#session.vault.contents();
    const owners = new Set(
      findTokens(this.#session, run.tokenIds).map(({ credentialId }) => credentialId),
    );
    const reached = credentials.filter(({ id }) => owners.has(id));
    const environments = new Set(reached.map(({ environmentId }) => environmentId));
    return [...environments].reduce((sum, each) => sum + this.#revocations.width(each), 0);
  }

  #all(): readonly RevocationRun[] {
    return this.#session.vault.contents().revocationRuns;
  }

  #open(): readonly Token[] {
    const open = this.#all().filter(({ closedAtMs }) => closedAtMs === null);
    return open.flatMap((run) => openTokens(this.#session, run));
  }

  /** Tokens that no other run wants revoked. */
  #own(run: RevocationRun): readonly TokenId[] {
    const others = this.#all().filter((each) => each !== run && isOpen(each));
    const wanted = new Set(others.flatMap(({ tokenIds }) => tokenIds));
    return run.tokenIds.filter((id) => !wanted.has(id));
  }

  #record(
    what: HistoryWord,
    runId: RevocationRunId,
    more: Pick<HistoryEvent, 'atMs' | 'count' | 'durationMs'> & { readonly by?: 'app' },
  ): void {
    this.#session.recordEvent({ what, runId, ...more });
  }
}

/** Every token accepted, refused for good, expired, or left alone. */
function isSent(session: OpenSession, run: RevocationRun): boolean {
  const contents = session.vault.contents();
  return findTokens(session, run.tokenIds).every((token) => {
    const state = stateOf(session, contents, token);
    return state !== 'revoking' && state !== 'requesting';
  });
}
