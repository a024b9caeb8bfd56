// Rotations at the boundary: the contract's calls, what main asks in one, and how the window sees it. What destroys or
// ends something is asked by main first.
import { counted } from '../../shared/counts.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { RotationView } from '../../shared/incident/rotation-view.ts';
import { takenWhileOpen } from '../credentials/taken-secret.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId } from '../domain/ids.ts';
import { secretHost } from '../domain/place-words.ts';
import { fail } from '../domain/result.ts';
import { mayFinish, oldSecretStopped } from '../domain/rotation.ts';
import { aboutKey } from '../tokens/about-key.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { anotherTokenQuestion } from '../ipc/single-acts.ts';
import { whileOpen } from '../ipc/while-open.ts';
import type { Question } from '../secret-input/ports.ts';
import { namedCredential, type NamedCredential, type OpenSession } from '../tokens/open-session.ts';
import type { Rotations, RotationStanding } from './rotations.ts';

interface Open {
  readonly session: OpenSession;
  readonly rotations: Rotations;
}

interface Known extends NamedCredential {
  readonly standing: RotationStanding;
}

const notReady: Failure = { code: 'step_not_ready' };

export function rotationHandlers({
  vaultSession,
  secretInput,
  singleActs,
}: Pick<HandlerParts<Open>, 'vaultSession' | 'secretInput' | 'singleActs'>) {
  return whileOpen(vaultSession, {
    rotationStart: ({ rotations }, { credentialId }) => rotations.start(credentialId),
    async rotationTakeSecret(open, { credentialId, secretSource }) {
      const found = namedCredential(open.session, credentialId);
      if (!found.ok) return found;
      const { credential, environment, name } = found.value;
      const standing = open.rotations.standing(credentialId);
      if (standing === null) return fail(gone('rotation'));
      if (standing.rotation.checkedAtMs !== null) return fail(notReady);
      const goes = { about: `${name}, its new secret`, host: secretHost(environment) };
      const { secretCommand } = credential;
      // What the vault takes and what the command prints later must be the same.
      const asking =
        secretCommand === undefined
          ? secretInput.take(secretSource, goes)
          : open.session.secrets.fetch(secretCommand);
      return await takenWhileOpen(vaultSession, asking, async (secret, { rotations }) => {
        const kept = await rotations.takeSecret(credentialId, secret);
        if (kept.ok) await secretInput.kept();
        return kept;
      });
    },
    rotationCheck: {
      ask: (_open, { credentialId }) =>
        singleActs.ask('issue_anew', credentialId, anotherTokenQuestion),
      act: ({ rotations }, { credentialId }) => rotations.check(credentialId),
    },
    rotationSay: ({ rotations }, { credentialId, oldSecret }) =>
      rotations.say(credentialId, oldSecret),
    rotationEndOldTokens: {
      ask: (open, { credentialId }) =>
        asked(open, credentialId, (rotation) =>
          rotation.standing.old.waiting + rotation.standing.old.failed === 0
            ? { code: 'nothing_to_stop' }
            : endOldTokensQuestion(rotation),
        ),
      act: ({ rotations }, { credentialId }) => rotations.endOldTokens(credentialId),
    },
    rotationTryOldSecret: {
      ask: (open, { credentialId }) =>
        asked(open, credentialId, ({ name, credential, standing }) =>
          standing.rotation.checkedAtMs === null
            ? notReady
            : tryOldSecretQuestion(name, credential, true),
        ),
      act: ({ rotations }, { credentialId }) => rotations.tryOld(credentialId),
    },
    rotationFinish: {
      ask: (open, { credentialId }) =>
        asked(open, credentialId, (rotation) =>
          mayFinish(rotation.standing.rotation) ? finishQuestion(rotation) : notReady,
        ),
      act: ({ rotations }, { credentialId }) => rotations.finish(credentialId),
    },
    rotationAbandon: {
      ask: (open, { credentialId }) => asked(open, credentialId, abandonQuestion),
      act: ({ rotations }, { credentialId }) => rotations.abandon(credentialId),
    },
  });
}

const asked = (
  { session, rotations }: Open,
  id: CredentialId,
  question: (rotation: Known) => Question | Failure,
) =>
  aboutKey(session, id, (key) => {
    const standing = rotations.standing(id);
    return standing === null ? gone('rotation') : question({ ...key, standing });
  });

export function toRotationView(
  { rotations }: Pick<Open, 'rotations'>,
  id: CredentialId,
): RotationView | null {
  const standing = rotations.standing(id);
  if (standing === null || standing.step === 6) return null;
  const { rotation, step, old } = standing;
  const { newSecretAtMs, newSecretFingerprint: fingerprint } = rotation;
  const waits = old.underWay > 0 && old.waiting + old.failed === 0;
  return {
    startedAtMs: rotation.startedAtMs,
    step,
    waitingFor: step === 3 && waits ? 'server' : 'you',
    newSecret: newSecretAtMs === null ? null : { atMs: newSecretAtMs, fingerprint },
    newTokenId: rotation.newTokenId,
    checkedAtMs: rotation.checkedAtMs,
    oldSecretSaid: rotation.oldSecretSaid,
    oldSecretStopped: oldSecretStopped(rotation),
    oldSecret: rotation.oldSecret,
    old,
    mayFinish: mayFinish(rotation),
  };
}

function endOldTokensQuestion({ name, credential, standing: now }: Known): Question {
  const { waiting, failed } = now.old;
  const tokens = counted(waiting + failed, 'token');
  const isOne = waiting + failed === 1;
  if (credential.accessType === 'partner') {
    return {
      message: `Ask with ${tokens} of ${name} until the server refuses ${isOne ? 'it' : 'them'}?`,
      detail:
        'No revoke call is documented for Partner tokens. The key that you revoked or regenerated in ' +
        'the web app ends them. This checks that it did.',
      choices: ['Ask until refused'],
    };
  }
  const by = oldSecretStopped(now.rotation) ? 'new' : 'old';
  return {
    message: `Revoke ${tokens} issued with the old secret of ${name}?`,
    detail:
      `${isOne ? 'It is' : 'They are'} revoked with the ${by} secret. Programs that use ` +
      `${isOne ? 'it' : 'them'} stop; they continue with tokens of the new secret. There is no undo.`,
    choices: [`Revoke ${tokens}`],
    serious: true,
  };
}

/** @param isCompared a new secret is here, against which a refusal without a reason is held. */
export function tryOldSecretQuestion(
  name: string,
  { accessType }: Credential,
  isCompared = false,
): Question {
  const compared =
    isCompared && accessType === 'trader'
      ? ' If it refuses without a reason, one token is got with the new secret. It is compared and revoked at once.'
      : '';
  const then =
    accessType === 'trader'
      ? 'That token is listed here and revoked at once.'
      : 'That token is listed here, so that it can be followed until it is dead.';
  return {
    message: `Try the old client secret of ${name}?`,
    detail: `If the server still accepts it, it issues one more live token. ${then}${compared}`,
    choices: ['Try the old secret'],
  };
}

function finishQuestion({ name, credential, standing }: Known): Question {
  const { old, rotation } = standing;
  const proven = rotation.oldSecret?.verdict === 'refused';
  const proof = proven
    ? 'The server has refused it.'
    : 'It is not proven that the server refuses it. Once it is destroyed, Strongroom can no longer ' +
      'find out.';
  const open = old.waiting + old.failed + old.underWay;
  const living =
    open === 0
      ? ''
      : ` ${counted(open, 'token')} of it may still be live. From then on only the new secret can revoke them.`;
  return {
    message: `Destroy the old client secret of ${name}?`,
    detail:
      `The stored secret, fingerprint ${credential.secretFingerprint}, is destroyed here. The new ` +
      `one, fingerprint ${rotation.newSecretFingerprint}, takes its place. ${proof}${living}`,
    choices: [proven ? 'Destroy the old secret' : 'Destroy it without proof'],
    serious: true,
  };
}

function abandonQuestion({ name, standing }: Known): Question {
  return {
    message: `Abandon the rotation of ${name}?`,
    detail: abandonMeans(standing),
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
    ? ' The old secret has stopped. This key then has no secret that works. None of its ' +
      'tokens can be revoked from here.'
    : ' The old secret stays stored.';
  return forgotten + minted + left;
}
