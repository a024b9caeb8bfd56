// What a credential may do, as far as anyone told or saw: registered scopes, a Partner key's permission,
// and what its live tokens were granted. Pure.
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
