// Adds, edits and deletes client credentials. A secret arrives as bytes from secret input and goes straight
// under seal; a credential whose tokens may live is never deleted before they are dead.
import type { AccessType } from '../../shared/words.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { credentialFacts } from '../../shared/credentials/credential-facts.ts';
import { labelKeyOf } from '../../shared/credentials/label-key.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { liveTokensOf } from '../tokens/ledger/housekeeping.ts';
import { editCredential, removeCredentials, secretsOf } from '../tokens/ledger/ledger.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import { changeVault, credentialById, type OpenSession } from '../tokens/open-session.ts';

/** What a person may change later: one field more is passed on here without a word. */
type CredentialFacts = Pick<Credential, keyof typeof credentialFacts>;

export type NewCredential = CredentialFacts &
  Pick<Credential, 'clientId' | 'accessType' | 'environmentId'>;

/** Made once for many that are added. @param but whose own label is its to keep. */
export function takenLabels(session: OpenSession, but: CredentialId | null = null): Set<string> {
  const others = session.vault.contents().credentials.filter(({ id }) => id !== but);
  return new Set(others.map(labelKeyOf));
}

/** What stands against a new credential, before its secret is asked for; null if nothing. */
export function obstacleToAdding(
  session: OpenSession,
  asked: NewCredential,
  taken: ReadonlySet<string> = takenLabels(session),
): Failure | null {
  const { environments } = session.vault.contents();
  if (!environments.some(({ id }) => id === asked.environmentId)) {
    return gone('environment');
  }
  return obstacleInFacts(asked, asked, taken);
}

function obstacleInFacts(
  facts: CredentialFacts,
  { accessType, environmentId }: Pick<Credential, 'accessType' | 'environmentId'>,
  taken: ReadonlySet<string>,
): Failure | null {
  const { label, registeredScopes } = facts;
  if (accessType === 'trader' && registeredScopes.length === 0)
    return { code: 'scope_not_registered' };
  const isTaken = taken.has(labelKeyOf({ environmentId, label }));
  return isTaken ? { code: 'name_taken', facts: { about: label } } : null;
}

/** A row that is not in any list yet. The secret stays the caller's. */
export function newCredential(
  session: OpenSession,
  asked: NewCredential,
  secret: SecretBytes,
): Credential {
  const nowMs = session.clock.nowMs();
  return {
    ...factsFor(asked.accessType, asked),
    id: session.newId() as CredentialId,
    environmentId: asked.environmentId,
    accessType: asked.accessType,
    clientId: asked.clientId,
    createdAtMs: nowMs,
    secretSetAtMs: nowMs,
    secretFingerprint: session.vault.fingerprint(secret),
    refusalsInARow: 0,
    removeWhenDead: false,
    lastFailure: null,
  };
}

/** @param secret wiped here, whatever the result. */
export async function addCredential(
  session: OpenSession,
  asked: NewCredential,
  secret: SecretBytes,
): Promise<Result<CredentialId, Failure>> {
  const obstacle = obstacleToAdding(session, asked);
  const credential = newCredential(session, asked, secret);
  const saved =
    obstacle !== null
      ? fail(obstacle)
      : await changeVault(session, {
          contents: (before) => ({ ...before, credentials: [...before.credentials, credential] }),
          seal: [{ name: { id: credential.id, field: 'client_secret' }, secret }],
        });
  secret.wipe();
  if (!saved.ok) return saved;
  recordCredentialEvent(session, 'credential_added', credential);
  return ok(credential.id);
}

/** What a new secret changes of a credential. The secret stays the caller's. */
export function withNewSecret(
  session: OpenSession,
  secret: SecretBytes,
): Pick<Credential, 'secretFingerprint' | 'secretSetAtMs' | 'refusalsInARow' | 'lastFailure'> {
  return {
    secretFingerprint: session.vault.fingerprint(secret),
    secretSetAtMs: session.clock.nowMs(),
    refusalsInARow: 0,
    lastFailure: null,
  };
}

/** Scopes are a Trader's, a permission is a Partner's; each keeps only its own. */
function factsFor(accessType: AccessType, facts: CredentialFacts): CredentialFacts {
  return {
    ...facts,
    tags: [...new Set(facts.tags)],
    registeredScopes: accessType === 'trader' ? [...new Set(facts.registeredScopes)] : [],
    permission: accessType === 'partner' ? facts.permission : null,
  };
}

export async function changeCredential(
  session: OpenSession,
  id: CredentialId,
  facts: CredentialFacts,
): Promise<Result<void, Failure>> {
  const known = credentialById(session, id);
  if (known === null) return fail(gone('key'));
  const obstacle = obstacleInFacts(facts, known, takenLabels(session, id));
  if (obstacle !== null) return fail(obstacle);
  const saved = await changeVault(session, {
    contents: editCredential(id, (now) => ({ ...now, ...factsFor(now.accessType, facts) })),
  });
  if (saved.ok) recordCredentialEvent(session, 'credential_changed', { id, label: facts.label });
  return saved;
}

/** @param validUntilMs null: not known. It is about the secret in use, and goes with it. */
export async function setValidUntil(
  session: OpenSession,
  id: CredentialId,
  validUntilMs: number | null,
): Promise<Result<void, Failure>> {
  const known = credentialById(session, id);
  if (known === null) return fail(gone('key'));
  const saidAtMs = session.clock.nowMs();
  const saved = await changeVault(session, {
    contents: editCredential(id, ({ secretEnd: _before, ...now }) =>
      validUntilMs === null
        ? now
        : // Set back, the clock must not make it an earlier secret's.
          {
            ...now,
            secretEnd: { atMs: validUntilMs, saidAtMs: Math.max(saidAtMs, now.secretSetAtMs) },
          },
    ),
  });
  if (saved.ok) recordCredentialEvent(session, 'credential_changed', known, { word: 'secret_end' });
  return saved;
}

/** @param secret wiped here, whatever the result. */
export async function replaceSecret(
  session: OpenSession,
  id: CredentialId,
  secret: SecretBytes,
): Promise<Result<void, Failure>> {
  const known = credentialById(session, id);
  if (known === null) {
    secret.wipe();
    return fail(gone('key'));
  }
  const renewed = withNewSecret(session, secret);
  const saved = await changeVault(session, {
    contents: editCredential(id, (now) => ({ ...withoutCommand(now), ...renewed })),
    seal: [{ name: { id, field: 'client_secret' }, secret }],
  });
  secret.wipe();
  if (saved.ok) recordCredentialEvent(session, 'secret_replaced', known);
  return saved;
}

/** A secret that is given takes the place of a command that printed one. */
function withoutCommand(credential: Credential): Credential {
  const stored: { -readonly [K in keyof Credential]: Credential[K] } = { ...credential };
  delete stored.secretCommand;
  return stored;
}

/** Tokens of the credential that may still be honoured somewhere. */
export const countLiveTokens = (session: OpenSession, id: CredentialId): number =>
  liveTokensOf(session, session.vault.contents(), id).length;

/** Deletes a credential with nothing alive; with live tokens it waits for their death. */
export async function removeCredential(
  session: OpenSession,
  id: CredentialId,
): Promise<Result<void, Failure>> {
  const known = credentialById(session, id);
  if (known === null) return fail(gone('key'));
  let live = false;
  let names: ReturnType<typeof secretsOf> = [];
  const saved = await changeVault(session, {
    // Decided as it is saved: a token may have been asked for or come since.
    contents(before) {
      live = liveTokensOf(session, before, id).length > 0;
      if (live) {
        names = [];
        return editCredential(id, (now) => ({ ...now, removeWhenDead: true }))(before);
      }
      const owned = before.tokens.filter(({ credentialId }) => credentialId === id);
      names = [
        ...secretsOf(id),
        ...owned.map((token) => ({ id: token.id, field: 'access_token' as const })),
      ];
      return {
        ...removeCredentials(new Set([id]))(before),
        tokens: before.tokens.filter(({ credentialId }) => credentialId !== id),
      };
    },
    drop: () => names,
  });
  if (saved.ok && !live) recordCredentialEvent(session, 'credential_removed', known);
  return saved;
}
