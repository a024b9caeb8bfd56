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

/** Prints it once: a command that cannot is not kept. `use` is given what it printed, wiped afterwards. */
export async function addFetchedCredential(
  session: OpenSession,
  asked: NewCredential,
  command: SecretCommand,
  use: (credential: Credential, secret: SecretBytes) => void,
): Outcome<CredentialId> {
  const printed = await session.secrets.fetch(command);
  if (!printed.ok) return printed;
  const secret = printed.value;
  try {
    const noted = await notedAlready(session, [secret]);
    const obstacle = noted ?? obstacleToAdding(session, asked);
    if (obstacle !== null) return fail(obstacle);
    const credential = { ...newCredential(session, asked, secret), secretCommand: command };
    const saved = await changeVault(session, {
      contents: (before) => ({ ...before, credentials: [...before.credentials, credential] }),
    });
    if (!saved.ok) return saved;
    recordCredentialEvent(session, 'credential_added', credential);
    use(credential, secret);
    return ok(credential.id);
  } finally {
    secret.wipe();
  }
}

/** In place of a stored secret, or of another command. It must print the secret that live tokens were issued with. */
export async function setSecretCommand(
  session: OpenSession,
  id: CredentialId,
  command: SecretCommand,
  use: (credential: Credential, secret: SecretBytes) => void,
): Outcome {
  const printed = await session.secrets.fetch(command);
  if (!printed.ok) return printed;
  const secret = printed.value;
  try {
    const known = credentialById(session, id);
    if (known === null) return fail(gone('key'));
    const noted = await notedAlready(session, [secret]);
    if (noted !== null) return fail(noted);
    const isOther =
      known.secretFingerprint !== '' &&
      session.vault.fingerprint(secret) !== known.secretFingerprint;
    const isAnyLive = countLiveTokens(session, id) > 0;
    if (isOther && isAnyLive)
      return fail({ code: 'manager_unfit', facts: { about: 'other secret' } });
    const renewed = isOther ? withNewSecret(session, secret) : {};
    const saved = await changeVault(session, {
      contents: editCredential(id, (now) => ({
        ...now,
        ...renewed,
        lastFailure: null,
        secretCommand: command,
      })),
      // What is sealed and no longer needed goes by itself (housekeeping).
      ...(command.keepsWhileLive && isAnyLive
        ? { seal: [{ name: { id, field: 'client_secret' as const }, secret }] }
        : {}),
    });
    if (!saved.ok) return saved;
    recordCredentialEvent(session, 'secret_replaced', known);
    use(known, secret);
    return ok();
  } finally {
    secret.wipe();
  }
}
