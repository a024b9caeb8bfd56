// The contract's calls about inspecting a token from somewhere else. Its text stays in main; before it
// goes to an environment for the first time, main asks.
import type { InspectionAnswerView } from '../../shared/inspection/inspection-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { PRACTICE_ENVIRONMENT_ID, type CredentialId, type EnvironmentId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SessionServices } from '../session/session-services.ts';
import { checkIntrospection, setIntrospection } from '../environments/environments.ts';
import { findCredential, findEnvironment, type EnvironmentPlace } from '../tokens/open-session.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen, takenWhileOpen } from '../ipc/while-open.ts';
import { introspectionQuestion, sendTokenQuestion } from './inspection-questions.ts';

type InspectionCall =
  | 'inspectionTake'
  | 'inspectionTidy'
  | 'inspectionCheck'
  | 'inspectionIntrospect'
  | 'inspectionCancel'
  | 'inspectionEnd'
  | 'environmentIntrospectionSet';

export function createInspectionHandlers(ports: HandlerPorts): Pick<Handlers, InspectionCall> {
  const { vaultSession, secretInput, dialogs } = ports;
  const whileOpen = createWhileOpen(vaultSession);

  /**
   * SECURITY(S28): a window that is no longer ours could add an environment and choose it; that a token
   * leaves for a host is the person's word, given to main.
   */
  async function mayLeave(
    { inspections }: SessionServices,
    { environment, target }: EnvironmentPlace,
  ): Promise<Result<boolean, Failure>> {
    const obstacle = inspections.obstacle();
    if (obstacle !== null) return fail(obstacle);
    const permission = inspections.permission(environment.id);
    // The practice gateway is this machine.
    if (environment.id === PRACTICE_ENVIRONMENT_ID) permission.give();
    if (permission.given || environment.id === PRACTICE_ENVIRONMENT_ID) return ok(true);
    const hosts = [...new Set([target.baseUrl, target.tradeUrl].map((url) => new URL(url).host))];
    const choice = await dialogs.ask(sendTokenQuestion(environment.name, hosts));
    if (choice === null) return ok(false);
    permission.give();
    return ok(true);
  }

  async function ask(
    find: (services: SessionServices) => Result<EnvironmentPlace, Failure>,
    put: (services: SessionServices) => Promise<Result<InspectionAnswerView, Failure>>,
  ): Promise<Result<InspectionAnswerView | 'cancelled', Failure>> {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const place = find(open.value);
    if (!place.ok) return place;
    const allowed = await mayLeave(open.value, place.value);
    if (!allowed.ok) return allowed;
    if (!allowed.value) return ok('cancelled');
    // The person may have locked the vault while the question stood.
    const still = vaultSession.services();
    return still.ok ? await put(still.value) : still;
  }

  return {
    async inspectionTake({ source }) {
      const open = vaultSession.services();
      if (!open.ok) return open;
      const { inspections } = open.value;
      const endings = inspections.endings();
      const taken = await takenWhileOpen(vaultSession, secretInput.takeToken(source));
      if (!taken.ok) return taken;
      if (taken.value === 'cancelled') return ok('cancelled');
      const { secret, services } = taken.value;
      // The sheet was closed meanwhile, or the session is another: nobody would ever end this one.
      if (services.inspections !== inspections || inspections.endings() !== endings) {
        secret.wipe();
        return ok('cancelled');
      }
      return ok(inspections.begin(secret, source));
    },
    inspectionTidy: whileOpen(({ inspections }) => inspections.tidy()),
    inspectionCheck: ({ environmentId, accessType }) =>
      ask(
        ({ session }) => findEnvironment(session, environmentId as EnvironmentId),
        ({ inspections }) => inspections.check(environmentId as EnvironmentId, accessType),
      ),
    inspectionIntrospect: ({ credentialId }) =>
      ask(
        ({ session }) => findCredential(session, credentialId as CredentialId),
        ({ inspections }) => inspections.introspect(credentialId as CredentialId),
      ),
    inspectionCancel() {
      const open = vaultSession.services();
      if (open.ok) open.value.inspections.cancel();
      return ok('done');
    },
    inspectionEnd() {
      const open = vaultSession.services();
      if (open.ok) open.value.inspections.end();
      return ok('done');
    },
    environmentIntrospectionSet: {
      ask: whileOpen(({ session }, { environmentId, introspection }) => {
        const id = environmentId as EnvironmentId;
        const checked = checkIntrospection(session, id, introspection);
        return checked.ok ? ok(introspectionQuestion(checked.value, introspection)) : checked;
      }),
      act: whileOpen(({ session }, { environmentId, introspection }) =>
        setIntrospection(session, environmentId as EnvironmentId, introspection),
      ),
    },
  };
}
