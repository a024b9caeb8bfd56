// The plan for a leaked key: the person's word and the app's proof are kept apart.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { replaceSecret } from '../../../electron/main/credentials/credentials.ts';
import { createTestRoom, PARTNER, TRADER, type TestRoom } from '../../support/test-room.ts';

async function leaked(id = TRADER): Promise<TestRoom> {
  const room = await createTestRoom();
  await room.requests.request(id, id === TRADER ? ['TRADER_TRADE'] : []);
  await room.leaks.start(id);
  return room;
}

function serverRefuses(room: TestRoom): void {
  const refused = () =>
    fail(room.gateway.failure({ code: 'invalid_client', possiblyDone: false }, { status: 401 }));
  room.gateway.onToken(refused);
  room.gateway.onRevoke(refused);
  room.gateway.onProbe(() => ok(room.gateway.probed(401)));
}

describe('the plan for a leaked Trader key', () => {
  it('revokes every token of the credential in one stop run', async () => {
    const room = await leaked();
    await room.requests.request(TRADER, ['TRADER_READ']);
    const run = await room.leaks.revokeAll(TRADER);
    await room.clock.advance(10);
    expect(run.ok && room.stops.find(run.value)?.tokenIds).toHaveLength(2);
    expect(room.leaks.standing(TRADER)?.plan.runId).toBe(run.ok && run.value);
    expect(room.leaks.standing(TRADER)?.tokens).toMatchObject({ waiting: 0, accepted: 2 });
  });

  it('is not fooled by a tick: what lives is counted as living', async () => {
    const room = await leaked();
    await room.leaks.revokeAll(TRADER);
    await room.leaks.say(TRADER, 'delete_client', true);
    await room.clock.advance(60_000);
    expect(room.leaks.standing(TRADER)).toMatchObject({
      plan: { said: ['delete_client'] },
      tokens: { dead: 0 },
      oldSecret: null,
    });
  });

  it('proves a token dead that the deletion of the client ended before any revocation', async () => {
    const room = await leaked();
    serverRefuses(room);
    await room.leaks.say(TRADER, 'delete_client', true);
    await room.clock.advance(6 * 60_000);
    expect(room.state()).toBe('verified');
    expect(room.leaks.standing(TRADER)?.tokens).toMatchObject({ dead: 1, failed: 0 });
  });

  it('goes on proving after a restart', async () => {
    const room = await leaked();
    serverRefuses(room);
    await room.leaks.say(TRADER, 'delete_client', true);
    await room.clock.advance(10);
    const again = await room.restart();
    serverRefuses(again);
    await again.clock.advance(6 * 60_000);
    expect(again.state()).toBe('verified');
  });

  it('takes the proof of a deleted client: its secret must fail to mint', async () => {
    const room = await leaked();
    serverRefuses(room);
    expect(await room.leaks.tryOld(TRADER)).toEqual(ok('refused'));
    expect(room.leaks.standing(TRADER)?.oldSecret?.verdict).toBe('refused');
  });

  it('revokes at once what the leaked secret still mints', async () => {
    const room = await leaked();
    expect(await room.leaks.tryOld(TRADER)).toEqual(ok('still_mints'));
    await room.clock.advance(10);
    expect(room.token(0).revocation).not.toBeNull();
    expect(room.leaks.standing(TRADER)?.tokens.waiting).toBe(1);
  });

  it('does not take a newer secret for the leaked one', async () => {
    const room = await leaked();
    await room.clock.advance(10);
    await replaceSecret(room.room, TRADER, SecretBytes.take(Buffer.from('another')));
    expect(await room.leaks.tryOld(TRADER)).toEqual(fail({ code: 'old_secret_gone' }));
    expect(room.leaks.standing(TRADER)?.oldSecret).toBeNull();
  });

  it('leaves alone what a secret mints that was stored since', async () => {
    const room = await leaked();
    await room.leaks.say(TRADER, 'delete_client', true);
    await room.clock.advance(10);
    await replaceSecret(room.room, TRADER, SecretBytes.take(Buffer.from('another')));
    await room.requests.request(TRADER, ['TRADER_TRADE']);
    const again = await room.restart();
    await again.clock.advance(10);
    expect(again.state(0)).toBe('active');
  });

  it('takes the proof of the rotation where the secret is rotated', async () => {
    const room = await leaked();
    await room.leaks.choose(TRADER, 'rotate');
    await room.rotations.start(TRADER);
    await room.rotations.takeSecret(TRADER, SecretBytes.take(Buffer.from('new')));
    await room.rotations.check(TRADER);
    expect(await room.leaks.tryOld(TRADER)).toEqual(fail({ code: 'step_not_ready' }));
    expect(room.leaks.standing(TRADER)?.rotation).toBe('open');
    serverRefuses(room);
    await room.rotations.tryOld(TRADER);
    await room.rotations.finish(TRADER);
    expect(room.leaks.standing(TRADER)).toMatchObject({
      rotation: 'finished',
      oldSecret: { verdict: 'refused' },
    });
  });

  it('does not count what the new secret mints', async () => {
    const room = await leaked();
    await room.rotations.start(TRADER);
    await room.rotations.takeSecret(TRADER, SecretBytes.take(Buffer.from('new')));
    await room.rotations.check(TRADER);
    await room.clock.advance(10);
    await room.requests.request(TRADER, ['TRADER_TRADE']);
    const { tokens } = room.leaks.standing(TRADER) ?? {};
    expect(tokens?.waiting).toBe(1);
  });

  it('lets a new rotation of another day not answer an old leak', async () => {
    const room = await createTestRoom();
    await room.rotations.start(TRADER);
    await room.rotations.takeSecret(TRADER, SecretBytes.take(Buffer.from('new')));
    await room.rotations.check(TRADER);
    await room.rotations.finish(TRADER);
    await room.clock.advance(60_000);
    await room.leaks.start(TRADER);
    expect(room.leaks.standing(TRADER)?.rotation).toBe('none');
  });
});

describe('a leak in the middle of a rotation whose new secret is in use', () => {
  async function leakedAfterCheck(): Promise<TestRoom> {
    const room = await createTestRoom();
    await room.rotations.start(TRADER);
    await room.rotations.takeSecret(TRADER, SecretBytes.take(Buffer.from('new')));
    await room.rotations.check(TRADER);
    room.gateway.onToken((sent) =>
      sent === 'new'
        ? ok(room.gateway.issued())
        : fail(
            room.gateway.failure({ code: 'invalid_client', possiblyDone: false }, { status: 401 }),
          ),
    );
    await room.rotations.tryOld(TRADER);
    await room.clock.advance(60_000);
    await room.leaks.start(TRADER);
    return room;
  }

  it('is not answered by the proof of the secret before it', async () => {
    const room = await leakedAfterCheck();
    expect(room.leaks.standing(TRADER)?.oldSecret).toBeNull();
  });

  it('is proven with the secret in use', async () => {
    const room = await leakedAfterCheck();
    expect(await room.leaks.tryOld(TRADER)).toEqual(ok('still_mints'));
  });
});

describe('the history of a leak', () => {
  it('keeps its beginning, each step with what was taken back, and its end', async () => {
    const room = await leaked();
    await room.leaks.say(TRADER, 'delete_client', true);
    await room.leaks.say(TRADER, 'delete_client', false);
    await room.leaks.close(TRADER);
    const told = room.noted.filter(({ what }) => what.includes('plan'));
    expect(told.map(({ what, word }) => [what, word])).toEqual([
      ['leak_plan_started', undefined],
      ['plan_step', 'delete_client'],
      ['plan_step', 'delete_client_undone'],
      ['leak_plan_closed', undefined],
    ]);
  });

  it('keeps that a token was proven dead after the client was deleted', async () => {
    const room = await leaked();
    serverRefuses(room);
    await room.leaks.say(TRADER, 'delete_client', true);
    await room.clock.advance(6 * 60_000);
    expect(room.noted.map(({ what }) => what)).toContain('verified_dead');
  });
});

describe('the plan for a leaked Partner key', () => {
  it('asks with every token once the person says that the key is revoked', async () => {
    const room = await leaked(PARTNER);
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await room.leaks.say(PARTNER, 'revoke_key', true);
    await room.clock.advance(6 * 60_000);
    expect(room.state()).toBe('verified');
    expect(room.leaks.standing(PARTNER)?.tokens).toMatchObject({ dead: 1, waiting: 0 });
  });

  it('sends no revocation: none is documented', async () => {
    const room = await leaked(PARTNER);
    await room.leaks.say(PARTNER, 'revoke_key', true);
    await room.leaks.tryOld(PARTNER);
    await room.clock.advance(10_000);
    expect(room.gateway.calls.filter((call) => call.startsWith('revoke'))).toEqual([]);
  });

  it('does not wait for a proof of what is never sent', async () => {
    const room = await createTestRoom();
    const odd = room.gateway.issued({ quarantine: 'unsupported_token_type' });
    room.gateway.onToken(() => ok(odd));
    await room.requests.request(PARTNER, []);
    await room.leaks.start(PARTNER);
    await room.leaks.say(PARTNER, 'revoke_key', true);
    expect(room.leaks.standing(PARTNER)?.tokens).toMatchObject({ underWay: 0, unproven: 1 });
  });

  it('does not write down at the next unlock what the person said before', async () => {
    const room = await leaked(PARTNER);
    await room.leaks.say(PARTNER, 'revoke_key', true);
    const again = await room.restart();
    await again.clock.advance(10);
    expect(again.noted).toEqual([]);
  });

  it('lists what the old secret still mints as one more to end', async () => {
    const room = await leaked(PARTNER);
    await room.leaks.tryOld(PARTNER);
    expect(room.leaks.standing(PARTNER)?.tokens).toMatchObject({ waiting: 2 });
  });
});
