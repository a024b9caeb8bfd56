// How long a token has left where the clock cannot be trusted: after a restart there is no other.
import { describe, expect, it } from 'vitest';
import { ExpiryBook } from '../../../../electron/main/tokens/ledger/expiry-book.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createTestSession, TRADER, type TestSession } from '../../../support/test-session.ts';
import { token } from '../../vault/vault-samples.ts';

const HOUR = 3_600_000;
const FOREVER = { untilMs: null, graceSeconds: 60 };

/** A session whose token lives an hour and is renewed, opened again at a time so much before it was asked for. */
async function restartedBefore(earlierMs: number): Promise<TestSession> {
  const session = await createTestSession();
  await session.requests.request(TRADER, ['TRADER_TRADE']);
  await session.renewals.turnOn(TRADER, FOREVER);
  return await session.restart(
    session.vault.copy(),
    createFakeClock(session.clock.nowMs() - earlierMs),
  );
}

describe('a restart with the clock before the token was asked for (case 114)', () => {
  it('leaves its end unknown, and renews nothing by it', async () => {
    const after = await restartedBefore(24 * HOUR);
    expect(after.session.expiries.remainingMs(after.token())).toBeNull();
    await after.clock.advance(5 * HOUR);
    expect(after.gateway.calls).toEqual([]);
  });

  it('knows the end again once the clock was put right', async () => {
    const after = await restartedBefore(24 * HOUR);
    expect(after.session.expiries.remainingMs(after.token())).toBeNull();
    after.clock.setWall(after.token().sentAtMs + HOUR / 2);
    expect(after.session.expiries.remainingMs(after.token())).toBe(HOUR / 2);
  });

  it('takes a clock that is a little behind for a corrected one', async () => {
    const after = await restartedBefore(30_000);
    expect(after.session.expiries.remainingMs(after.token())).toBe(HOUR);
  });

  it('does not take one two minutes behind for that', async () => {
    const after = await restartedBefore(120_000);
    expect(after.session.expiries.remainingMs(after.token())).toBeNull();
  });

  it('drops nothing: what may live is kept and revocable', async () => {
    const after = await restartedBefore(24 * HOUR);
    await after.clock.advance(48 * HOUR);
    expect(await after.revocations.revoke(after.token().id)).toMatchObject({ ok: true });
  });
});

describe('what a state depends on', () => {
  const anHourAgo = () => {
    const clock = createFakeClock();
    const sentAtMs = clock.nowMs() - HOUR;
    const ended = { ...token(1), sentAtMs, lifetimeSeconds: 7_200 };
    const endless = { ...token(2), sentAtMs, lifetimeSeconds: null };
    return { clock, ended, endless, book: new ExpiryBook(clock) };
  };

  it('is the time left where an end is known, and the age where none is', () => {
    const { clock, ended, endless, book } = anHourAgo();
    const nowMs = clock.nowMs();
    expect(book.moment(ended)).toEqual({ nowMs, remainingMs: HOUR, mostRemainingMs: HOUR });
    expect(book.moment(endless)).toEqual({
      nowMs,
      remainingMs: null,
      mostRemainingMs: null,
      leastAgeMs: HOUR,
      longestLifetimeMs: 0,
    });
  });

  it('is counted from the first look, whatever is done to the wall clock', async () => {
    const { clock, ended, endless, book } = anHourAgo();
    for (const each of [ended, endless]) book.moment(each);
    await clock.advance(HOUR / 4);
    clock.setWall(clock.nowMs() + 100 * HOUR);
    expect(book.moment(endless).leastAgeMs).toBe(1.25 * HOUR);
    expect(book.mostMs(ended)).toBe(0.75 * HOUR);
    clock.setWall(clock.nowMs() - 200 * HOUR);
    expect(book.moment(ended).remainingMs).toBe(0.75 * HOUR);
  });
});
