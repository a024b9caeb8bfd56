// The plan for a leaked key: the person's word and the app's proof are kept apart.
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

async function leaked(id = TRADER): Promise<TestSession> {
  const session = await createTestSession();
  await session.requests.request(id, id === TRADER ? ['TRADER_TRADE'] : []);
  await session.leaks.start(id);
  return session;
}

/** A rotation whose new secret was checked. */
async function rotateTo(session: TestSession, text: string): Promise<void> {
  await session.rotations.start(TRADER);
  await session.rotations.takeSecret(TRADER, SecretBytes.take(Buffer.from(text)));
  await session.rotations.check(TRADER);
}

function serverRefuses(session: TestSession): void {
  const refused = () =>
    fail(session.gateway.failure({ code: 'invalid_client', possiblyDone: false }, { status: 401 }));
  session.gateway.onToken(refused);
  session.gateway.onRevoke(refused);
  session.gateway.onProbe(() => ok(session.gateway.probed(401)));
}

describe('the plan for a leaked Trader key', () => {
  it('revokes every token of the credential in one stop run', async () => {
    const session = await leaked();
    await session.requests.request(TRADER, ['TRADER_READ']);
    const run = await session.leaks.revokeAll(TRADER);
    await session.clock.advance(10);
    expect(run.ok && session.stops.find(run.value)?.tokenIds).toHaveLength(2);
    expect(session.leaks.standing(TRADER)?.plan.runId).toBe(run.ok && run.value);
    expect(session.leaks.standing(TRADER)?.tokens).toMatchObject({ waiting: 0, accepted: 2 });
  });

  it('is not fooled by a tick: what lives is counted as living', async () => {
    const session = await leaked();
    await session.leaks.revokeAll(TRADER);
    await session.leaks.say(TRADER, 'delete_client', true);
    await session.clock.advance(60_000);
    expect(session.leaks.standing(TRADER)).toMatchObject({
      plan: { said: [{ step: 'delete_client' }] },
      tokens: { dead: 0 },
      oldSecret: null,
    });
  });

  it('proves a token dead that the deletion of the client ended before any revocation', async () => {
    const session = await leaked();
    serverRefuses(session);
    await session.leaks.say(TRADER, 'delete_client', true);
    await session.clock.advance(6 * 60_000);
    expect(session.state()).toBe('verified');
    expect(session.leaks.standing(TRADER)?.tokens).toMatchObject({ dead: 1, failed: 0 });
  });

  it('goes on proving after a restart', async () => {
    const session = await leaked();
    serverRefuses(session);
    await session.leaks.say(TRADER, 'delete_client', true);
    await session.clock.advance(10);
    const again = await session.restart();
    serverRefuses(again);
    await again.clock.advance(6 * 60_000);
    expect(again.state()).toBe('verified');
  });

  it('goes on ending after a restart what was live as the person said it, and nothing that came later', async () => {
    const session = await leaked();
    const down = { code: 'connect_failed', possiblyDone: false } as const;
    session.gateway.refuseRevocations(down, { status: null });
    await session.leaks.say(TRADER, 'delete_client', true);
    await session.requests.request(TRADER, ['TRADER_READ']);
    const again = await session.restart();
    await again.clock.advance(60_000);
    const [later, meant] = [again.token(0), again.token(1)];
    expect([later.revocation, meant.revocation?.acceptedAtMs]).toEqual([null, expect.any(Number)]);
    expect(again.leaks.standing(TRADER)?.tokens.waiting).toBe(1);
  });

  it('asks again before it ends what came after the word', async () => {
    const session = await leaked();
    await session.leaks.say(TRADER, 'delete_client', true);
    await session.requests.request(TRADER, ['TRADER_READ']);
    expect(session.leaks.revokedByDeletion(TRADER)).toBe(1);
    await session.leaks.say(TRADER, 'delete_client', true);
    expect(session.token(0).revocation).not.toBeNull();
  });

  it('takes the proof of a deleted client: its secret must fail to mint', async () => {
    const session = await leaked();
    serverRefuses(session);
    expect(await session.leaks.tryOld(TRADER)).toEqual(ok('refused'));
    expect(session.leaks.standing(TRADER)?.oldSecret?.verdict).toBe('refused');
  });

  it('revokes at once what the leaked secret still mints', async () => {
    const session = await leaked();
    expect(await session.leaks.tryOld(TRADER)).toEqual(ok('still_mints'));
    await session.clock.advance(10);
    expect(session.token(0).revocation).not.toBeNull();
    expect(session.leaks.standing(TRADER)?.tokens.waiting).toBe(1);
  });

  it('does not take a newer secret for the leaked one', async () => {
    const session = await leaked();
    await session.clock.advance(10);
    await replaceSecret(session.session, TRADER, SecretBytes.take(Buffer.from('another')));
    expect(await session.leaks.tryOld(TRADER)).toEqual(
      fail({ code: 'gone', facts: { about: 'old secret' } }),
    );
    expect(session.leaks.standing(TRADER)?.oldSecret).toBeNull();
  });

  it('leaves alone what a secret mints that was stored since', async () => {
    const session = await leaked();
    await session.leaks.say(TRADER, 'delete_client', true);
    await session.clock.advance(10);
    await replaceSecret(session.session, TRADER, SecretBytes.take(Buffer.from('another')));
    await session.requests.request(TRADER, ['TRADER_TRADE']);
    const again = await session.restart();
    await again.clock.advance(10);
    expect(again.state(0)).toBe('active');
  });

  it('takes the proof of the rotation where the secret is rotated', async () => {
    const session = await leaked();
    await session.leaks.choose(TRADER, 'rotate');
    await rotateTo(session, 'new');
    expect(await session.leaks.tryOld(TRADER)).toEqual(fail({ code: 'step_not_ready' }));
    expect(session.leaks.standing(TRADER)?.rotation).toBe('open');
    serverRefuses(session);
    await session.rotations.tryOld(TRADER);
    await session.rotations.finish(TRADER);
    expect(session.leaks.standing(TRADER)).toMatchObject({
      rotation: 'finished',
      oldSecret: { verdict: 'refused' },
    });
  });

  it('does not count what the new secret mints', async () => {
    const session = await leaked();
    await rotateTo(session, 'new');
    await session.clock.advance(10);
    await session.requests.request(TRADER, ['TRADER_TRADE']);
    const { tokens } = session.leaks.standing(TRADER) ?? {};
    expect(tokens?.waiting).toBe(1);
  });

  it('lets a new rotation of another day not answer an old leak', async () => {
    const session = await createTestSession();
    await rotateTo(session, 'new');
    await session.rotations.finish(TRADER);
    await session.clock.advance(60_000);
    await session.leaks.start(TRADER);
    expect(session.leaks.standing(TRADER)?.rotation).toBe('none');
  });
});

describe('a leak in the middle of a rotation whose new secret is in use', () => {
  async function leakedAfterCheck(): Promise<TestSession> {
    const session = await createTestSession();
    await rotateTo(session, 'new');
    session.gateway.onToken((sent) =>
      sent === 'new'
        ? ok(session.gateway.issued())
        : fail(
            session.gateway.failure(
              { code: 'invalid_client', possiblyDone: false },
              { status: 401 },
            ),
          ),
    );
    await session.rotations.tryOld(TRADER);
    await session.clock.advance(60_000);
    await session.leaks.start(TRADER);
    return session;
  }

  it('is not answered by the proof of the secret before it', async () => {
    const session = await leakedAfterCheck();
    expect(session.leaks.standing(TRADER)?.oldSecret).toBeNull();
  });

  it('is proven with the secret in use', async () => {
    const session = await leakedAfterCheck();
    expect(await session.leaks.tryOld(TRADER)).toEqual(ok('still_mints'));
  });
});

describe('the history of a leak', () => {
  it('keeps its beginning, each step with what was taken back, and its end', async () => {
    const session = await leaked();
    await session.leaks.say(TRADER, 'delete_client', true);
    await session.leaks.say(TRADER, 'delete_client', false);
    await session.leaks.close(TRADER);
    const told = session.noted.filter(({ what }) => what.includes('plan'));
    expect(told.map(({ what, word }) => [what, word])).toEqual([
      ['leak_plan_started', undefined],
      ['plan_step', 'delete_client'],
      ['plan_step', 'delete_client_undone'],
      ['leak_plan_closed', undefined],
    ]);
  });

  it('keeps that a token was proven dead after the client was deleted', async () => {
    const session = await leaked();
    serverRefuses(session);
    await session.leaks.say(TRADER, 'delete_client', true);
    await session.clock.advance(6 * 60_000);
    expect(session.noted.map(({ what }) => what)).toContain('verified_dead');
  });
});

describe('the plan for a leaked Partner key', () => {
  it('asks with every token once the person says that the key is revoked', async () => {
    const session = await leaked(PARTNER);
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.leaks.say(PARTNER, 'revoke_key', true);
    await session.clock.advance(6 * 60_000);
    expect(session.state()).toBe('verified');
    expect(session.leaks.standing(PARTNER)?.tokens).toMatchObject({ dead: 1, waiting: 0 });
  });

  it('sends no revocation: none is documented', async () => {
    const session = await leaked(PARTNER);
    await session.leaks.say(PARTNER, 'revoke_key', true);
    await session.leaks.tryOld(PARTNER);
    await session.clock.advance(10_000);
    expect(session.gateway.calls.filter((call) => call.startsWith('revoke'))).toEqual([]);
  });

  it('does not wait for a proof of what is never sent', async () => {
    const session = await createTestSession();
    const odd = session.gateway.issued({ quarantine: 'unsupported_token_type' });
    session.gateway.onToken(() => ok(odd));
    await session.requests.request(PARTNER, []);
    await session.leaks.start(PARTNER);
    await session.leaks.say(PARTNER, 'revoke_key', true);
    expect(session.leaks.standing(PARTNER)?.tokens).toMatchObject({ underWay: 0, unproven: 1 });
  });

  it('takes no token for ended after a restart that came after the word', async () => {
    const session = await leaked(PARTNER);
    await session.leaks.say(PARTNER, 'revoke_key', true);
    await session.requests.request(PARTNER, []);
    const again = await session.restart();
    await again.clock.advance(10);
    expect([again.token(0).partnerPlan, again.token(1).partnerPlan?.done]).toEqual([
      null,
      ['revoke_key'],
    ]);
  });

  it('does not write down at the next unlock what the person said before', async () => {
    const session = await leaked(PARTNER);
    await session.leaks.say(PARTNER, 'revoke_key', true);
    const again = await session.restart();
    await again.clock.advance(10);
    expect(again.noted).toEqual([]);
  });

  it('lists what the old secret still mints as one more to end', async () => {
    const session = await leaked(PARTNER);
    await session.leaks.tryOld(PARTNER);
    expect(session.leaks.standing(PARTNER)?.tokens).toMatchObject({ waiting: 2 });
  });
});
