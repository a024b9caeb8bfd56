// The contract's calls about a key that leaked. The stop is asked like every other trigger of it.
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SessionServices } from '../session/session-services.ts';
import { findById } from '../credentials/credentials.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import { tryOldSecretQuestion } from './rotation-questions.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
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

  async function doneAfter(
    work: (services: SessionServices) => Promise<Result<void, Failure>>,
  ): Promise<Result<'done', Failure>> {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const result = await work(open.value);
    return result.ok ? ok('done') : result;
  }

  return {
    leakPlanStart: ({ credentialId }) =>
      doneAfter(({ leaks }) => leaks.start(credentialId as CredentialId)),
    leakPlanRevoke: {
      ask: ({ credentialId }) =>
        press.ask({ kind: 'credential', credentialId: credentialId as CredentialId }),
      async act({ credentialId }) {
        const open = vaultSession.services();
        if (!open.ok) return open;
        const run = await open.value.leaks.revokeAll(credentialId as CredentialId);
        return run.ok ? ok({ runId: run.value }) : run;
      },
    },
    leakPlanChoose: ({ credentialId, way }) =>
      doneAfter(({ leaks }) => leaks.choose(credentialId as CredentialId, way)),
    leakPlanSay: ({ credentialId, step, done }) =>
      doneAfter(({ leaks }) => leaks.say(credentialId as CredentialId, step, done)),
    leakPlanTryOldSecret: {
      ask({ credentialId }) {
        const open = vaultSession.services();
        if (!open.ok) return open;
        const credential = findById(open.value.session, credentialId as CredentialId);
        return credential === null
          ? fail({ code: 'unknown_credential' })
          : ok(tryOldSecretQuestion(credential));
      },
      async act({ credentialId }) {
        const open = vaultSession.services();
        if (!open.ok) return open;
        return await open.value.leaks.tryOld(credentialId as CredentialId);
      },
    },
    leakPlanClose: ({ credentialId }) =>
      doneAfter(({ leaks }) => leaks.close(credentialId as CredentialId)),
  };
}
