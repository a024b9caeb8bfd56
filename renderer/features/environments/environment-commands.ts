// What a person does about how an environment is reached, and whom it trusts.
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { Bridge, CallInput } from '../../../electron/shared/ipc-contract.ts';
import { said } from '../../i18n/en-said.ts';
import type { Runner } from '../../bridge/runner.ts';

export function createReachCommands(bridge: Bridge, { runAndSay }: Pick<Runner, 'runAndSay'>) {
  const proxyCommand =
    (askPassword: boolean, saidOf: (environment: string) => string) =>
    (
      subject: string,
      { id, name }: EnvironmentView,
      proxy: CallInput<'environmentProxySet'>['proxy'],
    ) =>
      runAndSay(
        'environmentProxySet',
        subject,
        () => bridge.environmentProxySet({ environmentId: id, proxy, askPassword }),
        saidOf(name),
      );
  return {
    renameEnvironment: (subject: string, environmentId: string, name: string) =>
      runAndSay(
        'environmentRename',
        subject,
        () => bridge.environmentRename({ environmentId, name }),
        said.environmentRenamed(name),
      ),
    setPlace: (
      subject: string,
      { id, name }: EnvironmentView,
      place: Omit<CallInput<'environmentPlaceSet'>, 'environmentId'>,
    ) =>
      runAndSay(
        'environmentPlaceSet',
        subject,
        () => bridge.environmentPlaceSet({ environmentId: id, ...place }),
        said.environmentChanged(name),
      ),
    setProxy: proxyCommand(false, said.proxySet),
    changeProxyPassword: proxyCommand(true, said.proxyPasswordSet),
    setAuthority: (subject: string, { id, name }: EnvironmentView, handle: string | null) =>
      runAndSay(
        'environmentAuthoritySet',
        subject,
        () => bridge.environmentAuthoritySet({ environmentId: id, authorityHandle: handle }),
        handle === null ? said.authorityRemoved(name) : said.authorityAdded(name),
      ),
  };
}
