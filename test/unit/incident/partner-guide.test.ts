// The Partner plan: the person acts in the web app, the app proves the result.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { replaceSecret } from '../../../electron/main/credentials/credentials.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';

async function sessionWithPlan(): Promise<TestSession> {
  const session = await createTestSession();
  await session.requests.request(PARTNER, []);
  await session.plans.start(session.token().id);
  return session;
}

describe('the Partner plan', () => {
  it('needs the person until the token is proven dead', async () => {
    const session = await sessionWithPlan();
    expect(session.state()).toBe('needs_you');
  });

  it('asks with the token once the key is said to be revoked', async () => {
    const session = await sessionWithPlan();
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.plans.setStep(session.token().id, 'revoke_key', true);
    await session.clock.advance(10_000);
    expect(session.state()).toBe('confirming');
    await session.clock.advance(6 * 60_000);
    expect(session.state()).toBe('verified');
  });

  it('sends no token that is kept in quarantine', async () => {
    const session = await createTestSession();
    const odd = session.gateway.issued({ quarantine: 'unsupported_token_type' });
    session.gateway.onToken(() => ok(odd));
    await session.requests.request(PARTNER, []);
    await session.plans.keyRevoked(session.token().id);
    await session.clock.advance(10_000);
    expect(session.gateway.calls.filter((call) => call.startsWith('probe'))).toEqual([]);
  });

  it('is not fooled by a tick alone', async () => {
    const session = await sessionWithPlan();
    await session.plans.setStep(session.token().id, 'revoke_key', true);
    await session.plans.setStep(session.token().id, 'rotate_secret', true);
    await session.clock.advance(60_000);
    expect(session.state()).toBe('needs_you');
  });

  it.each([
    ['says that the old secret is refused when it is', 'invalid_client', 401, 'refused'],
    ['makes no claim when the server is in trouble', 'server_error', 503, 'unclear'],
  ] as const)('%s', async (_, code, status, found) => {
    const session = await sessionWithPlan();
    session.gateway.refuseTokens({ code }, { status });
    expect(await session.plans.tryOldSecret(session.token().id)).toEqual(ok(found));
  });

  it('keeps the token that an old secret still mints', async () => {
    const session = await sessionWithPlan();
    expect(await session.plans.tryOldSecret(session.token().id)).toEqual(ok('still_mints'));
    expect(session.vault.contents().tokens).toHaveLength(2);
  });

  it('does not take a newer secret for the old one', async () => {
    const session = await sessionWithPlan();
    await session.clock.advance(10);
    await replaceSecret(session.session, PARTNER, SecretBytes.take(Buffer.from('another')));
    expect(await session.plans.tryOldSecret(session.token().id)).toEqual(
      fail({ code: 'gone', facts: { about: 'old secret' } }),
    );
  });

  it('is not for Trader tokens', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, ['TRADER_READ']);
    expect(await session.plans.start(session.token().id)).toEqual(
      fail({ code: 'wrong_access_type' }),
    );
  });
});
