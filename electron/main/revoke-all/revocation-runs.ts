// "Revoke everything": one trigger covers many tokens. The run and all its intents are durable in one
// save before the first byte leaves; from then on each token is a job of its own (revocations.ts), and
// after a crash the run goes on from what is saved.
import { setImmediate } from 'node:timers/promises';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { HistoryWord } from '../../shared/history/history-words.ts';
import { runningDrill } from '../domain/drill.ts';
import type { HistoryEvent } from '../domain/history-event.ts';
import type { CredentialId, RevocationRunId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { RevocationRun, RevocationScope } from '../domain/revocation-run.ts';
import { isOpen } from '../domain/revocation-scope.ts';
import { mayTrade } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { changeVault, type OpenSession } from '../tokens/open-session.ts';
import { openTokens } from './run-tokens.ts';
import { inRevocationOrder } from '../tokens/revocation/revocation-order.ts';
import { revocationPlan, type RevocationPlan } from './revocation-plan.ts';
import { beginRun, cancelRun, closeRun } from '../tokens/revocation/revocation-run-steps.ts';

/** What a trigger would do, in numbers. */
export interface RunCounts {
  readonly revocable: number;
  readonly trading: number;
  readonly underWay: number;
  /** Accepted before, and not proven dead. */
  readonly accepted: number;
  readonly guided: number;
  readonly outOfReach: number;
  /** Tokens that would be revoked or guided. */
  readonly credentials: readonly { readonly credentialId: CredentialId; readonly tokens: number }[];
}

export interface RevocationRuns {
  readonly preview: (scope: RevocationScope) => RunCounts;
  /** Call it once the person has confirmed: that moment is the trigger. `nothing_to_stop`. */
  readonly start: (scope: RevocationScope) => Promise<Result<RevocationRunId, Failure>>;
  /** Tokens of the run of which nothing was sent yet. */
  readonly unsent: (run: RevocationRun) => number;
  /** Leaves those alone. */
  readonly cancel: (id: RevocationRunId) => Promise<Result<void, Failure>>;
  /** Puts the run away; `in_use` while a token of it has no end. */
  readonly close: (id: RevocationRunId) => Promise<Result<void, Failure>>;
  readonly find: (id: RevocationRunId) => RevocationRun | null;
  /** Tokens of open runs that are not confirmed dead. */
  readonly unproven: () => number;
  /**
   * Tokens of open runs that are not confirmed dead, and tokens of no run whose revocation nobody has accepted:
   * their revocation rests while the vault is locked.
   */
  readonly unfinished: () => number;
  /** Notes runs that have ended since. */
  readonly reevaluate: () => void;
  /** Calls of the run that may be under way at once right now. */
  readonly width: (run: RevocationRun) => number;
}

export function createRevocationRuns(
  session: OpenSession,
  revocations: Revocations,
): RevocationRuns {
  const planNow = (scope: RevocationScope): RevocationPlan =>
    revocationPlan(session, session.vault.contents(), scope);
  const find = (id: RevocationRunId): RevocationRun | null =>
    session.vault.contents().revocationRuns.find((run) => run.id === id) ?? null;

  function tokensOf(run: RevocationRun): readonly Token[] {
    const contents = session.vault.contents();
    return run.tokenIds
      .map((id) => session.index.token(contents, id))
      .filter((token) => token !== undefined);
  }

  const openNow = (): readonly Token[] =>
    session.vault
      .contents()
      .revocationRuns.filter(({ closedAtMs }) => closedAtMs === null)
      .flatMap((run) => openTokens(session, run));

  /** Tokens that no other run wants revoked. */
  function own(run: RevocationRun): readonly TokenId[] {
    const others = session.vault
      .contents()
      .revocationRuns.filter((each) => each !== run && isOpen(each));
    const wanted = new Set(others.flatMap(({ tokenIds }) => tokenIds));
    return run.tokenIds.filter((id) => !wanted.has(id));
  }

  /** Every token accepted, refused for good, expired, or left alone. */
  function isSent(run: RevocationRun): boolean {
    const contents = session.vault.contents();
    return tokensOf(run).every((token) => {
      const state = stateOf(session, contents, token);
      return state !== 'revoking' && state !== 'requesting';
    });
  }
  /** Told already, or before this session was opened. */
  const ended = new Set(
    session.vault
      .contents()
      .revocationRuns.filter(isSent)
      .map(({ id }) => id),
  );

  function recordEvent(
    what: HistoryWord,
    runId: RevocationRunId,
    more: Pick<HistoryEvent, 'atMs' | 'count' | 'durationMs'> & { readonly by?: 'app' },
  ): void {
    session.recordEvent({ what, by: 'person', runId, ...more });
  }

  /** The first calls leave before thousands of rows are looked at to show them. */
  async function tellSoon(): Promise<void> {
    await setImmediate();
    await setImmediate();
    if (!session.closing.aborted) session.changed();
  }

  return {
    find,
    preview(scope) {
      const { revocable, underWay, accepted, guided, outOfReach } = planNow(scope);
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
    },
    async start(scope) {
      const pressedAtMs = session.clock.nowMs();
      const id = session.newId() as RevocationRunId;
      const seen = session.vault.contents();
      const first = revocationPlan(session, seen, scope);
      if (first.revocable.length + first.underWay.length + first.guided.length === 0) {
        return fail({ code: 'nothing_to_stop' });
      }
      const saved = await session.vault.change({
        contents(before) {
          // Read again only where something was saved in between.
          const plan = before === seen ? first : revocationPlan(session, before, scope);
          const { revocable, underWay, guided } = plan;
          return beginRun({
            id,
            scope,
            pressedAtMs,
            tokenIds: (underWay.length === 0
              ? revocable
              : inRevocationOrder([...revocable, ...underWay])
            ).map((token) => token.id),
            guidedTokenIds: guided.map((token) => token.id),
            firstSentAtMs: null,
            cancelledAtMs: null,
            closedAtMs: null,
            drillId: runningDrill(before.drills)?.id ?? null,
          })(before);
        },
      });
      if (!saved.ok) return saved;
      const run = find(id);
      if (run !== null) revocations.begin(run.tokenIds);
      const count = run === null ? 0 : run.tokenIds.length + run.guidedTokenIds.length;
      recordEvent('stop_run_started', id, { atMs: pressedAtMs, count });
      void tellSoon();
      return ok(id);
    },
    unsent: (run) => revocations.unsent(own(run)).length,
    async cancel(id) {
      const run = find(id);
      if (run === null) return fail(gone('run'));
      const unsent = revocations.halt(own(run));
      const nowMs = session.clock.nowMs();
      const saved = await changeVault(session, { contents: cancelRun(id, unsent, nowMs) });
      if (!saved.ok) {
        revocations.begin([...unsent]);
        return saved;
      }
      const contents = session.vault.contents();
      const goOn = [...unsent].filter(
        (each) => session.index.token(contents, each)?.revocation != null,
      );
      revocations.begin(goOn);
      const count = unsent.size - goOn.length;
      recordEvent('stop_run_cancelled', id, { atMs: nowMs, count });
      return ok();
    },
    async close(id) {
      const run = find(id);
      if (run === null) return fail(gone('run'));
      const open = openTokens(session, run).length;
      if (open > 0) return fail({ code: 'in_use', facts: { about: 'run', count: open } });
      const nowMs = session.clock.nowMs();
      const saved = await changeVault(session, { contents: closeRun(id, nowMs) });
      if (!saved.ok) return saved;
      recordEvent('stop_run_closed', id, { atMs: nowMs });
      return ok();
    },
    unproven: () => new Set(openNow()).size,
    unfinished() {
      const contents = session.vault.contents();
      const asked = contents.tokens.filter(({ revocation }) => revocation !== null);
      const waits = asked.filter((token) => stateOf(session, contents, token) === 'revoking');
      return new Set([...openNow(), ...waits]).size;
    },
    reevaluate() {
      for (const run of session.vault.contents().revocationRuns) {
        if (ended.has(run.id) || run.closedAtMs !== null || !isSent(run)) continue;
        ended.add(run.id);
        const atMs = session.clock.nowMs();
        const durationMs = Math.max(0, atMs - run.pressedAtMs);
        const count = run.tokenIds.length;
        // Partner tokens have no answer to wait for: the person acts.
        if (count === 0) continue;
        recordEvent('stop_run_ended', run.id, { atMs, by: 'app', count, durationMs });
      }
    },
    width(run) {
      const { credentials } = session.vault.contents();
      const owners = new Set(tokensOf(run).map(({ credentialId }) => credentialId));
      const reached = credentials.filter(({ id }) => owners.has(id));
      const environments = new Set(reached.map(({ environmentId }) => environmentId));
      return [...environments].reduce((sum, each) => sum + revocations.width(each), 0);
    },
  };
}
