// Leases: what ends them, that the intent is safe before the keys go, and that a kill only puts it off.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../../../electron/main/domain/ids.ts';
import { fail } from '../../../../electron/main/domain/result.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addTokens } from '../../../support/many-tokens.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../../support/test-session.ts';

const TRADE = ['TRADER_TRADE'] as const;
const MINUTE = 60_000;

async function sessionWithLease(
  lease: Parameters<TestSession['leases']['set']>[1],
): Promise<TestSession> {
  const session = await createTestSession();
  await session.requests.request(TRADER, TRADE);
  session.gateway.calls.length = 0;
  await session.leases.set(session.token().id, lease);
  return session;
}

const leased = (session: TestSession): readonly TokenId[] =>
  session.vault
    .contents()
    .tokens.filter(({ lease }) => lease !== undefined)
    .map(({ id }) => id);
const revokes = (session: TestSession): number =>
  session.gateway.calls.filter((call) => call.startsWith('revoke')).length;
/** Locks while the clock goes on, as the grace of closing needs it. */
async function lock(session: TestSession) {
  const closing = session.close();
  await session.clock.advance(5_000);
  return await closing;
}

describe('a lease', () => {
  it('of thirty minutes revokes the token then, not before', async () => {
    const session = await sessionWithLease({ end: 'after', seconds: 1_800 });
    await session.clock.advance(30 * MINUTE - 1_000);
    expect(revokes(session)).toBe(0);
    await session.clock.advance(2_000);
    expect(revokes(session)).toBe(1);
    expect(leased(session)).toEqual([]);
  });

  it('is not put off by a clock that was set back (case 112)', async () => {
    const session = await sessionWithLease({ end: 'after', seconds: 1_800 });
    session.clock.setWall(session.clock.nowMs() - 24 * 60 * MINUTE);
    await session.clock.advance(31 * MINUTE);
    expect(revokes(session)).toBe(1);
  });

  it('that ended while the machine slept ends within a minute of its waking (case 113)', async () => {
    const session = await sessionWithLease({ end: 'after', seconds: 1_800 });
    session.clock.setWall(session.clock.nowMs() + 40 * MINUTE);
    session.wake();
    await settle();
    expect(revokes(session)).toBe(1);
  });

  it('that ended while the vault was locked ends at unlock', async () => {
    const session = await sessionWithLease({ end: 'after', seconds: 1_800 });
    session.clock.setWall(session.clock.nowMs() + 40 * MINUTE);
    const after = await session.restart();
    expect(revokes(after)).toBe(1);
  });

  it('can be taken back', async () => {
    const session = await sessionWithLease({ end: 'after', seconds: 1_800 });
    await session.leases.remove(session.token().id);
    await session.clock.advance(31 * MINUTE);
    expect(revokes(session)).toBe(0);
  });

  it('is refused for a Partner token, which no call revokes', async () => {
    const session = await createTestSession();
    await session.requests.request(PARTNER, []);
    const asked = await session.leases.set(session.token().id, { end: 'lock' });
    expect(asked).toEqual(fail({ code: 'no_call' }));
  });

  it('keeps renewal from replacing a token that is to end at a time', async () => {
    const session = await sessionWithLease({ end: 'after', seconds: 7_200 });
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 0 });
    await session.clock.advance(60 * MINUTE);
    expect(session.gateway.calls.filter((call) => call.startsWith('token'))).toEqual([]);
  });

  it('goes over to the token that replaces its own', async () => {
    const session = await sessionWithLease({ end: 'lock' });
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 0 });
    await session.clock.advance(58 * MINUTE);
    expect(leased(session)).toContain(session.token().id);
    expect((await lock(session)).ended).toBe(1);
  });

  it('that a full disk kept from ending ends once it can be saved', async () => {
    const session = await sessionWithLease({ end: 'after', seconds: 1_800 });
    session.vault.failWith({ code: 'disk_full' });
    await session.clock.advance(35 * MINUTE);
    session.vault.failWith(null);
    await session.clock.advance(6_000);
    expect(revokes(session)).toBe(1);
  });

  it('ends once, however often it is looked at meanwhile', async () => {
    const session = await sessionWithLease({ end: 'after', seconds: 1_800 });
    session.clock.setWall(session.clock.nowMs() + 31 * MINUTE);
    session.leases.reevaluate();
    session.leases.reevaluate();
    await session.clock.advance(1_000);
    expect(session.noted.filter(({ what }) => what === 'lease_over')).toHaveLength(1);
  });

  it('needs one timer, however many there are', async () => {
    const session = await createTestSession();
    const ids = Array.from({ length: 50 }, (_, index) => `leased-${index}`);
    await addTokens(
      session,
      ids.map((id) => ({ id })),
    );
    await session.leases.set(session.token(0).id, { end: 'after', seconds: 600 });
    const before = session.clock.timers();
    for (const [index] of ids.entries()) {
      await session.leases.set(session.token(index).id, { end: 'after', seconds: 900 });
    }
    expect(session.clock.timers()).toBe(before);
  });
});

describe('at lock', () => {
  it('the revocation has been accepted before the keys are gone', async () => {
    const session = await sessionWithLease({ end: 'lock' });
    expect(await lock(session)).toEqual({ ended: 1, waiting: 0 });
    expect(session.token().revocation?.acceptedAtMs).not.toBeNull();
  });

  it('a revocation that hangs is a saved intent, is counted, and goes on at unlock', async () => {
    const session = await sessionWithLease({ end: 'lock' });
    session.gateway.onRevoke(() => new Promise(() => undefined));
    expect(await lock(session)).toEqual({ ended: 1, waiting: 1 });
    expect(session.token().revocation?.intentAtMs).toBeGreaterThan(0);
    const after = await session.restart(session.vault.copy());
    await after.clock.advance(100);
    expect(revokes(after)).toBe(1);
  });

  it('nothing waits where no lease ends', async () => {
    const session = await sessionWithLease({ end: 'quit' });
    expect(await session.close()).toEqual({ ended: 0, waiting: 0 });
    expect(revokes(session)).toBe(0);
  });

  it('in whose place a kill came, the token is revoked at unlock', async () => {
    const session = await sessionWithLease({ end: 'lock' });
    const after = await session.restart(session.vault.copy());
    expect(revokes(after)).toBe(1);
  });

  it('a disk that refuses the intent leaves the lease for the next unlock', async () => {
    const session = await sessionWithLease({ end: 'lock' });
    session.vault.failWith({ code: 'disk_full' });
    expect(await lock(session)).toEqual({ ended: 0, waiting: 0 });
    expect(leased(session)).toHaveLength(1);
    const after = await session.restart(session.vault.copy());
    expect(revokes(after)).toBe(1);
  });
});

describe('an event', () => {
  it('that a full disk took the effect of ends its leases once they can be saved', async () => {
    const session = await sessionWithLease({ end: 'suspend' });
    session.vault.failWith({ code: 'disk_full' });
    await session.leases.happened('suspend');
    await session.clock.advance(20_000);
    expect(revokes(session)).toBe(0);
    session.vault.failWith(null);
    await session.clock.advance(6_000);
    expect(revokes(session)).toBe(1);
    expect(leased(session)).toEqual([]);
  });

  it.each(['suspend', 'quit'] as const)('%s ends its own leases, in one save', async (event) => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'one' }, { id: 'two' }, { id: 'three' }]);
    await session.leases.set(session.token(0).id, { end: event });
    await session.leases.set(session.token(1).id, { end: event });
    await session.leases.set(session.token(2).id, { end: 'after', seconds: 600 });
    const saves = session.vault.saves();
    const ended = await session.leases.happened(event);
    expect(ended).toHaveLength(2);
    expect(session.vault.saves() - saves).toBe(1);
    await settle();
    expect(revokes(session)).toBe(2);
  });

  it('is told in the history, by the app', async () => {
    const session = await sessionWithLease({ end: 'suspend' });
    await session.leases.happened('suspend');
    expect(session.noted.at(-2)).toMatchObject({ what: 'lease_over', by: 'app', word: 'suspend' });
  });
});
