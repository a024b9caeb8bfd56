// Adds, edits and deletes client credentials. A secret arrives as bytes from intake and goes straight
// under seal; a credential whose tokens may live is never deleted before they are dead.
import type { AccessType, PartnerPermission, TraderScope } from '../../shared/words.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { labelKeyOf } from '../../shared/credentials/label-key.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId, EnvironmentId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { fromVault } from '../tokens/issuance/call-failure.ts';
import { hasLiveTokens, isLive } from '../tokens/ledger/housekeeping.ts';
import { editCredential, removeCredentials, secretsOf } from '../tokens/ledger/ledger.ts';
import { noteCredential } from '../tokens/ledger/event-recording.ts';
import type { Room } from '../tokens/session-context.ts';

/** What a person may change later. */
export interface CredentialFacts {
  readonly label: string;
  readonly registeredScopes: readonly TraderScope[];
  readonly permission: PartnerPermission | null;
  readonly ownerAccount: string;
  readonly tags: readonly string[];
}

export interface NewCredential extends CredentialFacts {
  readonly clientId: string;
  readonly accessType: AccessType;
  readonly environmentId: EnvironmentId;
}

/** Made once for many that are added. @param but whose own label is its to keep. */
export function takenLabels(room: Room, but: CredentialId | null = null): Set<string> {
  const others = room.vault.contents().credentials.filter(({ id }) => id !== but);
  return new Set(others.map(labelKeyOf));
}

/** What stands against a new credential, before its secret is asked for; null if nothing. */
export function obstacleToAdding(
  room: Room,
  asked: NewCredential,
  taken: ReadonlySet<string> = takenLabels(room),
): Failure | null {
  const { environments } = room.vault.contents();
  if (!environments.some(({ id }) => id === asked.environmentId)) {
    return { code: 'unknown_environment' };
  }
  return obstacleInFacts(asked, asked, taken);
}

function obstacleInFacts(
  facts: CredentialFacts,
  { accessType, environmentId }: Pick<Credential, 'accessType' | 'environmentId'>,
  taken: ReadonlySet<string>,
): Failure | null {
  const { label, registeredScopes } = facts;
  if (accessType === 'trader' && registeredScopes.length === 0) return { code: 'scope_required' };
  const isTaken = taken.has(labelKeyOf({ environmentId, label }));
  return isTaken ? { code: 'label_taken', facts: { about: label } } : null;
}

/** A row that is not in any list yet. The secret stays the caller's. */
export function newCredential(room: Room, asked: NewCredential, secret: SecretBytes): Credential {
  const nowMs = room.clock.nowMs();
  return {
    ...factsFor(asked.accessType, asked),
    id: room.newId() as CredentialId,
    environmentId: asked.environmentId,
    accessType: asked.accessType,
    clientId: asked.clientId,
    createdAtMs: nowMs,
    secretSetAtMs: nowMs,
    secretFingerprint: room.vault.fingerprint(secret),
    refusalsInARow: 0,
    removeWhenDead: false,
    lastFailure: null,
  };
}

/** @param secret wiped here, whatever the result. */
export async function addCredential(
  room: Room,
  asked: NewCredential,
  secret: SecretBytes,
): Promise<Result<CredentialId, Failure>> {
  const obstacle = obstacleToAdding(room, asked);
  const credential = newCredential(room, asked, secret);
  const { id } = credential;
  const saved =
    obstacle === null
      ? await room.vault.change({
          contents: (before) => ({ ...before, credentials: [...before.credentials, credential] }),
          seal: [{ name: { id, field: 'client_secret' }, secret }],
        })
      : null;
  secret.wipe();
  if (saved?.ok === true) noteCredential(room, 'credential_added', credential);
  room.changed();
  if (saved === null) return fail(obstacle ?? { code: 'internal_error' });
  return saved.ok ? ok(id) : fail(fromVault(saved.failure));
}

/** What a new secret changes of a credential. The secret stays the caller's. */
export function withNewSecret(
  room: Room,
  secret: SecretBytes,
): Pick<Credential, 'secretFingerprint' | 'secretSetAtMs' | 'refusalsInARow' | 'lastFailure'> {
  return {
    secretFingerprint: room.vault.fingerprint(secret),
    secretSetAtMs: room.clock.nowMs(),
    refusalsInARow: 0,
    lastFailure: null,
  };
}

/** Scopes are a Trader's, a permission is a Partner's; each keeps only its own. */
function factsFor(accessType: AccessType, facts: CredentialFacts): CredentialFacts {
  const { label, ownerAccount } = facts;
  return {
    label,
    ownerAccount,
    tags: [...new Set(facts.tags)],
    registeredScopes: accessType === 'trader' ? [...new Set(facts.registeredScopes)] : [],
    permission: accessType === 'partner' ? facts.permission : null,
  };
}

export async function changeCredential(
  room: Room,
  id: CredentialId,
  facts: CredentialFacts,
): Promise<Result<void, Failure>> {
  const known = findById(room, id);
  if (known === null) return fail({ code: 'unknown_credential' });
  const obstacle = obstacleInFacts(facts, known, takenLabels(room, id));
  if (obstacle !== null) return fail(obstacle);
  const saved = await room.vault.change({
    contents: editCredential(id, (now) => ({ ...now, ...factsFor(now.accessType, facts) })),
  });
  if (saved.ok) noteCredential(room, 'credential_changed', { id, label: facts.label });
  room.changed();
  return saved.ok ? ok() : fail(fromVault(saved.failure));
}

/** @param secret wiped here, whatever the result. */
export async function replaceSecret(
  room: Room,
  id: CredentialId,
  secret: SecretBytes,
): Promise<Result<void, Failure>> {
  const known = findById(room, id);
  if (known === null) {
    secret.wipe();
    return fail({ code: 'unknown_credential' });
  }
  const renewed = withNewSecret(room, secret);
  const saved = await room.vault.change({
    contents: editCredential(id, (now) => ({ ...now, ...renewed })),
    seal: [{ name: { id, field: 'client_secret' }, secret }],
  });
  secret.wipe();
  if (saved.ok) noteCredential(room, 'secret_replaced', known);
  room.changed();
  return saved.ok ? ok() : fail(fromVault(saved.failure));
}

/** Tokens of the credential that may still be honoured somewhere. */
export function countLiveTokens(room: Room, id: CredentialId): number {
  const contents = room.vault.contents();
  return contents.tokens.filter(
    (token) => token.credentialId === id && isLive(room, contents, token),
  ).length;
}

/** Deletes a credential with nothing alive; with live tokens it waits for their death. */
export async function removeCredential(
  room: Room,
  id: CredentialId,
): Promise<Result<void, Failure>> {
  const known = findById(room, id);
  if (known === null) return fail({ code: 'unknown_credential' });
  let live = false;
  let names: ReturnType<typeof secretsOf> = [];
  const saved = await room.vault.change({
    // Decided as it is saved: a token may have been asked for or come since.
    contents(before) {
      live = hasLiveTokens(room, before, id);
      if (live) {
        names = [];
        return editCredential(id, (now) => ({ ...now, removeWhenDead: true }))(before);
      }
      const gone = before.tokens.filter(({ credentialId }) => credentialId === id);
      names = [
        ...secretsOf(id),
        ...gone.map((token) => ({ id: token.id, field: 'access_token' as const })),
      ];
      return {
        ...removeCredentials(new Set([id]))(before),
        tokens: before.tokens.filter(({ credentialId }) => credentialId !== id),
        leases: before.leases.filter(({ tokenId }) => !gone.some((each) => each.id === tokenId)),
      };
    },
    drop: () => names,
  });
  if (saved.ok && !live) noteCredential(room, 'credential_removed', known);
  room.changed();
  return saved.ok ? ok() : fail(fromVault(saved.failure));
}

export function findById(room: Room, id: CredentialId): Credential | null {
  return room.vault.contents().credentials.find((each) => each.id === id) ?? null;
}
