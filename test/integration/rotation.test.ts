// A rotation over real TLS against the practice gateway, in both ways a web app may go about the old
// secret: it goes on working until it is removed, or it stops at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/main/domain/clock.ts';
import type { CredentialId, EnvironmentId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { openSession, type SessionServices } from '../../electron/main/session/session-services.ts';
import { addCredential } from '../../electron/main/credentials/credentials.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import { createMemoryVault, type MemoryVault } from '../support/memory-vault.ts';
import {
  startPractice,
  type PracticeForTests,
  type PracticeTestClient,
} from '../support/practice.ts';
import { eventually } from '../support/eventually.ts';

const NEW = 'a-new-secret-of-the-web-app';
const environmentId = 'lab' as EnvironmentId;

let lab: PracticeForTests;
let vault: MemoryVault;
let session: SessionServices;

beforeEach(async () => {
  lab = await startPractice();
  const { baseUrl, tradeUrl, authorityPem } = lab;
  const target = { baseUrl, tradeUrl, authorityPem };
  vault = createMemoryVault({
    ...NO_CONTENTS,
    environments: [{ id: environmentId, name: 'Lab', kind: 'sandbox', ...target }],
  });
  session = await openSession({
    vault,
    gateway: createGateway({ clock: systemClock }),
    clock: systemClock,
    targetOf: () => target,
    changed: () => undefined,
    recordEvent: () => undefined,
    beforeResuming: () => Promise.resolve(),
  });
});

afterEach(async () => {
  await session.close();
  await lab.stop();
});

const bytes = (text: string) => SecretBytes.take(Buffer.from(text));

async function add({ clientId, accessType, scopes, secret }: PracticeTestClient) {
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
    bytes(secret),
  );
  if (!added.ok) throw new Error('not added');
  return added.value;
}

async function takeAndCheck(id: CredentialId): Promise<void> {
  expect(await session.rotations.start(id)).toEqual({ ok: true });
  expect(await session.rotations.takeSecret(id, bytes(NEW))).toEqual({ ok: true });
  expect(await session.rotations.check(id)).toEqual({ ok: true });
}

const stepIs = (id: CredentialId, step: number) =>
  eventually(() => expect(session.rotations.standing(id)?.step).toBe(step));

/** The secrets of the revocations that the gateway received. */
const revokedWith = () =>
  lab.ledger
    .raw()
    .filter(({ target }) => target.endsWith('/revoke'))
    .map(({ fields }) => fields['client_secret']);

async function finish(id: CredentialId): Promise<void> {
  expect(await session.rotations.tryOld(id)).toEqual({ ok: true, value: 'refused' });
  expect(await session.rotations.finish(id)).toEqual({ ok: true });
  expect(vault.hasRecord({ id, field: 'new_client_secret' })).toBe(false);
  const again = await session.requests.request(id, lab.trader.scopes);
  expect(again.ok).toBe(true);
}

describe('a rotation against the practice gateway', () => {
  it('revokes with the old secret while it works, then proves that it does not', async () => {
    const id = await add(lab.trader);
    await session.requests.request(id, ['TRADER_TRADE']);
    lab.controls.addSecret(lab.trader.clientId, Buffer.from(NEW));
    await takeAndCheck(id);
    await session.rotations.say(id, 'works');
    await session.rotations.endOldTokens(id);
    await stepIs(id, 4);
    expect(revokedWith()).toEqual([lab.trader.secret]);
    expect(await session.rotations.tryOld(id)).toEqual({ ok: true, value: 'still_mints' });
    lab.controls.removeOldSecret(lab.trader.clientId);
    await finish(id);
  });

  it('revokes with the new secret where the old one stopped at once', async () => {
    const id = await add(lab.trader);
    await session.requests.request(id, ['TRADER_TRADE']);
    const [token] = vault.contents().tokens;
    lab.controls.rotateSecret(lab.trader.clientId, Buffer.from(NEW));
    await takeAndCheck(id);
    await session.rotations.say(id, 'stopped');
    await session.rotations.endOldTokens(id);
    await stepIs(id, 4);
    expect(revokedWith()).toEqual([NEW]);
    await eventually(() => {
      const now = vault.contents().tokens.find((each) => each.id === token?.id);
      expect(now?.revocation?.refusals).toBeGreaterThan(1);
    });
    await finish(id);
  });

  it('revokes everything in the middle of it, whichever secret works', async () => {
    const id = await add(lab.trader);
    await session.requests.request(id, ['TRADER_TRADE']);
    lab.controls.rotateSecret(lab.trader.clientId, Buffer.from(NEW));
    await takeAndCheck(id);
    await session.stops.start({ kind: 'all' });
    await eventually(() => expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(0));
  });

  it('asks for positions with a new Partner secret, and with each old token', async () => {
    const id = await add(lab.partner);
    await session.requests.request(id, []);
    lab.controls.rotateSecret(lab.partner.clientId, Buffer.from(NEW));
    await takeAndCheck(id);
    const asked = lab.ledger.raw().filter(({ target }) => target.endsWith('/positions'));
    expect(asked).toHaveLength(1);
    await session.rotations.endOldTokens(id);
    await stepIs(id, 4);
    expect(revokedWith()).toEqual([]);
    expect(await session.rotations.tryOld(id)).toEqual({ ok: true, value: 'refused' });
  });
});
