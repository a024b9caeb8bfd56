// What is let go of, and by which clock: a token of which nobody knows the end goes by its age, and a wall
// clock that was set forward makes it no older (I4, case 112).
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../electron/main/domain/result.ts';
import type { TokenId } from '../../../../electron/main/domain/ids.ts';
import { isLive } from '../../../../electron/main/domain/token-life.ts';
import {
  isUnreplaced,
  stateOf,
  sweep,
} from '../../../../electron/main/tokens/ledger/housekeeping.ts';
import { addToken, requestedToken } from '../../../../electron/main/tokens/ledger/ledger.ts';
import { addTokens, changeRows } from '../../../support/many-tokens.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../../support/test-session.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One token nobody saw. */
async function withUnseen(): Promise<TestSession> {
  const session = await createTestSession();
  session.gateway.refuseTokens({ code: 'answer_timeout', possiblyDone: true });
  await session.requests.request(TRADER, ['TRADER_READ']);
  return session;
}

/** One token whose end the server did not name. */
async function withEndless(): Promise<TestSession> {
  const session = await createTestSession();
  session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: null })));
  await session.requests.request(TRADER, ['TRADER_READ']);
  return session;
}

describe('a clock set forward by days', () => {
  it('lets go of no token that nobody saw', async () => {
    const session = await withUnseen();
    session.clock.setWall(session.clock.nowMs() + 10 * DAY);
    await sweep(session.session);
    expect(session.state()).toBe('possibly_issued');
  });

  it('lets go of no token whose end nobody named, though it was to be forgotten once dead', async () => {
    const session = await withEndless();
    await changeRows(session, 'tokens', { forgottenAtMs: 1, forgetWhenDead: true });
    session.clock.setWall(session.clock.nowMs() + 10 * DAY);
    await sweep(session.session);
    expect(session.state()).toBe('forgotten');
  });

  it('deletes no credential that waits for the death of such a token', async () => {
    const session = await withUnseen();
    await changeRows(session, 'credentials', { removeWhenDead: true });
    session.clock.setWall(session.clock.nowMs() + 10 * DAY);
    await sweep(session.session);
    expect(session.credential().id).toBe(TRADER);
  });
});

describe('time that really passes', () => {
  it('lets it go, two days after it was asked for', async () => {
    const session = await withUnseen();
    await session.clock.advance(2 * DAY - HOUR);
    await sweep(session.session);
    expect(session.vault.contents().tokens).toHaveLength(1);
    await session.clock.advance(2 * HOUR);
    await sweep(session.session);
    expect(session.vault.contents().tokens).toEqual([]);
  });

  it('counts what passed while the vault was locked, where a server names the same time', async () => {
    const session = await withUnseen();
    const saved = session.vault.copy();
    await session.clock.advance(3 * DAY);
    const after = await session.restart(saved);
    after.session.sawClock({ clockSkewSeconds: 0, host: 'base.test' });
    await sweep(after.session);
    expect(after.vault.contents().tokens).toEqual([]);
  });
});

describe('a credential that goes once nothing of it lives', () => {
  it('stays where a token is asked for while that is being saved', async () => {
    const session = await createTestSession();
    const { vault } = session.session;
    await changeRows(session, 'credentials', { removeWhenDead: true }, TRADER);
    const row = requestedToken('asked' as TokenId, TRADER, [], session.clock.nowMs());
    await Promise.all([vault.change({ contents: addToken(row) }), sweep(session.session)]);
    expect(session.credential().id).toBe(TRADER);
    expect(vault.hasRecord({ id: TRADER, field: 'client_secret' })).toBe(true);
  });
});

describe('a token of a Partner that nobody saw', () => {
  it('counts as alive as long as others of its credential live', async () => {
    const session = await createTestSession();
    const unseen = { issue: 'possibly_issued', lifetimeSeconds: null } as const;
    const sentAtMs = session.clock.nowMs();
    await addTokens(session, [
      { id: 'unseen', credentialId: PARTNER, text: false, part: { ...unseen, sentAtMs } },
      {
        id: 'sister',
        credentialId: PARTNER,
        part: { lifetimeSeconds: (40 * HOUR) / 1000, sentAtMs },
      },
    ]);
    const live = (): boolean => isLive(session.session, session.vault.contents(), session.token());
    live();
    await session.clock.advance(39 * HOUR);
    expect([session.state(), live()]).toEqual(['possibly_issued', true]);
    await session.clock.advance(2 * HOUR);
    expect([session.state(), live()]).toEqual(['expired', false]);
  });
});

const ids = (session: TestSession): string[] => session.vault.contents().tokens.map(({ id }) => id);
const unreplaced = (session: TestSession): string[] => {
  const contents = session.vault.contents();
  return contents.tokens
    .filter((each) => stateOf(session.session, contents, each) === 'expired')
    .filter((each) => isUnreplaced(session.session, contents, each))
    .map(({ id }) => id);
};

describe('a token that expired without a successor', () => {
  it('keeps its row for as long as nobody renews or dismisses it', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'old' }]);
    await session.clock.advance(30 * DAY);
    await sweep(session.session);
    expect([ids(session), unreplaced(session)]).toEqual([['old'], ['old']]);
  });

  it('goes once it is dismissed', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'old' }]);
    await session.clock.advance(30 * DAY);
    await changeRows(session, 'tokens', { forgottenAtMs: session.clock.nowMs() });
    await sweep(session.session);
    expect(ids(session)).toEqual([]);
  });

  it('is settled by a token that was got since', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'old' }]);
    await session.clock.advance(3 * DAY);
    await addTokens(session, [{ id: 'new' }]);
    expect(unreplaced(session)).toEqual([]);
    await sweep(session.session);
    expect(ids(session)).toEqual(['new']);
  });

  it('is one row of a credential, however many expired', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'newest' }, { id: 'older' }, { id: 'oldest' }]);
    await session.clock.advance(3 * DAY);
    await sweep(session.session);
    expect(ids(session)).toEqual(['newest']);
  });

  it('is none that was being ended', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'old' }]);
    session.gateway.onProbe(() => ok(session.gateway.probed(503)));
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(3 * DAY);
    await sweep(session.session);
    expect(ids(session)).toEqual([]);
  });
});

describe('a token that was superseded', () => {
  /** An older one and its successor. */
  async function pair(): Promise<TestSession> {
    const session = await createTestSession();
    await addTokens(session, [
      { id: 'new', leftSeconds: 80_000 },
      { id: 'old', leftSeconds: 80_000, part: { supersededAtMs: 1 } },
    ]);
    return session;
  }

  it('is so while its successor stands', async () => {
    const session = await pair();
    expect(session.state(1)).toBe('superseded');
  });

  it('is the last one that works once its successor is revoked', async () => {
    const session = await pair();
    await session.revocations.revoke(session.token().id);
    expect(session.state(1)).toBe('active');
  });

  it('is the last one that works once its successor is refused', async () => {
    const session = await pair();
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.checks.check(session.token().id);
    expect(session.state(1)).toBe('active');
  });

  it('stays superseded by one that can do as much, and by none that can do less', async () => {
    const session = await pair();
    await addTokens(session, [{ id: 'reader', scopes: ['TRADER_READ'] }]);
    await session.revocations.revoke(session.token(1).id);
    expect(session.state(2)).toBe('active');
    await addTokens(session, [{ id: 'both', scopes: ['TRADER_READ', 'TRADER_TRADE'] }]);
    expect(session.state(3)).toBe('superseded');
  });
});
