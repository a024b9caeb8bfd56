// The contract's calls about environments.
import type { EnvironmentId } from '../domain/ids.ts';
import { checkGatewayAddress } from '../domain/gateway-address.ts';
import { fail, ok } from '../domain/result.ts';
import { addEnvironment, obstacleToRemoving, removeEnvironment } from '../registry/environments.ts';
import { checkProxy } from '../registry/environment-reach.ts';
import type { HandlerPorts } from './handler-ports.ts';
import type { Handlers } from './serve-contract.ts';

export function createEnvironmentHandlers(
  ports: HandlerPorts,
): Pick<
  Handlers,
  'environmentCheckAddress' | 'environmentChooseAuthority' | 'environmentAdd' | 'environmentRemove'
> {
  const { keeper, dialogs, authorities } = ports;
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
      const path = await dialogs.chooseFile('Certificate authority (PEM file)');
      return path === null ? ok('cancelled') : await authorities.read(path);
    },
    async environmentAdd({ name, kind, baseUrl, tradeUrl, authorityHandle, proxy }) {
      const open = keeper.services();
      if (!open.ok) return open;
      const authorityPem = authorityHandle === null ? null : authorities.pemOf(authorityHandle);
      if (authorityHandle !== null && authorityPem === null) {
        return fail({ code: 'authority_invalid' });
      }
      const checked = checkProxy(proxy);
      if (!checked.ok) return checked;
      const added = await addEnvironment(open.value.room, {
        name,
        kind,
        baseUrl,
        tradeUrl,
        authorityPem,
        proxy: checked.value,
      });
      return added.ok ? ok({ environmentId: added.value }) : added;
    },
    environmentRemove: {
      ask({ environmentId }) {
        const open = keeper.services();
        if (!open.ok) return open;
        const id = environmentId as EnvironmentId;
        const obstacle = obstacleToRemoving(open.value.room, id);
        if (obstacle !== null) return fail(obstacle);
        const { environments } = open.value.room.vault.contents();
        const name = environments.find((each) => each.id === id)?.name ?? '';
        return ok({
          message: `Remove the environment ${name}?`,
          detail: 'Its addresses and its certificate authority are forgotten here.',
          choices: ['Remove environment'],
          serious: true,
        });
      },
      async act({ environmentId }) {
        const open = keeper.services();
        if (!open.ok) return open;
        const removed = await removeEnvironment(open.value.room, environmentId as EnvironmentId);
        return removed.ok ? ok('done') : removed;
      },
    },
  };
}
