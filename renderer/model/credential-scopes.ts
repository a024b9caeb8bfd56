// What a credential may do, as far as anyone told or saw: registered scopes, a Partner key's permission,
// and what its live tokens were granted. Which of them the next token is asked for. Pure.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { TraderScope } from '../../electron/shared/words.ts';

const has = (credential: CredentialView, scope: TraderScope): boolean =>
  credential.registeredScopes.includes(scope) ||
  credential.tokens.some((token) => token.live && token.grantedScopes?.includes(scope));

/** May trade: registered for it, holding it, or a Partner key that may write. */
export const hasTradeScope = (credential: CredentialView): boolean =>
  credential.permission === 'write' || has(credential, 'TRADER_TRADE');

/** May read: likewise; a Partner key of either permission. */
export const hasReadScope = (credential: CredentialView): boolean =>
  credential.permission !== null || has(credential, 'TRADER_READ');

/** Null: a Trader credential that can only trade, so a person must choose. Partner: none at all. */
export function defaultScopes(credential: CredentialView): readonly TraderScope[] | null {
  if (credential.accessType === 'partner') return [];
  return credential.registeredScopes.includes('TRADER_READ') ? ['TRADER_READ'] : null;
}
