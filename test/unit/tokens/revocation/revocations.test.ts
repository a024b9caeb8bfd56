// Revoking: intent before call, retry without guessing, and "verified" only after refusals.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import type { TraderScope } from '../../../../electron/shared/words.ts';
import { isLive } from '../../../../electron/main/domain/token-life.ts';
import { settle } from '../../../support/fake-clock.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../../support/test-session.ts';

const WINDOW_MS = 5 * 60_000;
/** What a server says of a token that it knows and whose scope is not enough (RFC 6750 section 3.1). */
const SCOPE = 'Bearer error="insufficient_scope"';

async function sessionWithToken(
  scopes: readonly TraderScope[] = ['TRADER_TRADE'],
): Promise<TestSession> {
  const session = await createTestSession();
  await session.requests.request(TRADER, scopes);
  session.gateway.calls.length = 0;
  return session;
}

const revokes = (session: TestSession): string[] =>
  session.gateway.calls.filter((call) => call.startsWith('revoke'));

describe('a revocation', () => {
  it('saves its intent before the call leaves', async () => {
    const session = await sessionWithToken();
    let intent: unknown = null;
    session.gateway.onRevoke(() => {
      intent = session.token().revocation;
      return new Promise(() => undefined);
    });
    await session.revocations.revoke(session.token().id);
    await settle();
    expect(intent).toMatchObject({ attempts: 0, acceptedAtMs: null });
    expect(session.state()).toBe('revoking');
  });

  it('sends nothing when the intent cannot be saved', async () => {
    const session = await sessionWithToken();
    session.vault.failWith({ code: 'disk_full' });
    expect(await session.revocations.revoke(session.token().id)).toEqual(
      fail({ code: 'disk_full' }),
    );
    expect(session.gateway.calls).toEqual([]);
  });

  it('is propagating while the token still works, whatever the server accepted (case 98)', async () => {
    const session = await sessionWithToken();
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(60_000);
    expect(session.state()).toBe('propagating');
  });

  it('is confirmed by refusals spread over the propagation window, the last one after it', async () => {
    const session = await sessionWithToken();
    const asked: number[] = [];
    session.gateway.onProbe(() => {
      asked.push(session.clock.nowMs());
      return ok(session.gateway.probed(401));
    });
    await session.revocations.revoke(session.token().id);
    const acceptedAtMs = session.clock.nowMs();
    await session.clock.advance(WINDOW_MS - 1);
    expect([session.state(), asked.length]).toEqual(['confirming', 5]);
    await session.clock.advance(10_000);
    expect(session.state()).toBe('verified');
    expect(asked.map((atMs) => Math.round((atMs - acceptedAtMs) / 1000))).toEqual([
      0, 1, 2, 102, 201, 301,
    ]);
  });

  it('is not confirmed sooner where the clock is set forward or the machine sleeps', async () => {
    const session = await sessionWithToken();
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(10_000);
    session.clock.setWall(session.clock.nowMs() + 1_800_000);
    await session.clock.advance(WINDOW_MS / 2);
    expect(session.state()).toBe('confirming');
  });

  it('takes a whole window of refusals where its proof begins after it, as at unlock', async () => {
    const session = await sessionWithToken();
    session.gateway.onProbe(() => ok(session.gateway.probed(503)));
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(2 * WINDOW_MS);
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.clock.advance(WINDOW_MS + 120_000);
    const { firstRefusedAtMs = NaN, verifiedAtMs } = session.token().revocation ?? {};
    expect((verifiedAtMs ?? NaN) - firstRefusedAtMs).toBeGreaterThanOrEqual(WINDOW_MS);
  });

  it('starts counting refusals again when one region still honours the token', async () => {
    const session = await sessionWithToken();
    const answers = [401, 401, 200, 401, 401, 401];
    session.gateway.onProbe(() => ok(session.gateway.probed(answers.shift() ?? 401)));
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(2 * WINDOW_MS);
    expect([session.state(), answers]).toEqual(['confirming', []]);
    await session.clock.advance(60_000);
    expect(session.state()).toBe('verified');
  });

  it('counts refusals from the last moment at which the token was seen to work', async () => {
    const session = await sessionWithToken();
    const acceptedAtMs = session.clock.nowMs();
    session.gateway.onProbe(() => {
      const sinceMs = session.clock.nowMs() - acceptedAtMs;
      return ok(session.gateway.probed(sinceMs > 290_000 && sinceMs < 365_000 ? 401 : 200));
    });
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(360_000);
    expect(session.state()).toBe('confirming');
    await session.clock.advance(4 * 60_000);
    expect(session.state()).toBe('still_honoured');
  });

  it('that is confirmed after the token had worked is asked about once more a window later', async () => {
    const session = await sessionWithToken();
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(10_000);
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.clock.advance(2 * WINDOW_MS + 60_000);
    expect(session.state()).toBe('verified');
    session.gateway.onProbe(() => ok(session.gateway.probed(200)));
    await session.clock.advance(WINDOW_MS);
    expect(session.state()).toBe('still_honoured');
    expect(session.noted.map(({ what }) => what)).toContain('still_honoured');
  });

  it('that is confirmed at once is not asked about again', async () => {
    const session = await sessionWithToken();
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(WINDOW_MS + 60_000);
    expect(session.state()).toBe('verified');
    const { length } = session.gateway.calls;
    await session.clock.advance(3 * WINDOW_MS);
    expect(session.gateway.calls).toHaveLength(length);
  });

  it('raises the alarm when the token works after the propagation window (case 105)', async () => {
    const session = await sessionWithToken();
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(5 * 60_000 + 1_000);
    expect(session.state()).toBe('still_honoured');
  });

  it('raises it then, not later, where the clock was set back (cases 105, 112)', async () => {
    const session = await sessionWithToken();
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(10_000);
    session.clock.setWall(session.clock.nowMs() - 1_800_000);
    await session.clock.advance(4 * 60_000 + 40_000);
    expect(session.state()).toBe('propagating');
    await session.clock.advance(80_000);
    expect(session.state()).toBe('still_honoured');
    await session.clock.advance(5 * 60_000);
    expect(session.noted.filter(({ what }) => what === 'still_honoured')).toHaveLength(1);
  });

  it('raises it after a sleep through the window, in which monotonic time stood still', async () => {
    const session = await sessionWithToken();
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(10_000);
    session.clock.setWall(session.clock.nowMs() + 1_800_000);
    await session.clock.advance(10_000);
    expect(session.state()).toBe('still_honoured');
    await session.clock.advance(5 * 60_000);
    expect(session.noted.filter(({ what }) => what === 'still_honoured')).toHaveLength(1);
  });

  it.each([
    ['a 403 that named its scope, and another read-only token', SCOPE, ['TRADER_READ'], 'verified'],
    ['a 403 without a word', null, ['TRADER_READ'], 'not_verifiable'],
    ['another token that may trade', SCOPE, ['TRADER_TRADE'], 'not_verifiable'],
  ] as const)(
    'of a read-only token that who-am-I refuses is held against %s',
    async (...[, before, scopes, state]) => {
      const session = await sessionWithToken(scopes);
      await session.requests.request(TRADER, ['TRADER_READ']);
      const { probed } = session.gateway;
      let isRevoked = false;
      session.gateway.onProbe((text) => {
        if (text === 'token-text-1' && scopes[0] === 'TRADER_TRADE') return ok(probed(200));
        return ok(
          text === 'token-text-2' && isRevoked
            ? probed(401, '{}', null)
            : probed(403, '{}', before),
        );
      });
      await session.revocations.revoke(session.token().id);
      await settle();
      isRevoked = true;
      await session.clock.advance(WINDOW_MS + 60_000);
      expect(session.state()).toBe(state);
    },
  );

  it('cannot be confirmed by refusals that no call was seen to differ from before', async () => {
    const session = await sessionWithToken(['TRADER_READ']);
    session.gateway.onProbe(() => ok(session.gateway.probed(401, '{}', null)));
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(WINDOW_MS + 120_000);
    expect(session.state()).toBe('not_verifiable');
    expect(isLive(session.session, session.vault.contents(), session.token())).toBe(true);
    const { length } = session.gateway.calls;
    await session.clock.advance(WINDOW_MS);
    expect(session.gateway.calls).toHaveLength(length);
  });

  it('asks once with the token as it leaves, so that a later refusal is a change', async () => {
    const session = await sessionWithToken(['TRADER_READ']);
    session.gateway.onProbe(() => ok(session.gateway.probed(403, '{}', SCOPE)));
    await session.revocations.revoke(session.token().id);
    await settle();
    expect(session.gateway.calls).toEqual(['revoke token-text-1', 'probe trader token-text-1']);
    expect(session.token().baselines).toMatchObject([{ status: 403 }]);
    expect(session.token().revocation).toMatchObject({ refusals: 0, honouredAtMs: null });
  });

  it('is not held up by that, and asks nothing where the answer is fresh', async () => {
    const session = await sessionWithToken();
    await session.checks.check(session.token().id);
    session.gateway.calls.length = 0;
    session.gateway.onProbe(() => new Promise(() => undefined));
    await session.revocations.revoke(session.token().id);
    await settle();
    expect(session.gateway.calls).toEqual(['revoke token-text-1']);
  });

  it('is asked for again when no answer came (case 103)', async () => {
    const session = await sessionWithToken();
    session.gateway.refuseRevocations({ code: 'answer_timeout' }, { status: null });
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(3_500);
    expect(session.state()).toBe('revoking');
    expect(revokes(session)).toHaveLength(3);
    expect(session.revocations.nextAttemptAtMs(session.token().id)).not.toBeNull();
  });

  it('is asked for again a minute at most after the last attempt (case 103)', async () => {
    const session = await sessionWithToken();
    session.gateway.refuseRevocations({ code: 'connection_reset' }, { status: null });
    await session.revocations.revoke(session.token().id);
    const waitsSeconds: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await settle();
      const atMs = session.revocations.nextAttemptAtMs(session.token().id) ?? NaN;
      waitsSeconds.push((atMs - session.clock.nowMs()) / 1_000);
      await session.clock.advance(atMs - session.clock.nowMs());
    }
    expect(waitsSeconds).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('that the server has only taken note of is asked for again (case 99)', async () => {
    const session = await sessionWithToken();
    session.gateway.onRevoke(() => ok(session.gateway.revoked('pending')));
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(2_000);
    expect([session.state(), revokes(session).length > 1]).toEqual(['revoking', true]);
    session.gateway.onRevoke(() => ok(session.gateway.revoked()));
    await session.clock.advance(5_000);
    expect(session.state()).toBe('propagating');
  });

  it('refused for good is failed, never revoked (case 101)', async () => {
    const session = await sessionWithToken();
    session.gateway.refuseRevocations({ code: 'invalid_client' }, { status: 401 });
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(120_000);
    expect(session.state()).toBe('revoke_failed');
    expect(revokes(session)).toHaveLength(1);
  });

  it('goes on after a crash', async () => {
    const session = await sessionWithToken();
    session.gateway.onRevoke(() => new Promise(() => undefined));
    await session.revocations.revoke(session.token().id);
    await settle();
    const after = await session.restart();
    expect(after.gateway.calls.filter((call) => call.startsWith('revoke'))).toHaveLength(1);
    expect(after.state()).toBe('propagating');
  });

  it('is one call however often it is asked for (case 106)', async () => {
    const session = await sessionWithToken();
    session.gateway.onRevoke(() => new Promise(() => undefined));
    await Promise.all([1, 2, 3].map(() => session.revocations.revoke(session.token().id)));
    await settle();
    expect(revokes(session)).toHaveLength(1);
  });

  it('does not exist for Partner (case 107)', async () => {
    const session = await createTestSession();
    await session.requests.request(PARTNER, []);
    const asked = await session.revocations.revoke(session.token().id);
    expect(asked).toEqual(fail({ code: 'no_call' }));
  });
});
