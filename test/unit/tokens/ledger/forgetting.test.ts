// Forgetting is not revoking, and nothing that may live disappears silently (I4).
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../electron/main/domain/result.ts';
import { forgetToken, forgetWhenDead } from '../../../../electron/main/tokens/ledger/forgetting.ts';
import { createTestSession, TRADER, type TestSession } from '../../../support/test-session.ts';

async function sessionWithToken(): Promise<TestSession> {
  const session = await createTestSession();
  await session.requests.request(TRADER, ['TRADER_TRADE']);
  return session;
}

describe('a forgotten token', () => {
  it('loses its text and keeps its row while it may live', async () => {
    const test = await sessionWithToken();
    await forgetToken(test.session, test.token().id);
    expect(test.state()).toBe('forgotten');
    expect(test.session.texts.hasText(test.token().id)).toBe(false);
  });

  it('cannot be revoked any more, and says so', async () => {
    const test = await sessionWithToken();
    await forgetToken(test.session, test.token().id);
    expect(await test.revocations.revoke(test.token().id)).toMatchObject({
      failure: { code: 'gone', facts: { about: 'text' } },
    });
  });

  it('is gone once its time is up', async () => {
    const test = await sessionWithToken();
    await forgetToken(test.session, test.token().id);
    await test.clock.advance(3600_000 + 61_000);
    expect(test.vault.contents().tokens).toEqual([]);
  });

  it('after a revocation goes once it is proven dead, and was asked once more where it had worked since', async () => {
    const test = await sessionWithToken();
    const { id } = test.token();
    await test.revocations.revoke(id);
    await forgetWhenDead(test.session, id);
    await test.clock.advance(120_000);
    expect(test.state()).toBe('propagating');
    test.gateway.onProbe(() => ok(test.gateway.probed(401)));
    await test.clock.advance(3 * 300_000 + 60_000);
    expect(test.vault.contents().tokens).toEqual([]);
  });
});

describe('an expired token', () => {
  it('is purged with its text a day later, once another came in its place', async () => {
    const test = await sessionWithToken();
    const { id } = test.token();
    await test.requests.renew(id);
    await test.clock.advance(3600_000 + 23 * 3600_000);
    expect(test.state(1)).toBe('expired');
    await test.clock.advance(2 * 3600_000);
    expect(test.vault.contents().tokens.some((each) => each.id === id)).toBe(false);
    expect(test.vault.hasRecord({ id, field: 'access_token' })).toBe(false);
  });

  it('loses its text a day later, and keeps its row, where nothing came in its place', async () => {
    const test = await sessionWithToken();
    const { id } = test.token();
    await test.clock.advance(3600_000 + 25 * 3600_000);
    expect(test.token().id).toBe(id);
    expect(test.vault.hasRecord({ id, field: 'access_token' })).toBe(false);
  });

  it('case 112: is kept, and can be revoked, while only a clock that was set calls it expired', async () => {
    const test = await sessionWithToken();
    const { id } = test.token();
    test.clock.setWall(test.clock.nowMs() + 40 * 24 * 3600_000);
    await test.clock.advance(61_000);
    expect(test.state()).toBe('expired');
    expect(test.vault.hasRecord({ id, field: 'access_token' })).toBe(true);
    expect(await test.revocations.revoke(id)).toMatchObject({ ok: true });
  });
});
