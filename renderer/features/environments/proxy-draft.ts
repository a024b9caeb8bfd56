// What is typed about a proxy before main checks it: which fields are missing, and what is sent. Pure.
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { CallInput } from '../../../electron/shared/ipc-contract.ts';
import type { ProxyMode, ProxyProtocol } from '../../../electron/shared/words.ts';
import { proxyWords } from './en-proxy.ts';

export interface ProxyDraft {
  readonly mode: ProxyMode;
  readonly protocol: ProxyProtocol;
  readonly host: string;
  readonly port: string;
  readonly userName: string;
}

export const freshProxy: ProxyDraft = {
  mode: 'system',
  protocol: 'http',
  host: '',
  port: '',
  userName: '',
};

export function proxyDraftOf({ proxy }: EnvironmentView): ProxyDraft {
  const { mode, protocol = 'http', host, port, userName } = proxy;
  return {
    mode,
    protocol,
    host: host ?? '',
    port: port === null ? '' : String(port),
    userName: userName ?? '',
  };
}

interface ProxyErrors {
  readonly host: string | null;
  readonly port: string | null;
}

export function proxyErrors({ mode, host, port }: ProxyDraft): ProxyErrors {
  if (mode !== 'manual') return { host: null, port: null };
  const isPort = /^[1-9]\d{0,4}$/.test(port.trim()) && Number(port) <= 65_535;
  return {
    host: host.trim() === '' ? proxyWords.hostError : null,
    port: isPort ? null : proxyWords.portError,
  };
}

export function hasProxyErrors(draft: ProxyDraft): boolean {
  const { host, port } = proxyErrors(draft);
  return host !== null || port !== null;
}

/** Of a draft without errors. */
export function proxyInputOf(draft: ProxyDraft): CallInput<'environmentProxySet'>['proxy'] {
  const { mode, protocol, host, port, userName } = draft;
  if (mode !== 'manual') return { mode };
  const name = userName.trim();
  return {
    mode,
    ...(protocol === 'http' ? {} : { protocol }),
    host: host.trim(),
    port: Number(port),
    userName: name === '' ? null : name,
  };
}
