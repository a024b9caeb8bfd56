// Runs of "Revoke everything" as the app window sees them: what was asked and which tokens it covers.
// What became of each token stands in its own view.
import type {
  RevocationRunView,
  RevocationScopeView,
} from '../../shared/revoke-all/revocation-run-view.ts';
import type { RevocationScope } from '../domain/revocation-run.ts';
import type { TokenId } from '../domain/ids.ts';
import { beyondRun } from './run-tokens.ts';
import type { SessionServices } from '../session/session-services.ts';

export function toRevocationRunViews({ session, stops }: SessionServices): RevocationRunView[] {
  const contents = session.vault.contents();
  /** A token whose row is gone was dead, and is not counted any more. */
  const known = (ids: readonly TokenId[]): TokenId[] =>
    ids.filter((id) => session.index.token(contents, id) !== undefined);
  return contents.revocationRuns
    .filter(({ closedAtMs }) => closedAtMs === null)
    .map((run) => ({
      id: run.id,
      scope: toScopeView(run.scope),
      pressedAtMs: run.pressedAtMs,
      firstSentAtMs: run.firstSentAtMs,
      cancelledAtMs: run.cancelledAtMs,
      tokenIds: known(run.tokenIds),
      guidedTokenIds: known(run.guidedTokenIds),
      beyondIds: beyondRun(session, contents, run).map((token) => token.id),
      width: stops.width(run),
      drillId: run.drillId,
    }));
}

function toScopeView(scope: RevocationScope): RevocationScopeView {
  return scope.kind === 'selection' ? { ...scope, tokenIds: [...scope.tokenIds] } : scope;
}
