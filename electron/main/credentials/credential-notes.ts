// Notes of credentials and the addresses of their pages, which the window shows: no secret of the vault may stand in
// them, neither when they are written nor when the secret comes later.
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { CredentialId } from '../domain/ids.ts';
import type { Outcome } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { findSecretIn, holdsOneOf } from '../secret-scan/secret-scan.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import { editCredential } from '../tokens/ledger/ledger.ts';
import { changeVault, credentialById, type OpenSession } from '../tokens/open-session.ts';

/**
 * What stands against these notes; null: nothing. `notes_hold_secret`: a secret or token of this vault is in
 * them, whole or in part. `export_not_clean`: one of them could not be opened.
 */
export async function obstacleToNotes(
  session: OpenSession,
  id: CredentialId,
  notes: string,
): Promise<Failure | null> {
  const known = credentialById(session, id);
  if (known === null) return gone('key');
  if (notes === '') return null;
  const found = await findSecretIn(session, [notes]);
  if (!found.ok) return found.failure;
  return found.value === null ? null : holdsSecret(known.label);
}

/** What a person writes down about a credential. */
export type WrittenField = 'notes' | 'webPage';

/**
 * Empty: the credential has none from then on. In its normal form, and checked by the caller (`obstacleToNotes`).
 */
export async function setWritten(
  session: OpenSession,
  id: CredentialId,
  field: WrittenField,
  written: string,
): Outcome {
  const saved = await changeVault(session, {
    contents: editCredential(id, ({ [field]: _before, ...now }) =>
      written === '' ? now : { ...now, [field]: written },
    ),
  });
  const known = credentialById(session, id);
  if (saved.ok && known !== null) recordCredentialEvent(session, 'credential_changed', known);
  return saved;
}

/** Why a secret cannot be taken: it stands in the notes of a credential. Null: in those of none. */
export async function notedAlready(
  session: OpenSession,
  secrets: readonly SecretBytes[],
): Promise<Failure | null> {
  for (const { label, notes, webPage } of session.vault.contents().credentials) {
    const written = [notes, webPage].filter((each) => each !== undefined);
    if (written.length === 0) continue;
    const unwiped = secrets.filter(({ wiped }) => !wiped);
    if (await holdsOneOf(written, unwiped)) return holdsSecret(label);
  }
  return null;
}

const holdsSecret = (label: string): Failure => ({
  code: 'notes_hold_secret',
  facts: { about: label },
});
