// What one press would do to each token it covers, told before and done after from the same reading.
import { outlivesRevocation } from '../domain/death-proof.ts';
import { runningDrill } from '../domain/drill.ts';
import { coverage } from '../domain/revocation-scope.ts';
import type { StopScope } from '../domain/revocation-run.ts';
import type { Token } from '../domain/token.ts';
import type { VaultContents } from '../vault/store/vault.ts';
import { isLive } from '../tokens/ledger/housekeeping.ts';
import type { Room } from '../tokens/session-context.ts';
import { inStopOrder } from '../tokens/revocation/revocation-order.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';

export interface StopPlan {
  /** Trader tokens to revoke, in the order of sending; also those that work although a revocation was accepted. */
  readonly revocable: readonly Token[];
  /** Being revoked already, and not accepted yet: the press asks again at once. */
  readonly underWay: readonly Token[];
  /** Accepted before, and not proven dead: nothing more is sent, and it is no work of this press. */
  readonly accepted: readonly Token[];
  /** Partner tokens: the person acts in the web app. */
  readonly guided: readonly Token[];
  /** May be live, but no text of them is here to revoke them by. */
  readonly outOfReach: readonly Token[];
}

type Fate = keyof StopPlan | 'none';

export function stopPlan(
  room: Room,
  texts: UnsavedTokens,
  contents: VaultContents,
  scope: StopScope,
): StopPlan {
  const covers = coverage(scope, runningDrill(contents.drills));
  const fateOf = (token: Token): Fate => {
    const owner = room.index.credential(contents, token.credentialId);
    if (owner === undefined || !covers(token, owner)) return 'none';
    // A request under way joins when its answer comes (case 87).
    if (token.issue === 'requested' || !isLive(room, contents, token)) return 'none';
    if (token.issue === 'possibly_issued' || !texts.hasText(token.id)) return 'outOfReach';
    if (owner.accessType === 'partner') return 'guided';
    const run = token.revocation;
    if (run === null || run.terminalFailure !== null || outlivesRevocation(token)) {
      return 'revocable';
    }
    return run.acceptedAtMs === null ? 'underWay' : 'accepted';
  };
  const fates = Map.groupBy(contents.tokens, fateOf);
  const of = (fate: Fate): readonly Token[] => fates.get(fate) ?? [];
  return {
    revocable: inStopOrder(of('revocable')),
    underWay: of('underWay'),
    accepted: of('accepted'),
    guided: of('guided'),
    outOfReach: of('outOfReach'),
  };
}
