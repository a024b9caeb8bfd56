// How long a token has left where the clock cannot be trusted: after a restart there is no other.
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createTestRoom, TRADER, type TestRoom } from '../../support/test-room.ts';

const HOUR = 3_600_000;
const FOREVER = { untilMs: null, graceSeconds: 60 };

/** A room whose token lives an hour and is renewed, opened again at a time so much before it was asked for. */
async function restartedBefore(earlierMs: number): Promise<TestRoom> {
  const room = await createTestRoom();
  await room.requests.request(TRADER, ['TRADER_TRADE']);
  await room.renewals.turnOn(TRADER, FOREVER);
  return await room.restart(room.vault.copy(), createFakeClock(room.clock.nowMs() - earlierMs));
}

describe('a restart with the clock before the token was asked for (case 114)', () => {
  it('leaves its end unknown, and renews nothing by it', async () => {
    const after = await restartedBefore(24 * HOUR);
    expect(after.room.expiries.remainingMs(after.token())).toBeNull();
    await after.clock.advance(5 * HOUR);
    expect(after.gateway.calls).toEqual([]);
  });

  it('knows the end again once the clock was put right', async () => {
    const after = await restartedBefore(24 * HOUR);
    expect(after.room.expiries.remainingMs(after.token())).toBeNull();
    after.clock.setWall(after.token().sentAtMs + HOUR / 2);
    expect(after.room.expiries.remainingMs(after.token())).toBe(HOUR / 2);
  });

  it('takes a clock that is a little behind for a corrected one', async () => {
    const after = await restartedBefore(30_000);
    expect(after.room.expiries.remainingMs(after.token())).toBe(HOUR);
  });

  it('drops nothing: what may live is kept and revocable', async () => {
    const after = await restartedBefore(24 * HOUR);
    await after.clock.advance(48 * HOUR);
    expect(await after.revocations.revoke(after.token().id)).toMatchObject({ ok: true });
  });
});
