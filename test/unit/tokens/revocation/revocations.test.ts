// Revoking: intent before call, retry without guessing, and "verified" only after refusals.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import type { TraderScope } from '../../../../electron/shared/words.ts';
import { isLive } from '../../../../electron/main/tokens/ledger/housekeeping.ts';
import { settle } from '../../../support/fake-clock.ts';
import { createTestRoom, PARTNER, TRADER, type TestRoom } from '../../../support/test-room.ts';

const WINDOW_MS = 5 * 60_000;

async function roomWithToken(scopes: readonly TraderScope[] = ['TRADER_TRADE']): Promise<TestRoom> {
  const room = await createTestRoom();
  await room.requests.request(TRADER, scopes);
  room.gateway.calls.length = 0;
  return room;
}

const revokes = (room: TestRoom): string[] =>
  room.gateway.calls.filter((call) => call.startsWith('revoke'));

describe('a revocation', () => {
  it('saves its intent before the call leaves', async () => {
    const room = await roomWithToken();
    let intent: unknown = null;
    room.gateway.onRevoke(() => {
      intent = room.token().revocation;
      return new Promise(() => undefined);
    });
    await room.revocations.revoke(room.token().id);
    await settle();
    expect(intent).toMatchObject({ attempts: 0, acceptedAtMs: null });
    expect(room.state()).toBe('revoking');
  });

  it('sends nothing when the intent cannot be saved', async () => {
    const room = await roomWithToken();
    room.vault.failWith({ code: 'disk_full' });
    expect(await room.revocations.revoke(room.token().id)).toEqual(fail({ code: 'disk_full' }));
    expect(room.gateway.calls).toEqual([]);
  });

  it('is propagating while the token still works, whatever the server accepted (case 98)', async () => {
    const room = await roomWithToken();
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(60_000);
    expect(room.state()).toBe('propagating');
  });

  it('is confirmed by refusals spread over the propagation window, the last one after it', async () => {
    const room = await roomWithToken();
    const asked: number[] = [];
    room.gateway.onProbe(() => {
      asked.push(room.clock.nowMs());
      return ok(room.gateway.probed(401));
    });
    await room.revocations.revoke(room.token().id);
    const acceptedAtMs = room.clock.nowMs();
    await room.clock.advance(WINDOW_MS - 1);
    expect([room.state(), asked.length]).toEqual(['confirming', 5]);
    await room.clock.advance(10_000);
    expect(room.state()).toBe('verified');
    expect(asked.map((atMs) => Math.round((atMs - acceptedAtMs) / 1000))).toEqual([
      0, 1, 2, 101, 201, 300,
    ]);
  });

  it('is not confirmed sooner where the clock is set forward or the machine sleeps', async () => {
    const room = await roomWithToken();
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(10_000);
    room.clock.setWall(room.clock.nowMs() + 1_800_000);
    await room.clock.advance(WINDOW_MS / 2);
    expect(room.state()).toBe('confirming');
  });

  it('is no single moment where its proof begins after the window, as at unlock', async () => {
    const room = await roomWithToken();
    room.gateway.onProbe(() => ok(room.gateway.probed(503)));
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(2 * WINDOW_MS);
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await room.clock.advance(120_000);
    const { firstRefusedAtMs = NaN, verifiedAtMs } = room.token().revocation ?? {};
    expect((verifiedAtMs ?? NaN) - firstRefusedAtMs).toBeGreaterThanOrEqual(30_000);
  });

  it('starts counting refusals again when one region still honours the token', async () => {
    const room = await roomWithToken();
    const answers = [401, 401, 200, 401, 401, 401];
    room.gateway.onProbe(() => ok(room.gateway.probed(answers.shift() ?? 401)));
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(WINDOW_MS + 60_000);
    expect(room.state()).toBe('verified');
    expect(answers).toEqual([]);
  });

  it('raises the alarm when the token works after the propagation window (case 105)', async () => {
    const room = await roomWithToken();
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(5 * 60_000 + 1_000);
    expect(room.state()).toBe('still_honoured');
  });

  it('raises it then, not later, where the clock was set back (cases 105, 112)', async () => {
    const room = await roomWithToken();
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(10_000);
    room.clock.setWall(room.clock.nowMs() - 1_800_000);
    await room.clock.advance(4 * 60_000 + 40_000);
    expect(room.state()).toBe('propagating');
    await room.clock.advance(80_000);
    expect(room.state()).toBe('still_honoured');
    await room.clock.advance(5 * 60_000);
    expect(room.noted.filter(({ what }) => what === 'still_honoured')).toHaveLength(1);
  });

  it('raises it after a sleep through the window, in which monotonic time stood still', async () => {
    const room = await roomWithToken();
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(10_000);
    room.clock.setWall(room.clock.nowMs() + 1_800_000);
    await room.clock.advance(10_000);
    expect(room.state()).toBe('still_honoured');
    await room.clock.advance(5 * 60_000);
    expect(room.noted.filter(({ what }) => what === 'still_honoured')).toHaveLength(1);
  });

  it('of a read-only token is confirmed where who-am-I knew it before: 403, then 401', async () => {
    const room = await roomWithToken(['TRADER_READ']);
    let status = 403;
    room.gateway.onProbe(() => ok(room.gateway.probed(status, '{}', null)));
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(10_000);
    expect(room.state()).toBe('propagating');
    status = 401;
    await room.clock.advance(WINDOW_MS + 60_000);
    expect(room.state()).toBe('verified');
    expect(room.token().revocation?.evidence).toBe('changed');
  });

  it('cannot be confirmed by refusals that no call was seen to differ from before', async () => {
    const room = await roomWithToken(['TRADER_READ']);
    room.gateway.onProbe(() => ok(room.gateway.probed(401, '{}', null)));
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(WINDOW_MS + 120_000);
    expect(room.state()).toBe('not_verifiable');
    expect(isLive(room.room, room.vault.contents(), room.token())).toBe(true);
    const { length } = room.gateway.calls;
    await room.clock.advance(WINDOW_MS);
    expect(room.gateway.calls).toHaveLength(length);
  });

  it('asks once with the token as it leaves, so that a later refusal is a change', async () => {
    const room = await roomWithToken(['TRADER_READ']);
    room.gateway.onProbe(() => ok(room.gateway.probed(403, '{}', null)));
    await room.revocations.revoke(room.token().id);
    await settle();
    expect(room.gateway.calls).toEqual(['revoke token-text-1', 'probe trader token-text-1']);
    expect(room.token().baselines).toMatchObject([{ status: 403 }]);
    expect(room.token().revocation).toMatchObject({ refusals: 0, honouredAtMs: null });
  });

  it('is not held up by that, and asks nothing where the answer is fresh', async () => {
    const room = await roomWithToken();
    await room.checks.check(room.token().id);
    room.gateway.calls.length = 0;
    room.gateway.onProbe(() => new Promise(() => undefined));
    await room.revocations.revoke(room.token().id);
    await settle();
    expect(room.gateway.calls).toEqual(['revoke token-text-1']);
  });

  it('is asked for again when no answer came (case 103)', async () => {
    const room = await roomWithToken();
    const { failure } = room.gateway;
    room.gateway.onRevoke(() => fail(failure({ code: 'total_timeout' }, { status: null })));
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(3_500);
    expect(room.state()).toBe('revoking');
    expect(revokes(room)).toHaveLength(3);
    expect(room.revocations.nextAttemptAtMs(room.token().id)).not.toBeNull();
  });

  it('waits as long as the server asks (case 102)', async () => {
    const room = await roomWithToken();
    const { failure } = room.gateway;
    room.gateway.onRevoke(() =>
      fail(failure({ code: 'server_error', retryAfterMs: 30_000 }, { status: 503 })),
    );
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(29_000);
    expect(revokes(room)).toHaveLength(1);
    await room.clock.advance(2_000);
    expect(revokes(room)).toHaveLength(2);
  });

  it('refused for good is failed, never revoked (case 101)', async () => {
    const room = await roomWithToken();
    const { failure } = room.gateway;
    room.gateway.onRevoke(() => fail(failure({ code: 'invalid_client' }, { status: 401 })));
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(120_000);
    expect(room.state()).toBe('revoke_failed');
    expect(revokes(room)).toHaveLength(1);
  });

  it('goes on after a crash', async () => {
    const room = await roomWithToken();
    room.gateway.onRevoke(() => new Promise(() => undefined));
    await room.revocations.revoke(room.token().id);
    await settle();
    const after = await room.restart();
    expect(after.gateway.calls.filter((call) => call.startsWith('revoke'))).toHaveLength(1);
    expect(after.state()).toBe('propagating');
  });

  it('is one call however often it is asked for (case 106)', async () => {
    const room = await roomWithToken();
    room.gateway.onRevoke(() => new Promise(() => undefined));
    await Promise.all([1, 2, 3].map(() => room.revocations.revoke(room.token().id)));
    await settle();
    expect(revokes(room)).toHaveLength(1);
  });

  it('does not exist for Partner (case 107)', async () => {
    const room = await createTestRoom();
    await room.requests.request(PARTNER, []);
    const asked = await room.revocations.revoke(room.token().id);
    expect(asked).toEqual(fail({ code: 'not_revocable_here' }));
  });
});
