// What would stay live when the app ends, or a vault in memory: tokens that a server may honour and that nobody here
// would revoke or renew meanwhile. Tokens of the practice gateway end with it, and what a revocation run covers is
// counted there. Leases at lock and at quit end with the app; of a vault in memory nothing is left that could try again.
import { PRACTICE_ENVIRONMENT_ID, type TokenId } from '../domain/ids.ts';
import type { Token } from '../domain/token.ts';
import { isLive } from '../domain/token-life.ts';
import type { Leases } from '../tokens/revocation/leases.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { revocationPlan } from '../revoke-all/revocation-plan.ts';

export interface SurvivingTokens {
  /** Trader tokens that can be revoked from here, in the order of sending. */
  readonly revocable: readonly Token[];
  /** Milliseconds until the last of those ends; null where the server did not say. */
  readonly lastEndsInMs: number | null;
  /** Partner tokens: no call revokes them. */
  readonly partner: number;
  /** May be live, but no text of them is here to revoke them by. */
  readonly outOfReach: number;
}

export function tokensSurvivingQuit(
  session: OpenSession,
  leases: Pick<Leases, 'of'>,
): SurvivingTokens {
  const contents = session.vault.contents();
  // A drill fences what can be revoked, not what lives.
  const plan = revocationPlan(session, { ...contents, drills: [] }, { kind: 'all' });
  const runs = contents.revocationRuns.filter(({ closedAtMs }) => closedAtMs === null);
  const guided = new Set<TokenId>(runs.flatMap(({ guidedTokenIds }) => guidedTokenIds));

  function stays(token: Token): boolean {
    const { id, credentialId } = token;
    if (guided.has(id) || !isLive(session, contents, token)) return false;
    const owner = session.index.credential(contents, credentialId);
    if (owner?.environmentId === PRACTICE_ENVIRONMENT_ID) return false;
    if (session.vault.inMemory) return true;
    const end = leases.of(id)?.end;
    return end !== 'lock' && end !== 'quit' && end !== 'program';
  }
  const revocable = plan.revocable.filter(stays);
  const left = revocable.map((token) => session.expiries.mostMs(token));
  return {
    revocable,
    lastEndsInMs: left.reduce<number | null>(
      (last, each) => (last === null || each === null ? null : Math.max(last, each)),
      0,
    ),
    partner: plan.guided.filter(stays).length,
    outOfReach: plan.outOfReach.filter(stays).length,
  };
}
