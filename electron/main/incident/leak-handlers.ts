// The contract's calls about a key that leaked. The stop is asked like every other trigger of it.
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok } from '../domain/result.ts';
import { findById } from '../credentials/credentials.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
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

export function createLeakHandlers(ports: HandlerPorts): Pick<Handlers, LeakCall> {
  const { vaultSession } = ports;
  const press = createRevokeAllTrigger(vaultSession);
  const whileOpen = createWhileOpen(vaultSession);
  const doneAfter = createDoneAfter(vaultSession);

  return {
    leakPlanStart: ({ credentialId }) =>
      doneAfter(({ leaks }) => leaks.start(credentialId as CredentialId)),
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
    leakPlanSay: ({ credentialId, step, done }) =>
      doneAfter(({ leaks }) => leaks.say(credentialId as CredentialId, step, done)),
    leakPlanTryOldSecret: {
      ask: whileOpen(({ session }, { credentialId }) => {
        const credential = findById(session, credentialId as CredentialId);
        return credential === null
          ? fail({ code: 'unknown_credential' })
          : ok(tryOldSecretQuestion(credential));
      }),
      act: whileOpen(async ({ leaks }, { credentialId }) =>
        leaks.tryOld(credentialId as CredentialId),
      ),
    },
    leakPlanClose: ({ credentialId }) =>
      doneAfter(({ leaks }) => leaks.close(credentialId as CredentialId)),
  };
}
