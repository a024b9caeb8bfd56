// S38: a machine that goes to sleep waits for no listener of ours. No key is left when the listener has returned,
// and what was under way is not lost without a word: it is found at the next unlock.
import { describe, expect, it } from 'vitest';
import { ok } from '../../electron/main/domain/result.ts';
import type { LeasesEnded } from '../../electron/main/tokens/revocation/leases.ts';
import { lockSession } from '../../electron/main/session/lock-steps.ts';
import { settle } from '../support/fake-clock.ts';
import { createTestSession, TRADER, type TestSession } from '../support/test-session.ts';

const READ = ['TRADER_READ'] as const;

/** @returns what was told once no key was left. */
function sleep(session: TestSession): { readonly told: () => LeasesEnded | null | undefined } {
  let leases: LeasesEnded | null | undefined;
  const never = new Promise<never>(() => undefined);
  lockSession(
    session,
    { lockNow: () => void session.vault.lock() },
    // A clipboard and a practice gateway that never answer.
    {
      clock: session.clock,
      beforeLock: () => never,
      wipe: () => undefined,
      afterLock: () => never,
    },
    { begins: () => undefined, locked: (ended) => void (leases = ended) },
    true,
  );
  return { told: () => leases };
}

const keyIsThere = ({ vault }: TestSession): boolean =>
  vault.openRecord({ id: TRADER, field: 'client_secret' }).ok;

describe('a machine that goes to sleep', () => {
  it('leaves no key although a call is under way that never ends', async () => {
    const session = await createTestSession();
    session.gateway.onToken(() => new Promise(() => undefined));
    void session.requests.request(TRADER, READ);
    await settle();
    expect(keyIsThere(session)).toBe(true);
    sleep(session);
    expect([keyIsThere(session), session.session.closing.aborted]).toEqual([false, true]);
  });

  it('says that it is locked without a second of waiting', async () => {
    const session = await createTestSession();
    session.gateway.onToken(() => new Promise(() => undefined));
    void session.requests.request(TRADER, READ);
    await settle();
    const { told } = sleep(session);
    expect(told()).toBeUndefined();
    await settle();
    expect(told()).toBeNull();
  });

  it('loses no token that was on its way: it may have been issued, and the next unlock says so', async () => {
    const session = await createTestSession();
    let answer = (): void => undefined;
    session.gateway.onToken(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(ok(session.gateway.issued()));
        }),
    );
    void session.requests.request(TRADER, READ);
    await settle();
    sleep(session);
    // The answer was in the socket as the machine slept.
    answer();
    await session.clock.advance(60_000);
    const woken = await session.restart(session.vault.copy());
    expect(woken.vault.contents().tokens.map(({ issue }) => issue)).toEqual(['possibly_issued']);
    expect(woken.noted.map(({ what }) => what)).toContain('token_possibly_issued');
  });

  it('loses no revocation that was under way: the next unlock sends it again', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, READ);
    session.gateway.onRevoke(() => new Promise(() => undefined));
    void session.revocations.revoke(session.token().id);
    await settle();
    expect(session.gateway.calls).toContain('revoke token-text-1');
    sleep(session);
    await session.clock.advance(60_000);
    const woken = await session.restart(session.vault.copy());
    await woken.clock.advance(1_000);
    expect(woken.gateway.calls).toContain('revoke token-text-1');
  });

  it('leaves leases that end at a lock or at sleep to the next unlock, which ends them', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, READ);
    await session.leases.set(session.token().id, { end: 'lock' });
    expect(session.leasesDue()).toEqual({ ended: 1, waiting: 1 });
    sleep(session);
    await session.clock.advance(60_000);
    expect(session.gateway.calls).not.toContain('revoke token-text-1');
    const woken = await session.restart(session.vault.copy());
    await woken.clock.advance(1_000);
    expect(woken.gateway.calls).toContain('revoke token-text-1');
  });

  it('wipes what was never written, and tells that tokens of it live on', async () => {
    const session = await createTestSession(undefined, true);
    await session.requests.request(TRADER, READ);
    sleep(session);
    const name = { id: TRADER, field: 'client_secret' } as const;
    expect(session.session.vault.openRecord(name).ok).toBe(false);
    expect(session.left()).toMatchObject({ live: 1, accepted: 0 });
  });
});
