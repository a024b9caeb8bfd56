// The proof of death goes on for as long as it can end in one, whoever saw what began it.
import { describe, expect, it } from 'vitest';
import fc from '../../../support/seeded-fast-check.ts';
import type { TokenId } from '../../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { firstIntent } from '../../../../electron/main/tokens/revocation/revocation-attempts.ts';
import { settle } from '../../../support/fake-clock.ts';
import { forgetWhenDead } from '../../../../electron/main/tokens/ledger/forgetting.ts';
import { addTokens } from '../../../support/many-tokens.ts';
import { createTestSession, PARTNER, type TestSession } from '../../../support/test-session.ts';

const HOUR = 3_600_000;
const TOKEN = 'a' as TokenId;

const refuses = (session: TestSession): void =>
  session.gateway.onProbe(() => ok(session.gateway.probed(401)));
const saysNothing = (session: TestSession): void =>
  session.gateway.onProbe(() => ok(session.gateway.probed(401, '{}', null)));
const takes = (session: TestSession): void =>
  session.gateway.onProbe(() => ok(session.gateway.probed(200)));
const failsRevocations = (session: TestSession): void =>
  session.gateway.refuseRevocations(
    { code: 'invalid_client', oauthError: 'invalid_client' },
    { call: 'revoke', status: 401 },
  );

async function withToken(part: Parameters<typeof addTokens>[1][number]): Promise<TestSession> {
  const session = await createTestSession();
  await addTokens(session, [{ leftSeconds: 80_000, ...part }]);
  return session;
}

async function checked(session: TestSession): Promise<void> {
  await session.checks.check(TOKEN);
  await settle();
}

describe('a token whose revocation was refused for good', () => {
  it('stays a failed one after a refusal, and is asked about until it is dead', async () => {
    const session = await withToken({ id: TOKEN });
    failsRevocations(session);
    await session.stops.start({ kind: 'all' });
    await settle();
    refuses(session);
    await checked(session);
    expect(session.state()).toBe('revoke_failed');
    await session.clock.advance(HOUR);
    expect(session.state()).toBe('verified');
  });
});

describe('a token of which no call was seen to take it', () => {
  async function notVerifiable(): Promise<TestSession> {
    const session = await withToken({ id: TOKEN, scopes: ['TRADER_READ'] });
    saysNothing(session);
    await session.stops.start({ kind: 'all' });
    await settle();
    await session.clock.advance(HOUR);
    expect(session.state()).toBe('not_verifiable');
    return session;
  }

  it.each([
    ['a refusal', refuses, 'confirming'],
    ['that it works', takes, 'still_honoured'],
  ])('is asked about again once a check shows %s after its window', async (_, shows, state) => {
    const session = await notVerifiable();
    shows(session);
    await checked(session);
    expect(session.state()).toBe(state);
    refuses(session);
    await session.clock.advance(HOUR);
    expect(session.state()).toBe('verified');
  });
});

describe('a token of a Partner whose key is not revoked after all', () => {
  it('is confirmed by nobody, and says so', async () => {
    const session = await withToken({ id: TOKEN, credentialId: PARTNER, scopes: [] });
    refuses(session);
    await session.plans.keyRevoked(TOKEN);
    await session.clock.advance(3_000);
    expect(session.state()).toBe('confirming');
    await session.plans.setStep(TOKEN, 'revoke_key', false);
    expect(session.state()).toBe('needs_you');
  });

  it('is not confirmed dead by what was refused before the key was revoked', async () => {
    const session = await withToken({ id: TOKEN, credentialId: PARTNER, scopes: [] });
    refuses(session);
    await session.plans.keyRevoked(TOKEN);
    await session.clock.advance(3_000);
    await session.plans.setStep(TOKEN, 'revoke_key', false);
    await session.clock.advance(HOUR);
    await session.plans.setStep(TOKEN, 'revoke_key', true);
    await session.clock.advance(4 * 60_000);
    expect(session.state()).toBe('confirming');
    await session.clock.advance(2 * 60_000);
    expect(session.state()).toBe('verified');
  });
});

describe('a token that is being confirmed', () => {
  type Act = (session: TestSession) => unknown;
  const acts: Readonly<Record<string, Act>> = {
    refuses,
    saysNothing,
    takes,
    failsRevocations,
    acceptsRevocations: ({ gateway }) => gateway.onRevoke(() => ok(gateway.revoked())),
    check: (session) => session.checks.check(TOKEN),
    revoke: (session) => session.revocations.revoke(TOKEN),
    revokeKey: (session) => session.plans.keyRevoked(TOKEN),
    takeBack: (session) => session.plans.setStep(TOKEN, 'revoke_key', false),
    second: (session) => session.clock.advance(1_000),
    minutes: (session) => session.clock.advance(6 * 60_000),
  };
  const asks = (session: TestSession): number =>
    session.gateway.calls.filter((call) => call.startsWith('probe')).length;

  it('is asked about, whatever happened to it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('trade', 'read', 'partner'),
        fc.array(fc.constantFrom(...Object.keys(acts)), { minLength: 6, maxLength: 16 }),
        async (kind, names) => {
          const session = await withToken({
            id: TOKEN,
            scopes: kind === 'partner' ? [] : [kind === 'trade' ? 'TRADER_TRADE' : 'TRADER_READ'],
            ...(kind === 'partner' ? { credentialId: PARTNER } : {}),
          });
          refuses(session);
          for (const name of names) {
            await acts[name]?.(session);
            await settle();
          }
          const before = asks(session);
          if (session.state() !== 'confirming') return;
          // The last probe of a proof is a whole window away at most.
          await session.clock.advance(6 * 60_000);
          expect(asks(session)).toBeGreaterThan(before);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a proof that goes on after a lock in which the wall clock was set forward', () => {
  it('takes as long as any other', async () => {
    const before = await withToken({ id: TOKEN });
    refuses(before);
    await before.revocations.revoke(TOKEN);
    await before.clock.advance(3_000);
    before.clock.setWall(before.clock.nowMs() + HOUR);
    const session = await before.restart(before.vault.copy());
    refuses(session);
    await session.clock.advance(4 * 60_000);
    expect(session.state()).toBe('confirming');
    await session.clock.advance(2 * 60_000);
    expect(session.state()).toBe('verified');
  });
});

describe('a probe of an earlier revocation', () => {
  it('ends no asking of the newer one, and is no part of its proof', async () => {
    const session = await withToken({ id: TOKEN });
    takes(session);
    await session.revocations.revoke(TOKEN);
    await session.clock.advance(6 * 60_000);
    expect(session.state()).toBe('still_honoured');
    const old = Promise.withResolvers<void>();
    session.gateway.onProbe(async () => {
      await old.promise;
      return ok(session.gateway.probed(401));
    });
    await session.clock.advance(60_000);
    await session.revocations.revoke(TOKEN);
    await settle();
    refuses(session);
    old.resolve();
    await settle();
    expect(session.token().revocation).toMatchObject({ refusals: 0, verifiedAtMs: null });
    session.gateway.calls.length = 0;
    await session.clock.advance(6 * 60_000);
    expect(session.state()).toBe('verified');
    // The planned five of one proof: a second row of questions would double them.
    expect(session.gateway.calls.filter((call) => call.startsWith('probe'))).toHaveLength(5);
  });
});

describe('a proof of a Partner token', () => {
  it('does not wait for a host at which many Trader tokens hang', async () => {
    const session = await withToken({ id: TOKEN, credentialId: PARTNER, scopes: [] });
    const many = Array.from({ length: 200 }, (_, index) => ({ id: `t${index}` }));
    await addTokens(session, many);
    session.gateway.onProbe((text) =>
      text === `text-${TOKEN}` ? ok(session.gateway.probed(401)) : new Promise(() => undefined),
    );
    await session.stops.start({ kind: 'all' });
    await settle();
    await session.clock.advance(60_000);
    await session.plans.keyRevoked(TOKEN);
    await session.clock.advance(10 * 60_000);
    expect(session.state(many.length)).toBe('verified');
  });
});

describe('the check that completes a proof', () => {
  it('is told once as the death of the token, though a person asked for it', async () => {
    const session = await createTestSession();
    await session.clock.advance(2 * HOUR);
    const nowMs = session.clock.nowMs();
    const revocation = {
      ...firstIntent(nowMs - HOUR),
      acceptedAtMs: nowMs - HOUR,
      refusals: 2,
      firstRefusedAtMs: nowMs - HOUR / 2,
    };
    await addTokens(session, [{ id: TOKEN, leftSeconds: 80_000, part: { revocation } }]);
    refuses(session);
    await checked(session);
    expect(session.state()).toBe('verified');
    await session.clock.advance(HOUR);
    expect(session.noted.filter(({ what }) => what === 'verified_dead')).toHaveLength(1);
  });
});

describe('something before the server that refuses everybody by name', () => {
  const MINUTE = 60_000;
  const DYING = 'dying' as TokenId;

  /** The revocation is accepted and does nothing; from then until then, in minutes, all is refused. No other token lives. */
  async function outage(from: number, until: number): Promise<TestSession> {
    const session = await createTestSession();
    await addTokens(session, [{ id: DYING, leftSeconds: 80_000 }]);
    await session.revocations.revoke(DYING);
    await settle();
    const sinceMs = session.clock.monotonicMs();
    session.gateway.onProbe(() => {
      const minutes = (session.clock.monotonicMs() - sinceMs) / MINUTE;
      return ok(session.gateway.probed(minutes >= from && minutes < until ? 401 : 200));
    });
    return session;
  }

  it.each([
    ['left alone', 0],
    ['pressed as soon as it was confirmed', 1],
  ])('for half an hour is found out once it is over, with the check %s', async (_how, presses) => {
    const session = await outage(1, 40);
    await session.clock.advance(12 * MINUTE);
    expect(session.state()).toBe('verified');
    for (let press = 0; press < presses; press += 1) await session.checks.check(DYING);
    await session.clock.advance(60 * MINUTE);
    expect(session.state()).toBe('still_honoured');
  });

  it('costs few calls where the token is dead indeed', async () => {
    const session = await outage(1, Infinity);
    await session.clock.advance(12 * MINUTE);
    session.gateway.calls.length = 0;
    await session.clock.advance(20 * 60 * MINUTE);
    expect(session.gateway.calls.length).toBeLessThanOrEqual(9);
  });

  it('drops no text that was to go with the token, until it was asked once more', async () => {
    const session = await outage(1, 13);
    await forgetWhenDead(session.session, DYING);
    await session.clock.advance(30 * MINUTE);
    expect([session.session.texts.hasText(DYING), session.state()]).toEqual([
      true,
      'still_honoured',
    ]);
  });

  it('has to last as long where the clock was set back since the acceptance', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: DYING, leftSeconds: 80_000 }]);
    let isReached = false;
    const { failure, revoked } = session.gateway;
    session.gateway.onRevoke(() =>
      isReached
        ? ok(revoked())
        : fail(failure({ code: 'connect_refused' }, { call: 'revoke', status: null })),
    );
    await session.revocations.revoke(DYING);
    await session.clock.advance(60 * MINUTE);
    isReached = true;
    await session.clock.advance(70_000);
    session.clock.setWall(session.clock.nowMs() - 30 * MINUTE);
    await session.clock.advance(MINUTE);
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.clock.advance(8 * MINUTE);
    expect(session.state()).toBe('confirming');
  });
});
