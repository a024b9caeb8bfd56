// Credentials that are tried without being kept: entered like others, held in memory alone, gone at lock.
// And how one becomes an ordinary credential after all.
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { fromVault } from '../tokens/issuance/call-failure.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import { credentialById, type OpenSession } from '../tokens/open-session.ts';
import { newCredential, obstacleToAdding, type NewCredential } from './credentials.ts';

/** @param secret wiped here, whatever the result. */
export async function tryCredential(
  session: OpenSession,
  asked: NewCredential,
  secret: SecretBytes,
): Promise<Result<CredentialId, Failure>> {
  const obstacle = obstacleToAdding(session, asked);
  const credential = newCredential(session, asked, secret);
  const added = obstacle === null ? await session.ephemeral.add(credential, secret) : null;
  secret.wipe();
  session.changed();
  if (added === null) return fail(obstacle ?? { code: 'internal_error' });
  return added.ok ? ok(credential.id) : fail(fromVault(added.failure));
}

/** Writes it into the vault with its secret and all its tokens: one save. Until then nothing was. */
export async function keepCredential(
  session: OpenSession,
  id: CredentialId,
): Promise<Result<void, Failure>> {
  const known = credentialById(session, id);
  if (known?.ephemeral !== true) return fail({ code: 'unknown_credential' });
  const saved = await session.ephemeral.keep(id);
  if (saved.ok) recordCredentialEvent(session, 'credential_added', known);
  session.changed();
  return saved.ok ? ok() : fail(fromVault(saved.failure));
}
