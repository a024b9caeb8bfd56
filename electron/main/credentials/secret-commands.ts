// Gives a credential a command that prints its secret: once the person has confirmed it, it is run, and what it
// prints is looked at. Nothing else ever writes `secretCommand` (S45).
import { gone } from '../../shared/failures/failure.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { SecretCommand } from '../domain/printing-command.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import { editCredential } from '../tokens/ledger/ledger.ts';
import { changeVault, credentialById, type OpenSession } from '../tokens/open-session.ts';
import { notedAlready } from './credential-notes.ts';
import {
  countLiveTokens,
  newCredential,
  obstacleToAdding,
  withNewSecret,
  type NewCredential,
} from './credentials.ts';

/** What is done with a printed secret that is kept; it is wiped afterwards. */
type Use = (credential: Credential, secret: SecretBytes) => void;

/** Prints it once: a command that cannot is not kept. */
export const addFetchedCredential = (
  session: OpenSession,
  asked: NewCredential,
  command: SecretCommand,
  use: Use,
): Outcome<CredentialId> =>
  withPrinted(session, command, async (secret) => {
    const obstacle = obstacleToAdding(session, asked);
    if (obstacle !== null) return fail(obstacle);
    const credential = { ...newCredential(session, asked, secret), secretCommand: command };
    const saved = await changeVault(session, {
      contents: (before) => ({ ...before, credentials: [...before.credentials, credential] }),
    });
    if (!saved.ok) return saved;
    recordCredentialEvent(session, 'credential_added', credential);
    use(credential, secret);
    return ok(credential.id);
  });

/** In place of a stored secret, or of another command. It must print the secret that live tokens were issued with. */
export const setSecretCommand = (
  session: OpenSession,
  id: CredentialId,
  command: SecretCommand,
  use: Use,
): Outcome =>
  withPrinted(session, command, async (secret) => {
    const known = credentialById(session, id);
    if (known === null) return fail(gone('key'));
    const isOther =
      known.secretFingerprint !== '' &&
      session.vault.fingerprint(secret) !== known.secretFingerprint;
    const isAnyLive = countLiveTokens(session, id) > 0;
    if (isOther && isAnyLive)
      return fail({ code: 'manager_unfit', facts: { about: 'other secret' } });
    const renewed = isOther ? withNewSecret(session, secret) : {};
    const changes = { ...renewed, lastFailure: null, secretCommand: command };
    const saved = await changeVault(session, {
      contents: editCredential(id, (now) => ({ ...now, ...changes })),
      // What is sealed and no longer needed goes by itself (housekeeping).
      ...(command.keepsWhileLive && isAnyLive
        ? { seal: [{ name: { id, field: 'client_secret' as const }, secret }] }
        : {}),
    });
    if (!saved.ok) return saved;
    recordCredentialEvent(session, 'secret_replaced', known);
    use(known, secret);
    return ok();
  });

async function withPrinted<T>(
  session: OpenSession,
  command: SecretCommand,
  keep: (secret: SecretBytes) => Outcome<T>,
): Outcome<T> {
  const printed = await session.secrets.fetch(command);
  if (!printed.ok) return printed;
  try {
    const noted = await notedAlready(session, [printed.value]);
    return noted === null ? await keep(printed.value) : fail(noted);
  } finally {
    printed.value.wipe();
  }
}
