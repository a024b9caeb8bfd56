// What stands between this machine and the servers: whether there is a network at all, and the proxy that a
// person named for the environment in view. Tells main when the network is back: a machine that was away may
// have a clock set right since (docs/interface.md, countdown rule 6).
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { en } from '../../i18n/en.ts';
import { proxyAddress } from '../../model/proxy-address.ts';
import { useApp, useCredential, useWindow } from '../../state/app-context.tsx';

export function NetworkState(props: { readonly view: AppView }): ReactNode {
  const { commands } = useApp();
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  useEffect(() => {
    window.addEventListener('online', commands.networkBack);
    return () => window.removeEventListener('online', commands.networkBack);
  }, [commands]);
  const environment = useEnvironmentInView(props.view.environments);
  const proxy = environment?.proxy;
  return (
    <>
      {!online && (
        <span className="warn" title={en.status.offlineWhole}>
          {en.status.offline}
        </span>
      )}
      {environment !== undefined && proxy?.mode === 'manual' && (
        <span className="status-proxy" title={en.status.proxyWhole(environment.name)}>
          {en.status.proxy(proxyAddress(proxy))}
        </span>
      )}
    </>
  );
}

/** That of the credential chosen, else the one the list is narrowed to. */
function useEnvironmentInView(
  environments: readonly EnvironmentView[],
): EnvironmentView | undefined {
  const credential = useCredential(useWindow(({ selectedId }) => selectedId));
  const narrowed = useWindow(({ filter }) =>
    filter.kind === 'environment' ? filter.environmentId : undefined,
  );
  const shown = credential?.environmentId ?? narrowed;
  return environments.find(({ id }) => id === shown);
}

function watchNetwork(changed: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  for (const name of ['online', 'offline']) window.addEventListener(name, changed, { signal });
  return () => watching.abort();
}
