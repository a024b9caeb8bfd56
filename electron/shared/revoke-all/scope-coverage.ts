// What one trigger of "Revoke everything" covers: one rule for the rows of the vault in main and for the
// views in the window, so that the sheet never counts otherwise than the trigger does. Pure.
import type { RevocationScopeView } from './revocation-run-view.ts';

/** What the rule looks at: a credential of the vault and its view have both. */
interface ScopeOwner {
  readonly id: string;
  readonly environmentId: string;
  readonly tags: readonly string[];
}

/** As in the contract, of rows too: what is branded in main is a text here. */
type AnyRevocationScope =
  | Exclude<RevocationScopeView, { readonly kind: 'selection' }>
  | { readonly kind: 'selection'; readonly tokenIds: readonly string[] };

/** Whether any token of this credential is covered. A selection names tokens, never credentials. */
export function coversCredential(scope: AnyRevocationScope, owner: ScopeOwner): boolean {
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

/** A test for many tokens at once: a selection is looked up, not searched. */
export function tokenCoverage(
  scope: AnyRevocationScope,
): (token: { readonly id: string }, owner: ScopeOwner) => boolean {
  if (scope.kind !== 'selection') return (_token, owner) => coversCredential(scope, owner);
  const chosen = new Set(scope.tokenIds);
  return ({ id }) => chosen.has(id);
}
