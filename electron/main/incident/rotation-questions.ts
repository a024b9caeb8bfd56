// What main asks in a rotation, and about a leaked key: the consequence in numbers and names. Pure.
import { counted } from '../../shared/counts.ts';
import type { Credential } from '../domain/credential.ts';
import { oldSecretStopped } from '../domain/rotation.ts';
import type { Question } from '../secret-input/ports.ts';
import type { RotationStanding } from './rotations.ts';

export function endOldTokensQuestion(credential: Credential, now: RotationStanding): Question {
  const { waiting, failed } = now.old;
  const tokens = counted(waiting + failed, 'token');
  const isOne = waiting + failed === 1;
  if (credential.accessType === 'partner') {
    return {
      message: `Ask with ${tokens} of ${credential.label} until the server refuses ${isOne ? 'it' : 'them'}?`,
      detail:
        'No revoke call is documented for Partner tokens. What ends them is the key you revoked or ' +
        'regenerated in the web app; this checks that it did.',
      choices: ['Ask until refused'],
      serious: false,
    };
  }
  const by = oldSecretStopped(now.rotation) ? 'new' : 'old';
  return {
    message: `Revoke ${tokens} issued with the old secret of ${credential.label}?`,
    detail:
      `${isOne ? 'It is' : 'They are'} revoked with the ${by} secret. Programs that use ` +
      `${isOne ? 'it' : 'them'} stop; they continue with tokens of the new secret. There is no undo.`,
    choices: [`Revoke ${tokens}`],
    serious: true,
  };
}

/** @param isCompared a new secret is here, against which a refusal without a reason is held. */
export function tryOldSecretQuestion(
  { label, accessType }: Credential,
  isCompared = false,
): Question {
  const compared =
    isCompared && accessType === 'trader'
      ? ' If it refuses without a reason, a token is got with the new secret to compare, and revoked at once.'
      : '';
  const then =
    accessType === 'trader'
      ? 'That token is listed here and revoked at once.'
      : 'That token is listed here, so that it can be followed until it is dead.';
  return {
    message: `Try the old client secret of ${label}?`,
    detail: `If the server still accepts it, it issues one more live token. ${then}${compared}`,
    choices: ['Try the old secret'],
    serious: false,
  };
}

export function finishQuestion(credential: Credential, now: RotationStanding): Question {
  const { old, rotation } = now;
  const proven = rotation.oldSecret?.verdict === 'refused';
  const proof = proven
    ? 'The server has refused it.'
    : 'It is not proven that the server refuses it: once it is destroyed, Strongroom can no longer ' +
      'find out.';
  const open = old.waiting + old.failed + old.underWay;
  const living =
    open === 0
      ? ''
      : ` ${counted(open, 'token')} of it may still be live; from then on only the new secret can revoke them.`;
  return {
    message: `Destroy the old client secret of ${credential.label}?`,
    detail:
      `The stored secret, fingerprint ${credential.secretFingerprint}, is destroyed here and the new ` +
      `one, fingerprint ${rotation.newSecretFingerprint}, takes its place. ${proof}${living}`,
    choices: [proven ? 'Destroy the old secret' : 'Destroy it without proof'],
    serious: true,
  };
}

export function abandonQuestion(credential: Credential, now: RotationStanding): Question {
  return {
    message: `Abandon the rotation of ${credential.label}?`,
    detail: abandonMeans(now),
    choices: ['Abandon the rotation'],
    serious: true,
  };
}

/** What is lost, by how far it came. */
function abandonMeans({ rotation }: RotationStanding): string {
  if (rotation.newSecretAtMs === null) return 'Nothing was changed yet. The stored secret stays.';
  const forgotten =
    `The new secret, fingerprint ${rotation.newSecretFingerprint}, is forgotten here and cannot be ` +
    'brought back. It stays valid at the server until you remove it in the web app.';
  const minted =
    rotation.newTokenId === null
      ? ''
      : ' The token issued with it stays live and stays in the list.';
  const left = oldSecretStopped(rotation)
    ? ' The old secret has stopped: this credential then has no secret that works, and none of its ' +
      'tokens can be revoked from here.'
    : ' The old secret stays stored.';
  return forgotten + minted + left;
}
