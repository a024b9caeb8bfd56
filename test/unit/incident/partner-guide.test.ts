// The Partner plan: the person acts in the web app, the app proves the result.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { replaceSecret } from '../../../electron/main/credentials/credentials.ts';
import { createTestRoom, PARTNER, TRADER, type TestRoom } from '../../support/test-room.ts';

async function roomWithPlan(): Promise<TestRoom> {
  const room = await createTestRoom();
  await room.requests.request(PARTNER, []);
  await room.plans.start(room.token().id);
  return room;
}

describe('the Partner plan', () => {
  it('needs the person until the token is proven dead', async () => {
    const room = await roomWithPlan();
    expect(room.state()).toBe('needs_you');
  });

  it('asks with the token once the key is said to be revoked', async () => {
    const room = await roomWithPlan();
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await room.plans.setStep(room.token().id, 'revoke_key', true);
    await room.clock.advance(10_000);
    expect(room.state()).toBe('confirming');
    await room.clock.advance(6 * 60_000);
    expect(room.state()).toBe('verified');
  });

  it('sends no token that is kept in quarantine', async () => {
    const room = await createTestRoom();
    const odd = room.gateway.issued({ quarantine: 'unsupported_token_type' });
    room.gateway.onToken(() => ok(odd));
    await room.requests.request(PARTNER, []);
    await room.plans.keyRevoked(room.token().id);
    await room.clock.advance(10_000);
    expect(room.gateway.calls.filter((call) => call.startsWith('probe'))).toEqual([]);
  });

  it('is not fooled by a tick alone', async () => {
    const room = await roomWithPlan();
    await room.plans.setStep(room.token().id, 'revoke_key', true);
    await room.plans.setStep(room.token().id, 'rotate_secret', true);
    await room.clock.advance(60_000);
    expect(room.state()).toBe('needs_you');
  });

  it('says that the old secret is refused when it is', async () => {
    const room = await roomWithPlan();
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'invalid_client' }, { status: 401 })),
    );
    expect(await room.plans.tryOldSecret(room.token().id)).toEqual(ok('refused'));
  });

  it('keeps the token that an old secret still mints', async () => {
    const room = await roomWithPlan();
    expect(await room.plans.tryOldSecret(room.token().id)).toEqual(ok('still_mints'));
    expect(room.vault.contents().tokens).toHaveLength(2);
  });

  it('does not take a newer secret for the old one', async () => {
    const room = await roomWithPlan();
    await room.clock.advance(10);
    await replaceSecret(room.room, PARTNER, SecretBytes.take(Buffer.from('another')));
    expect(await room.plans.tryOldSecret(room.token().id)).toEqual(
      fail({ code: 'old_secret_gone' }),
    );
  });

  it('makes no claim when the server is in trouble', async () => {
    const room = await roomWithPlan();
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'server_error' }, { status: 503 })),
    );
    expect(await room.plans.tryOldSecret(room.token().id)).toEqual(ok('unclear'));
  });

  it('is not for Trader tokens', async () => {
    const room = await createTestRoom();
    await room.requests.request(TRADER, ['TRADER_READ']);
    expect(await room.plans.start(room.token().id)).toEqual(fail({ code: 'wrong_access_type' }));
  });
});
