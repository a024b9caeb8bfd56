// Renewal over real TLS against the practice gateway, with tokens that live for seconds: the new one
// first, asked whether it works, then the old one revoked; and never at a server that says no. Those seconds pass on a
// clock that waits for every call.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CredentialId, EnvironmentId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { openSession, type SessionServices } from '../../electron/main/session/session-services.ts';
import { addCredential } from '../../electron/main/credentials/credentials.ts';
import { stateOf } from '../../electron/main/tokens/ledger/housekeeping.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import { eventually } from '../support/eventually.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { createMemoryVault, type MemoryVault } from '../support/memory-vault.ts';
import {
  startPractice,
  type PracticeForTests,
  type PracticeTestClient,
} from '../support/practice.ts';

const environmentId = 'lab' as EnvironmentId;
const AT_ONCE = { untilMs: null, graceSeconds: 0 };

let lab: PracticeForTests;
let vault: MemoryVault;
let session: SessionServices;
let clock: FakeClock;
let underWay: number;

beforeEach(async () => {
  clock = createFakeClock(Date.now());
  underWay = 0;
  lab = await startPractice({
    clock,
    settings: { traderLifetimeSeconds: 5, partnerLifetimeSeconds: 5 },
  });
  const { baseUrl, tradeUrl, authorityPem } = lab;
  const target = { baseUrl, tradeUrl, authorityPem };
  vault = createMemoryVault({
    ...NO_CONTENTS,
    environments: [{ id: environmentId, name: 'Lab', kind: 'sandbox', ...target }],
  });
  session = await openSession({
    vault,
    gateway: counted(createGateway({ clock })),
    clock,
    targetOf: () => target,
    changed: () => undefined,
    recordEvent: () => undefined,
    beforeResuming: () => Promise.resolve(),
  });
});

/** Knows how many calls are under way. */
function counted<T extends object>(gateway: T): T {
  return new Proxy(gateway, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(method, target, given);
        if (!(answer instanceof Promise)) return answer;
        underWay += 1;
        return answer.finally(() => (underWay -= 1));
      };
    },
  });
}

/** Lets time pass until it is so; while a call is under way none passes. */
async function passUntil(isSo: () => boolean): Promise<void> {
  for (let steps = 0; steps < 600 && !isSo(); steps += 1) {
    await clock.advance(100);
    await eventually(() => expect(underWay).toBe(0));
    await clock.advance(0);
  }
  expect(isSo()).toBe(true);
}

afterEach(async () => {
  const closed = session.close();
  await clock.advance(60_000);
  await closed;
  await lab.stop();
});

async function add(client: PracticeTestClient, secret = client.secret): Promise<CredentialId> {
  const { clientId, accessType, scopes } = client;
  const added = await addCredential(
    session.session,
    {
      label: clientId,
      clientId,
      accessType,
      environmentId,
      registeredScopes: scopes,
      permission: accessType === 'partner' ? 'write' : null,
      ownerAccount: '',
      tags: [],
    },
    SecretBytes.take(Buffer.from(secret)),
  );
  if (!added.ok) throw new Error('not added');
  return added.value;
}

const states = (): readonly string[] =>
  vault.contents().tokens.map((token) => stateOf(session.session, vault.contents(), token));
const called = (): readonly string[] =>
  lab.ledger.raw().map(({ target }) => target.slice(target.lastIndexOf('/') + 1));

describe('a renewal against the practice gateway', () => {
  it('gets the new token, checks it, and revokes the old one while it still lives', async () => {
    const id = await add(lab.trader);
    await session.requests.request(id, ['TRADER_TRADE']);
    lab.controls.set({ traderLifetimeSeconds: 60 });
    await session.renewals.turnOn(id, AT_ONCE);
    await passUntil(() => called().includes('revoke'));
    expect(called().slice(0, 4)).toEqual(['token', 'token', 'get_who_am_i', 'revoke']);
    const [, old] = vault.contents().tokens;
    const endMs = (old?.sentAtMs ?? 0) + 5_000;
    expect(vault.contents().tokens[1]?.revocation?.acceptedAtMs).toBeLessThan(endMs);
  });

  it('hands over a Partner token, and leaves the old one to its end', async () => {
    const id = await add(lab.partner);
    await session.requests.request(id, []);
    lab.controls.set({ partnerLifetimeSeconds: 60 });
    await session.renewals.turnOn(id, AT_ONCE);
    await passUntil(() => states()[0] === 'expiring');
    await passUntil(() => vault.contents().renewals[0]?.handovers.length === 0);
    expect(called().filter((each) => each === 'revoke')).toEqual([]);
    await passUntil(() => states()[1] === 'expired');
  });

  it('keeps the working token where the server refuses the client now', async () => {
    const id = await add(lab.trader);
    await session.requests.request(id, ['TRADER_TRADE']);
    lab.controls.set({ traderLifetimeSeconds: 60 });
    await session.requests.request(id, ['TRADER_READ']);
    lab.controls.forgetClient(lab.trader.clientId);
    await session.renewals.turnOn(id, AT_ONCE);
    await passUntil(() => vault.contents().renewals[0]?.lastFailure != null);
    expect(states()).toHaveLength(2);
    expect(vault.contents().tokens.map(({ supersededAtMs }) => supersededAtMs)).toEqual([
      null,
      null,
    ]);
  });
});
