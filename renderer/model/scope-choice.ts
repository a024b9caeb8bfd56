// Which scopes are asked for unless the person says otherwise: read, never more (docs/interface.md, "Safe
// defaults"). Pure.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { TraderScope } from '../../electron/shared/words.ts';

/** Null: a Trader credential that can only trade, so a person must choose. Partner: none at all. */
export function defaultScopes(credential: CredentialView): readonly TraderScope[] | null {
  if (credential.accessType === 'partner') return [];
  return credential.registeredScopes.includes('TRADER_READ') ? ['TRADER_READ'] : null;
}
