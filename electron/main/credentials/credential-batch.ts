// Many new credentials and secrets in one change of the vault: all of them are durable, or none is.
import { type Failure, gone } from '../../shared/failures/failure.ts';
import { labelKeyOf } from '../../shared/credentials/label-key.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import { changeVault, credentialById, type OpenSession } from '../tokens/open-session.ts';
import { notedAlready } from './credential-notes.ts';
import {
  newCredential,
  obstacleToAdding,
  takenLabels,
  withNewSecret,
  type NewCredential,
} from './credentials.ts';

interface Addition {
  readonly asked: NewCredential;
  readonly secret: SecretBytes;
}

interface Replacement {
  readonly id: CredentialId;
  readonly secret: SecretBytes;
}

export interface CredentialBatch {
  readonly add: readonly Addition[];
  readonly replace: readonly Replacement[];
}

/** What stands against one of them, in the vault or in another one of the batch; null if nothing. */
export function obstacleToBatch(
  session: OpenSession,
  { add, replace }: CredentialBatch,
): Failure | null {
  const taken = takenLabels(session);
  for (const { asked } of add) {
    const obstacle = obstacleToAdding(session, asked, taken);
    if (obstacle !== null) return { ...obstacle, facts: { ...obstacle.facts, about: asked.label } };
    taken.add(labelKeyOf(asked));
  }
  const isMissing = replace.some(({ id }) => credentialById(session, id) === null);
  return isMissing ? gone('key') : null;
}

/** Their secrets stay the caller's to wipe. */
export async function saveBatch(
  session: OpenSession,
  batch: CredentialBatch,
): Promise<Result<void, Failure>> {
  const obstacle = obstacleToBatch(session, batch);
  if (obstacle !== null) return fail(obstacle);
  const secrets = [...batch.add, ...batch.replace].map(({ secret }) => secret);
  const noted = await notedAlready(session, secrets);
  if (noted !== null) return fail(noted);
  const added = batch.add.map(({ asked, secret }) => ({
    credential: newCredential(session, asked, secret),
    secret,
  }));
  const renewed = new Map(
    batch.replace.map(({ id, secret }) => [id, withNewSecret(session, secret)] as const),
  );
  const sealed = [
    ...added.map(({ credential: { id }, secret }) => ({ id, secret })),
    ...batch.replace,
  ];
  const saved = await changeVault(session, {
    contents: (before) => ({
      ...before,
      credentials: [
        // The very objects where nothing changes: neither the save nor the window looks at those again.
        ...before.credentials.map((each) => {
          const changes = renewed.get(each.id);
          return changes === undefined ? each : { ...each, ...changes };
        }),
        ...added.map(({ credential }) => credential),
      ],
    }),
    seal: sealed.map(({ id, secret }) => ({ name: { id, field: 'client_secret' }, secret })),
  });
  if (saved.ok) {
    for (const { credential } of added)
      recordCredentialEvent(session, 'credential_added', credential);
    for (const { id } of batch.replace) {
      const known = credentialById(session, id);
      if (known !== null) recordCredentialEvent(session, 'secret_replaced', known);
    }
  }
  return saved;
}
