// Requests nobody asked for by hand: no herd (case 85), and no hammering of a host that is away (88).
import { describe, expect, it } from 'vitest';
import type { CredentialId } from '../../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { createBackgroundScheduler } from '../../../../electron/main/tokens/issuance/background-scheduler.ts';
import { createFakeClock, settle } from '../../../support/fake-clock.ts';
import { addCredentials, addEnvironment, addTokens } from '../../../support/many-tokens.ts';
import { createTestSession, TRADER, type TestSession } from '../../../support/test-session.ts';

const READ = ['TRADER_READ'] as const;

async function sessionWithCredentials(count: number): Promise<{
  readonly session: TestSession;
  readonly ids: readonly CredentialId[];
}> {
  const session = await createTestSession();
  const ids = await addCredentials(session, count);
  return { session, ids };
}

describe('automatic requests (case 85)', () => {
  it('has four under way at once where the answers take long', async () => {
    const { session, ids } = await sessionWithCredentials(20);
    let underWay = 0;
    session.gateway.onToken(() => {
      underWay += 1;
      return new Promise(() => undefined);
    });
    for (const id of ids) void session.requests.request(id, READ, 'background');
    await session.clock.advance(60_000);
    expect(underWay).toBe(4);
  });

  it('at a slow host holds up no other host', async () => {
    const { session, ids } = await sessionWithCredentials(50);
    const other = await addEnvironment(session, 'other');
    session.gateway.onToken(async (secret) => {
      const tookMs = secret.includes('other') ? 200 : 14_000;
      await new Promise<void>((answer) => session.clock.after(tookMs, answer));
      return ok(session.gateway.issued());
    });
    for (const id of ids) void session.requests.request(id, READ, 'background');
    const asked = session.requests.request(other, READ, 'background');
    await session.clock.advance(10_000);
    expect(await Promise.race([asked, settle()])).toMatchObject({ ok: true });
  });

  it('at a host that is away takes no turn from another host', async () => {
    const { session, ids } = await sessionWithCredentials(100);
    const other = await addEnvironment(session, 'other');
    session.gateway.onToken((secret) =>
      secret.includes('other')
        ? ok(session.gateway.issued())
        : fail(
            session.gateway.failure(
              { code: 'connect_refused', possiblyDone: false },
              { status: null },
            ),
          ),
    );
    const away = ids.map((id) => session.requests.request(id, READ, 'background'));
    await session.clock.advance(1_500);
    const asked = session.requests.request(other, READ, 'background');
    // Five were refused; nothing of what is left to be refused has to wait for its turn.
    await session.clock.advance(500);
    expect(await Promise.race([Promise.all(away), settle()])).toHaveLength(100);
    expect(await Promise.race([asked, settle()])).toMatchObject({ ok: true });
  });

  it('keeps no click of a person waiting', async () => {
    const { session, ids } = await sessionWithCredentials(50);
    for (const id of ids) void session.requests.request(id, READ, 'background');
    await settle();
    expect((await session.requests.request(TRADER, READ)).ok).toBe(true);
  });
});

describe('a host that cannot be reached (case 88)', () => {
  async function unreachableSession() {
    const { session, ids } = await sessionWithCredentials(6);
    session.gateway.refuseTokens(
      { code: 'connect_refused', possiblyDone: false },
      { status: null },
    );
    const ask = async (id: CredentialId) => {
      const asked = session.requests.request(id, READ, 'background');
      await session.clock.advance(500);
      return await asked;
    };
    for (const id of ids.slice(0, 5)) {
      expect(await ask(id)).toMatchObject({ failure: { code: 'connect_refused' } });
    }
    session.gateway.calls.length = 0;
    return { session, ask };
  }

  it('is left alone by automatic requests for half a minute after five failures', async () => {
    const { session, ask } = await unreachableSession();
    expect(await ask(TRADER)).toMatchObject({
      ok: false,
      failure: { code: 'automatic_paused', facts: { host: 'base.test' } },
    });
    expect(session.gateway.calls).toEqual([]);
    await session.clock.advance(28_000);
    session.gateway.onToken(() => ok(session.gateway.issued()));
    expect(await ask(TRADER)).toMatchObject({ failure: { code: 'automatic_paused' } });
    await session.clock.advance(2_000);
    expect((await ask(TRADER)).ok).toBe(true);
  });

  it('is sent nothing of what waits for its turn as the fifth failure comes', async () => {
    const clock = createFakeClock();
    const scheduler = createBackgroundScheduler(clock);
    let sent = 0;
    const all = [1, 2, 3, 4].map(() =>
      scheduler.take('https://away.test', () => {
        sent += 1;
        return Promise.resolve(ok(null));
      }),
    );
    await settle();
    expect(sent).toBe(1);
    for (let times = 0; times < 5; times += 1) {
      scheduler.saw('https://away.test', fail({ code: 'connect_refused' }));
    }
    await clock.advance(1_000);
    const paused = { ok: false, failure: { code: 'automatic_paused' } };
    expect(await Promise.all(all)).toMatchObject([{ ok: true }, paused, paused, paused]);
    expect(sent).toBe(1);
  });

  it('is tried all the same when a person clicks', async () => {
    const { session } = await unreachableSession();
    void session.requests.request(TRADER, READ);
    await settle();
    expect(session.gateway.calls).toHaveLength(1);
  });

  it('is tried all the same to revoke', async () => {
    const { session } = await unreachableSession();
    await addTokens(session, [{ id: 'live' }]);
    await session.stops.start({ kind: 'all' });
    await settle();
    expect(session.gateway.calls).toEqual(['revoke text-live']);
  });
});
