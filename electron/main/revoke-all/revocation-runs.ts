// "Revoke everything": one press covers many tokens. The run and all its intents are durable in one
// save before the first byte leaves; from then on each token is a job of its own (revocations.ts), and
// after a crash the run goes on from what is saved.
import { setImmediate } from 'node:timers/promises';
import type { Failure } from '../../shared/failures/failure.ts';
import { runningDrill } from '../domain/drill.ts';
import type { CredentialId, StopRunId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { StopRun, StopScope } from '../domain/revocation-run.ts';
import { isOpen } from '../domain/revocation-scope.ts';
import { mayTrade } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import { fromVault } from '../tokens/issuance/call-failure.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { callsByEnvironment, type Room } from '../tokens/session-context.ts';
import { openTokens } from './revocation-run-end.ts';
import { inStopOrder } from '../tokens/revocation/revocation-order.ts';
import { stopPlan, type StopPlan } from './revocation-plan.ts';
import { beginRun, cancelRun, closeRun } from '../tokens/revocation/revocation-run-steps.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';

/** What a press would do, in numbers. */
export interface StopCounts {
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

export interface StopRuns {
  readonly preview: (scope: StopScope) => StopCounts;
  /** Opens connections and derives keys for a press that may come, while the person reads. Sends nothing. */
  readonly warm: (scope: StopScope) => void;
  /** Call it once the person has confirmed: that moment is the press. `nothing_to_stop`. */
  readonly start: (scope: StopScope) => Promise<Result<StopRunId, Failure>>;
  /** Tokens of the run of which nothing was sent yet. */
  readonly unsent: (run: StopRun) => number;
  /** Leaves those alone. */
  readonly cancel: (id: StopRunId) => Promise<Result<void, Failure>>;
  /** Puts the run away; `stop_run_open` while a token of it has no end. */
  readonly close: (id: StopRunId) => Promise<Result<void, Failure>>;
  readonly find: (id: StopRunId) => StopRun | null;
  /** Tokens of open runs that are not confirmed dead. Credentials that are not kept are excluded. */
  readonly unproven: () => number;
  /**
   * Tokens of open runs that are not confirmed dead, and tokens of no run whose revocation nobody has accepted:
   * their revocation rests while the vault is locked.
   */
  readonly unfinished: () => number;
  /** Notes runs that have ended since. */
  readonly look: () => void;
  /** Calls of the run that may be under way at once right now. */
  readonly width: (run: StopRun) => number;
}

export function createStopRuns(
  room: Room,
  texts: UnsavedTokens,
  revocations: Revocations,
): StopRuns {
  const planNow = (scope: StopScope): StopPlan =>
    stopPlan(room, texts, room.vault.contents(), scope);
  const find = (id: StopRunId): StopRun | null =>
    room.vault.contents().stopRuns.find((run) => run.id === id) ?? null;

  function tokensOf(run: StopRun): readonly Token[] {
    const contents = room.vault.contents();
    return run.tokenIds
      .map((id) => room.index.token(contents, id))
      .filter((token) => token !== undefined);
  }

  const openNow = (): readonly Token[] =>
    room.vault
      .contents()
      .stopRuns.filter(({ closedAtMs }) => closedAtMs === null)
      .flatMap((run) => openTokens(room, run));
  const keptOf = (tokens: readonly Token[]): number =>
    [...new Set(tokens)].filter(({ unkept }) => unkept !== true).length;

  /** Tokens that no other run wants revoked. */
  function own(run: StopRun): readonly TokenId[] {
    const others = room.vault.contents().stopRuns.filter((each) => each !== run && isOpen(each));
    const wanted = new Set(others.flatMap(({ tokenIds }) => tokenIds));
    return run.tokenIds.filter((id) => !wanted.has(id));
  }

  /** Every token accepted, refused for good, expired, or left alone. */
  function isSent(run: StopRun): boolean {
    const contents = room.vault.contents();
    return tokensOf(run).every((token) => {
      const state = stateOf(room, contents, token);
      return state !== 'revoking' && state !== 'requesting';
    });
  }
  /** Told already, or before this room was opened. */
  const ended = new Set(
    room.vault
      .contents()
      .stopRuns.filter(isSent)
      .map(({ id }) => id),
  );

  /** The first calls leave before thousands of rows are looked at to show them. */
  async function tellSoon(): Promise<void> {
    await setImmediate();
    await setImmediate();
    if (!room.closing.aborted) room.changed();
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
    warm(scope) {
      const { revocable } = planNow(scope);
      revocations.warm(callsByEnvironment(room, revocable));
      void room.vault.expect(revocable.map(({ id }) => ({ id, field: 'access_token' as const })));
    },
    async start(scope) {
      const pressedAtMs = room.clock.nowMs();
      const id = room.newId() as StopRunId;
      const seen = room.vault.contents();
      const first = stopPlan(room, texts, seen, scope);
      if (first.revocable.length + first.underWay.length + first.guided.length === 0) {
        return fail({ code: 'nothing_to_stop' });
      }
      const saved = await room.vault.change({
        contents(before) {
          // Read again only where something was saved in between.
          const plan = before === seen ? first : stopPlan(room, texts, before, scope);
          const { revocable, underWay, guided } = plan;
          return beginRun({
            id,
            scope,
            pressedAtMs,
            tokenIds: (underWay.length === 0
              ? revocable
              : inStopOrder([...revocable, ...underWay])
            ).map((token) => token.id),
            guidedTokenIds: guided.map((token) => token.id),
            firstSentAtMs: null,
            cancelledAtMs: null,
            closedAtMs: null,
            drillId: runningDrill(before.drills)?.id ?? null,
          })(before);
        },
      });
      if (!saved.ok) return fail(fromVault(saved.failure));
      const run = find(id);
      if (run !== null) revocations.begin(run.tokenIds);
      const count = run === null ? 0 : run.tokenIds.length + run.guidedTokenIds.length;
      room.note({ what: 'stop_run_started', atMs: pressedAtMs, by: 'person', runId: id, count });
      void tellSoon();
      return ok(id);
    },
    unsent: (run) => revocations.unsent(own(run)).length,
    async cancel(id) {
      const run = find(id);
      if (run === null) return fail({ code: 'unknown_stop_run' });
      const unsent = revocations.halt(own(run));
      const nowMs = room.clock.nowMs();
      const saved = await room.vault.change({ contents: cancelRun(id, unsent, nowMs) });
      if (!saved.ok) {
        revocations.begin([...unsent]);
        return fail(fromVault(saved.failure));
      }
      const contents = room.vault.contents();
      const goOn = [...unsent].filter((each) => room.index.token(contents, each)?.revocation != null);
      revocations.begin(goOn);
      const count = unsent.size - goOn.length;
      room.note({ what: 'stop_run_cancelled', atMs: nowMs, by: 'person', runId: id, count });
      room.changed();
      return ok();
    },
    async close(id) {
      const run = find(id);
      if (run === null) return fail({ code: 'unknown_stop_run' });
      const open = openTokens(room, run).length;
      if (open > 0) return fail({ code: 'stop_run_open', facts: { count: open } });
      const nowMs = room.clock.nowMs();
      const saved = await room.vault.change({ contents: closeRun(id, nowMs) });
      if (!saved.ok) return fail(fromVault(saved.failure));
      room.note({ what: 'stop_run_closed', atMs: nowMs, by: 'person', runId: id });
      room.changed();
      return ok();
    },
    unproven: () => keptOf(openNow()),
    unfinished() {
      const contents = room.vault.contents();
      const asked = contents.tokens.filter(({ revocation }) => revocation !== null);
      const waits = asked.filter((token) => stateOf(room, contents, token) === 'revoking');
      return keptOf([...openNow(), ...waits]);
    },
    look() {
      for (const run of room.vault.contents().stopRuns) {
        if (ended.has(run.id) || run.closedAtMs !== null || !isSent(run)) continue;
        ended.add(run.id);
        const atMs = room.clock.nowMs();
        const durationMs = Math.max(0, atMs - run.pressedAtMs);
        const count = run.tokenIds.length;
        // Partner tokens have no answer to wait for: the person acts.
        if (count === 0) continue;
        room.note({ what: 'stop_run_ended', atMs, by: 'app', runId: run.id, count, durationMs });
      }
    },
    width(run) {
      const environments = [...callsByEnvironment(room, tokensOf(run)).keys()];
      return environments.reduce((sum, each) => sum + revocations.width(each), 0);
    },
  };
}
