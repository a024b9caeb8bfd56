// A credential on its way to a new secret, over minutes or days. Facts only, each written once it
// happened; which step is next, and with which secret a call is made, follows from them.
import * as v from 'valibot';
import { oldSecretProof, type OldTokensView } from '../../shared/incident/rotation-view.ts';
import type { CredentialId, RotationId } from './ids.ts';
import { credentialId, finite, identifier, text, tokenId, type Row } from './row-schema.ts';

export type OldSecretProof = Row<typeof oldSecretProof>;
export type OldSecretVerdict = OldSecretProof['verdict'];

export const rotationSchema = v.strictObject({
  id: identifier<RotationId>(),
  credentialId,
  startedAtMs: finite,
  /** The new secret is sealed beside the old one from here on. */
  newSecretAtMs: v.nullable(finite),
  newSecretFingerprint: text,
  /** A token was minted with the new secret, and works. */
  newTokenId: v.nullable(tokenId),
  checkedAtMs: v.nullable(finite),
  /** What the old secret minted and may have been live when the new one was checked, or later. */
  oldTokenIds: v.array(tokenId),
  /** What the person saw in the web app when the new secret was made; null until said. */
  oldSecretSaid: v.nullable(v.picklist(['works', 'stopped'])),
  /** The person asked to revoke what the old secret minted. */
  revokeAskedAtMs: v.nullable(finite),
  oldSecret: v.nullable(oldSecretProof),
  /** The old secret was destroyed here and the new one took its place. */
  finishedAtMs: v.nullable(finite),
});
export type Rotation = Row<typeof rotationSchema>;

export function openRotation(
  rotations: readonly Rotation[],
  id: CredentialId,
): Rotation | undefined {
  return rotations.find((each) => each.credentialId === id && each.finishedAtMs === null);
}

/** As far as known: the app's own proof beats what the person said. */
export function oldSecretStopped({ oldSecret, oldSecretSaid }: Rotation): boolean {
  if (oldSecret !== null && oldSecret.verdict !== 'unclear') return oldSecret.verdict === 'refused';
  return oldSecretSaid === 'stopped';
}

/** Not while the old secret is known to mint: whoever has it could go on, unseen from here. */
export function mayFinish({ checkedAtMs, oldSecret }: Rotation): boolean {
  return checkedAtMs !== null && oldSecret?.verdict !== 'still_mints';
}

export type SecretField = 'client_secret' | 'new_client_secret';

/** The sealed secret that new tokens come from: the new one once it was checked. */
export function secretFieldToMint(rotations: readonly Rotation[], id: CredentialId): SecretField {
  const rotation = openRotation(rotations, id);
  return rotation === undefined || rotation.checkedAtMs === null
    ? 'client_secret'
    : 'new_client_secret';
}

/**
 * The sealed secrets a revocation authenticates with, the second where the first is refused or cannot be opened. A
 * server may refuse one that was rotated away (docs/oauth-cases.md case 101), so revocations keep to the old secret
 * while it works. Which one works may have changed since it was said or proven: the other one ends no revocation
 * that it could have made.
 */
export function secretFieldsToRevoke(
  rotations: readonly Rotation[],
  id: CredentialId,
): readonly [SecretField, SecretField?] {
  const rotation = openRotation(rotations, id);
  if (rotation === undefined || rotation.newSecretAtMs === null) return ['client_secret'];
  return oldSecretStopped(rotation)
    ? ['new_client_secret', 'client_secret']
    : ['client_secret', 'new_client_secret'];
}

/** Five steps; 6 when it is finished. */
export type RotationStep = 1 | 2 | 3 | 4 | 5 | 6;

export function rotationStep(
  rotation: Rotation,
  old: OldTokensView,
  accessType: 'trader' | 'partner',
): RotationStep {
  if (rotation.finishedAtMs !== null) return 6;
  if (rotation.newSecretAtMs === null) return 1;
  if (rotation.checkedAtMs === null) return 2;
  // No revoke call exists for Partner: the proof goes on beside the later steps.
  const unsettled = old.waiting + old.failed + (accessType === 'trader' ? old.underWay : 0);
  if (unsettled > 0) return 3;
  return rotation.oldSecret?.verdict === 'refused' ? 5 : 4;
}
