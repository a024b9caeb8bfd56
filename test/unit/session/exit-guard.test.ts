// Locking and quitting while tokens that are not kept may live: asked, revoked first where that is wished,
// and never in silence.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import type { Question } from '../../../electron/main/secret-input/ports.ts';
import { createExitGuard } from '../../../electron/main/session/exit-guard.ts';
import { tryCredential } from '../../../electron/main/credentials/credentials.ts';
import { settle } from '../../support/fake-clock.ts';
import { createTestSession, PARTNER, TRADER } from '../../support/test-session.ts';

async function services(
  choices: readonly (number | null)[],
  from = TRADER,
  tokens = 1,
  mayWorkOn = false,
) {
  const session = await createTestSession();
  const asked: Question[] = [];
  const locks: unknown[] = [];
  const facts = { ...session.credential(from), label: 'Tried', clientId: 'tried' };
  const added = await tryCredential(
    session.session,
    facts,
    SecretBytes.take(Buffer.from('a secret')),
  );
  if (!added.ok) throw new Error(added.failure.code);
  const scopes = from === TRADER ? (['TRADER_TRADE'] as const) : [];
  for (let index = 0; index < tokens; index += 1)
    await session.requests.request(added.value, scopes);
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
  return {
    session,
    id: added.value,
    asked,
    exitGuard,
    revokes,
    after,
    locks: () => locks.length,
    reasons: locks,
  };
}

describe('locking by hand', () => {
  it('asks nothing where nothing that is not kept lives', async () => {
    const { exitGuard, asked, locks } = await services([], TRADER, 0);
    expect(await exitGuard.lock()).toBe(true);
    expect([asked.length, locks()]).toEqual([0, 1]);
  });

  it('asks nothing where the vault works on, which loses nothing', async () => {
    const { exitGuard, asked, reasons } = await services([], TRADER, 1, true);
    expect(await exitGuard.lock()).toBe(true);
    expect([asked.length, reasons]).toEqual([0, ['may_work_on']]);
  });

  it('does not wait for a question about quitting', async () => {
    const { exitGuard, session, locks, asked } = await services([], TRADER, 0);
    await session.requests.request(TRADER, ['TRADER_TRADE']);
    const quits = exitGuard.mayQuit();
    expect(await exitGuard.lock()).toBe(true);
    expect([await quits, asked.length, locks()]).toEqual([false, 1, 1]);
  });

  it('offers to revoke first, in numbers, and does so before the lock', async () => {
    const { exitGuard, asked, locks, revokes, after } = await services([0]);
    expect(await after(exitGuard.lock())).toBe(true);
    expect(asked[0]?.message).toBe('1 token that is not kept may live. Lock anyway?');
    expect(asked[0]?.choices).toEqual(['Revoke 1 token and lock', 'Leave it and lock']);
    expect([revokes(), locks()]).toEqual([1, 1]);
  });

  it('leaves them alone when the person says so, at the close too', async () => {
    const { exitGuard, locks, revokes, session, after } = await services([1]);
    await exitGuard.lock();
    await after(session.close());
    expect([revokes(), locks()]).toEqual([0, 1]);
    expect(session.ephemeralLeft()).toMatchObject({ live: 1, accepted: 0 });
  });

  it('stays when the person does', async () => {
    const { exitGuard, locks } = await services([null]);
    expect(await exitGuard.lock()).toBe(false);
    expect(locks()).toBe(0);
  });

  it('says of a Partner token that it cannot be revoked from here', async () => {
    const { exitGuard, asked, locks } = await services([0], PARTNER);
    expect(await exitGuard.lock()).toBe(true);
    expect(asked[0]?.choices).toEqual(['Leave it and lock']);
    expect(asked[0]?.detail).toMatch(/1 token cannot be revoked from here now either/);
    expect(locks()).toBe(1);
  });

  it('waits no longer than ten seconds for a server that does not answer', async () => {
    const { exitGuard, session, locks, after } = await services([0]);
    session.gateway.onRevoke(() => new Promise(() => undefined));
    expect(await after(exitGuard.lock())).toBe(true);
    expect(locks()).toBe(1);
  });

  it('asks once at a time', async () => {
    const { exitGuard, asked } = await services([null]);
    expect(await Promise.all([exitGuard.lock(), exitGuard.lock()])).toEqual([false, false]);
    expect(asked).toHaveLength(1);
  });
});

describe('quitting', () => {
  it('asks again where a revocation had no answer: nobody can tell afterwards', async () => {
    const { exitGuard, session, asked, after } = await services([0, null]);
    session.gateway.onRevoke(() => new Promise(() => undefined));
    expect(await after(exitGuard.mayQuit())).toBe(false);
    expect(asked[1]?.message).toBe('1 token may live on. Quit anyway?');
  });

  it('goes on once every revocation was accepted', async () => {
    const { exitGuard, asked, after } = await services([0]);
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
    expect(session.ephemeralLeft()).toMatchObject({ live: 1, accepted: 0 });
    expect(session.ephemeralLeft()?.untilMs).toBeGreaterThan(0);
  });
});
