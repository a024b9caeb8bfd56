// What a revocation run changes in the vault's contents, each a pure step. The run and every intent of it are
// one step, so that one save holds all of them before the first byte leaves.
import { outlivesRevocation } from '../../domain/death-proof.ts';
import type { RevocationRunId, TokenId } from '../../domain/ids.ts';
import { newPartnerPlan } from '../../domain/leak-plan.ts';
import type { RevocationRun } from '../../domain/revocation-run.ts';
import { isOpen } from '../../domain/revocation-scope.ts';
import type { Token } from '../../domain/token.ts';
import { firstIntent } from './revocation-attempts.ts';
import type { Step } from '../ledger/ledger.ts';

/**
 * Revocations not yet accepted keep their facts; one the server refused for good is tried anew. One that was accepted
 * and did nothing is over: a new one begins, with a propagation window of its own.
 */
export function withIntent(token: Token, nowMs: number): Token {
  const run = token.revocation;
  if (run === null || outlivesRevocation(token))
    return { ...token, revocation: firstIntent(nowMs) };
  if (run.terminalFailure === null) return token;
  return { ...token, revocation: { ...run, terminalFailure: null } };
}

export function withPlan(token: Token, nowMs: number): Token {
  return { ...token, partnerPlan: token.partnerPlan ?? newPartnerPlan(nowMs) };
}

const editRun =
  (id: RevocationRunId, edit: (run: RevocationRun) => RevocationRun): Step =>
  (before) => ({
    ...before,
    revocationRuns: before.revocationRuns.map((each) => (each.id === id ? edit(each) : each)),
  });

export const closeRun = (id: RevocationRunId, nowMs: number): Step =>
  editRun(id, (run) => ({ ...run, closedAtMs: run.closedAtMs ?? nowMs }));

/**
 * Takes back the intents of what was never sent, and notes that the queue was stopped. What another open run wants
 * revoked keeps its intent: that run may have been saved only now.
 */
export const cancelRun = (
  id: RevocationRunId,
  unsent: ReadonlySet<TokenId>,
  nowMs: number,
): Step => {
  const noted = editRun(id, (run) => ({ ...run, cancelledAtMs: run.cancelledAtMs ?? nowMs }));
  return (before) => {
    const others = before.revocationRuns.filter((each) => each.id !== id && isOpen(each));
    const wanted = new Set(others.flatMap(({ tokenIds }) => tokenIds));
    return noted({
      ...before,
      tokens: before.tokens.map((each) =>
        unsent.has(each.id) && !wanted.has(each.id) && each.revocation?.attempts === 0
          ? { ...each, revocation: null }
          : each,
      ),
    });
  };
};

/** Notes when the first byte of a run's first call left. */
export const firstSent =
  (id: TokenId, sentAtMs: number): Step =>
  (before) => {
    const waits = (run: RevocationRun): boolean =>
      run.closedAtMs === null &&
      (run.firstSentAtMs === null || sentAtMs < run.firstSentAtMs) &&
      run.pressedAtMs <= sentAtMs &&
      run.tokenIds.includes(id);
    if (!before.revocationRuns.some(waits)) return before;
    return {
      ...before,
      revocationRuns: before.revocationRuns.map((run) =>
        waits(run) ? { ...run, firstSentAtMs: sentAtMs } : run,
      ),
    };
  };

/** The run, every intent and every plan of it: one save holds them all. */
export const beginRun =
  (run: RevocationRun): Step =>
  (before) => {
    const revoked = new Set(run.tokenIds);
    const guided = new Set(run.guidedTokenIds);
    const covered = (token: Token): Token => {
      if (revoked.has(token.id)) return withIntent(token, run.pressedAtMs);
      return guided.has(token.id) ? withPlan(token, run.pressedAtMs) : token;
    };
    return {
      ...before,
      tokens: before.tokens.map(covered),
      revocationRuns: [run, ...before.revocationRuns],
    };
  };
