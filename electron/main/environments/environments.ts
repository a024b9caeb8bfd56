// Adds and removes environments. Addresses are checked here, whatever the window said about them;
// the certificate authority comes from a file main has read, never from the window.
import { type Failure, gone } from '../../shared/failures/failure.ts';
import { sameName } from '../../shared/one-line.ts';
import type { Environment, Introspection } from '../domain/environment.ts';
import { checkGatewayAddress, introspectionAddress } from '../domain/gateway-address.ts';
import { PRACTICE_ENVIRONMENT_ID, type EnvironmentId } from '../domain/ids.ts';
import type { ProxySetting } from '../domain/proxy.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import { failureOfRoute } from '../gateway/route-observation.ts';
import { changeVault, type OpenSession } from '../tokens/open-session.ts';

export type NewEnvironment = Omit<Environment, 'id' | 'introspection' | 'rotateAfterDays'>;

/** The environment of the practice gateway: its addresses are new at every start. */
export const practiceEnvironment: Environment = {
  id: PRACTICE_ENVIRONMENT_ID,
  name: 'Practice',
  kind: 'practice',
  baseUrl: '',
  tradeUrl: '',
  authorityPem: null,
};

/** Both addresses in their one normal form. */
export function checkAddresses(
  asked: Pick<NewEnvironment, 'baseUrl' | 'tradeUrl'>,
): Result<Pick<Environment, 'baseUrl' | 'tradeUrl'>> {
  const base = checkGatewayAddress(asked.baseUrl);
  if (!base.ok) return fail({ code: 'invalid_input', facts: { about: 'base address' } });
  const trade = checkGatewayAddress(asked.tradeUrl);
  if (!trade.ok) return fail({ code: 'invalid_input', facts: { about: 'trading address' } });
  // docs/service.md 4, rule 1: tokens must not be requested on the trading host.
  if (`${base.value.url}/`.startsWith(`${trade.value.url}/`)) {
    return fail({ code: 'invalid_input', facts: { about: 'pair of addresses' } });
  }
  return ok({ baseUrl: base.value.url, tradeUrl: trade.value.url });
}

/** The environment that would be added. `invalid_input`, `name_taken`. */
export function checkNewEnvironment(
  session: OpenSession,
  asked: NewEnvironment,
): Result<Pick<Environment, 'id' | 'baseUrl' | 'tradeUrl'>> {
  const addresses = checkAddresses(asked);
  if (!addresses.ok) return addresses;
  if (isNameTaken(session, asked.name)) {
    return fail({ code: 'name_taken', facts: { about: asked.name } });
  }
  return ok({ id: session.newId() as EnvironmentId, ...addresses.value });
}

/**
 * Connects to each of its servers as its calls would, and sends nothing.
 * @returns what one of them failed with, within the budget of connecting; null where both are reached and trusted.
 */
export async function connectionFailure(
  { gateway, closing: signal }: OpenSession,
  asked: NewEnvironment,
): Promise<Failure | null> {
  const addresses = checkAddresses(asked);
  if (!addresses.ok) return addresses.failure;
  const target = { ...asked, ...addresses.value };
  const seen = await Promise.all([
    gateway.observeRoute(target, 'baseUrl', { signal }),
    gateway.observeRoute(target, 'tradeUrl', { signal }),
  ]);
  const failed = seen.find(({ failure }) => failure !== null);
  return failed === undefined ? null : failureOfRoute(failed);
}

const isNameTaken = (session: OpenSession, wanted: string, besides?: EnvironmentId): boolean =>
  session.vault
    .contents()
    .environments.some(({ id, name }) => id !== besides && sameName(name, wanted));

/** What may be changed; the built-in one is as it was made. `gone`, `not_allowed`. */
export function changeable(session: OpenSession, id: EnvironmentId): Result<Environment> {
  const environment = session.vault.contents().environments.find((each) => each.id === id);
  if (environment === undefined) return fail(gone('environment'));
  return id === PRACTICE_ENVIRONMENT_ID
    ? fail({ code: 'not_allowed', facts: { about: 'practice environment' } })
    : ok(environment);
}

export interface EnvironmentChange {
  readonly edit: (before: Environment) => Environment;
  readonly word: EnvironmentWord;
  /** In the history, where its own name does not say enough. */
  readonly label?: string;
  /** Records that are saved or dropped with it. */
  readonly records?: Pick<Parameters<OpenSession['vault']['change']>[0], 'seal' | 'drop'>;
}

/** Saves one changed environment, and notes it. */
export async function saveEnvironment(
  session: OpenSession,
  { id, name }: Environment,
  { edit, word, label = name, records }: EnvironmentChange,
): Outcome {
  const saved = await changeVault(session, {
    contents: (contents) => ({
      ...contents,
      environments: contents.environments.map((each) => (each.id === id ? edit(each) : each)),
    }),
    ...records,
  });
  if (saved.ok) session.recordEvent({ what: 'environment_changed', label, word });
  return saved;
}

/** Only its name: addresses, trust and credentials stay. `not_allowed`, `name_taken`. */
export async function renameEnvironment(
  session: OpenSession,
  id: EnvironmentId,
  name: string,
): Outcome {
  const before = changeable(session, id);
  if (!before.ok) return before;
  if (isNameTaken(session, name, id)) return fail({ code: 'name_taken', facts: { about: name } });
  if (name === before.value.name) return ok();
  return await saveEnvironment(session, before.value, {
    edit: (environment) => ({ ...environment, name }),
    word: 'renamed',
    // Both names, so that what was done before under the old one is still found.
    label: `${before.value.name} → ${name}`,
  });
}

/** @param days null: no rule. `gone`, `not_allowed`. */
export async function setRotationAge(
  session: OpenSession,
  id: EnvironmentId,
  days: number | null,
): Outcome {
  const known = changeable(session, id);
  if (!known.ok) return known;
  return await saveEnvironment(session, known.value, {
    edit({ rotateAfterDays: _before, ...others }) {
      return days === null ? others : { ...others, rotateAfterDays: days };
    },
    word: 'rotation_age',
  });
}

export async function addEnvironment(
  session: OpenSession,
  asked: NewEnvironment,
): Outcome<EnvironmentId> {
  const checked = checkNewEnvironment(session, asked);
  if (!checked.ok) return checked;
  const environment: Environment = { ...asked, ...checked.value };
  const saved = await changeVault(session, {
    contents: (before) => ({ ...before, environments: [...before.environments, environment] }),
  });
  if (saved.ok) session.recordEvent({ what: 'environment_added', label: environment.name });
  return saved.ok ? ok(environment.id) : saved;
}

/** Why an environment cannot be removed now, or null. */
export function obstacleToRemoving(session: OpenSession, id: EnvironmentId): Failure | null {
  const known = changeable(session, id);
  if (!known.ok) return known.failure;
  const { credentials } = session.vault.contents();
  const count = credentials.filter(({ environmentId }) => environmentId === id).length;
  return count === 0 ? null : { code: 'in_use', facts: { about: 'environment', count } };
}

/** The environment whose introspection may be changed so. `invalid_input`. */
export function checkIntrospection(
  session: OpenSession,
  id: EnvironmentId,
  introspection: Introspection | null,
): Result<Environment> {
  const known = changeable(session, id);
  if (!known.ok || introspection === null) return known;
  const { baseUrl, tradeUrl } = known.value;
  const address = introspectionAddress(baseUrl, introspection.path);
  if (address === null) return fail({ code: 'invalid_input', facts: { about: 'path' } });
  return `${address}/`.startsWith(`${tradeUrl}/`)
    ? fail({ code: 'invalid_input', facts: { about: 'pair of addresses' } })
    : known;
}

/**
 * Says where this environment introspects tokens; null switches it off. Secrets and tokens go to the
 * path, so it must lie under the base address and not under the trading one.
 */
export async function setIntrospection(
  session: OpenSession,
  id: EnvironmentId,
  introspection: Introspection | null,
): Outcome {
  const checked = checkIntrospection(session, id, introspection);
  if (!checked.ok) return checked;
  return await saveEnvironment(session, checked.value, {
    edit({ introspection: _before, ...others }) {
      return introspection === null ? others : { ...others, introspection };
    },
    word: introspection === null ? 'introspection_off' : 'introspection_on',
  });
}

export async function removeEnvironment(session: OpenSession, id: EnvironmentId): Outcome {
  const obstacle = obstacleToRemoving(session, id);
  if (obstacle !== null) return fail(obstacle);
  const name = session.vault.contents().environments.find((each) => each.id === id)?.name ?? '';
  const saved = await changeVault(session, {
    contents: (before) => ({
      ...before,
      environments: before.environments.filter((each) => each.id !== id),
    }),
    drop: [{ id, field: 'proxy_password' }],
  });
  if (saved.ok) session.recordEvent({ what: 'environment_removed', label: name });
  return saved;
}

type EnvironmentWord =
  | 'renamed'
  | 'place'
  | 'rotation_age'
  | `introspection_${'on' | 'off'}`
  | `proxy_${ProxySetting['mode']}`
  | `authority_${'added' | 'removed'}`;
