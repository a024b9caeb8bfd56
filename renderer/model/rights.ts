// What each key may do, and what it does with it: the four rights of the service, and of each whether a live token uses
// it or no use is recorded. Pure.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { TraderScope } from '../../electron/shared/words.ts';
import { usableTokens } from './token-standing.ts';

export const rights = ['read', 'trade', 'partner_read', 'partner_write'] as const;
export type Right = (typeof rights)[number];

/** `live`: a token that may be used has it; `unused`: the history knows of no token for it. */
export type RightUse = 'live' | 'had' | 'unused';

/** Null: it has no such right. */
export function rightUse(credential: CredentialView, right: Right): RightUse | null {
  const { accessType, permission, lastUse } = credential;
  const isPartner = right === 'partner_read' || right === 'partner_write';
  if (isPartner !== (accessType === 'partner')) return null;
  if (isPartner) {
    const may = permission === 'write' || (permission === 'read' && right === 'partner_read');
    if (!may) return null;
    return usableTokens(credential).length > 0 ? 'live' : usedOnce(lastUse.gotAtMs);
  }
  const scope: TraderScope = right === 'trade' ? 'TRADER_TRADE' : 'TRADER_READ';
  const isHeld = usableTokens(credential).some(({ grantedScopes, requestedScopes }) =>
    (grantedScopes ?? requestedScopes).includes(scope),
  );
  if (isHeld) return 'live';
  if (!credential.registeredScopes.includes(scope)) return null;
  return usedOnce(right === 'trade' ? lastUse.tradedAtMs : lastUse.gotAtMs);
}

const usedOnce = (atMs: number | null): RightUse => (atMs === null ? 'unused' : 'had');
