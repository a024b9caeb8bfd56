// One action on many credentials: which of them it fits, and why not the others. Pure.
import type { BulkKind, BulkRunView } from '../../electron/shared/bulk/bulk-view.ts';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { TraderScope } from '../../electron/shared/words.ts';
import { defaultScopes } from './credential-scopes.ts';
import { tokenFor } from './token-standing.ts';

export interface LeftOut {
  readonly credentialId: string;
  readonly why: 'no_token' | 'choose_scope' | 'being_deleted';
}

type BulkActionView =
  | {
      readonly kind: 'get';
      readonly asks: { readonly credentialId: string; readonly scopes: TraderScope[] }[];
    }
  | { readonly kind: 'renew' | 'check'; readonly tokenIds: string[] };

export interface BulkPlan {
  readonly action: BulkActionView;
  readonly left: readonly LeftOut[];
}

export const planSize = ({ action }: BulkPlan): number =>
  action.kind === 'get' ? action.asks.length : action.tokenIds.length;

/** Get asks for the smallest scope; renew and check take the newest token that allows it. */
export function bulkPlan(kind: BulkKind, credentials: readonly CredentialView[]): BulkPlan {
  // A new token would put a deletion off.
  const isOut = ({ removing }: CredentialView): boolean => removing && kind !== 'check';
  const left: LeftOut[] = credentials
    .filter(isOut)
    .map(({ id }) => ({ credentialId: id, why: 'being_deleted' }));
  const fitting = credentials.filter((credential) => !isOut(credential));
  if (kind === 'get') {
    const asks = fitting.flatMap((credential) => {
      const scopes = defaultScopes(credential);
      if (scopes !== null) return [{ credentialId: credential.id, scopes: [...scopes] }];
      left.push({ credentialId: credential.id, why: 'choose_scope' });
      return [];
    });
    return { action: { kind, asks }, left };
  }
  const tokenIds = fitting.flatMap((credential) => {
    const token = tokenFor(credential, kind);
    if (token !== null) return [token.id];
    left.push({ credentialId: credential.id, why: 'no_token' });
    return [];
  });
  return { action: { kind, tokenIds }, left };
}

/** Every token of these that may live: what "revoke the selection" covers. */
export const liveTokenIds = (credentials: readonly CredentialView[]): string[] =>
  credentials.flatMap(({ tokens }) => tokens.filter(({ live }) => live).map(({ id }) => id));

export interface BulkStanding {
  readonly done: number;
  readonly failed: number;
  readonly leftAlone: number;
  readonly all: number;
  readonly ended: boolean;
}

export function bulkStanding({ items, endedAtMs }: BulkRunView): BulkStanding {
  const count = (state: BulkRunView['items'][number]['state']): number =>
    items.filter((item) => item.state === state).length;
  return {
    done: count('done'),
    failed: count('failed'),
    leftAlone: count('left_alone'),
    all: items.length,
    ended: endedAtMs !== null,
  };
}
