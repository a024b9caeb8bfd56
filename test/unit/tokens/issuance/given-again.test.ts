// A server, or a cache before it, that gives the same text twice: that is one token, wherever it arrives.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import { isLive } from '../../../../electron/main/domain/token-life.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addCredentials, addTokens } from '../../../support/many-tokens.ts';
import { createTestSession, TRADER, type TestSession } from '../../../support/test-session.ts';

const TRADE = ['TRADER_TRADE'] as const;
const MINUTE = 60_000;

/** A server that gives one text, which lives as long as it says. */
async function cached(lifetimeSeconds = 3_600): Promise<TestSession> {
  const session = await createTestSession();
  give(session, lifetimeSeconds);
  expect(await session.requests.request(TRADER, TRADE)).toMatchObject({ ok: true });
  session.gateway.calls.length = 0;
  return session;
}

const give = (session: TestSession, lifetimeSeconds: number | null): void =>
  session.gateway.onToken(() =>
    ok(
      session.gateway.issued({
        text: SecretBytes.take(Buffer.from('the-one-text')),
        lifetimeSeconds,
      }),
    ),
  );
const revokes = (session: TestSession): string[] =>
  session.gateway.calls.filter((call) => call.startsWith('revoke'));
const rows = (session: TestSession): number => session.vault.contents().tokens.length;
const remainingMs = (session: TestSession): number | null =>
  session.session.expiries.remainingMs(session.token());

describe('a text that comes again', () => {
  it('by hand is the same card with the later end', async () => {
    const session = await cached();
    const { id } = session.token();
    await session.clock.advance(30 * MINUTE);
    expect(await session.requests.request(TRADER, TRADE)).toEqual(ok(id));
    expect([rows(session), session.state()]).toEqual([1, 'active']);
    expect(remainingMs(session)).toBe(60 * MINUTE);
  });

  it('at once by two requests is one card', async () => {
    const session = await createTestSession();
    give(session, 3_600);
    const both = [TRADE, ['TRADER_READ', 'TRADER_TRADE'] as const];
    await Promise.all(both.map((scopes) => session.requests.request(TRADER, scopes)));
    await session.clock.advance(10);
    expect(rows(session)).toBe(1);
  });

  it.each([60, null])(
    'with an end of %s never ends sooner than it was said before',
    async (end) => {
      const session = await cached();
      give(session, end);
      await session.requests.request(TRADER, TRADE);
      expect(remainingMs(session)).toBe(60 * MINUTE);
    },
  );

  it('by a renewal ends no predecessor, as often as that is due', async () => {
    const session = await cached();
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 10 });
    await session.clock.advance(180 * MINUTE);
    expect(revokes(session)).toEqual([]);
    expect([rows(session), session.state()]).toEqual([1, 'active']);
    expect(session.vault.contents().renewals[0]?.handovers).toEqual([]);
  });

  it('by a renewal that gains no time is asked for with patience, and tells why', async () => {
    const session = await cached();
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 10 });
    await session.clock.advance(50 * MINUTE);
    give(session, null);
    await session.clock.advance(9 * MINUTE);
    const asked = session.gateway.calls.filter((call) => call.startsWith('token'));
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(session.vault.contents().renewals[0]?.lastFailure?.failure.code).toBe('token_repeated');
    expect(revokes(session)).toEqual([]);
  });

  it('of a token that was handed over is renewed by a handover of its own', async () => {
    const session = await cached();
    session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: 3_600 })));
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 86_400 });
    await session.clock.advance(58 * MINUTE);
    give(session, 3_600);
    expect(await session.requests.request(TRADER, TRADE)).toMatchObject({ ok: true });
    session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: 3_600 })));
    await session.clock.advance(58 * MINUTE);
    expect(session.vault.contents().renewals[0]?.handovers).toHaveLength(2);
  });

  it('is no token of its own for a program or a diagnosis, and nothing of theirs ends it', async () => {
    const session = await cached();
    const came: unknown[] = [];
    const left = new AbortController();
    const got = await session.requests.requestApart(TRADER, TRADE, {
      left: left.signal,
      answered: ({ tokenIds }) => came.push(...tokenIds),
      lease: { end: 'lock', setAtMs: 0, seconds: null },
    });
    expect([got, came]).toEqual([fail({ code: 'token_repeated' }), []]);
    expect([rows(session), session.state()]).toEqual([1, 'active']);
    expect(session.token().lease).toBeUndefined();
  });

  it('for another credential makes no second card', async () => {
    const session = await cached();
    const [other] = await addCredentials(session, 1);
    expect(await session.requests.request(other!, TRADE)).toEqual(fail({ code: 'token_repeated' }));
    expect(rows(session)).toBe(1);
  });

  it('in a rotation is not revoked as one of the old secret', async () => {
    const session = await cached();
    await session.rotations.start(TRADER);
    await session.rotations.takeSecret(TRADER, SecretBytes.take(Buffer.from('new-secret')));
    expect(await session.rotations.check(TRADER)).toMatchObject({ ok: true });
    await session.rotations.endOldTokens(TRADER);
    expect(await session.rotations.tryOld(TRADER)).toEqual(ok('still_mints'));
    await session.clock.advance(MINUTE);
    expect(revokes(session)).toEqual([]);
    expect(rows(session)).toBe(1);
  });

  it('once it was confirmed dead is not dead any more, and is proven anew', async () => {
    const session = await cached(86_400);
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(6 * MINUTE);
    expect(session.state()).toBe('verified');
    session.gateway.onProbe(() => ok(session.gateway.probed(200)));
    expect(await session.requests.request(TRADER, TRADE)).toEqual(fail({ code: 'token_repeated' }));
    expect(isLive(session.session, session.vault.contents(), session.token())).toBe(true);
    await session.clock.advance(2 * MINUTE);
    expect([rows(session), session.state()]).toEqual([1, 'still_honoured']);
  });

  it('after "Revoke everything" was pressed is revoked as any other that arrives, though it was over before', async () => {
    const session = await cached(60);
    await session.clock.advance(10 * MINUTE);
    const answer = Promise.withResolvers<void>();
    const { issued } = session.gateway;
    session.gateway.onToken(async () => {
      await answer.promise;
      return ok(issued({ text: SecretBytes.take(Buffer.from('the-one-text')) }));
    });
    const again = session.requests.request(TRADER, TRADE);
    await settle();
    // Something that lives, for the press to be about.
    await addTokens(session, [{ id: 'other' }]);
    expect(await session.stops.start({ kind: 'all' })).toMatchObject({ ok: true });
    answer.resolve();
    expect(await again).toMatchObject({ ok: false });
    await session.clock.advance(1_000);
    expect(revokes(session)).toContain('revoke the-one-text');
  });

  it('beside a new one in one answer costs the token in use nothing', async () => {
    const session = await cached();
    const { issued } = session.gateway;
    session.gateway.onToken(() => {
      const [again] = issued({ text: SecretBytes.take(Buffer.from('the-one-text')) }).tokens;
      const [fresh] = issued().tokens;
      return ok({ tokens: [again, fresh] });
    });
    await session.requests.request(TRADER, TRADE);
    expect(rows(session)).toBe(2);
    expect(session.vault.contents().tokens.filter(({ issue }) => issue === 'issued')).toHaveLength(
      2,
    );
  });
});
