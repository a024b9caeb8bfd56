// What one trigger would do to each token it covers, told before and done after from the same reading.
import { isProvenDead, outlivesRevocation } from '../domain/death-proof.ts';
import { runningDrill } from '../domain/drill.ts';
import { coverage } from '../domain/revocation-scope.ts';
import type { RevocationScope } from '../domain/revocation-run.ts';
import type { Token } from '../domain/token.ts';
import type { VaultContents } from '../vault/vault.ts';
import { isLive } from '../domain/token-life.ts';
import { arrivedIn } from '../tokens/ledger/ledger.ts';
import type { OpenSession } from '../tokens/open-session.ts';

export interface RevocationPlan {
  /**
   * Trader tokens to revoke; also those that work although a revocation was accepted, and those that are over by this
   * machine's clock alone.
   */
  readonly revocable: readonly Token[];
  /** Being revoked already, and not accepted yet: the trigger asks again at once. */
  readonly underWay: readonly Token[];
  /** Accepted before, and not proven dead: nothing more is sent, and it is no work of this trigger. */
  readonly accepted: readonly Token[];
  /** Partner tokens: the person acts in the web app. */
  readonly guided: readonly Token[];
  /** May be live, but no text of them is here to revoke them by. */
  readonly outOfReach: readonly Token[];
}

type Fate = keyof RevocationPlan | 'none';

export function revocationPlan(
  session: OpenSession,
  contents: VaultContents,
  scope: RevocationScope,
): RevocationPlan {
  const covers = coverage(scope, runningDrill(contents.drills));
  // Of one whose save is tried again, the row is still that of its request: it is judged as what it will be.
  const unsaved = new Map(session.texts.list().map((token) => [token.id, token]));
  const { tokens } = contents;
  const arrived = unsaved.size === 0 ? tokens : tokens.map((row) => asArrived(row, unsaved));
  const fateIfLive = (token: Token): Fate => {
    const owner = session.index.credential(contents, token.credentialId);
    if (owner === undefined || !covers(token, owner)) return 'none';
    // A request under way joins when its answer comes (case 87).
    if (token.issue === 'requested') return 'none';
    if (token.issue === 'possibly_issued' || !session.texts.hasText(token.id)) return 'outOfReach';
    if (owner.accessType === 'partner') return 'guided';
    const run = token.revocation;
    if (run === null || run.terminalFailure !== null || outlivesRevocation(token)) {
      return 'revocable';
    }
    return run.acceptedAtMs === null ? 'underWay' : 'accepted';
  };
  const fateOf = (token: Token): Fate => {
    const fate = fateIfLive(token);
    if (isLive(session, contents, token)) return fate;
    // Where this machine's clock alone calls it over, trying costs nothing.
    const isTried = fate === 'revocable' || fate === 'underWay';
    return isTried && !isProvenDead(token) && !session.expiries.isTimeUp(token) ? fate : 'none';
  };
  const fates = Map.groupBy(arrived, fateOf);
  const of = (fate: Fate): readonly Token[] => fates.get(fate) ?? [];
  // Of one that came beside another, there is no row yet that could hold an intent.
  const rowless = [...unsaved.values()].filter(
    (token) => session.index.token(contents, token.id) === undefined && fateOf(token) !== 'none',
  );
  return {
    revocable: of('revocable'),
    underWay: of('underWay'),
    accepted: of('accepted'),
    guided: of('guided'),
    outOfReach: [...of('outOfReach'), ...rowless],
  };
}

/** With what was asked for of the row meanwhile. */
function asArrived(row: Token, unsaved: ReadonlyMap<Token['id'], Token>): Token {
  const token = row.issue === 'requested' ? unsaved.get(row.id) : undefined;
  return token === undefined ? row : arrivedIn(row, token);
}
