// A token that the server refused is refused here, now, by one answer. Whatever revokes, counts, keeps or
// drops tokens treats it as one that may live.
import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenId } from '../../../../electron/main/domain/ids.ts';
import { isLive, sweep } from '../../../../electron/main/tokens/ledger/housekeeping.ts';
import { staying } from '../../../../electron/main/session/tokens-surviving-quit.ts';
import { inventoryRows } from '../../../../electron/main/import-export/inventory.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addTokens } from '../../../support/many-tokens.ts';
import { createTestRoom, TRADER, type TestRoom } from '../../../support/test-room.ts';

const REFUSED = 'refused' as TokenId;
let room: TestRoom;

beforeEach(async () => {
  room = await createTestRoom();
  const refusedAtMs = room.clock.nowMs();
  await addTokens(room, [{ id: REFUSED, part: { refusedAtMs } }]);
});

const edit = (change: object): Promise<unknown> =>
  room.vault.change({
    contents: (before) => ({
      ...before,
      tokens: before.tokens.map((each) => ({ ...each, ...change })),
    }),
  });

describe('a refused token', () => {
  it('is in "Revoke everything"', async () => {
    expect(room.state()).toBe('refused');
    expect(room.stops.preview({ kind: 'all' })).toMatchObject({ revocable: 1 });
    await room.stops.start({ kind: 'all' });
    await settle();
    expect(room.gateway.calls).toContain('revoke text-refused');
  });

  it('is asked about when the app quits', () => {
    expect(staying(room.room, room.texts, room.leases).revocable).toHaveLength(1);
  });

  it('may have its life ended by a lease', async () => {
    expect(await room.leases.set(REFUSED, { end: 'lock' })).toMatchObject({ ok: true });
    expect(await room.leases.happened('lock')).toEqual([REFUSED]);
  });

  it('keeps its text while its removal waits for its death', async () => {
    await edit({ forgetWhenDead: true });
    await sweep(room.room);
    expect(room.texts.hasText(REFUSED)).toBe(true);
  });

  it('holds up the removal of its credential', async () => {
    await room.vault.change({
      contents: (before) => ({
        ...before,
        credentials: before.credentials.map((each) => ({ ...each, removeWhenDead: true })),
      }),
    });
    await sweep(room.room);
    expect(room.vault.contents().credentials.map(({ id }) => id)).toEqual([TRADER]);
  });

  it('waits to be revoked in a rotation', async () => {
    await room.rotations.start(TRADER);
    expect(room.rotations.standing(TRADER)?.old).toMatchObject({ waiting: 1, dead: 0 });
  });

  it('is a live token of the inventory', async () => {
    const contents = room.vault.contents();
    const rows = await inventoryRows({
      contents,
      stateOf: () => 'refused',
      isLive: (token) => isLive(room.room, contents, token),
      leftMs: room.room.expiries.remainingMs,
      nowMs: room.clock.nowMs(),
      version: '0',
    });
    expect(rows[0]?.live_tokens).toBe(1);
  });
});
