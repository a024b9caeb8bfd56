// The token that a diagnosis gets for itself is revoked in the end, also where the disk refuses to save.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { settle } from '../../support/fake-clock.ts';
import { createTestRoom, TRADER, type TestRoom } from '../../support/test-room.ts';

/** A diagnosis whose token came while the disk refused everything. */
async function diagnosed(): Promise<TestRoom> {
  const room = await createTestRoom();
  room.gateway.onToken(() => {
    room.vault.failWith({ code: 'io_error' });
    return ok(room.gateway.issued());
  });
  room.diagnoses.start(TRADER, ['TRADER_TRADE']);
  await settle();
  await room.clock.advance(1_000);
  expect(room.gateway.calls).toContain('token trader TRADER_TRADE');
  return room;
}

describe('the token of a diagnosis that could not be saved', () => {
  it('is revoked once the disk takes it', async () => {
    const room = await diagnosed();
    room.vault.failWith(null);
    await room.clock.advance(20_000);
    expect([room.token().issue, room.state()]).toEqual(['issued', 'propagating']);
  });

  it('ends with the next lock where it is saved just before', async () => {
    const room = await diagnosed();
    room.gateway.onRevoke(() =>
      fail(room.gateway.failure({ code: 'server_error' }, { call: 'revoke', status: 503 })),
    );
    room.vault.failWith(null);
    await room.clock.advance(5_000);
    const { leases, tokens } = room.vault.contents();
    expect(tokens.map(({ issue }) => issue)).toEqual(['issued']);
    expect(leases.map(({ tokenId, end }) => [tokenId, end])).toEqual([[tokens[0]?.id, 'lock']]);
  });
});
