// Runs of "Revoke everything" as the app window sees them: what was asked and which tokens it covers.
// What became of each token stands in its own view.
import type { StopRunView, StopScopeView } from '../../shared/revoke-all/revocation-run-view.ts';
import type { StopScope } from '../domain/revocation-run.ts';
import type { TokenId } from '../domain/ids.ts';
import type { RoomServices } from '../session/session-services.ts';

export function toStopRunViews({ room, stops }: RoomServices): StopRunView[] {
  const contents = room.vault.contents();
  /** A token whose row is gone was dead, and is not counted any more. */
  const known = (ids: readonly TokenId[]): TokenId[] =>
    ids.filter((id) => room.index.token(contents, id) !== undefined);
  return contents.stopRuns
    .filter(({ closedAtMs }) => closedAtMs === null)
    .map((run) => ({
      id: run.id,
      scope: toScopeView(run.scope),
      pressedAtMs: run.pressedAtMs,
      firstSentAtMs: run.firstSentAtMs,
      cancelledAtMs: run.cancelledAtMs,
      tokenIds: known(run.tokenIds),
      guidedTokenIds: known(run.guidedTokenIds),
      width: stops.width(run),
      drillId: run.drillId,
    }));
}

function toScopeView(scope: StopScope): StopScopeView {
  return scope.kind === 'selection' ? { ...scope, tokenIds: [...scope.tokenIds] } : scope;
}
