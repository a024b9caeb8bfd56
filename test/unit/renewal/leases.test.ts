// Leases: what ends them, that the intent is safe before the keys go, and that a kill only puts it off.
import { describe, expect, it } from 'vitest';
import type { Lease } from '../../../electron/main/domain/lease.ts';
import { fail } from '../../../electron/main/domain/result.ts';
import { settle } from '../../support/fake-clock.ts';
import { addTokens } from '../../support/many-tokens.ts';
import { createTestRoom, PARTNER, TRADER, type TestRoom } from '../../support/test-room.ts';

const TRADE = ['TRADER_TRADE'] as const;
const MINUTE = 60_000;

async function roomWithToken(): Promise<TestRoom> {
  const room = await createTestRoom();
  await room.requests.request(TRADER, TRADE);
  room.gateway.calls.length = 0;
  return room;
}

const leases = (room: TestRoom): readonly Lease[] => room.vault.contents().leases;
const revokes = (room: TestRoom): number =>
  room.gateway.calls.filter((call) => call.startsWith('revoke')).length;
/** Locks while the clock goes on, as the grace of closing needs it. */
async function lock(room: TestRoom) {
  const closing = room.close();
  await room.clock.advance(5_000);
  return await closing;
}

describe('a lease', () => {
  it('of thirty minutes revokes the token then, not before', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'after', seconds: 1_800 });
    await room.clock.advance(30 * MINUTE - 1_000);
    expect(revokes(room)).toBe(0);
    await room.clock.advance(2_000);
    expect(revokes(room)).toBe(1);
    expect(leases(room)).toEqual([]);
  });

  it('is not put off by a clock that was set back (case 112)', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'after', seconds: 1_800 });
    room.clock.setWall(room.clock.nowMs() - 24 * 60 * MINUTE);
    await room.clock.advance(31 * MINUTE);
    expect(revokes(room)).toBe(1);
  });

  it('that ended while the machine slept ends within a minute of its waking (case 113)', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'after', seconds: 1_800 });
    room.clock.setWall(room.clock.nowMs() + 40 * MINUTE);
    room.wake();
    await settle();
    expect(revokes(room)).toBe(1);
  });

  it('that ended while the vault was locked ends at unlock', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'after', seconds: 1_800 });
    room.clock.setWall(room.clock.nowMs() + 40 * MINUTE);
    const after = await room.restart();
    expect(revokes(after)).toBe(1);
  });

  it('can be taken back', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'after', seconds: 1_800 });
    await room.leases.remove(room.token().id);
    await room.clock.advance(31 * MINUTE);
    expect(revokes(room)).toBe(0);
  });

  it('is refused for a Partner token, which no call revokes', async () => {
    const room = await createTestRoom();
    await room.requests.request(PARTNER, []);
    const asked = await room.leases.set(room.token().id, { end: 'lock' });
    expect(asked).toEqual(fail({ code: 'not_revocable_here' }));
  });

  it('keeps renewal from replacing a token that is to end at a time', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'after', seconds: 7_200 });
    await room.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 0 });
    await room.clock.advance(60 * MINUTE);
    expect(room.gateway.calls.filter((call) => call.startsWith('token'))).toEqual([]);
  });

  it('goes over to the token that replaces its own', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'lock' });
    await room.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 0 });
    await room.clock.advance(58 * MINUTE);
    expect(leases(room).map(({ tokenId }) => tokenId)).toContain(room.token().id);
    expect((await lock(room)).ended).toBe(1);
  });

  it('that a full disk kept from ending ends once it can be saved', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'after', seconds: 1_800 });
    room.vault.failWith({ code: 'disk_full' });
    await room.clock.advance(35 * MINUTE);
    room.vault.failWith(null);
    await room.clock.advance(6_000);
    expect(revokes(room)).toBe(1);
  });

  it('ends once, however often it is looked at meanwhile', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'after', seconds: 1_800 });
    room.clock.setWall(room.clock.nowMs() + 31 * MINUTE);
    room.leases.look();
    room.leases.look();
    await room.clock.advance(1_000);
    expect(room.noted.filter(({ what }) => what === 'lease_over')).toHaveLength(1);
  });

  it('needs one timer, however many there are', async () => {
    const room = await createTestRoom();
    const ids = Array.from({ length: 50 }, (_, index) => `leased-${index}`);
    await addTokens(
      room,
      ids.map((id) => ({ id })),
    );
    await room.leases.set(room.token(0).id, { end: 'after', seconds: 600 });
    const before = room.clock.timers();
    for (const [index] of ids.entries()) {
      await room.leases.set(room.token(index).id, { end: 'after', seconds: 900 });
    }
    expect(room.clock.timers()).toBe(before);
  });
});

describe('at lock', () => {
  it('the revocation has been accepted before the keys are gone', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'lock' });
    expect(await lock(room)).toEqual({ ended: 1, waiting: 0 });
    expect(room.token().revocation?.acceptedAtMs).not.toBeNull();
  });

  it('one that hangs is a saved intent, is counted, and goes on at unlock', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'lock' });
    room.gateway.onRevoke(() => new Promise(() => undefined));
    expect(await lock(room)).toEqual({ ended: 1, waiting: 1 });
    expect(room.token().revocation?.intentAtMs).toBeGreaterThan(0);
    const after = await room.restart(room.vault.copy());
    await after.clock.advance(100);
    expect(revokes(after)).toBe(1);
  });

  it('nothing waits where no lease ends', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'quit' });
    expect(await room.close()).toEqual({ ended: 0, waiting: 0 });
    expect(revokes(room)).toBe(0);
  });

  it('that a kill took the place of, the token is revoked at unlock', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'lock' });
    const after = await room.restart(room.vault.copy());
    expect(revokes(after)).toBe(1);
  });

  it('a disk that refuses the intent leaves the lease for the next unlock', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'lock' });
    room.vault.failWith({ code: 'disk_full' });
    expect(await lock(room)).toEqual({ ended: 0, waiting: 0 });
    expect(leases(room)).toHaveLength(1);
    const after = await room.restart(room.vault.copy());
    expect(revokes(after)).toBe(1);
  });
});

describe('an event', () => {
  it('that a full disk took the effect of ends its leases once they can be saved', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'suspend' });
    room.vault.failWith({ code: 'disk_full' });
    await room.leases.happened('suspend');
    await room.clock.advance(20_000);
    expect(revokes(room)).toBe(0);
    room.vault.failWith(null);
    await room.clock.advance(6_000);
    expect(revokes(room)).toBe(1);
    expect(leases(room)).toEqual([]);
  });

  it.each(['suspend', 'quit'] as const)('%s ends its own leases, in one save', async (event) => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'one' }, { id: 'two' }, { id: 'three' }]);
    await room.leases.set(room.token(0).id, { end: event });
    await room.leases.set(room.token(1).id, { end: event });
    await room.leases.set(room.token(2).id, { end: 'after', seconds: 600 });
    const saves = room.vault.saves();
    const ended = await room.leases.happened(event);
    expect(ended).toHaveLength(2);
    expect(room.vault.saves() - saves).toBe(1);
    await settle();
    expect(revokes(room)).toBe(2);
  });

  it('is told in the history, by the app', async () => {
    const room = await roomWithToken();
    await room.leases.set(room.token().id, { end: 'suspend' });
    await room.leases.happened('suspend');
    expect(room.noted.at(-2)).toMatchObject({ what: 'lease_over', by: 'app', word: 'suspend' });
  });
});
