// S28: a call is what it does, not what it is called. Every call that declares no effect is made with every input that its
// schema allows, as a hostile page would make it, and nothing may end, issue, keep, place or forget.
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { TokenId } from '../../electron/main/domain/ids.ts';
import {
  callNames,
  calls,
  type CallName,
  type DeclaredEffect,
} from '../../electron/shared/ipc-contract.ts';
import { BACKUP } from '../support/backups-of.ts';
import { createContractServer, type ContractServer } from '../support/contract-server.ts';
import { settle } from '../support/fake-clock.ts';
import { PARTNER, TRADER } from '../support/test-session.ts';

const rows: Readonly<Record<CallName, DeclaredEffect>> = calls;
const harmless = callNames.filter((name) => rows[name].effect === 'none');

interface Named {
  readonly [field: string]: readonly unknown[];
}

/** Every input that the schema allows, as far as the named values go; of what is not named, a sample. */
function inputsOf(schema: v.GenericSchema, named: Named, field = ''): readonly unknown[] {
  const known = named[field];
  if (known !== undefined) return known;
  const { type } = schema;
  const part = schema as unknown as {
    readonly entries: Readonly<Record<string, v.GenericSchema>>;
    readonly options: readonly (v.GenericSchema & string)[];
    readonly wrapped: v.GenericSchema;
    readonly item: v.GenericSchema;
    readonly literal: unknown;
  };
  switch (type) {
    case 'undefined':
      return [undefined];
    case 'boolean':
      return [true, false];
    case 'number':
      return [0, 1, 1_900_000_000_000];
    case 'string':
      return ['x', ''];
    case 'literal':
      return [part.literal];
    case 'picklist':
      return part.options;
    case 'nullable':
      return [null, ...inputsOf(part.wrapped, named, field)];
    case 'exact_optional':
    case 'optional':
      return [undefined, ...inputsOf(part.wrapped, named, field)];
    case 'array':
      return [[], ...inputsOf(part.item, named, field).map((each) => [each])];
    case 'union':
    case 'variant':
      return part.options.flatMap((each) => inputsOf(each, named, field));
    case 'strict_object':
      return Object.entries(part.entries).reduce<readonly object[]>(
        (made, [name, entry]) =>
          made.flatMap((one) =>
            inputsOf(entry, named, name).map((value) =>
              value === undefined ? one : { ...one, [name]: value },
            ),
          ),
        [{}],
      );
    default:
      throw new Error(`no inputs for ${type} of ${field}`);
  }
}

/** What a page must not change by itself: tokens, keys, what renews and ends them, and where they go. */
function standing(server: ContractServer): unknown {
  const { vault, gateway } = server.session;
  const { tokens, credentials, environments, leakPlans, renewals } = vault.contents();
  const field = 'client_secret' as const;
  return {
    calls: gateway.calls.filter((call) => /^(token|revoke|introspect)/.test(call)),
    tokens: tokens.map(
      ({ id, issue, revocation, partnerPlan, lease, forgottenAtMs, forgetWhenDead }) => {
        const isEnded = revocation !== null || partnerPlan !== null;
        const hasText = vault.hasRecord({ id, field: 'access_token' });
        return { id, issue, isEnded, lease, forgottenAtMs, forgetWhenDead, hasText };
      },
    ),
    credentials: credentials.map(({ id, environmentId, clientId, removeWhenDead }) => {
      const hasSecret = vault.hasRecord({ id, field });
      return { id, environmentId, clientId, removeWhenDead, hasSecret };
    }),
    environments: environments.map(
      ({ id, kind, baseUrl, tradeUrl, authorityPem, proxy, introspection }) =>
        JSON.stringify([id, kind, baseUrl, tradeUrl, authorityPem, proxy, introspection]),
    ),
    leakPlans: leakPlans.map(({ credentialId, closedAtMs }) => [credentialId, closedAtMs]),
    renewals,
    settings: server.view().settings,
    clipboard: server.clipboardText(),
    loginStarts: [...server.loginStarts],
  };
}

async function prepared(isIncident: boolean): Promise<ContractServer> {
  const server = await createContractServer();
  const { session } = server;
  await session.requests.request(TRADER, ['TRADER_TRADE']);
  await session.requests.request(PARTNER, []);
  await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 60 });
  const traders = session.vault.contents().tokens.filter((each) => each.credentialId === TRADER);
  await session.leases.set(traders[0]?.id as TokenId, { end: 'quit' });
  server.answerWith(0);
  await server.call('settingsChange', { handOutTokens: true, copyTokens: true });
  if (isIncident) {
    await session.rotations.start(PARTNER);
    await session.rotations.takeSecret(PARTNER, SecretBytes.take(Buffer.from('new-secret')));
    await session.leaks.start(TRADER);
    await session.leaks.start(PARTNER);
  }
  server.answerWith(null);
  await settle();
  return server;
}

describe.each([
  ['while all is quiet', false],
  ['while keys are rotated and have leaked', true],
] as const)('%s', (_when, isIncident) => {
  let server: ContractServer;
  let named: Named;

  beforeAll(async () => {
    server = await prepared(isIncident);
    const tokens = server.session.vault.contents().tokens.map(({ id }) => id);
    const none = ['unknown'];
    named = {
      credentialId: [TRADER, PARTNER],
      tokenId: tokens,
      tokenIds: [tokens],
      environmentId: ['env-1'],
      backupId: [BACKUP],
      runId: none,
      viewId: [null, ...none],
      diagnosisId: none,
      tag: ['desk'],
      tags: [[], ['desk']],
      registeredScopes: [[], ['TRADER_READ'], ['TRADER_READ', 'TRADER_TRADE']],
      minutesBefore: [null, [], [30]],
      address: ['https://a.test'],
      scope: [{ kind: 'all' }],
      paths: [['/nowhere']],
    };
  });

  it.each(harmless)('%s changes no token, key or place', async (name) => {
    const { input } = calls[name];
    const inputs = inputsOf(input, named).filter((each) => v.safeParse(input, each).success);
    expect(inputs.length).toBeGreaterThan(0);
    for (const each of inputs) {
      const before = standing(server);
      await Promise.race([server.call(name, each), settle()]);
      await settle();
      expect({ each, standing: standing(server) }).toEqual({ each, standing: before });
    }
  });
});
