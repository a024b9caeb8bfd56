// Make-before-break: which of two tokens is the current one, by what was seen of the successor.
import { beforeEach, describe, expect, it } from 'vitest';
import type { TraderScope } from '../../../electron/shared/words.ts';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { Token } from '../../../electron/main/domain/token.ts';
import {
  LAST_MOMENT_MS,
  mostLeftMs,
  see,
  successorIn,
  turnAfter,
  type Seen,
  type Turn,
} from '../../../electron/main/tokens/renew.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';

let session: TestSession;
beforeEach(async () => {
  session = await createTestSession();
});

const BOTH = ['TRADER_READ', 'TRADER_TRADE'] as const;

const idOf = async (scopes: readonly TraderScope[], credential = TRADER): Promise<TokenId> => {
  const got = await session.requests.request(credential, scopes);
  if (!got.ok) throw new Error(got.failure.code);
  return got.value;
};

/** A token for which this was granted; null: the server named nothing. */
const granted = async (scopes: readonly string[] | null, credential = TRADER): Promise<Token> => {
  session.gateway.onToken(() => ok(session.gateway.issued({ grantedScopes: scopes })));
  await idOf(credential === TRADER ? BOTH : [], credential);
  return session.token();
};

describe('what came', () => {
  it('is a successor where it is issued and has time left', async () => {
    const id = await idOf(['TRADER_READ']);
    expect(successorIn(session.session, ok(id), id, null)).toMatchObject({
      ok: true,
      value: { id },
    });
  });

  it('is none where its text is that of a token that is here', async () => {
    const [old, place] = [await idOf(['TRADER_READ']), await idOf(['TRADER_READ'])];
    expect(successorIn(session.session, ok(old), place, null)).toEqual(
      fail({ code: 'token_repeated' }),
    );
  });

  it.each<[string, Parameters<TestSession['gateway']['issued']>[0]]>([
    ['quarantined', { quarantine: 'token_characters' }],
    ['over as it comes', { lifetimeSeconds: 0 }],
    ['over as it comes, by its server’s own word', { anomalies: ['expires_in_not_positive'] }],
  ])('is none where it is %s', async (_how, issued) => {
    session.gateway.onToken(() => ok(session.gateway.issued(issued)));
    const id = await idOf(['TRADER_READ']);
    expect(successorIn(session.session, ok(id), id, null)).toEqual(
      fail({ code: 'token_unusable' }),
    );
  });

  it.each<[string, readonly string[] | null, readonly string[], readonly string[]]>([
    ['one of two scopes', BOTH, ['TRADER_READ'], ['TRADER_TRADE']],
    ['the other one', BOTH, ['TRADER_TRADE'], ['TRADER_READ']],
    ['one where the server named none before', null, ['TRADER_READ'], ['TRADER_TRADE']],
    ['another one instead', ['TRADER_READ'], ['TRADER_TRADE'], ['TRADER_READ']],
  ])('is none where it was granted less: %s', async (_what, before, after, lost) => {
    const old = await granted(before);
    const { id } = await granted(after);
    expect(successorIn(session.session, ok(id), id, old)).toEqual(
      fail({ code: 'insufficient_scope', facts: { scopes: lost } }),
    );
  });

  it.each<[string, readonly string[] | null, readonly string[] | null]>([
    ['the same', ['TRADER_READ'], ['TRADER_READ']],
    ['all that was asked for, without a word', BOTH, null],
    ['more', ['TRADER_READ'], BOTH],
  ])('is a successor where it was granted %s', async (_what, before, after) => {
    const old = await granted(before);
    const { id } = await granted(after);
    expect(successorIn(session.session, ok(id), id, old)).toMatchObject({ ok: true });
  });

  it('is a successor of a Partner token whatever scope is named: its key has one permission', async () => {
    const old = await granted(['accounts'], PARTNER);
    const { id } = await granted(null, PARTNER);
    expect(successorIn(session.session, ok(id), id, old)).toMatchObject({ ok: true });
  });
});

describe('a call with the successor', () => {
  it.each([
    [200, 'works'],
    [401, 'refused'],
    [403, 'unclear'],
    [500, 'unclear'],
  ] as const)('that is answered by %i shows that it %s', async (status, kind) => {
    const id = await idOf(['TRADER_TRADE']);
    session.gateway.onProbe(() => ok(session.gateway.probed(status)));
    expect((await see(session.session, id, null)).kind).toBe(kind);
    expect(session.token().lastCheck?.status).toBe(status);
  });

  it('that is not answered shows nothing', async () => {
    const id = await idOf(['TRADER_TRADE']);
    session.gateway.onProbe(() => fail(session.gateway.failure({ code: 'connect_refused' })));
    const seen = await see(session.session, id, null);
    expect(seen).toMatchObject({ kind: 'unclear', failure: { code: 'connect_refused' } });
  });

  it('is not made where none is documented', async () => {
    const id = await idOf(['TRADER_READ']);
    session.gateway.calls.length = 0;
    expect(await see(session.session, id, null)).toEqual({ kind: 'not_askable' });
    expect(session.gateway.calls).toEqual([]);
  });

  it('counts for nothing until the vault has taken it', async () => {
    const id = await idOf(['TRADER_TRADE']);
    session.vault.failWith({ code: 'disk_full' });
    const seen = await see(session.session, id, null);
    expect(seen).toEqual({ kind: 'unsaved', failure: { code: 'disk_full' } });
  });
});

describe('the time left of the old token', () => {
  it('is that of the clock that leaves it more', async () => {
    await idOf(['TRADER_READ']);
    await session.clock.advance(600_000);
    const leftMs = 3_000_000;
    expect(mostLeftMs(session.session, session.token())).toBe(leftMs);
    session.clock.setWall(session.clock.nowMs() + 7_200_000);
    expect(mostLeftMs(session.session, session.token())).toBe(leftMs);
    await session.clock.advance(leftMs + 1);
    expect(mostLeftMs(session.session, session.token())).toBe(-1);
  });

  it('has no end where nobody named one, and is none where the token is not there', async () => {
    session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: null })));
    await idOf(['TRADER_READ']);
    expect(mostLeftMs(session.session, session.token())).toBe(Infinity);
    expect(mostLeftMs(session.session, null)).toBe(0);
  });
});

describe('the current one', () => {
  const [LIVES, ENDS, OVER] = [LAST_MOMENT_MS + 1, LAST_MOMENT_MS, 0];
  it.each<[Seen['kind'], number, Turn]>([
    ['works', Infinity, 'successor'],
    ['works', OVER, 'successor'],
    ['not_askable', LIVES, 'successor_unchecked'],
    ['not_askable', OVER, 'successor_unchecked'],
    ['unclear', Infinity, 'both_stay'],
    ['unclear', LIVES, 'both_stay'],
    ['unclear', ENDS, 'successor_unchecked'],
    ['unclear', OVER, 'successor_unchecked'],
    ['refused', LIVES, 'old'],
    ['refused', OVER, 'old'],
    ['unsaved', LIVES, 'both_stay'],
    ['unsaved', OVER, 'successor_unchecked'],
  ])('after “%s”, with %d ms left of the old one: %s', (seen, oldLeftMs, turn) => {
    expect(turnAfter(seen, oldLeftMs)).toBe(turn);
  });
});
