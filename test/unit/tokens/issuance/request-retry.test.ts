// A person's request for a token is tried again where that may help: the wait is in sight, can be cut short,
// and ends where nobody wants the token any more.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import type { GatewayFailure } from '../../../../electron/main/gateway/gateway.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addTokens } from '../../../support/many-tokens.ts';
import { createTestSession, TRADER, type TestSession } from '../../../support/test-session.ts';
import { type Failure, gone } from '../../../../electron/shared/failures/failure.ts';
import { waitBeforeRetry } from '../../../../electron/main/tokens/issuance/request-retry.ts';

const NOW = 1_000_000;

/** For each failed try the shortest and the longest of many waits, until there is none. */
function waitsOf(failure: Failure): readonly (readonly [number, number])[] {
  const waits: (readonly [number, number])[] = [];
  for (let failed = 1; waitBeforeRetry(failure, failed, NOW) !== null; failed += 1) {
    const each = Array.from({ length: 2_000 }, () => waitBeforeRetry(failure, failed, NOW) ?? NaN);
    waits.push([Math.min(...each), Math.max(...each)]);
  }
  return waits;
}

/** Waits about half a second and a second and a half, spread over three tenths to both sides and no further. */
function expectSoon(waits: readonly (readonly [number, number])[], times: number): void {
  const centres = [500, 1_500].slice(0, times);
  expect(waits).toHaveLength(times);
  for (const [at, centre] of centres.entries()) {
    const [least = NaN, most = NaN] = waits[at] ?? [];
    expect(least).toBeGreaterThanOrEqual(centre * 0.7);
    expect(least).toBeLessThan(centre * 0.8);
    expect(most).toBeLessThanOrEqual(centre * 1.3);
    expect(most).toBeGreaterThan(centre * 1.2);
  }
}

describe('a token request that failed', () => {
  it.each([
    'name_not_found',
    'connect_refused',
    'connect_failed',
    'connection_reset',
    'proxy_unreachable',
    'proxy_closed',
  ] as const)('with %s, nothing sent, is tried twice more (case 75)', (code) => {
    expectSoon(waitsOf({ code, facts: { possiblyDone: false } }), 2);
  });

  it('by a reset after it was sent is tried once more (case 77)', () => {
    expectSoon(waitsOf({ code: 'connection_reset', facts: { possiblyDone: true } }), 1);
  });

  it('because the server cannot answer now is tried once more, since it may have minted (case 78)', () => {
    for (const status of [502, 503, 504]) {
      expectSoon(waitsOf({ code: 'server_error', facts: { status, possiblyDone: true } }), 1);
    }
  });

  it.each([
    { code: 'server_error', facts: { status: 500 } },
    { code: 'invalid_client', facts: { status: 401 } },
    { code: 'http_error', facts: { status: 404 } },
    { code: 'tls_unknown_authority' },
    { code: 'tls_wrong_host' },
    { code: 'connect_timeout' },
    { code: 'connect_timeout' },
    { code: 'proxy_auth' },
    { code: 'answer_timeout', facts: { possiblyDone: true } },
    { code: 'incomplete_response', facts: { status: 200, possiblyDone: true } },
    { code: 'cancelled', facts: { possiblyDone: true } },
    { code: 'vault_locked' },
  ] satisfies Failure[])(
    'with $code is not tried again by itself (cases 67, 78, 79)',
    (failure) => {
      expect(waitsOf(failure)).toEqual([]);
    },
  );

  it('because there were too many waits longer each time, three times (case 82)', () => {
    expect(waitsOf({ code: 'rate_limited', facts: { status: 429 } })).toEqual([
      [5_000, 5_000],
      [10_000, 10_000],
      [20_000, 20_000],
    ]);
  });

  it.each([
    { code: 'rate_limited', facts: { status: 429, retryAtMs: NOW + 7_000 } },
    { code: 'server_error', facts: { status: 503, possiblyDone: true, retryAtMs: NOW + 7_000 } },
  ] satisfies Failure[])('with $code waits as long as the server says (case 80)', (failure) => {
    expect(waitBeforeRetry(failure, 1, NOW)).toBe(7_000);
    expect(waitBeforeRetry(failure, 1, NOW + 9_000)).toBe(0);
  });
});

const READ = ['TRADER_READ'] as const;

/** Fails `times` times, then answers with a token. */
function failFirst(session: TestSession, times: number, failure: GatewayFailure): void {
  let failed = 0;
  session.gateway.onToken(() => {
    failed += 1;
    return failed <= times ? fail(failure) : ok(session.gateway.issued());
  });
}

const busy = (session: TestSession, retryAfterMs: number | null = null): GatewayFailure =>
  session.gateway.failure(
    { code: 'rate_limited', possiblyDone: false, retryAfterMs },
    { status: 429 },
  );

const unsent = (session: TestSession): GatewayFailure =>
  session.gateway.failure({ code: 'connect_refused', possiblyDone: false }, { status: null });

/** Nobody knows whether it minted. */
const unseen = (session: TestSession): GatewayFailure =>
  session.gateway.failure({ code: 'connection_reset', possiblyDone: true }, { status: null });

const calls = (session: TestSession): number =>
  session.gateway.calls.filter((call) => call.startsWith('token')).length;

/** Seconds until the next try, as the window is told; null while none is waited for. */
function waitOf(session: TestSession): number | null {
  const [activity] = session.session.activities.ofCredential(TRADER);
  return activity?.nextTry === undefined
    ? null
    : (activity.nextTry.atMs - session.clock.nowMs()) / 1_000;
}

async function waitingSession(failure: (session: TestSession) => GatewayFailure = busy) {
  const session = await createTestSession();
  failFirst(session, 1, failure(session));
  const control = new AbortController();
  const asked = session.requests.request(TRADER, READ, 'user', control.signal);
  await settle();
  return { session, asked, control };
}

describe('a request for a token', () => {
  it('brings one after a try that failed, and says meanwhile why and until when it waits', async () => {
    const { session, asked } = await waitingSession();
    const [activity] = session.session.activities.ofCredential(TRADER);
    expect(activity).toMatchObject({
      call: 'token',
      nextTry: { failure: { code: 'rate_limited' } },
    });
    expect(waitOf(session)).toBe(5);
    await session.clock.advance(4_999);
    expect(calls(session)).toBe(1);
    await session.clock.advance(1);
    expect(await asked).toMatchObject({ ok: true });
    expect(session.session.activities.ofCredential(TRADER)).toEqual([]);
    expect([session.state(), session.vault.contents().tokens.length]).toEqual(['active', 1]);
  });

  it('brings one beside the token that nobody saw, where the first try may have minted (case 77)', async () => {
    const { session, asked } = await waitingSession(unseen);
    await session.clock.advance(1_000);
    expect(await asked).toMatchObject({ ok: true });
    expect([session.state(0), session.state(1)]).toEqual(['active', 'possibly_issued']);
  });

  it('is not held against the credential before its last try', async () => {
    const { session, asked } = await waitingSession();
    expect(session.credential().lastFailure).toBeNull();
    session.gateway.onToken(() => fail(busy(session)));
    for (const seconds of [5, 10, 20]) await session.clock.advance(seconds * 1_000);
    expect(await asked).toMatchObject({ failure: { code: 'rate_limited' } });
    expect(calls(session)).toBe(4);
    expect(session.credential().lastFailure?.failure.code).toBe('rate_limited');
    const failed = session.noted.filter(({ what }) => what === 'token_request_failed');
    expect(failed).toHaveLength(4);
  });

  it('waits as long as the server says', async () => {
    const { session, asked } = await waitingSession((each) => busy(each, 90_000));
    expect(waitOf(session)).toBe(90);
    await session.clock.advance(90_000);
    expect(await asked).toMatchObject({ ok: true });
  });

  it('is tried at once when the person says so', async () => {
    const { session, asked } = await waitingSession();
    session.requests.waits.tryNow(TRADER);
    expect(await asked).toMatchObject({ ok: true });
    expect(session.clock.nowMs()).toBe(session.token().sentAtMs);
  });

  it('ends with what failed when the person gives it up', async () => {
    const { session, asked } = await waitingSession();
    const timers = session.clock.timers();
    session.requests.waits.giveUp(TRADER);
    expect(await asked).toMatchObject({ failure: { code: 'rate_limited' } });
    expect(session.clock.timers()).toBe(timers - 1);
    await session.clock.advance(60_000);
    expect(calls(session)).toBe(1);
  });

  it('of another credential goes on', async () => {
    const { session, asked } = await waitingSession();
    session.requests.waits.giveUp('other' as typeof TRADER);
    session.requests.waits.tryNow('other' as typeof TRADER);
    await settle();
    expect([calls(session), waitOf(session)]).toEqual([1, 5]);
    session.requests.waits.giveUp(TRADER);
    await asked;
  });

  it('ends when the only one who wanted it leaves', async () => {
    const { session, asked, control } = await waitingSession();
    control.abort();
    expect(await asked).toMatchObject({ failure: { code: 'rate_limited' } });
    expect(session.session.activities.ofCredential(TRADER)).toEqual([]);
  });

  it('is said to be left once it was sent and nobody wants it, until its answer', async () => {
    const session = await createTestSession();
    const answer = Promise.withResolvers<never>();
    session.gateway.onToken(() => answer.promise);
    const control = new AbortController();
    void session.requests.request(TRADER, READ, 'user', control.signal);
    await settle();
    const isLeft = () =>
      session.session.activities.ofCredential(TRADER).map(({ left }) => left?.aborted);
    expect(isLeft()).toEqual([false]);
    control.abort();
    await settle();
    expect(isLeft()).toEqual([true]);
  });

  it('goes on for another who wants the same', async () => {
    const { session, asked, control } = await waitingSession();
    const other = session.requests.request(TRADER, READ);
    control.abort();
    expect(await asked).toMatchObject({ failure: { code: 'cancelled_by_person' } });
    await session.clock.advance(5_000);
    expect(await other).toMatchObject({ ok: true });
  });

  it('does not hold up a lock', async () => {
    const { session, asked } = await waitingSession();
    const closed = session.close();
    await settle();
    expect(await asked).toMatchObject({ failure: { code: 'rate_limited' } });
    await closed;
    expect(calls(session)).toBe(1);
  });

  it('ends at once when everything is told to stop', async () => {
    const { session, asked } = await waitingSession(unsent);
    session.gateway.onToken(() => ok(session.gateway.issued()));
    const live = session.requests.request(TRADER, ['TRADER_TRADE']);
    expect(await live).toMatchObject({ ok: true });
    await session.stops.start({ kind: 'all' });
    expect(await asked).toMatchObject({ failure: { code: 'ended_by_stop' } });
  });

  it('ended by a press goes on saying that a token may have been issued', async () => {
    const { session, asked } = await waitingSession(unseen);
    await addTokens(session, [{ id: 'there' }]);
    await session.stops.start({ kind: 'all' });
    const facts = { call: 'token', possiblyDone: true };
    expect(await asked).toEqual(fail({ code: 'ended_by_stop', facts }));
  });

  it('shared with a renewal is ended by a press for each in the words of what it asked', async () => {
    const { session, asked } = await waitingSession(unseen);
    await addTokens(session, [{ id: 'there' }]);
    const renewal = session.requests.request(TRADER, READ, 'background');
    await settle();
    await session.stops.start({ kind: 'all' });
    expect(await asked).toMatchObject({ failure: { code: 'ended_by_stop' } });
    expect(await renewal).toEqual(fail({ code: 'renewals_frozen' }));
  });

  it('is tried with the credential as it is by then', async () => {
    const { session, asked } = await waitingSession();
    await session.vault.change({ contents: (now) => ({ ...now, credentials: [] }) });
    await session.clock.advance(5_000);
    expect(await asked).toMatchObject({ failure: gone('key') });
    expect(calls(session)).toBe(1);
  });

  it('of the app alone has the patience of its renewal', async () => {
    const session = await createTestSession();
    failFirst(session, 1, unsent(session));
    const asked = session.requests.request(TRADER, READ, 'background');
    await session.clock.advance(1_000);
    expect(await asked).toMatchObject({ failure: { code: 'connect_refused' } });
  });
});
