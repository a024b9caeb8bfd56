// Where secrets and tokens of an environment go, in the words of main's questions. Hosts stand in their ASCII
// form: a name that looks like another one shows itself. Pure.
import type { Credential } from './credential.ts';
import type { Environment } from './environment.ts';
import { PRACTICE_ENVIRONMENT_ID, type CredentialId, type EnvironmentId } from './ids.ts';
import { hostAndPort, NO_PROXY, type ProxySetting } from './proxy.ts';

type Place = Pick<Environment, 'id' | 'baseUrl' | 'tradeUrl'>;

/** What of the vault's contents names a credential. */
interface Named {
  readonly credentials: readonly Credential[];
  readonly environments: readonly Environment[];
}

/** Host and port; empty where there is no address. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? '';

/** Nothing of it leaves this machine. */
export const isPractice = ({ id }: Pick<Environment, 'id'>): boolean =>
  id === PRACTICE_ENVIRONMENT_ID;

/** The host that client secrets are sent to, such as `gateway.example:8443`. */
export function secretHost(place: Place): string {
  return isPractice(place) ? 'the practice gateway on this machine' : hostOf(place.baseUrl);
}

/** The same of an environment by its id; one that is gone gets no secret. */
export function secretHostOf(
  { environments }: Pick<Named, 'environments'>,
  environmentId: EnvironmentId,
): string {
  const environment = environments.find(({ id }) => id === environmentId);
  return environment === undefined ? 'nowhere' : secretHost(environment);
}

/** Every host that tokens are sent to, each once. */
export function tokenHosts(place: Place): string {
  if (isPractice(place)) return secretHost(place);
  return [...new Set([place.baseUrl, place.tradeUrl].map(hostOf))].join(' and ');
}

/** How calls leave the machine, as the end of a sentence. */
export function wayOut(proxy: ProxySetting | undefined = NO_PROXY): string {
  switch (proxy.mode) {
    case 'none':
      return 'directly, through no proxy';
    case 'system':
      return 'through the system proxy, or directly where there is none';
    case 'manual':
      return `through the ${proxy.protocol === 'socks5' ? 'SOCKS5 ' : ''}proxy ${hostAndPort(proxy.host, proxy.port)}`;
  }
}

/** A credential as every question of main and every report names it: a label may stand in several environments. */
export const fullName = (
  { label }: { readonly label: string },
  environment: { readonly name: string } | undefined,
): string => (environment === undefined ? label : `${label} in ${environment.name}`);

/** The same of one of the vault, by its id; empty where it is gone. */
export function fullNameOf(contents: Named, id: CredentialId): string {
  const owner = contents.credentials.find((each) => each.id === id);
  return owner === undefined ? '' : fullName(owner, environmentOf(contents, id));
}

/** The environment of a credential; undefined where one of both is gone. */
export function environmentOf(
  contents: Named,
  credentialId: CredentialId,
): Environment | undefined {
  const owner = contents.credentials.find(({ id }) => id === credentialId);
  return contents.environments.find(({ id }) => id === owner?.environmentId);
}
