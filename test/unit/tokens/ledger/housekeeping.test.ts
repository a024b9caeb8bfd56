// What is let go of, and by which clock: a token of which nobody knows the end goes by its age, and a wall
// clock that was set forward makes it no older (I4, case 112).
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import {
  isUnreplaced,
  stateOf,
  sweep,
} from '../../../../electron/main/tokens/ledger/housekeeping.ts';
import { addTokens } from '../../../support/many-tokens.ts';
import { createTestRoom, TRADER, type TestRoom } from '../../../support/test-room.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One token nobody saw. */
async function withUnseen(): Promise<TestRoom> {
  const room = await createTestRoom();
  room.gateway.onToken(() =>
    fail(room.gateway.failure({ code: 'headers_timeout', possiblyDone: true })),
  );
  await room.requests.request(TRADER, ['TRADER_READ']);
  return room;
}

/** One token whose end the server did not name. */
async function withEndless(): Promise<TestRoom> {
  const room = await createTestRoom();
  room.gateway.onToken(() => ok(room.gateway.issued({ lifetimeSeconds: null })));
  await room.requests.request(TRADER, ['TRADER_READ']);
  return room;
}

describe('a clock set forward by days', () => {
  it('lets go of no token that nobody saw', async () => {
    const room = await withUnseen();
    room.clock.setWall(room.clock.nowMs() + 10 * DAY);
    await sweep(room.room);
    expect(room.state()).toBe('possibly_issued');
  });

  it('lets go of no token whose end nobody named, though it was to be forgotten once dead', async () => {
    const room = await withEndless();
    await room.room.vault.change({
      contents: (now) => ({
        ...now,
        tokens: now.tokens.map((each) => ({ ...each, forgottenAtMs: 1, forgetWhenDead: true })),
      }),
    });
    room.clock.setWall(room.clock.nowMs() + 10 * DAY);
    await sweep(room.room);
    expect(room.state()).toBe('forgotten');
  });

  it('deletes no credential that waits for the death of such a token', async () => {
    const room = await withUnseen();
    await room.room.vault.change({
      contents: (now) => ({
        ...now,
        credentials: now.credentials.map((each) => ({ ...each, removeWhenDead: true })),
      }),
    });
    room.clock.setWall(room.clock.nowMs() + 10 * DAY);
    await sweep(room.room);
    expect(room.credential().id).toBe(TRADER);
  });
});

describe('time that really passes', () => {
  it('lets it go, two days after it was asked for', async () => {
    const room = await withUnseen();
    await room.clock.advance(2 * DAY - HOUR);
    await sweep(room.room);
    expect(room.vault.contents().tokens).toHaveLength(1);
    await room.clock.advance(2 * HOUR);
    await sweep(room.room);
    expect(room.vault.contents().tokens).toEqual([]);
  });

  it('counts what passed while the vault was locked', async () => {
    const room = await withUnseen();
    const saved = room.vault.copy();
    await room.clock.advance(3 * DAY);
    const after = await room.restart(saved);
    await sweep(after.room);
    expect(after.vault.contents().tokens).toEqual([]);
  });
});

const ids = (room: TestRoom): string[] => room.vault.contents().tokens.map(({ id }) => id);
const unreplaced = (room: TestRoom): string[] => {
  const contents = room.vault.contents();
  return contents.tokens
    .filter((each) => stateOf(room.room, contents, each) === 'expired')
    .filter((each) => isUnreplaced(room.room, contents, each))
    .map(({ id }) => id);
};

describe('a token that expired without a successor', () => {
  it('keeps its row for as long as nobody renews or dismisses it', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'old' }]);
    await room.clock.advance(30 * DAY);
    await sweep(room.room);
    expect([ids(room), unreplaced(room)]).toEqual([['old'], ['old']]);
  });

  it('goes once it is dismissed', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'old' }]);
    await room.clock.advance(30 * DAY);
    await room.vault.change({
      contents: (now) => ({
        ...now,
        tokens: now.tokens.map((each) => ({ ...each, forgottenAtMs: room.clock.nowMs() })),
      }),
    });
    await sweep(room.room);
    expect(ids(room)).toEqual([]);
  });

  it('is settled by a token that was got since', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'old' }]);
    await room.clock.advance(2 * DAY);
    await addTokens(room, [{ id: 'new' }]);
    expect(unreplaced(room)).toEqual([]);
    await sweep(room.room);
    expect(ids(room)).toEqual(['new']);
  });

  it('is one row of a credential, however many expired', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'newest' }, { id: 'older' }, { id: 'oldest' }]);
    await room.clock.advance(2 * DAY);
    await sweep(room.room);
    expect(ids(room)).toEqual(['newest']);
  });

  it('is none that was being ended', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'old' }]);
    room.gateway.onProbe(() => ok(room.gateway.probed(503)));
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(3 * DAY);
    await sweep(room.room);
    expect(ids(room)).toEqual([]);
  });
});

describe('a token that was superseded', () => {
  /** An older one and its successor. */
  async function pair(): Promise<TestRoom> {
    const room = await createTestRoom();
    await addTokens(room, [
      { id: 'new', leftSeconds: 80_000 },
      { id: 'old', leftSeconds: 80_000, part: { supersededAtMs: 1 } },
    ]);
    return room;
  }

  it('is so while its successor stands', async () => {
    const room = await pair();
    expect(room.state(1)).toBe('superseded');
  });

  it('is the last one that works once its successor is revoked', async () => {
    const room = await pair();
    await room.revocations.revoke(room.token().id);
    expect(room.state(1)).toBe('active');
  });

  it('is the last one that works once its successor is refused', async () => {
    const room = await pair();
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await room.checks.check(room.token().id);
    expect(room.state(1)).toBe('active');
  });

  it('stays superseded by one that can do as much, and by none that can do less', async () => {
    const room = await pair();
    await addTokens(room, [{ id: 'reader', scopes: ['TRADER_READ'] }]);
    await room.revocations.revoke(room.token(1).id);
    expect(room.state(2)).toBe('active');
    await addTokens(room, [{ id: 'both', scopes: ['TRADER_READ', 'TRADER_TRADE'] }]);
    expect(room.state(3)).toBe('superseded');
  });
});
