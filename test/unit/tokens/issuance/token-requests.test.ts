// Getting tokens: what is written down before and after, and that nothing that may live is lost.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import { replaceSecret } from '../../../../electron/main/credentials/credentials.ts';
import { settle } from '../../../support/fake-clock.ts';
import { changeRows } from '../../../support/many-tokens.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../../support/test-session.ts';

const READ = ['TRADER_READ'] as const;

const beginDeletion = (session: TestSession) =>
  changeRows(session, 'credentials', { removeWhenDead: true });

describe('a token request', () => {
  it('is written down before it leaves', async () => {
    const session = await createTestSession();
    let rowsWhileSending: readonly string[] = [];
    session.gateway.onToken(() => {
      rowsWhileSending = session.vault.contents().tokens.map(({ issue }) => issue);
      return ok(session.gateway.issued());
    });
    await session.requests.request(TRADER, READ);
    expect(rowsWhileSending).toEqual(['requested']);
  });

  it('keeps the token sealed and active', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, READ);
    expect(session.state()).toBe('active');
    expect(session.session.texts.hasText(session.token().id)).toBe(true);
  });

  it('counts expiry from the moment it was sent (case 111)', async () => {
    const session = await createTestSession();
    const sentAtMs = session.clock.nowMs();
    const sentMonotonicMs = session.clock.monotonicMs();
    session.gateway.onToken(async () => {
      await session.clock.advance(10_000);
      const { tokens } = session.gateway.issued({ lifetimeSeconds: 30 });
      const facts = { ...tokens[0].facts, sentAtMs, sentMonotonicMs };
      return ok({ tokens: [{ ...tokens[0], facts }] });
    });
    await session.requests.request(TRADER, READ);
    expect(session.session.expiries.remainingMs(session.token())).toBe(20_000);
    expect(session.token().sentAtMs).toBe(sentAtMs);
  });

  it('counts so too where the clock was set back meanwhile (case 111)', async () => {
    const session = await createTestSession();
    session.gateway.onToken(async () => {
      const answer = session.gateway.issued({ lifetimeSeconds: 30 });
      session.clock.setWall(session.clock.nowMs() - 3_600_000);
      await session.clock.advance(10_000);
      return ok(answer);
    });
    await session.requests.request(TRADER, READ);
    expect(session.session.expiries.remainingMs(session.token())).toBe(20_000);
  });

  it('asks for no more than the registered scopes', async () => {
    const session = await createTestSession();
    await changeRows(session, 'credentials', { registeredScopes: READ });
    const asked = await session.requests.request(TRADER, ['TRADER_READ', 'TRADER_TRADE']);
    expect(asked).toEqual(
      fail({ code: 'scope_not_registered', facts: { scopes: ['TRADER_TRADE'] } }),
    );
    expect(session.gateway.calls).toEqual([]);
  });

  it('needs a scope for Trader and takes none for Partner (cases 3 and 5)', async () => {
    const session = await createTestSession();
    expect(await session.requests.request(TRADER, [])).toEqual(
      fail({ code: 'scope_not_registered' }),
    );
    expect(await session.requests.request(PARTNER, READ)).toEqual(
      fail({ code: 'wrong_access_type' }),
    );
    expect(session.gateway.calls).toEqual([]);
  });

  it('is one call for many callers asking the same (case 83)', async () => {
    const session = await createTestSession();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => session.requests.request(TRADER, READ)),
    );
    expect(session.gateway.calls).toHaveLength(1);
    expect(new Set(answers.map((each) => each.ok && each.value)).size).toBe(1);
  });

  it('that failed has failed for all of them, and the next one starts afresh (case 84)', async () => {
    const session = await createTestSession();
    session.gateway.refuseTokens({ code: 'invalid_scope' }, { status: 400 });
    const asked = [1, 2, 3].map(() => session.requests.request(TRADER, READ));
    const codes = (await Promise.all(asked)).map((each) => !each.ok && each.failure.code);
    expect([new Set(codes), session.gateway.calls.length]).toEqual([new Set(['invalid_scope']), 1]);
    session.gateway.onToken(() => ok(session.gateway.issued()));
    expect((await session.requests.request(TRADER, READ)).ok).toBe(true);
    expect(session.gateway.calls).toHaveLength(2);
  });

  it('marks the predecessor with the same scopes as superseded, still live', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, READ);
    const first = session.token();
    await session.requests.renew(first.id);
    expect(session.vault.contents().tokens.map((_, index) => session.state(index))).toContain(
      'superseded',
    );
    expect(session.session.texts.hasText(first.id)).toBe(true);
  });

  it('replaces nothing with a token that came without time, and keeps that one revocable (case 18)', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, READ);
    session.gateway.onToken(() =>
      ok(session.gateway.issued({ lifetimeSeconds: null, anomalies: ['expires_in_not_positive'] })),
    );
    await session.requests.request(TRADER, READ);
    expect([session.state(0), session.state(1)]).toEqual(['expiring', 'active']);
    expect(session.stops.preview({ kind: 'all' }).revocable).toBe(2);
  });

  it('leaves no row where the server plainly refused', async () => {
    const session = await createTestSession();
    session.gateway.refuseTokens({ code: 'invalid_client' }, { status: 401 });
    const asked = await session.requests.request(TRADER, READ);
    expect(asked.ok).toBe(false);
    expect(session.vault.contents().tokens).toEqual([]);
    expect(session.credential().refusalsInARow).toBe(1);
  });

  it('says nothing against a secret that took the place of the refused one meanwhile', async () => {
    const session = await createTestSession();
    session.gateway.onToken(async () => {
      await replaceSecret(session.session, TRADER, SecretBytes.take(Buffer.from('the right one')));
      return fail(session.gateway.failure({ code: 'invalid_client', possiblyDone: false }));
    });
    await session.requests.request(TRADER, READ);
    expect(session.credential()).toMatchObject({ refusalsInARow: 0, lastFailure: null });
  });

  it.each([500, 501, 502, 503, 504, 599])(
    'keeps a possibly issued row where the server failed with %i, since it may have minted before',
    async (status) => {
      const session = await createTestSession();
      session.gateway.refuseTokens({ code: 'server_error' }, { status });
      const asked = session.requests.request(TRADER, READ);
      await settle();
      session.requests.waits.giveUp();
      expect(await asked).toMatchObject({ failure: { facts: { possiblyDone: true } } });
      expect(session.state()).toBe('possibly_issued');
    },
  );

  it.each([
    ['keeps a possibly issued row where no answer came', 'answer_timeout', ['possibly_issued']],
    ['leaves no row where nothing was sent', 'connect_timeout', []],
  ] as const)('%s', async (_what, code, issues) => {
    const session = await createTestSession();
    const possiblyDone = code === 'answer_timeout';
    session.gateway.refuseTokens({ code, possiblyDone }, { status: null });
    await session.requests.request(TRADER, READ);
    expect(session.vault.contents().tokens.map(({ issue }) => issue)).toEqual(issues);
  });

  it('stops automatic attempts after three refusals in a row, until the person acts (case 44)', async () => {
    const session = await createTestSession();
    session.gateway.refuseTokens({ code: 'invalid_client' }, { status: 401 });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await session.requests.request(TRADER, READ, 'background');
      await session.clock.advance(1_000);
    }
    const fourth = await session.requests.request(TRADER, READ, 'background');
    expect(fourth).toEqual(fail({ code: 'attempts_stopped', facts: { count: 3 } }));
    expect(session.gateway.calls).toHaveLength(3);
    session.gateway.onToken(() => ok(session.gateway.issued()));
    expect((await session.requests.request(TRADER, READ)).ok).toBe(true);
    const byTheApp = session.requests.request(TRADER, READ, 'background');
    await session.clock.advance(1_000);
    expect((await byTheApp).ok).toBe(true);
  });

  it('puts off no deletion, but for a trial of the old secret', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, READ);
    await beginDeletion(session);
    const refused = fail({ code: 'in_use', facts: { about: 'deletion' } } as const);
    expect(await session.requests.request(TRADER, READ)).toEqual(refused);
    expect(await session.requests.renew(session.token().id)).toEqual(refused);
    expect(session.gateway.calls).toHaveLength(1);
    const tried = await session.requests.requestWith('client_secret', TRADER, READ);
    expect(tried.ok).toBe(true);
  });

  it('waiting for another try ends where the credential is deleted meanwhile', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, ['TRADER_TRADE']);
    const unsent = { code: 'connect_refused', possiblyDone: false } as const;
    session.gateway.refuseTokens(unsent, { status: null });
    const asked = session.requests.request(TRADER, READ);
    await settle();
    await beginDeletion(session);
    await session.clock.advance(10_000);
    expect(await asked).toEqual(fail({ code: 'in_use', facts: { about: 'deletion' } }));
    expect(session.gateway.calls).toHaveLength(2);
  });

  it('found unanswered after a crash means possibly issued', async () => {
    const session = await createTestSession();
    session.gateway.onToken(() => new Promise(() => undefined));
    void session.requests.request(TRADER, READ);
    await settle();
    const after = await session.restart();
    expect(after.state()).toBe('possibly_issued');
  });

  it('is kept in memory and saved again when the disk refuses its token', async () => {
    const session = await createTestSession();
    session.gateway.onToken(() => {
      session.vault.failWith({ code: 'disk_full' });
      return ok(session.gateway.issued());
    });
    const asked = await session.requests.request(TRADER, READ);
    expect(asked).toEqual(fail({ code: 'disk_full' }));
    expect(session.session.texts.list()).toHaveLength(1);
    session.vault.failWith(null);
    await session.clock.advance(5_000);
    expect(session.session.texts.list()).toHaveLength(0);
    expect(session.token().issue).toBe('issued');
  });

  it.each([
    ['is gone where nothing was issued', 'invalid_scope', false, []],
    [
      'may have been issued where the answer is lost',
      'incomplete_response',
      true,
      ['possibly_issued'],
    ],
  ] as const)(
    'that failed while the disk refused its end %s, as soon as that can be saved',
    async (_what, code, possiblyDone, after) => {
      const session = await createTestSession();
      const issues = () => session.vault.contents().tokens.map(({ issue }) => issue);
      session.gateway.onToken(() => {
        session.vault.failWith({ code: 'disk_full' });
        return fail(session.gateway.failure({ code, possiblyDone }));
      });
      await session.requests.request(TRADER, READ, 'background');
      await session.clock.advance(20_000);
      expect(issues()).toEqual(['requested']);
      session.vault.failWith(null);
      await session.clock.advance(6_000);
      expect(issues()).toEqual(after);
    },
  );

  it('shows nothing of a token before it is safely saved', async () => {
    const session = await createTestSession();
    let shownWhileSaving = -1;
    const { change } = session.vault;
    Object.assign(session.vault, {
      change: async (asked: Parameters<typeof change>[0]) => {
        if (asked.seal !== undefined) shownWhileSaving = session.session.texts.list().length;
        return await change(asked);
      },
    });
    await session.requests.request(TRADER, READ);
    expect(shownWhileSaving).toBe(0);
  });

  it('keeps a token that must not be used as quarantined', async () => {
    const session = await createTestSession();
    session.gateway.onToken(() =>
      ok(session.gateway.issued({ quarantine: 'unsupported_token_type' })),
    );
    await session.requests.request(TRADER, READ);
    expect(session.state()).toBe('quarantined');
    expect((await session.checks.check(session.token().id)).ok).toBe(false);
  });
});
