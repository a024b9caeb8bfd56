// What a check that the person asks for changes in a token: an answer beats every proof before it.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../electron/main/domain/result.ts';
import type { CredentialId } from '../../../../electron/main/domain/ids.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../../support/test-session.ts';

const HOUR = 3_600_000;

const answering = (session: TestSession, status: number): void =>
  session.gateway.onProbe(() => ok(session.gateway.probed(status)));

/** With one token that was refused again and again since it was to die. */
async function sessionWithDead(of: CredentialId): Promise<TestSession> {
  const session = await createTestSession();
  session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: 24 * 3_600 })));
  await session.requests.request(of, of === TRADER ? ['TRADER_TRADE'] : []);
  answering(session, 401);
  const { id } = session.token();
  await (of === TRADER ? session.revocations.revoke(id) : session.plans.keyRevoked(id));
  await session.clock.advance(HOUR);
  expect(session.state()).toBe('verified');
  answering(session, 200);
  return session;
}

function provenAtMs(session: TestSession): number {
  const { revocation, partnerPlan } = session.token();
  return revocation?.verifiedAtMs ?? partnerPlan?.verifiedAtMs ?? NaN;
}

describe('a token without trade scope', () => {
  const checked = async (challenge: string | null) => {
    const session = await createTestSession();
    session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: 24 * 3_600 })));
    await session.requests.request(TRADER, ['TRADER_READ']);
    session.gateway.onProbe(() => ok(session.gateway.probed(403, '{}', challenge)));
    const done = await session.checks.check(session.token().id);
    return done.ok ? done.value : null;
  };

  it('is valid where who-am-I names the scope that it lacks', async () => {
    expect(await checked('Bearer error="insufficient_scope"')).toMatchObject({
      outcome: 'lacks_scope',
      needsTrade: true,
    });
  });

  it('is not shown to be valid by a 403 that says nothing', async () => {
    expect(await checked(null)).toMatchObject({ outcome: 'forbidden', needsTrade: true });
  });
});

describe('a token that was proven dead and works', () => {
  it.each([
    [200, null],
    [403, 'Bearer error="insufficient_scope"'],
  ])('is dead no more, and in the history as such, by a %i that says %s', async (status, said) => {
    const session = await sessionWithDead(TRADER);
    session.gateway.onProbe(() => ok(session.gateway.probed(status, '{}', said)));
    await session.checks.check(session.token().id);
    expect(session.state()).toBe('still_honoured');
    expect(session.noted.map(({ what }) => what)).toContain('still_honoured');
  });

  it('of a Partner needs the person again', async () => {
    const session = await sessionWithDead(PARTNER);
    await session.checks.check(session.token().id);
    expect(session.state()).toBe('needs_you');
  });

  it.each([TRADER, PARTNER])('is asked about until it is refused again (%s)', async (of) => {
    const session = await sessionWithDead(of);
    await session.checks.check(session.token().id);
    answering(session, 401);
    const checkedAtMs = session.clock.nowMs();
    await session.clock.advance(HOUR);
    expect(provenAtMs(session)).toBeGreaterThan(checkedAtMs);
  });
});

describe('checks of a person that refuse a revoked token', () => {
  it('are spaced by the rule of the proof: pressing often makes it no shorter', async () => {
    const session = await createTestSession();
    session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: 24 * 3_600 })));
    await session.requests.request(TRADER, ['TRADER_TRADE']);
    answering(session, 401);
    const { id } = session.token();
    await session.revocations.revoke(id);
    for (let press = 0; press < 20; press += 1) {
      await session.checks.check(id);
      await session.clock.advance(200);
    }
    expect(session.token().revocation?.refusals).toBe(2);
  });

  it('that were asked before it was last seen to work add nothing', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, ['TRADER_TRADE']);
    const { id } = session.token();
    await session.revocations.revoke(id);
    await session.clock.advance(10);
    const late = Promise.withResolvers<void>();
    session.gateway.onProbe(async () => {
      await late.promise;
      return ok(session.gateway.probed(401));
    });
    const slow = session.checks.check(id);
    await session.clock.advance(20);
    answering(session, 200);
    await session.clock.advance(3_000);
    expect(session.token().revocation?.honouredAtMs).not.toBeNull();
    late.resolve();
    await slow;
    expect(session.token().revocation?.refusals).toBe(0);
  });
});
