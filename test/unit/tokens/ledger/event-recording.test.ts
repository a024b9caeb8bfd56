// What the services write into the history: one event for each thing that happened, by label and
// fingerprint, and nothing for what did not.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import {
  addCredential,
  changeCredential,
  removeCredential,
  replaceSecret,
} from '../../../../electron/main/credentials/credentials.ts';
import {
  addEnvironment,
  removeEnvironment,
} from '../../../../electron/main/environments/environments.ts';
import { forgetToken } from '../../../../electron/main/tokens/ledger/forgetting.ts';
import type { EnvironmentId } from '../../../../electron/main/domain/ids.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../../support/test-session.ts';

const secret = (): SecretBytes => SecretBytes.take(Buffer.from('the client secret'));
const whats = (session: TestSession): readonly string[] => session.noted.map(({ what }) => what);

const facts = {
  label: 'Desk A',
  registeredScopes: ['TRADER_READ' as const],
  permission: null,
  ownerAccount: '',
  tags: [],
};

describe('the history', () => {
  it('hears of credentials, by label', async () => {
    const test = await createTestSession();
    const added = await addCredential(
      test.session,
      {
        ...facts,
        clientId: 'client-9',
        accessType: 'trader',
        environmentId: 'env-1' as EnvironmentId,
      },
      secret(),
    );
    if (!added.ok) throw new Error(added.failure.code);
    await changeCredential(test.session, added.value, { ...facts, label: 'Desk B' });
    await replaceSecret(test.session, added.value, secret());
    await removeCredential(test.session, added.value);
    expect(test.noted.map(({ what, label }) => [what, label])).toEqual([
      ['credential_added', 'Desk A'],
      ['credential_changed', 'Desk B'],
      ['secret_replaced', 'Desk B'],
      ['credential_removed', 'Desk B'],
    ]);
  });

  it('hears of environments, by name', async () => {
    const test = await createTestSession();
    const added = await addEnvironment(test.session, {
      name: 'Lab',
      kind: 'sandbox',
      baseUrl: 'https://lab.test',
      tradeUrl: 'https://trade.lab.test',
      authorityPem: null,
    });
    if (!added.ok) throw new Error(added.failure.code);
    await removeEnvironment(test.session, added.value);
    expect(test.noted.map(({ what, label }) => [what, label])).toEqual([
      ['environment_added', 'Lab'],
      ['environment_removed', 'Lab'],
    ]);
  });

  it('hears nothing of what could not be saved', async () => {
    const test = await createTestSession();
    test.vault.failWith({ code: 'disk_full' });
    await changeCredential(test.session, TRADER, facts);
    await removeCredential(test.session, TRADER);
    expect(test.noted).toEqual([]);
  });

  it('hears of a token that arrived, was checked and forgotten, by its fingerprint', async () => {
    const test = await createTestSession();
    await test.requests.request(TRADER, ['TRADER_TRADE']);
    const received = test.token();
    const { id, fingerprint } = received;
    await test.checks.check(id);
    await forgetToken(test.session, id);
    expect(whats(test)).toEqual(['token_received', 'token_checked', 'token_forgotten']);
    expect(new Set(test.noted.map((event) => event.fingerprint))).toEqual(new Set([fingerprint]));
    expect(test.noted[1]).toMatchObject({ word: 'honoured', status: 200, label: TRADER });
    const { sentAtMs, lifetimeSeconds } = received;
    expect(test.noted[0]?.endsAtMs).toBe(sentAtMs + Number(lifetimeSeconds) * 1000);
  });

  it('tells a token that may have been issued from one that was refused', async () => {
    const test = await createTestSession();
    test.gateway.refuseTokens({ code: 'invalid_client', possiblyDone: false });
    await test.requests.request(TRADER, ['TRADER_READ']);
    test.gateway.refuseTokens({ code: 'answer_timeout', possiblyDone: true }, { status: null });
    await test.requests.request(TRADER, ['TRADER_READ']);
    expect(test.noted.map(({ what, failure }) => [what, failure])).toEqual([
      ['token_request_failed', 'invalid_client'],
      ['token_possibly_issued', 'answer_timeout'],
    ]);
  });

  it('hears of a revocation from the asking to the proof, each once', async () => {
    const test = await createTestSession();
    const { probed } = test.gateway;
    await test.requests.request(TRADER, ['TRADER_TRADE']);
    const sent = { code: 'connection_reset', possiblyDone: true } as const;
    test.gateway.refuseRevocations(sent, { status: null });
    await test.revocations.revoke(test.token().id);
    await test.clock.advance(10_000);
    test.gateway.onRevoke(() => ok(test.gateway.revoked()));
    test.gateway.onProbe(() => ok(probed(401)));
    await test.clock.advance(7 * 60_000);
    expect(test.state()).toBe('verified');
    expect(test.noted.map(({ what, by }) => [what, by])).toEqual([
      ['token_received', 'person'],
      ['revoke_asked', 'person'],
      ['revoke_unconfirmed', 'app'],
      ['revoke_accepted', 'app'],
      ['verified_dead', 'app'],
    ]);
  });

  it('hears once that a token is still honoured after its window', async () => {
    const test = await createTestSession();
    await test.requests.request(TRADER, ['TRADER_TRADE']);
    await test.revocations.revoke(test.token().id);
    await test.clock.advance(15 * 60_000);
    expect(whats(test).filter((what) => what === 'still_honoured')).toHaveLength(1);
  });

  it('hears of the steps of a Partner plan', async () => {
    const test = await createTestSession();
    await test.requests.request(PARTNER, []);
    const { id } = test.token();
    await test.plans.start(id);
    await test.plans.start(id);
    await test.plans.setStep(id, 'rotate_secret', true);
    await test.plans.setStep(id, 'rotate_secret', false);
    expect(test.noted.map(({ what, word }) => [what, word])).toEqual([
      ['token_received', undefined],
      ['plan_started', undefined],
      ['plan_step', 'rotate_secret'],
      ['plan_step', 'rotate_secret_undone'],
    ]);
  });
});
