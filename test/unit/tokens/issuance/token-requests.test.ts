// Getting tokens: what is written down before and after, and that nothing that may live is lost.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import { replaceSecret } from '../../../../electron/main/credentials/credentials.ts';
import { settle } from '../../../support/fake-clock.ts';
import { createTestRoom, PARTNER, TRADER, type TestRoom } from '../../../support/test-room.ts';

const READ = ['TRADER_READ'] as const;

const beginDeletion = (room: TestRoom) =>
  room.vault.change({
    contents: (now) => ({
      ...now,
      credentials: now.credentials.map((each) => ({ ...each, removeWhenDead: true })),
    }),
  });

describe('a token request', () => {
  it('is written down before it leaves', async () => {
    const room = await createTestRoom();
    let rowsWhileSending: readonly string[] = [];
    room.gateway.onToken(() => {
      rowsWhileSending = room.vault.contents().tokens.map(({ issue }) => issue);
      return ok(room.gateway.issued());
    });
    await room.requests.request(TRADER, READ);
    expect(rowsWhileSending).toEqual(['requested']);
  });

  it('keeps the token sealed and active', async () => {
    const room = await createTestRoom();
    await room.requests.request(TRADER, READ);
    expect(room.state()).toBe('active');
    expect(room.texts.hasText(room.token().id)).toBe(true);
  });

  it('counts expiry from the moment it was sent (case 111)', async () => {
    const room = await createTestRoom();
    const sentAtMs = room.clock.nowMs();
    const sentMonotonicMs = room.clock.monotonicMs();
    room.gateway.onToken(async () => {
      await room.clock.advance(10_000);
      const { tokens } = room.gateway.issued({ lifetimeSeconds: 30 });
      const facts = { ...tokens[0].facts, sentAtMs, sentMonotonicMs };
      return ok({ tokens: [{ ...tokens[0], facts }] });
    });
    await room.requests.request(TRADER, READ);
    expect(room.room.expiries.remainingMs(room.token())).toBe(20_000);
    expect(room.token().sentAtMs).toBe(sentAtMs);
  });

  it('counts so too where the clock was set back meanwhile (case 111)', async () => {
    const room = await createTestRoom();
    room.gateway.onToken(async () => {
      const answer = room.gateway.issued({ lifetimeSeconds: 30 });
      room.clock.setWall(room.clock.nowMs() - 3_600_000);
      await room.clock.advance(10_000);
      return ok(answer);
    });
    await room.requests.request(TRADER, READ);
    expect(room.room.expiries.remainingMs(room.token())).toBe(20_000);
  });

  it('asks for no more than the registered scopes', async () => {
    const room = await createTestRoom();
    await room.vault.change({
      contents: (before) => ({
        ...before,
        credentials: before.credentials.map((each) => ({ ...each, registeredScopes: READ })),
      }),
    });
    const asked = await room.requests.request(TRADER, ['TRADER_READ', 'TRADER_TRADE']);
    expect(asked).toEqual(
      fail({ code: 'scope_not_registered', facts: { scopes: ['TRADER_TRADE'] } }),
    );
    expect(room.gateway.calls).toEqual([]);
  });

  it('needs a scope for Trader and takes none for Partner (cases 3 and 5)', async () => {
    const room = await createTestRoom();
    expect(await room.requests.request(TRADER, [])).toEqual(fail({ code: 'scope_required' }));
    expect(await room.requests.request(PARTNER, READ)).toEqual(fail({ code: 'wrong_access_type' }));
    expect(room.gateway.calls).toEqual([]);
  });

  it('is one call for many callers asking the same (case 83)', async () => {
    const room = await createTestRoom();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => room.requests.request(TRADER, READ)),
    );
    expect(room.gateway.calls).toHaveLength(1);
    expect(new Set(answers.map((each) => each.ok && each.value)).size).toBe(1);
  });

  it('marks the predecessor with the same scopes as superseded, still live', async () => {
    const room = await createTestRoom();
    await room.requests.request(TRADER, READ);
    const first = room.token();
    await room.requests.renew(first.id);
    expect(room.vault.contents().tokens.map((_, index) => room.state(index))).toContain(
      'superseded',
    );
    expect(room.texts.hasText(first.id)).toBe(true);
  });

  it('replaces nothing with a token that came without time, and keeps that one revocable (case 18)', async () => {
    const room = await createTestRoom();
    await room.requests.request(TRADER, READ);
    room.gateway.onToken(() =>
      ok(room.gateway.issued({ lifetimeSeconds: null, anomalies: ['expires_in_not_positive'] })),
    );
    await room.requests.request(TRADER, READ);
    expect([room.state(0), room.state(1)]).toEqual(['expiring', 'active']);
    expect(room.stops.preview({ kind: 'all' }).revocable).toBe(2);
  });

  it('leaves no row where the server plainly refused', async () => {
    const room = await createTestRoom();
    const { failure } = room.gateway;
    room.gateway.onToken(() => fail(failure({ code: 'invalid_client' }, { status: 401 })));
    const asked = await room.requests.request(TRADER, READ);
    expect(asked.ok).toBe(false);
    expect(room.vault.contents().tokens).toEqual([]);
    expect(room.credential().refusalsInARow).toBe(1);
  });

  it('says nothing against a secret that took the place of the refused one meanwhile', async () => {
    const room = await createTestRoom();
    room.gateway.onToken(async () => {
      await replaceSecret(room.room, TRADER, SecretBytes.take(Buffer.from('the right one')));
      return fail(room.gateway.failure({ code: 'invalid_client', possiblyDone: false }));
    });
    await room.requests.request(TRADER, READ);
    expect(room.credential()).toMatchObject({ refusalsInARow: 0, lastFailure: null });
  });

  it.each([500, 501, 502, 503, 504, 599])(
    'keeps a possibly issued row where the server failed with %i, since it may have minted before',
    async (status) => {
      const room = await createTestRoom();
      const { failure } = room.gateway;
      room.gateway.onToken(() => fail(failure({ code: 'server_error' }, { status })));
      const asked = room.requests.request(TRADER, READ);
      await settle();
      room.requests.waits.giveUp();
      expect(await asked).toMatchObject({ failure: { facts: { possiblyDone: true } } });
      expect(room.state()).toBe('possibly_issued');
    },
  );

  it('keeps a possibly issued row where no answer came', async () => {
    const room = await createTestRoom();
    const { failure } = room.gateway;
    room.gateway.onToken(() => fail(failure({ code: 'total_timeout' }, { status: null })));
    await room.requests.request(TRADER, READ);
    expect(room.state()).toBe('possibly_issued');
  });

  it('leaves no row where nothing was sent', async () => {
    const room = await createTestRoom();
    room.gateway.onToken(() =>
      fail(
        room.gateway.failure({ code: 'connect_timeout', possiblyDone: false }, { status: null }),
      ),
    );
    await room.requests.request(TRADER, READ);
    expect(room.vault.contents().tokens).toEqual([]);
  });

  it('stops automatic attempts after three refusals in a row (case 44)', async () => {
    const room = await createTestRoom();
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'invalid_client' }, { status: 401 })),
    );
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await room.requests.request(TRADER, READ, 'automatically');
      await room.clock.advance(1_000);
    }
    const fourth = await room.requests.request(TRADER, READ, 'automatically');
    expect(fourth).toEqual(fail({ code: 'attempts_stopped', facts: { count: 3 } }));
    expect(room.gateway.calls).toHaveLength(3);
  });

  it('puts off no deletion, but for a trial of the old secret', async () => {
    const room = await createTestRoom();
    await room.requests.request(TRADER, READ);
    await beginDeletion(room);
    const refused = fail({ code: 'being_deleted' } as const);
    expect(await room.requests.request(TRADER, READ)).toEqual(refused);
    expect(await room.requests.renew(room.token().id)).toEqual(refused);
    expect(room.gateway.calls).toHaveLength(1);
    const tried = await room.requests.requestWith('client_secret', TRADER, READ);
    expect(tried.ok).toBe(true);
  });

  it('waiting for another try ends where the credential is deleted meanwhile', async () => {
    const room = await createTestRoom();
    await room.requests.request(TRADER, ['TRADER_TRADE']);
    const unsent = { code: 'connect_refused', possiblyDone: false } as const;
    room.gateway.onToken(() => fail(room.gateway.failure(unsent, { status: null })));
    const asked = room.requests.request(TRADER, READ);
    await settle();
    await beginDeletion(room);
    await room.clock.advance(10_000);
    expect(await asked).toEqual(fail({ code: 'being_deleted' }));
    expect(room.gateway.calls).toHaveLength(2);
  });

  it('found unanswered after a crash means possibly issued', async () => {
    const room = await createTestRoom();
    room.gateway.onToken(() => new Promise(() => undefined));
    void room.requests.request(TRADER, READ);
    await settle();
    const after = await room.restart();
    expect(after.state()).toBe('possibly_issued');
  });

  it('is kept in memory and saved again when the disk refuses its token', async () => {
    const room = await createTestRoom();
    room.gateway.onToken(() => {
      room.vault.failWith({ code: 'disk_full' });
      return ok(room.gateway.issued());
    });
    const asked = await room.requests.request(TRADER, READ);
    expect(asked).toEqual(fail({ code: 'disk_full' }));
    expect(room.texts.list()).toHaveLength(1);
    room.vault.failWith(null);
    await room.clock.advance(5_000);
    expect(room.texts.list()).toHaveLength(0);
    expect(room.token().issue).toBe('issued');
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
      const room = await createTestRoom();
      const issues = () => room.vault.contents().tokens.map(({ issue }) => issue);
      room.gateway.onToken(() => {
        room.vault.failWith({ code: 'disk_full' });
        return fail(room.gateway.failure({ code, possiblyDone }));
      });
      await room.requests.request(TRADER, READ, 'automatically');
      await room.clock.advance(20_000);
      expect(issues()).toEqual(['requested']);
      room.vault.failWith(null);
      await room.clock.advance(6_000);
      expect(issues()).toEqual(after);
    },
  );

  it('shows nothing of a token before it is safely saved', async () => {
    const room = await createTestRoom();
    let shownWhileSaving = -1;
    const { change } = room.vault;
    Object.assign(room.vault, {
      change: async (asked: Parameters<typeof change>[0]) => {
        if (asked.seal !== undefined) shownWhileSaving = room.texts.list().length;
        return await change(asked);
      },
    });
    await room.requests.request(TRADER, READ);
    expect(shownWhileSaving).toBe(0);
  });

  it('keeps a token that must not be used as quarantined', async () => {
    const room = await createTestRoom();
    room.gateway.onToken(() => ok(room.gateway.issued({ quarantine: 'unsupported_token_type' })));
    await room.requests.request(TRADER, READ);
    expect(room.state()).toBe('quarantined');
    expect((await room.checks.check(room.token().id)).ok).toBe(false);
  });
});
