// The contract's calls about environments.
import type { Failure } from '../../shared/failures/failure.ts';
import type { CallInput } from '../../shared/ipc-contract.ts';
import type { EnvironmentId } from '../domain/ids.ts';
import { checkGatewayAddress } from '../domain/gateway-address.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import {
  addEnvironment,
  checkNewEnvironment,
  obstacleToRemoving,
  removeEnvironment,
  renameEnvironment,
  setRotationAge,
  type NewEnvironment,
} from './environments.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { checkProxy } from './environment-reach.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import {
  AUTHORITY_TITLE,
  newEnvironmentQuestion,
  removeQuestion,
} from './environment-questions.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen } from '../ipc/while-open.ts';

export function createEnvironmentHandlers(
  ports: HandlerPorts,
): Pick<
  Handlers,
  | 'environmentCheckAddress'
  | 'environmentChooseAuthority'
  | 'environmentAdd'
  | 'environmentRename'
  | 'environmentRotationAgeSet'
  | 'environmentRemove'
> {
  const { vaultSession, dialogs, authorities } = ports;
  const whileOpen = createWhileOpen(vaultSession);

  /** What was typed, with the authority that main has read. */
  function wanted({
    authorityHandle,
    proxy,
    ...typed
  }: CallInput<'environmentAdd'>): Result<
    { session: OpenSession; environment: NewEnvironment },
    Failure
  > {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const authorityPem = authorityHandle === null ? null : authorities.pemOf(authorityHandle);
    if (authorityHandle !== null && authorityPem === null) {
      return fail({ code: 'authority_invalid' });
    }
    const checked = checkProxy(proxy);
    if (!checked.ok) return checked;
    return ok({
      session: open.value.session,
      environment: { ...typed, authorityPem, proxy: checked.value },
    });
  }

  return {
    environmentCheckAddress({ address }) {
      const checked = checkGatewayAddress(address);
      return ok(
        checked.ok
          ? { normalised: checked.value.url, reason: null, punycode: checked.value.punycode }
          : { normalised: null, reason: checked.failure, punycode: null },
      );
    },
    async environmentChooseAuthority() {
      const path = await dialogs.chooseFile(AUTHORITY_TITLE);
      return path === null ? ok('cancelled') : await authorities.read(path);
    },
    environmentAdd: {
      ask(input) {
        const asked = wanted(input);
        if (!asked.ok) return asked;
        const { session, environment } = asked.value;
        const checked = checkNewEnvironment(session, environment);
        return checked.ok ? ok(newEnvironmentQuestion(environment, checked.value)) : checked;
      },
      async act(input) {
        const asked = wanted(input);
        if (!asked.ok) return asked;
        const added = await addEnvironment(asked.value.session, asked.value.environment);
        return added.ok ? ok({ environmentId: added.value }) : added;
      },
    },
    environmentRename: whileOpen(({ session }, { environmentId, name }) =>
      renameEnvironment(session, environmentId as EnvironmentId, name),
    ),
    environmentRotationAgeSet: whileOpen(({ session }, { environmentId, days }) =>
      setRotationAge(session, environmentId as EnvironmentId, days),
    ),
    environmentRemove: {
      ask: whileOpen(({ session }, { environmentId }) => {
        const id = environmentId as EnvironmentId;
        const obstacle = obstacleToRemoving(session, id);
        if (obstacle !== null) return fail(obstacle);
        const { environments } = session.vault.contents();
        const name = environments.find((each) => each.id === id)?.name ?? '';
        return ok(removeQuestion(name));
      }),
      act: whileOpen(({ session }, { environmentId }) =>
        removeEnvironment(session, environmentId as EnvironmentId),
      ),
    },
  };
}
