// Changes where an environment is, how it is reached and whom it trusts. What was typed is checked here, whatever
// the window said about it; a password belongs to one proxy and one name, and goes with them.
import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../shared/failures/failure.ts';
import type { CallInput } from '../../shared/ipc-contract.ts';
import type { Environment } from '../domain/environment.ts';
import { introspectionAddress } from '../domain/gateway-address.ts';
import type { EnvironmentId } from '../domain/ids.ts';
import { isProxyPort, isProxyUserName, proxyHost, type ProxySetting } from '../domain/proxy.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { RecordName } from '../vault/vault.ts';
import { isLive } from '../domain/token-life.ts';
import {
  changeable,
  checkAddresses,
  saveEnvironment,
  type EnvironmentChange,
} from './environments.ts';

/** A proxy as a person typed it. */
export type TypedProxy = CallInput<'environmentProxySet'>['proxy'];

export const passwordOf = (id: EnvironmentId): RecordName => ({ id, field: 'proxy_password' });

/** In its one normal form; `invalid_input` names the field. */
export function checkProxy(typed: TypedProxy): Result<ProxySetting> {
  if (typed.mode !== 'manual') return ok({ mode: typed.mode });
  const { port, userName } = typed;
  const host = proxyHost(typed.host);
  const invalid = (about: string): Result<never> =>
    fail({ code: 'invalid_input', facts: { about: `proxy ${about}` } });
  if (host === null) return invalid('host');
  if (!isProxyPort(port)) return invalid('port');
  const protocol = typed.protocol === 'socks5' ? { protocol: typed.protocol } : {};
  const proxy = { mode: 'manual', ...protocol, host, port } as const;
  if (userName === null || userName === '') return ok(proxy);
  return isProxyUserName(userName) ? ok({ ...proxy, userName }) : invalid('sign-in name');
}

export interface ProxyChange {
  readonly environment: Environment;
  readonly proxy: ProxySetting;
  /** The password kept, if any, is for another proxy or another name, or there is none. */
  readonly needsPassword: boolean;
}

/** What a change would be, before a password is asked for. */
export function planProxy(
  session: OpenSession,
  id: EnvironmentId,
  typed: TypedProxy,
): Result<ProxyChange> {
  const environment = changeable(session, id);
  if (!environment.ok) return environment;
  const proxy = checkProxy(typed);
  if (!proxy.ok) return proxy;
  const kept = session.vault.hasRecord(passwordOf(id)) ? environment.value.proxy : undefined;
  const needsPassword =
    proxy.value.mode === 'manual' &&
    proxy.value.userName !== undefined &&
    !isDeepStrictEqual(kept, proxy.value);
  return ok({ environment: environment.value, proxy: proxy.value, needsPassword });
}

/** @param password of a proxy to be signed in to; null: the one kept. Wiped here, whatever the result. */
export async function setProxy(
  session: OpenSession,
  id: EnvironmentId,
  typed: TypedProxy,
  password: SecretBytes | null,
): Outcome {
  // Planned anew: the vault may have changed while the password was typed.
  const plan = planProxy(session, id, typed);
  const signsIn = plan.ok && plan.value.proxy.mode === 'manual' && plan.value.proxy.userName;
  if (!plan.ok || (plan.value.needsPassword && password === null)) {
    password?.wipe();
    return plan.ok ? fail({ code: 'invalid_input', facts: { about: 'proxy password' } }) : plan;
  }
  const { environment, proxy } = plan.value;
  const name = passwordOf(id);
  const saved = await saveEnvironment(session, environment, {
    edit: (before) => ({ ...before, proxy }),
    word: `proxy_${proxy.mode}`,
    records: {
      ...(password === null ? {} : { seal: [{ name, secret: password }] }),
      ...(typeof signsIn === 'string' ? {} : { drop: [name] }),
    },
  });
  password?.wipe();
  return saved;
}

export interface PlaceChange extends EnvironmentChange {
  readonly before: Environment;
  readonly after: Environment;
}

/** What a change would be. `invalid_input`, `in_use`. */
export function planPlace(
  session: OpenSession,
  id: EnvironmentId,
  { kind, ...typed }: Pick<Environment, 'kind' | 'baseUrl' | 'tradeUrl'>,
): Result<PlaceChange> {
  const environment = changeable(session, id);
  if (!environment.ok) return environment;
  const before = environment.value;
  const addresses = checkAddresses(typed);
  if (!addresses.ok) return addresses;
  const place = { kind, ...addresses.value };
  const after = { ...before, ...place };
  const introspected = introspectionAddress(after.baseUrl, before.introspection?.path ?? '');
  if (introspected !== null && `${introspected}/`.startsWith(`${after.tradeUrl}/`)) {
    return fail({ code: 'invalid_input', facts: { about: 'pair of addresses' } });
  }
  const moves = after.baseUrl !== before.baseUrl || after.tradeUrl !== before.tradeUrl;
  const inUse = moves ? whatUses(session, id) : null;
  const edit = (now: Environment): Environment => ({ ...now, ...place });
  return inUse === null ? ok({ before, after, edit, word: 'place' }) : fail(inUse);
}

/** A token is sent nowhere but where it was issued; one that nobody has seen is sent nowhere at all. */
function whatUses(session: OpenSession, id: EnvironmentId): Failure | null {
  const contents = session.vault.contents();
  const owners = contents.credentials.filter(({ environmentId }) => environmentId === id);
  const live = owners
    .flatMap((owner) => session.index.tokensOf(contents, owner.id))
    .filter((token) => token.issue === 'issued' && isLive(session, contents, token));
  if (live.length > 0) return { code: 'in_use', facts: { about: 'address', count: live.length } };
  const isBusy = owners.some((owner) => session.activities.ofCredential(owner.id).length > 0);
  return isBusy ? { code: 'in_use' } : null;
}

/** @param pem null: none but the authorities trusted everywhere. */
export async function setAuthority(
  session: OpenSession,
  id: EnvironmentId,
  pem: string | null,
): Outcome {
  const environment = changeable(session, id);
  if (!environment.ok) return environment;
  return await saveEnvironment(session, environment.value, {
    edit: (before) => ({ ...before, authorityPem: pem }),
    word: pem === null ? 'authority_removed' : 'authority_added',
  });
}
