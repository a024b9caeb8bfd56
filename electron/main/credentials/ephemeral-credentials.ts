// Credentials that are tried without being kept: entered like others, held in memory alone, gone at lock.
// And how one becomes an ordinary credential after all.
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { fromVault } from '../tokens/issuance/call-failure.ts';
import { noteCredential } from '../tokens/ledger/event-recording.ts';
import type { Room } from '../tokens/session-context.ts';
import { findById, newCredential, obstacleToAdding, type NewCredential } from './credentials.ts';

/** @param secret wiped here, whatever the result. */
export async function tryCredential(
  room: Room,
  asked: NewCredential,
  secret: SecretBytes,
): Promise<Result<CredentialId, Failure>> {
  const obstacle = obstacleToAdding(room, asked);
  const credential = newCredential(room, asked, secret);
  const added = obstacle === null ? await room.unkept.add(credential, secret) : null;
  secret.wipe();
  room.changed();
  if (added === null) return fail(obstacle ?? { code: 'internal_error' });
  return added.ok ? ok(credential.id) : fail(fromVault(added.failure));
}

/** Writes it into the vault with its secret and all its tokens: one save. Until then nothing was. */
export async function keepCredential(room: Room, id: CredentialId): Promise<Result<void, Failure>> {
  const known = findById(room, id);
  if (known?.unkept !== true) return fail({ code: 'unknown_credential' });
  const saved = await room.unkept.keep(id);
  if (saved.ok) noteCredential(room, 'credential_added', known);
  room.changed();
  return saved.ok ? ok() : fail(fromVault(saved.failure));
}
