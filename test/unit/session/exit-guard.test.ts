// Locking a vault in memory, and quitting over one, while its tokens may live: asked, revoked first where that is
// wished, and never in silence.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import type { Question } from '../../../electron/main/secret-input/ports.ts';
import { createExitGuard } from '../../../electron/main/session/exit-guard.ts';
import { settle } from '../../support/fake-clock.ts';
import { createTestSession, PARTNER, TRADER } from '../../support/test-session.ts';

interface Given {
  readonly from?: typeof TRADER;
  readonly tokens?: number;
  readonly inMemory?: boolean;
  readonly mayWorkOn?: boolean;
}

async function services(choices: readonly (number | null)[], given: Given = {}) {
  const { from = TRADER, tokens = 1, inMemory = true, mayWorkOn = false } = given;
  const session = await createTestSession(undefined, inMemory);
  const asked: Question[] = [];
  const locks: unknown[] = [];
  const scopes = from === TRADER ? (['TRADER_TRADE'] as const) : [];
  for (let index = 0; index < tokens; index += 1) await session.requests.request(from, scopes);
  const exitGuard = createExitGuard(
    {
      working: () => ok(session),
      mayWorkOn: () => mayWorkOn,
      lock: (why) => {
        locks.push(why);
        return Promise.resolve();
      },
    },
    {
      ask(question) {
        asked.push(question);
        return Promise.resolve(choices[asked.length - 1] ?? null);
      },
    },
  );
  const revokes = () => session.gateway.calls.filter((call) => call.startsWith('revoke')).length;
  /** Lets the wait for answers pass. */
  async function after<T>(work: Promise<T>): Promise<T> {
    for (let step = 0; step < 30; step += 1) {
      await settle();
      await session.clock.advance(500);
    }
    return await work;
  }
  return { session, asked, exitGuard, revokes, after, locks: () => locks.length, reasons: locks };
}

describe('locking by hand', () => {
  it.each([
    ['where nothing lives', { tokens: 0 }, undefined],
    ['of a saved vault, which knows its tokens at the next unlock', { inMemory: false }, undefined],
    ['where the vault works on, which loses nothing', { mayWorkOn: true }, 'may_work_on'],
  ])('asks nothing %s', async (_, given, reason) => {
    const { exitGuard, asked, reasons } = await services([], given);
    expect(await exitGuard.lock()).toBe(true);
    expect([asked.length, reasons]).toEqual([0, [reason]]);
  });

  it('does not wait for a question about quitting', async () => {
    const { exitGuard, locks, asked } = await services([], { inMemory: false });
    const quits = exitGuard.mayQuit();
    expect(await exitGuard.lock()).toBe(true);
    expect([await quits, asked.length, locks()]).toEqual([false, 1, 1]);
  });

  it('says what is lost, in numbers, and revokes before the lock', async () => {
    const { exitGuard, asked, locks, revokes, after } = await services([1]);
    expect(await after(exitGuard.lock())).toBe(true);
    expect(asked).toEqual([
      {
        message: '1 token may live. Lock anyway?',
        detail:
          'This vault is in memory alone and is gone then. Nothing here will know of it. Left, it stays live ' +
          'until it expires, in 1h 00m. It can trade. Revoking stops everything that uses it and cannot be undone.',
        choices: ['Leave 1 token and lock', 'Revoke 1 token and lock'],
        serious: true,
      },
    ]);
    expect([revokes(), locks()]).toEqual([1, 1]);
  });

  it('leaves them alone when the person says so, at the close too', async () => {
    const { exitGuard, locks, revokes, session, after } = await services([0]);
    await exitGuard.lock();
    await after(session.close());
    expect([revokes(), locks()]).toEqual([0, 1]);
    expect(session.left()).toMatchObject({ live: 1, accepted: 0 });
  });

  it('stays when the person does, and spares nothing by that', async () => {
    const { exitGuard, locks, revokes, session, after } = await services([null]);
    expect(await exitGuard.lock()).toBe(false);
    expect(locks()).toBe(0);
    await after(session.close());
    expect(revokes()).toBe(1);
  });

  it('says of a Partner token that it cannot be revoked from here', async () => {
    const { exitGuard, asked, locks } = await services([0], { from: PARTNER });
    expect(await exitGuard.lock()).toBe(true);
    expect(asked[0]?.choices).toEqual(['Leave 1 token and lock']);
    expect(asked[0]?.detail).toMatch(
      /1 Partner token stays live, and can only be ended in the web app/,
    );
    expect(locks()).toBe(1);
  });

  it('waits no longer than ten seconds for a server that does not answer, and says that nobody can tell afterwards', async () => {
    const { exitGuard, session, asked, locks, after } = await services([1, 0]);
    session.gateway.onRevoke(() => new Promise(() => undefined));
    expect(await after(exitGuard.lock())).toBe(true);
    expect(asked[1]?.message).toBe('1 token may live on. Lock anyway?');
    expect(asked[1]?.detail).toContain('what is in memory alone cannot be revoked afterwards');
    expect(locks()).toBe(1);
  });

  it('counts a token whose end was to be the lock: nothing tries it again', async () => {
    const { exitGuard, session, asked } = await services([null]);
    await session.leases.set(session.token().id, { end: 'lock' });
    expect(await exitGuard.lock()).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('asks once at a time', async () => {
    const { exitGuard, asked } = await services([null]);
    expect(await Promise.all([exitGuard.lock(), exitGuard.lock()])).toEqual([false, false]);
    expect(asked).toHaveLength(1);
  });
});

describe('quitting over a vault in memory', () => {
  it('asks again where a revocation had no answer: nobody can tell afterwards', async () => {
    const { exitGuard, session, asked, after } = await services([1, null]);
    session.gateway.onRevoke(() => new Promise(() => undefined));
    expect(await after(exitGuard.mayQuit())).toBe(false);
    expect(asked[1]?.message).toBe('1 token may live on. Quit anyway?');
  });

  it('goes on once every revocation was accepted', async () => {
    const { exitGuard, asked, after } = await services([1]);
    expect(await after(exitGuard.mayQuit())).toBe(true);
    expect(asked).toHaveLength(1);
  });
});

describe('a lock that comes by itself', () => {
  it('revokes as far as time allows and counts what may live on', async () => {
    const { session, revokes, after } = await services([]);
    session.gateway.onRevoke(() => new Promise(() => undefined));
    await after(session.close());
    expect(revokes()).toBe(1);
    expect(session.left()).toMatchObject({ live: 1, accepted: 0 });
    expect(session.left()?.untilMs).toBeGreaterThan(0);
  });

  it('leaves the tokens of a saved vault alone', async () => {
    const { session, revokes, after } = await services([], { inMemory: false });
    await after(session.close());
    expect([revokes(), session.left()]).toEqual([0, null]);
  });
});
