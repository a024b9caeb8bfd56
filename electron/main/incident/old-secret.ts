// Tries whether a secret that should be worthless still mints. If it does, the token it minted is one
// more to kill, and is kept like every other (invariant I4).
import type { TraderScope } from '../../shared/words.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { OldSecretVerdict, SecretField } from '../domain/rotation.ts';
import { findCredential, type OpenSession } from '../tokens/open-session.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';

interface OldSecretTried {
  readonly verdict: OldSecretVerdict;
  /** What it minted. */
  readonly tokenId: TokenId | null;
}

/** The least a token of this credential may carry; none for Partner (docs/service.md 2.6, 5.12). */
export function smallestScope({ accessType, registeredScopes }: Credential): TraderScope[] {
  if (accessType === 'partner') return [];
  const [least = 'TRADER_READ'] = registeredScopes.toSorted();
  return [registeredScopes.includes('TRADER_READ') ? 'TRADER_READ' : least];
}

/** Set where the stored secret is newer than what leaked: trying it would prove nothing. */
export function whyNotTried({ secretSetAtMs }: Credential, sinceMs: number): Failure | null {
  return secretSetAtMs > sinceMs ? { code: 'old_secret_gone' } : null;
}

/** Fails only where nothing was asked: the credential is gone, or its gateway is not there. */
export async function tryOldSecret(
  session: OpenSession,
  requests: TokenRequests,
  id: CredentialId,
  field: SecretField,
): Promise<Result<OldSecretTried, Failure>> {
  const place = findCredential(session, id);
  if (!place.ok) return place;
  const { credential } = place.value;
  const startedAtMs = session.clock.nowMs();
  const minted = await session.activities.during(
    { call: 'old_secret', credentialId: id, tokenId: null, startedAtMs },
    () => requests.requestWith(field, id, smallestScope(credential)),
  );
  const verdict = minted.ok ? 'still_mints' : verdictOf(minted.failure);
  if (!minted.ok && minted.failure.code === 'vault_locked') return fail(minted.failure);
  session.recordEvent({
    what: 'old_secret_tried',
    atMs: session.clock.nowMs(),
    by: 'person',
    credentialId: id,
    label: credential.label,
    word: verdict,
    ...(minted.ok ? { tokenId: minted.value } : {}),
  });
  return ok({ verdict, tokenId: minted.ok ? minted.value : null });
}

/**
 * `invalid_client` alone says that the credentials are refused (RFC 6749 section 5.2), and a bare 401. Any error
 * beside it, `unauthorized_client` too, may come after the secret was taken; a page, from a firewall.
 */
function verdictOf({ code, facts = {} }: Failure): OldSecretVerdict {
  if (code === 'invalid_client') return 'refused';
  const { status, about, oauthError } = facts;
  const isBare = code === 'http_error' && about === undefined && oauthError === undefined;
  return isBare && status === 401 ? 'refused' : 'unclear';
}
