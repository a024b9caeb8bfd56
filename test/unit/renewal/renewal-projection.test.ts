// What the window is told of a renewal: where it stands, and what it will still do.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import { toRenewalView } from '../../../electron/main/renewal/renewal-projection.ts';
import type { RenewalView } from '../../../electron/shared/renewal/renewal-view.ts';
import { createTestRoom, TRADER, type TestRoom } from '../../support/test-room.ts';

const MINUTE = 60_000;
const TRADE = ['TRADER_TRADE'] as const;
const GRACE_SECONDS = 3_600;

/** A room whose Trader token, of an hour, is renewed and then lives on for an hour. */
async function renewing(): Promise<TestRoom> {
  const room = await createTestRoom();
  room.gateway.onToken(() => ok(room.gateway.issued({ lifetimeSeconds: 3_600 })));
  room.gateway.onProbe(() => ok(room.gateway.probed(200)));
  await room.requests.request(TRADER, TRADE);
  await room.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: GRACE_SECONDS });
  return room;
}

const viewOf = (room: TestRoom): Partial<RenewalView> =>
  toRenewalView(room, TRADER, room.clock.nowMs()) ?? {};

describe('a renewal as it is shown', () => {
  it('that is switched off while its new token is checked has ended, but for that one', async () => {
    const room = await renewing();
    room.gateway.onProbe(() => ok(room.gateway.probed(500)));
    await room.clock.advance(56 * MINUTE);
    expect(viewOf(room).phase).toBe('checking');
    await room.renewals.turnOff(TRADER);
    expect(viewOf(room).phase).toBe('ending');
    room.gateway.onProbe(() => ok(room.gateway.probed(200)));
    await room.clock.advance(MINUTE);
    expect(viewOf(room)).toMatchObject({ phase: 'ended', revokesAtMs: expect.any(Number) });
  });

  it('says that the token before is revoked only as long as it is not over', async () => {
    const room = await renewing();
    await room.clock.advance(57 * MINUTE);
    expect(viewOf(room).revokesAtMs).not.toBeNull();
    await room.clock.advance(4 * MINUTE);
    expect(viewOf(room).revokesAtMs).toBeNull();
  });

  it('names the lease that keeps it from the token in use', async () => {
    const room = await renewing();
    await room.leases.set(room.token().id, { end: 'after', seconds: 900 });
    expect(viewOf(room)).toMatchObject({ phase: 'leased', nextAtMs: null });
    await room.leases.remove(room.token().id);
    expect(viewOf(room).phase).toBe('waiting');
  });
});
