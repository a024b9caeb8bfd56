// How a proxy is written where it is named.
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';

/** `proxy.example:3128`, or `[::1]:3128`; of a proxy that a person named. */
export function proxyAddress({ host, port }: EnvironmentView['proxy']): string {
  return `${host?.includes(':') === true ? `[${host}]` : (host ?? '')}:${port ?? ''}`;
}
