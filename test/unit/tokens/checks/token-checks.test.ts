// What a check that the person asks for changes in a token: an answer beats every proof before it.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../electron/main/domain/result.ts';
import type { CredentialId } from '../../../../electron/main/domain/ids.ts';
import { createTestRoom, PARTNER, TRADER, type TestRoom } from '../../../support/test-room.ts';

const HOUR = 3_600_000;

const answering = (room: TestRoom, status: number): void =>
  room.gateway.onProbe(() => ok(room.gateway.probed(status)));

/** With one token that was refused again and again since it was to die. */
async function roomWithDead(of: CredentialId): Promise<TestRoom> {
  const room = await createTestRoom();
  room.gateway.onToken(() => ok(room.gateway.issued({ lifetimeSeconds: 24 * 3_600 })));
  await room.requests.request(of, of === TRADER ? ['TRADER_TRADE'] : []);
  answering(room, 401);
  const { id } = room.token();
  await (of === TRADER ? room.revocations.revoke(id) : room.plans.keyRevoked(id));
  await room.clock.advance(HOUR);
  expect(room.state()).toBe('verified');
  answering(room, 200);
  return room;
}

function provenAtMs(room: TestRoom): number {
  const { revocation, partnerPlan } = room.token();
  return revocation?.verifiedAtMs ?? partnerPlan?.verifiedAtMs ?? NaN;
}

describe('a token that was proven dead and works', () => {
  it('is dead no more', async () => {
    const room = await roomWithDead(TRADER);
    await room.checks.check(room.token().id);
    expect(room.state()).toBe('still_honoured');
  });

  it('is in the history as one that survived its revocation', async () => {
    const room = await roomWithDead(TRADER);
    await room.checks.check(room.token().id);
    expect(room.noted.map(({ what }) => what)).toContain('still_honoured');
  });

  it('of a Partner needs the person again', async () => {
    const room = await roomWithDead(PARTNER);
    await room.checks.check(room.token().id);
    expect(room.state()).toBe('needs_you');
  });

  it.each([TRADER, PARTNER])('is asked about until it is refused again (%s)', async (of) => {
    const room = await roomWithDead(of);
    await room.checks.check(room.token().id);
    answering(room, 401);
    const checkedAtMs = room.clock.nowMs();
    await room.clock.advance(HOUR);
    expect(provenAtMs(room)).toBeGreaterThan(checkedAtMs);
  });
});
