// Tries whether a secret that should be worthless still mints. If it does, the token it minted is one
// more to kill, and is kept like every other (invariant I4).
import type { TraderScope } from '../../shared/words.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import type { OldSecretVerdict, SecretField } from '../domain/rotation.ts';
import { findCredential, type OpenSession } from '../tokens/open-session.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';

/** The least a token of this credential may carry; none for Partner (docs/service.md 2.6, 5.12). */
export function smallestScope({ accessType, registeredScopes }: Credential): TraderScope[] {
  if (accessType === 'partner') return [];
  const [least = 'TRADER_READ'] = registeredScopes.toSorted();
  return [registeredScopes.includes('TRADER_READ') ? 'TRADER_READ' : least];
}

/** Set where the stored secret is newer than what leaked: trying it would prove nothing. */
export function whyNotTried({ secretSetAtMs }: Credential, sinceMs: number): Failure | null {
  return secretSetAtMs > sinceMs ? gone('old secret') : null;
}

/**
 * Fails only where nothing was asked: the credential is gone, or its gateway is not there.
 * @param newField a refusal without a word is held against the secret of this name, which mints in the same minute or
 * not; absent, it shows nothing.
 */
export async function tryOldSecret(
  session: OpenSession,
  requests: TokenRequests,
  id: CredentialId,
  field: SecretField,
  newField?: SecretField,
) {
  const place = findCredential(session, id);
  if (!place.ok) return place;
  const { credential } = place.value;
  const known = session.vault.contents();
  const startedAtMs = session.clock.nowMs();
  const mint = (name: SecretField): Outcome<TokenId> =>
    requests.requestWith(name, id, smallestScope(credential));
  const [minted, compared] = await session.activities.during(
    { call: 'old_secret', credentialId: id, tokenId: null, startedAtMs },
    async () => {
      const old = await mint(field);
      const isOpen = !old.ok && isWordless(old.failure) && newField !== undefined;
      return [old, isOpen ? await mint(newField) : null] as const;
    },
  );
  if (!minted.ok && minted.failure.code === 'vault_locked') return fail(minted.failure);
  const verdict = minted.ok ? 'still_mints' : verdictOf(minted.failure, compared?.ok === true);
  const tokenId = minted.ok ? minted.value : undefined;
  recordCredentialEvent(session, 'old_secret_tried', credential, { word: verdict, tokenId });
  const newOf = (result: Result<TokenId> | null): TokenId | null =>
    result?.ok === true && session.index.token(known, result.value) === undefined
      ? result.value
      : null;
  return ok({
    verdict,
    /** What it minted; null also where the server gave a token that was here before. */
    tokenId: newOf(minted),
    /** What the new secret minted to compare with. */
    comparedId: newOf(compared),
  });
}

/**
 * `invalid_client` alone says that the credentials are refused (RFC 6749 section 5.2). A 401 without a word says so
 * only while the new secret mints: a wall would refuse both.
 */
function verdictOf(failure: Failure, newSecretMints: boolean): OldSecretVerdict {
  if (failure.code === 'invalid_client') return 'refused';
  return isWordless(failure) && newSecretMints ? 'refused' : 'unclear';
}

/**
 * Any error beside the status, `unauthorized_client` too, may come after the secret was taken; a page, from a firewall.
 */
function isWordless({ code, facts = {} }: Failure): boolean {
  const { status, about, oauthError } = facts;
  const isBare = code === 'http_error' && about === undefined && oauthError === undefined;
  return isBare && status === 401;
}
