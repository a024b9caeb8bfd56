// Changes of the token ledger, each a pure step from contents to contents. Nothing here drops a token
// that may be live: rows go only when they are dead, and long enough dead (invariant I4).
import type { Credential } from '../../domain/credential.ts';
import type { CredentialId, TokenId } from '../../domain/ids.ts';
import { withNoRefusals } from '../../domain/death-proof.ts';
import type { DeathProof, Token } from '../../domain/token.ts';
import type { RecordName, VaultContents } from '../../vault/vault.ts';

export type Step = (before: VaultContents) => VaultContents;

/** A row for a request that is about to leave: found again after a crash, it means possibly issued. */
export function requestedToken(
  id: TokenId,
  credentialId: CredentialId,
  requestedScopes: Token['requestedScopes'],
  sentAtMs: number,
): Token {
  return {
    id,
    credentialId,
    issue: 'requested',
    quarantine: null,
    fingerprint: '',
    requestedScopes,
    grantedScopes: null,
    sentAtMs,
    lifetimeSeconds: null,
    expiresInRaw: null,
    anomalies: [],
    supersededAtMs: null,
    refusedAtMs: null,
    lastCheck: null,
    revocation: null,
    partnerPlan: null,
    forgottenAtMs: null,
    forgetWhenDead: false,
  };
}

export const addToken =
  (token: Token): Step =>
  (before) => ({ ...before, tokens: [token, ...before.tokens] });

/** Puts an arrived token in the place of its request. What was done about that meanwhile stays done. */
export const putToken =
  (token: Token): Step =>
  (before) => {
    const known = before.tokens.some((each) => each.id === token.id);
    if (!known) return addToken(token)(before);
    return {
      ...before,
      tokens: before.tokens.map((each) => (each.id === token.id ? arrivedIn(each, token) : each)),
    };
  };

/** An arrived token, with what was done about its request meanwhile. */
export const arrivedIn = (row: Token, token: Token): Token => ({
  ...token,
  anomalies: [...new Set([...token.anomalies, ...row.anomalies])],
  supersededAtMs: row.supersededAtMs ?? token.supersededAtMs,
  revocation: row.revocation ?? token.revocation,
  partnerPlan: row.partnerPlan ?? token.partnerPlan,
  forgottenAtMs: row.forgottenAtMs ?? token.forgottenAtMs,
  forgetWhenDead: row.forgetWhenDead || token.forgetWhenDead,
  ...(row.lease === undefined ? {} : { lease: row.lease }),
});

/**
 * A token that the server gave once more: the same card, in use again, with the later of both ends. What ended it
 * before is to be proven anew, since the server has just said that it lives.
 */
export function givenAgain(known: Token, token: Token): Token {
  const endOf = ({ sentAtMs, lifetimeSeconds }: Token): number =>
    lifetimeSeconds === null ? -Infinity : sentAtMs + lifetimeSeconds * 1000;
  const { sentAtMs, lifetimeSeconds, expiresInRaw } = endOf(token) > endOf(known) ? token : known;
  const anew = <T extends DeathProof>(proof: T): T => ({
    ...withNoRefusals(proof),
    verifiedAtMs: null,
  });
  return {
    ...known,
    sentAtMs,
    lifetimeSeconds,
    expiresInRaw,
    grantedScopes: token.grantedScopes ?? known.grantedScopes,
    anomalies: [...new Set([...known.anomalies, ...token.anomalies])],
    supersededAtMs: null,
    revocation: known.revocation && anew(known.revocation),
    partnerPlan: known.partnerPlan && anew(known.partnerPlan),
  };
}

export const editToken =
  (id: TokenId, edit: (token: Token) => Token): Step =>
  (before) => ({
    ...before,
    tokens: before.tokens.map((each) => (each.id === id ? edit(each) : each)),
  });

/** Many at once, in one pass. */
export const editTokens =
  (edits: ReadonlyMap<TokenId, (token: Token) => Token>): Step =>
  (before) => ({
    ...before,
    tokens: before.tokens.map((each) => edits.get(each.id)?.(each) ?? each),
  });

export const removeToken =
  (id: TokenId): Step =>
  (before) => ({
    ...before,
    tokens: before.tokens.filter((each) => each.id !== id),
  });

export const editCredential =
  (id: CredentialId, edit: (credential: Credential) => Credential): Step =>
  (before) => ({
    ...before,
    credentials: before.credentials.map((each) => (each.id === id ? edit(each) : each)),
  });

/** Marks every issued token of the credential with exactly these scopes as replaced. */
export const supersede =
  (credentialId: CredentialId, scopes: Token['requestedScopes'], by: TokenId, atMs: number): Step =>
  (before) => ({
    ...before,
    tokens: before.tokens.map((each) =>
      each.credentialId === credentialId &&
      each.id !== by &&
      each.issue === 'issued' &&
      each.supersededAtMs === null &&
      each.forgottenAtMs === null &&
      each.revocation === null &&
      sameScopes(each.requestedScopes, scopes)
        ? { ...each, supersededAtMs: atMs }
        : each,
    ),
  });

function sameScopes(a: Token['requestedScopes'], b: Token['requestedScopes']): boolean {
  return a.length === b.length && a.every((scope) => b.includes(scope));
}

/** At unlock: a request whose answer was never recorded may have minted a token. */
export const settleInterrupted: Step = (before) => ({
  ...before,
  tokens: before.tokens.map((each) =>
    each.issue === 'requested' ? { ...each, issue: 'possibly_issued' } : each,
  ),
});

/** Credentials with all that hangs on them, but for their tokens. */
export const removeCredentials =
  (gone: ReadonlySet<CredentialId>): Step =>
  (before) => ({
    ...before,
    credentials: before.credentials.filter(({ id }) => !gone.has(id)),
    rotations: before.rotations.filter(({ credentialId }) => !gone.has(credentialId)),
    leakPlans: before.leakPlans.filter(({ credentialId }) => !gone.has(credentialId)),
    renewals: before.renewals.filter(({ credentialId }) => !gone.has(credentialId)),
    favourites: before.favourites.filter((id) => !gone.has(id)),
  });

/** The sealed secrets of a credential: the one in use, and the one a rotation brought. */
export const secretsOf = (id: CredentialId): RecordName[] => [
  { id, field: 'client_secret' },
  { id, field: 'new_client_secret' },
];

export const inOrder =
  (...steps: readonly Step[]): Step =>
  (before) =>
    steps.reduce((contents, step) => step(contents), before);
