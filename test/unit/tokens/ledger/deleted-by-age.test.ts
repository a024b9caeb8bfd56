// What is deleted because it is old is deleted by no single clock: a wall clock that is ahead at an unlock deletes
// nothing, until a server names the time or the time has passed here (I4).
import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../../electron/main/domain/result.ts';
import { isLive } from '../../../../electron/main/domain/token-life.ts';
import { tokensSurvivingQuit } from '../../../../electron/main/session/tokens-surviving-quit.ts';
import { sweep } from '../../../../electron/main/tokens/ledger/housekeeping.ts';
import type { RevocationRunId } from '../../../../electron/main/domain/ids.ts';
import { addTokens, changeRows } from '../../../support/many-tokens.ts';
import { CONFIRMED_COMMAND } from '../../../support/scripted-program.ts';
import { createTestSession, TRADER, type TestSession } from '../../../support/test-session.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOST = 'base.test';

/** Each is deleted once it is old enough, and is there as long as the answer is true. */
const deletions: readonly {
  readonly name: string;
  readonly afterMs: number;
  readonly prepare: (session: TestSession) => Promise<unknown>;
  readonly isThere: (session: TestSession) => boolean;
}[] = [
  {
    name: 'the row of a token that expired a day ago',
    afterMs: 2 * DAY,
    prepare: (session) => addTokens(session, [{ id: 'new' }, { id: 'old' }]),
    isThere: ({ vault }) => vault.contents().tokens.some(({ id }) => id === 'old'),
  },
  {
    name: 'the text of a token that expired a day ago',
    afterMs: 2 * DAY,
    prepare: (session) => addTokens(session, [{ id: 'old' }]),
    isThere: ({ vault }) => vault.hasRecord({ id: 'old', field: 'access_token' }),
  },
  {
    name: 'the row of a token that was forgotten, or is to be once it is dead',
    afterMs: DAY,
    async prepare(session) {
      await addTokens(session, [{ id: 'old' }]);
      await changeRows(session, 'tokens', { forgetWhenDead: true });
    },
    isThere: ({ vault }) => vault.contents().tokens.length > 0,
  },
  {
    name: 'the row of a token that nobody saw',
    afterMs: 4 * DAY,
    prepare: (session) =>
      addTokens(session, [
        { id: 'old', text: false, part: { issue: 'possibly_issued', lifetimeSeconds: null } },
      ]),
    isThere: ({ vault }) => vault.contents().tokens.length > 0,
  },
  {
    name: 'a key that goes once nothing of it lives',
    afterMs: DAY,
    async prepare(session) {
      await addTokens(session, [{ id: 'old' }]);
      await changeRows(session, 'credentials', { removeWhenDead: true }, TRADER);
    },
    isThere: ({ vault }) => vault.contents().credentials.some(({ id }) => id === TRADER),
  },
  {
    name: 'the secret that a command printed, once no token that it issued lives',
    afterMs: DAY,
    async prepare(session) {
      await addTokens(session, [{ id: 'old' }]);
      await changeRows(session, 'credentials', { secretCommand: CONFIRMED_COMMAND }, TRADER);
    },
    isThere: ({ vault }) => vault.hasRecord({ id: TRADER, field: 'client_secret' }),
  },
  {
    name: 'a revocation run that was put away a month ago',
    afterMs: 31 * DAY,
    prepare: (session) =>
      session.session.vault.change({
        contents: (before) => ({
          ...before,
          revocationRuns: [
            {
              id: 'run' as RevocationRunId,
              scope: { kind: 'all' as const },
              pressedAtMs: 0,
              tokenIds: [],
              guidedTokenIds: [],
              firstSentAtMs: null,
              cancelledAtMs: null,
              closedAtMs: session.clock.nowMs(),
              drillId: null,
            },
          ],
        }),
      }),
    isThere: ({ vault }) => vault.contents().revocationRuns.length > 0,
  },
];

describe.each(deletions)('$name', ({ afterMs, prepare, isThere }) => {
  let session: TestSession;

  beforeEach(async () => {
    const before = await createTestSession();
    await prepare(before);
    before.clock.setWall(before.clock.nowMs() + afterMs);
    session = await before.restart();
    await sweep(session.session);
  });

  it('stays where only the wall clock of the unlock says that the time is up', () => {
    expect(isThere(session)).toBe(true);
  });

  it.each([
    ['stays some minutes later, as long as nobody else names the time', 10 * 60_000, true],
    ['goes once so much time passed while it was watched', afterMs + DAY, false],
  ])('%s', async (_, passedMs, stays) => {
    await session.clock.advance(passedMs);
    await sweep(session.session);
    expect(isThere(session)).toBe(stays);
  });

  const local = '127.0.0.1:4443';
  it.each([
    ['stays where a server says that the clock is ahead', -afterMs / 1000, HOST, true],
    ['stays where only a server on this machine agrees, which has the same clock', 0, local, true],
    ['goes once a server agrees with the wall clock', 1, HOST, false],
  ])('%s', async (_, clockSkewSeconds, host, stays) => {
    session.session.sawClock({ clockSkewSeconds, host });
    await sweep(session.session);
    expect(isThere(session)).toBe(stays);
  });

  it('stays where a server alone says that the time is up, and not the clock of this machine', async () => {
    session.clock.setWall(session.clock.nowMs() - afterMs);
    session.session.sawClock({ clockSkewSeconds: afterMs / 1000, host: HOST });
    await sweep(session.session);
    expect(isThere(session)).toBe(true);
  });
});

describe('a token that the wall clock of an unlock calls over', () => {
  it('counts as live again once a server shows that the clock is ahead', async () => {
    const before = await createTestSession();
    await addTokens(before, [{ id: 'old' }]);
    before.clock.setWall(before.clock.nowMs() + 49 * HOUR);
    const { session, vault, token } = await before.restart();
    const live = (): boolean => isLive(session, vault.contents(), token());
    expect(live()).toBe(false);
    session.sawClock({ clockSkewSeconds: -49 * 3600, host: HOST });
    expect(live()).toBe(true);
  });

  describe('and nothing else', () => {
    let session: TestSession;
    beforeEach(async () => {
      const before = await createTestSession();
      await addTokens(before, [{ id: 'old' }]);
      before.clock.setWall(before.clock.nowMs() + 49 * HOUR);
      session = await before.restart();
    });
    const revokes = (): readonly string[] =>
      session.gateway.calls.filter((call) => call.startsWith('revoke'));

    it('is revoked by "Revoke everything", since trying costs nothing', async () => {
      expect(await session.stops.start({ kind: 'all' })).toMatchObject({ ok: true });
      await session.clock.advance(1_000);
      expect(revokes()).toEqual(['revoke text-old']);
      session.session.sawClock({ clockSkewSeconds: -49 * 3600, host: HOST });
      expect(session.state()).toBe('propagating');
    });

    it('is nothing to stop once a server named the time', async () => {
      session.session.sawClock({ clockSkewSeconds: 0, host: HOST });
      expect(await session.stops.start({ kind: 'all' })).toMatchObject({ ok: false });
    });

    it('is nothing that a person is asked about at the end of the app', () => {
      const surviving = tokensSurvivingQuit(session.session, session.leases);
      expect(surviving).toMatchObject({ revocable: [], outOfReach: 0 });
    });
  });
});

describe('a token that its server lets live for a year', () => {
  const YEAR_SECONDS = 365 * 24 * 3600;
  const named = { lifetimeSeconds: null, expiresInRaw: String(YEAR_SECONDS) };

  it('counts as live after its revocation was accepted, and keeps its row', async () => {
    const session = await createTestSession();
    session.gateway.onToken(() => ok(session.gateway.issued(named)));
    await session.requests.request(TRADER, ['TRADER_READ']);
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(49 * HOUR);
    await sweep(session.session);
    expect(isLive(session.session, session.vault.contents(), session.token())).toBe(true);
  });

  it('lets one that nobody saw beside it live as long', async () => {
    const session = await createTestSession();
    const unseen = { issue: 'possibly_issued', lifetimeSeconds: null } as const;
    await addTokens(session, [
      { id: 'unseen', text: false, part: unseen },
      { id: 'year', part: named },
    ]);
    await session.clock.advance(100 * DAY);
    expect(isLive(session.session, session.vault.contents(), session.token())).toBe(true);
  });
});
