// What one trigger of "Revoke everything" reaches, drills minded. Pure: the same answer for the preview, for
// the trigger itself, and for a token that arrives after it.
import type { Credential } from './credential.ts';
import type { DrillResult } from './drill.ts';
import type { RevocationRun, RevocationScope } from './revocation-run.ts';
import type { Token } from './token.ts';

/**
 * @param drill the one that runs, if any.
 * @returns a test for many tokens at once: a selection is looked up, not searched.
 */
export function coverage(
  scope: RevocationScope,
  drill: DrillResult | undefined,
): (token: Token, owner: Credential) => boolean {
  if (drill !== undefined) {
    // A trigger in a drill reaches what the drill made, whatever it was aimed at.
    const inside = coverage(scope, undefined);
    return (token, owner) => drill.credentialIds.includes(owner.id) && inside(token, owner);
  }
  if (scope.kind !== 'selection') return (_token, owner) => coversCredential(scope, owner);
  const chosen = new Set(scope.tokenIds);
  return ({ id }) => chosen.has(id);
}

/** Whether any token of this credential is covered. A selection names tokens, never credentials. */
function coversCredential(scope: RevocationScope, owner: Credential): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'environment':
      return owner.environmentId === scope.environmentId;
    case 'credential':
      return owner.id === scope.credentialId;
    case 'tag':
      return owner.tags.includes(scope.tag);
    case 'selection':
      return false;
  }
}

/** As above, for a run that may belong to a drill: then it reaches what the drill made, no more. */
export function runCovers(
  { drillId, scope }: RevocationRun,
  credential: Credential,
  drills: readonly DrillResult[],
): boolean {
  if (!coversCredential(scope, credential)) return false;
  const drill = drills.find(({ id }) => id === drillId);
  return drillId === null || drill?.credentialIds.includes(credential.id) === true;
}

/** Still sending or proving: not put away, and not called off. */
export function isOpen(run: RevocationRun): boolean {
  return run.closedAtMs === null && run.cancelledAtMs === null;
}
