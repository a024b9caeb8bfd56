// Changes of the list of rotations, each a pure step from contents to contents.
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId, RotationId, TokenId } from '../domain/ids.ts';
import type { Rotation } from '../domain/rotation.ts';
import type { Step } from '../tokens/ledger/ledger.ts';

/** Newest first; an earlier, finished one of the same credential makes room. */
export const addRotation =
  (
    credentialId: CredentialId,
    id: RotationId,
    startedAtMs: number,
    oldTokenIds: readonly TokenId[],
  ): Step =>
  (before) => {
    const others = before.rotations.filter((each) => each.credentialId !== credentialId);
    return {
      ...before,
      rotations: [{ ...newRotation(credentialId, id, startedAtMs), oldTokenIds }, ...others],
    };
  };

export const editRotation =
  (credentialId: CredentialId, edit: (rotation: Rotation) => Rotation): Step =>
  (before) => ({
    ...before,
    rotations: before.rotations.map((each) =>
      each.credentialId === credentialId && each.finishedAtMs === null ? edit(each) : each,
    ),
  });

export const dropRotation =
  (id: RotationId): Step =>
  (before) => ({ ...before, rotations: before.rotations.filter((each) => each.id !== id) });

function newRotation(credentialId: CredentialId, id: RotationId, startedAtMs: number): Rotation {
  return {
    id,
    credentialId,
    startedAtMs,
    newSecretAtMs: null,
    newSecretFingerprint: '',
    newTokenId: null,
    checkedAtMs: null,
    oldTokenIds: [],
    oldSecretSaid: null,
    revokeAskedAtMs: null,
    oldSecret: null,
    finishedAtMs: null,
  };
}

/** Why a new secret cannot be taken now, or null. */
export function whyNotTaken(
  rotation: Rotation | undefined,
  credential: Credential | undefined,
  fingerprint: string,
): Failure | null {
  if (rotation === undefined || credential === undefined) return gone('rotation');
  if (rotation.checkedAtMs !== null) return { code: 'step_not_ready' };
  return credential.secretFingerprint === fingerprint ? { code: 'secret_unchanged' } : null;
}
