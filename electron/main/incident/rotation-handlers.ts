// The contract's calls about rotating a secret. What destroys or ends something is asked by main first.
import type { Failure } from '../../shared/failures/failure.ts';
import { PRACTICE_ENVIRONMENT_ID, type CredentialId } from '../domain/ids.ts';
import type { Credential } from '../domain/credential.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { RotationStanding } from './rotations.ts';
import type { Question } from '../secret-input/ports.ts';
import type { SessionServices } from '../session/session-services.ts';
import { findById } from '../credentials/credentials.ts';
import type { HandlerParts } from '../ipc/handler-ports.ts';
import { anotherTokenQuestion } from '../ipc/single-acts.ts';
import { environmentOf, fullNameOf, secretHost } from '../domain/place-words.ts';
import {
  abandonQuestion,
  endOldTokensQuestion,
  finishQuestion,
  tryOldSecretQuestion,
} from './rotation-questions.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createDoneAfter, createWhileOpen, takenWhileOpen } from '../ipc/while-open.ts';

type RotationCall =
  | 'rotationStart'
  | 'rotationTakeSecret'
  | 'rotationCheck'
  | 'rotationSay'
  | 'rotationEndOldTokens'
  | 'rotationTryOldSecret'
  | 'rotationFinish'
  | 'rotationAbandon'
  | 'practiceNewSecret'
  | 'practiceRemoveOldSecret';

interface Known {
  readonly services: SessionServices;
  readonly credential: Credential;
  readonly standing: RotationStanding;
}

export function createRotationHandlers(ports: HandlerParts): Pick<Handlers, RotationCall> {
  const { vaultSession, secretInput, practice, singleActs } = ports;
  const whileOpen = createWhileOpen(vaultSession);
  const doneAfter = createDoneAfter(vaultSession);

  function known(credentialId: string): Result<Known, Failure> {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const credential = findById(open.value.session, credentialId as CredentialId);
    if (credential === null) return fail({ code: 'unknown_credential' });
    const standing = open.value.rotations.standing(credential.id);
    if (standing === null) return fail({ code: 'rotation_not_open' });
    const label = fullNameOf(open.value.session.vault.contents(), credential.id);
    return ok({ services: open.value, credential: { ...credential, label }, standing });
  }

  function asked(
    credentialId: string,
    question: (known: Known) => Question | Failure,
  ): Result<Question, Failure> {
    const found = known(credentialId);
    if (!found.ok) return found;
    const asks = question(found.value);
    return 'code' in asks ? fail(asks) : ok(asks);
  }

  const notReady: Failure = { code: 'step_not_ready' };

  function practiceClient(credentialId: string): Result<Credential, Failure> {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const credential = findById(open.value.session, credentialId as CredentialId);
    return credential?.environmentId === PRACTICE_ENVIRONMENT_ID
      ? ok(credential)
      : fail({ code: 'unknown_credential' });
  }

  return {
    rotationStart: ({ credentialId }) =>
      doneAfter(({ rotations }) => rotations.start(credentialId as CredentialId)),
    async rotationTakeSecret({ credentialId, secretSource }) {
      const found = known(credentialId);
      if (!found.ok) return found;
      if (found.value.standing.rotation.checkedAtMs !== null) return fail(notReady);
      const { id, label } = found.value.credential;
      const environment = environmentOf(found.value.services.session.vault.contents(), id);
      if (environment === undefined) return fail({ code: 'unknown_environment' });
      const goes = { about: `${label}, its new secret`, host: secretHost(environment) };
      const { secretCommand } = found.value.credential;
      const { secrets } = found.value.services.session;
      // What the vault takes and what the command prints later must be the same.
      const asking =
        secretCommand === undefined
          ? secretInput.take(secretSource, goes)
          : secrets.fetch(secretCommand);
      const taken = await takenWhileOpen(vaultSession, asking);
      if (!taken.ok) return taken;
      if (taken.value === 'cancelled') return ok('cancelled');
      const { secret, services } = taken.value;
      const kept = await services.rotations.takeSecret(id, secret);
      if (!kept.ok) return kept;
      await secretInput.kept();
      return ok('done');
    },
    rotationCheck: {
      ask: ({ credentialId }) => singleActs.ask('issue_anew', credentialId, anotherTokenQuestion),
      act({ credentialId }, choice) {
        singleActs.acted('issue_anew', choice);
        return doneAfter(({ rotations }) => rotations.check(credentialId as CredentialId));
      },
    },
    rotationSay: ({ credentialId, oldSecret }) =>
      doneAfter(({ rotations }) => rotations.say(credentialId as CredentialId, oldSecret)),
    rotationEndOldTokens: {
      ask: ({ credentialId }) =>
        asked(credentialId, ({ credential, standing }) =>
          standing.old.waiting + standing.old.failed === 0
            ? { code: 'nothing_to_stop' }
            : endOldTokensQuestion(credential, standing),
        ),
      act: ({ credentialId }) =>
        doneAfter(({ rotations }) => rotations.endOldTokens(credentialId as CredentialId)),
    },
    rotationTryOldSecret: {
      ask: ({ credentialId }) =>
        asked(credentialId, ({ credential, standing }) =>
          standing.rotation.checkedAtMs === null
            ? notReady
            : tryOldSecretQuestion(credential, true),
        ),
      act: whileOpen(async ({ rotations }, { credentialId }) =>
        rotations.tryOld(credentialId as CredentialId),
      ),
    },
    rotationFinish: {
      ask: ({ credentialId }) =>
        asked(credentialId, ({ credential, standing }) =>
          standing.rotation.checkedAtMs === null ||
          standing.rotation.oldSecret?.verdict === 'still_mints'
            ? notReady
            : finishQuestion(credential, standing),
        ),
      act: ({ credentialId }) =>
        doneAfter(({ rotations }) => rotations.finish(credentialId as CredentialId)),
    },
    rotationAbandon: {
      ask: ({ credentialId }) =>
        asked(credentialId, ({ credential, standing }) => abandonQuestion(credential, standing)),
      act: ({ credentialId }) =>
        doneAfter(({ rotations }) => rotations.abandon(credentialId as CredentialId)),
    },
    async practiceNewSecret({ credentialId, oldStops }) {
      const client = practiceClient(credentialId);
      if (!client.ok) return client;
      const made = await practice.newSecret(client.value, oldStops);
      return made ? ok('done') : fail({ code: 'practice_unavailable' });
    },
    practiceRemoveOldSecret({ credentialId }) {
      const client = practiceClient(credentialId);
      if (!client.ok) return client;
      return practice.removeOldSecret(client.value)
        ? ok('done')
        : fail({ code: 'practice_unavailable' });
    },
  };
}
