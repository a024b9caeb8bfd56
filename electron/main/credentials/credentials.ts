// Adds, edits and deletes client credentials. A secret arrives as bytes from secret input and goes straight
// under seal; a credential whose tokens may live is never deleted before they are dead.
import type { AccessType } from '../../shared/words.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { credentialFacts } from '../../shared/credentials/credential-facts.ts';
import { labelKeyOf } from '../../shared/credentials/label-key.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { liveTokensOf } from '../tokens/ledger/housekeeping.ts';
import { editCredential, removeCredentials, secretsOf } from '../tokens/ledger/ledger.ts';
import { recordCredentialEvent, recordEventOf } from '../tokens/ledger/event-recording.ts';
import { changeVault, credentialById, type OpenSession } from '../tokens/open-session.ts';
import { notedAlready } from './credential-notes.ts';

/** What a person may change later: one field more is passed on here without a word. */
type CredentialFacts = Pick<Credential, keyof typeof credentialFacts>;

export type NewCredential = CredentialFacts &
  Pick<Credential, 'clientId' | 'accessType' | 'environmentId'>;

/** Made once for many that are added. @param but whose own label is its to keep. */
function takenLabels(session: OpenSession, but: CredentialId | null = null): Set<string> {
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
): Outcome<CredentialId> {
  const obstacle = obstacleToAdding(session, asked);
  const credential = newCredential(session, asked, secret);
  const batch = { add: [{ credential, secret }], replace: [] };
  const saved = obstacle === null ? await saveBatch(session, batch) : fail(obstacle);
  secret.wipe();
  return saved.ok ? ok(credential.id) : saved;
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
): Outcome {
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
): Outcome {
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
): Outcome {
  const saved = await saveBatch(session, { add: [], replace: [{ id, secret }] });
  secret.wipe();
  return saved;
}

/** Many new credentials and secrets in one change of the vault: all of them are durable, or none is. */
export interface CredentialBatch {
  readonly add: readonly { readonly credential: Credential; readonly secret: SecretBytes }[];
  readonly replace: readonly { readonly id: CredentialId; readonly secret: SecretBytes }[];
}

/** What stands against one of them, in the vault or in another one of the batch; null if nothing. */
export function obstacleToBatch(
  session: OpenSession,
  { add, replace }: CredentialBatch,
): Failure | null {
  const taken = takenLabels(session);
  for (const { credential } of add) {
    const obstacle = obstacleToAdding(session, credential, taken);
    const { label: about } = credential;
    if (obstacle !== null) return { ...obstacle, facts: { ...obstacle.facts, about } };
    taken.add(labelKeyOf(credential));
  }
  const isMissing = replace.some(({ id }) => credentialById(session, id) === null);
  return isMissing ? gone('key') : null;
}

/** Their secrets stay the caller's to wipe. */
export async function saveBatch(session: OpenSession, batch: CredentialBatch): Outcome {
  const secrets = [...batch.add, ...batch.replace].map(({ secret }) => secret);
  const obstacle = obstacleToBatch(session, batch) ?? (await notedAlready(session, secrets));
  if (obstacle !== null) return fail(obstacle);
  const renewed = new Map(
    batch.replace.map(({ id, secret }) => [id, withNewSecret(session, secret)] as const),
  );
  const sealed = [
    ...batch.add.map(({ credential: { id }, secret }) => ({ id, secret })),
    ...batch.replace,
  ];
  const saved = await changeVault(session, {
    contents: (before) => ({
      ...before,
      credentials: [
        // The very objects where nothing changes: neither the save nor the window looks at those again.
        ...before.credentials.map((each) => {
          const changes = renewed.get(each.id);
          return changes === undefined ? each : { ...withoutCommand(each), ...changes };
        }),
        ...batch.add.map(({ credential }) => credential),
      ],
    }),
    seal: sealed.map(({ id, secret }) => ({ name: { id, field: 'client_secret' }, secret })),
  });
  if (!saved.ok) return saved;
  for (const { credential } of batch.add)
    recordCredentialEvent(session, 'credential_added', credential);
  for (const { id } of batch.replace) recordEventOf(session, 'secret_replaced', id);
  return saved;
}

/** A secret that is given takes the place of a command that printed one. */
function withoutCommand({ secretCommand: _command, ...stored }: Credential): Credential {
  return stored;
}

/** Tokens of the credential that may still be honoured somewhere. */
export const countLiveTokens = (session: OpenSession, id: CredentialId): number =>
  liveTokensOf(session, session.vault.contents(), id).length;

/** Deletes a credential with nothing alive; with live tokens it waits for their death. */
export async function removeCredential(session: OpenSession, id: CredentialId): Outcome {
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
