// Tokens that the disk refuses to save: tried again for as long as it takes, and gone from memory at lock.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import { createUnsavedTokens } from '../../../../electron/main/tokens/ledger/unsaved-tokens.ts';
import type { Room } from '../../../../electron/main/tokens/session-context.ts';
import { staying } from '../../../../electron/main/session/tokens-surviving-quit.ts';
import { settle } from '../../../support/fake-clock.ts';
import { createTestRoom, TRADER, type TestRoom } from '../../../support/test-room.ts';

describe('a token whose save failed for a day', () => {
  it('is wiped at lock, and not tried again', async () => {
    const timers: (() => void)[] = [];
    let tried = 0;
    const texts = createUnsavedTokens({
      vault: {
        change() {
          tried += 1;
          return Promise.resolve(fail({ code: 'disk_full' }));
        },
      },
      clock: {
        after(_delayMs: number, callback: () => void) {
          timers.push(callback);
          return () => void timers.splice(timers.indexOf(callback), 1);
        },
      },
      closing: new AbortController().signal,
      changed: () => undefined,
    } as unknown as Room);
    const text = SecretBytes.take(Buffer.from('token-text'));
    await texts.save([{ token: { id: 'held' } as never, text }], (before) => before);
    const day = (24 * 3_600) / 5;
    for (let n = 0; n < day; n += 1) {
      timers.shift()?.();
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    }
    expect(tried).toBeGreaterThan(day);
    texts.close();
    expect([text.wiped, timers.length]).toEqual([true, 0]);
  });
});

describe('a token that is revoked before its save succeeds', () => {
  it('stays one that is being revoked once it is saved', async () => {
    const room = await createTestRoom();
    room.gateway.onToken(() => {
      room.vault.failWith({ code: 'io_error' });
      return ok(room.gateway.issued());
    });
    await room.requests.request(TRADER, ['TRADER_TRADE']);
    room.vault.failWith(null);
    room.gateway.onRevoke(() =>
      fail(room.gateway.failure({ code: 'server_error' }, { call: 'revoke', status: 503 })),
    );
    expect(await room.revocations.revoke(room.token().id)).toEqual(ok());
    await room.clock.advance(10_000);
    expect([room.token().issue, room.state()]).toEqual(['issued', 'revoking']);
  });
});

describe('a token that the disk refused to save', () => {
  const unsaved = async (): Promise<TestRoom> => {
    const room = await createTestRoom();
    room.gateway.onToken(() => {
      room.vault.failWith({ code: 'io_error' });
      return ok(room.gateway.issued());
    });
    await room.requests.request(TRADER, ['TRADER_TRADE']);
    room.vault.failWith(null);
    return room;
  };

  it('is counted by what revokes everything, and revoked by it', async () => {
    const room = await unsaved();
    expect(room.stops.preview({ kind: 'all' })).toMatchObject({ revocable: 1, trading: 1 });
    await room.stops.start({ kind: 'all' });
    await settle();
    expect(room.gateway.calls.filter((call) => call.startsWith('revoke'))).toHaveLength(1);
    await room.clock.advance(10_000);
    expect([room.token().issue, room.state()]).toEqual(['issued', 'propagating']);
  });

  it('is named where the app is to end', async () => {
    const room = await unsaved();
    expect(staying(room.room, room.texts, room.leases).revocable).toHaveLength(1);
  });
});
