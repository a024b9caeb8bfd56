// The contract's calls about a key that leaked. The stop is asked like every other trigger of it.
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok } from '../domain/result.ts';
import { findById } from '../credentials/credentials.ts';
import type { HandlerParts } from '../ipc/handler-ports.ts';
import { fullName } from '../domain/credential-name.ts';
import { environmentOf, fullNameOf, isPractice } from '../domain/place-words.ts';
import { closePlanQuestion, deletedQuestion, startPlanQuestion } from './leak-questions.ts';
import { tryOldSecretQuestion } from './rotation-questions.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createDoneAfter, createWhileOpen } from '../ipc/while-open.ts';
import { createRevokeAllTrigger } from '../revoke-all/revoke-all-trigger.ts';

type LeakCall =
  | 'leakPlanStart'
  | 'leakPlanRevoke'
  | 'leakPlanChoose'
  | 'leakPlanSay'
  | 'leakPlanTryOldSecret'
  | 'leakPlanClose';

export function createLeakHandlers(ports: HandlerParts): Pick<Handlers, LeakCall> {
  const { vaultSession, singleActs } = ports;
  const press = createRevokeAllTrigger(vaultSession);
  const whileOpen = createWhileOpen(vaultSession);
  const doneAfter = createDoneAfter(vaultSession);

  return {
    leakPlanStart: {
      ask: ({ credentialId }) => singleActs.ask('end', credentialId, startPlanQuestion),
      act({ credentialId }, choice) {
        singleActs.acted('end', choice);
        return doneAfter(({ leaks }) => leaks.start(credentialId as CredentialId));
      },
    },
    leakPlanRevoke: {
      ask: ({ credentialId }) =>
        press.ask({ kind: 'credential', credentialId: credentialId as CredentialId }),
      act: whileOpen(async ({ leaks }, { credentialId }) => {
        const run = await leaks.revokeAll(credentialId as CredentialId);
        return run.ok ? ok({ runId: run.value }) : run;
      }),
    },
    leakPlanChoose: ({ credentialId, way }) =>
      doneAfter(({ leaks }) => leaks.choose(credentialId as CredentialId, way)),
    leakPlanSay: {
      ask: whileOpen(({ leaks, session }, { credentialId, step, done }) => {
        const id = credentialId as CredentialId;
        const count = done && step === 'delete_client' ? leaks.revokedByDeletion(id) : 0;
        const credential = findById(session, id);
        const environment = environmentOf(session.vault.contents(), id);
        if (count === 0 || credential === null || environment === undefined) return ok(null);
        if (isPractice(environment)) return ok(null);
        return ok(deletedQuestion(fullName(credential, environment), count));
      }),
      act: ({ credentialId, step, done }) =>
        doneAfter(({ leaks }) => leaks.say(credentialId as CredentialId, step, done)),
    },
    leakPlanTryOldSecret: {
      ask: whileOpen(({ session }, { credentialId }) => {
        const credential = findById(session, credentialId as CredentialId);
        return credential === null
          ? fail({ code: 'unknown_credential' })
          : ok(
              tryOldSecretQuestion({
                ...credential,
                label: fullNameOf(session.vault.contents(), credential.id),
              }),
            );
      }),
      act: whileOpen(async ({ leaks }, { credentialId }) =>
        leaks.tryOld(credentialId as CredentialId),
      ),
    },
    leakPlanClose: {
      ask: whileOpen(({ session }, { credentialId }) => {
        const credential = findById(session, credentialId as CredentialId);
        const environment = environmentOf(session.vault.contents(), credentialId as CredentialId);
        if (credential === null || environment === undefined) return ok(null);
        if (isPractice(environment)) return ok(null);
        return ok(closePlanQuestion(fullName(credential, environment)));
      }),
      act: ({ credentialId }) =>
        doneAfter(({ leaks }) => leaks.close(credentialId as CredentialId)),
    },
  };
}
