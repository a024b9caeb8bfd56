// A person's wish for a token is tried again where that may help: the wait is in sight, can be cut short,
// and ends where nobody wants the token any more.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import type { GatewayFailure } from '../../../../electron/main/gateway/gateway.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addTokens } from '../../../support/many-tokens.ts';
import { createTestRoom, TRADER, type TestRoom } from '../../../support/test-room.ts';

const READ = ['TRADER_READ'] as const;

/** Fails `times` times, then answers with a token. */
function failFirst(room: TestRoom, times: number, failure: GatewayFailure): void {
  let failed = 0;
  room.gateway.onToken(() => {
    failed += 1;
    return failed <= times ? fail(failure) : ok(room.gateway.issued());
  });
}

const busy = (room: TestRoom, retryAfterMs: number | null = null): GatewayFailure =>
  room.gateway.failure(
    { code: 'rate_limited', possiblyDone: false, retryAfterMs },
    { status: 429 },
  );

const unsent = (room: TestRoom): GatewayFailure =>
  room.gateway.failure({ code: 'connect_refused', possiblyDone: false }, { status: null });

/** Nobody knows whether it minted. */
const unseen = (room: TestRoom): GatewayFailure =>
  room.gateway.failure({ code: 'connection_reset', possiblyDone: true }, { status: null });

const calls = (room: TestRoom): number =>
  room.gateway.calls.filter((call) => call.startsWith('token')).length;

/** Seconds until the next try, as the window is told; null while none is waited for. */
function waitOf(room: TestRoom): number | null {
  const [activity] = room.room.activities.ofCredential(TRADER);
  return activity?.nextTry === undefined
    ? null
    : (activity.nextTry.atMs - room.clock.nowMs()) / 1_000;
}

async function waitingRoom(failure: (room: TestRoom) => GatewayFailure = busy) {
  const room = await createTestRoom();
  failFirst(room, 1, failure(room));
  const control = new AbortController();
  const asked = room.requests.request(TRADER, READ, 'by_person', control.signal);
  await settle();
  return { room, asked, control };
}

describe('a wish for a token', () => {
  it('brings one after a try that failed, and says meanwhile why and until when it waits', async () => {
    const { room, asked } = await waitingRoom();
    const [activity] = room.room.activities.ofCredential(TRADER);
    expect(activity).toMatchObject({
      call: 'token',
      nextTry: { failure: { code: 'rate_limited' } },
    });
    expect(waitOf(room)).toBe(5);
    await room.clock.advance(4_999);
    expect(calls(room)).toBe(1);
    await room.clock.advance(1);
    expect(await asked).toMatchObject({ ok: true });
    expect(room.room.activities.ofCredential(TRADER)).toEqual([]);
    expect([room.state(), room.vault.contents().tokens.length]).toEqual(['active', 1]);
  });

  it('is not held against the credential before its last try', async () => {
    const { room, asked } = await waitingRoom();
    expect(room.credential().lastFailure).toBeNull();
    room.gateway.onToken(() => fail(busy(room)));
    for (const seconds of [5, 10, 20]) await room.clock.advance(seconds * 1_000);
    expect(await asked).toMatchObject({ failure: { code: 'rate_limited' } });
    expect(calls(room)).toBe(4);
    expect(room.credential().lastFailure?.failure.code).toBe('rate_limited');
    const failed = room.noted.filter(({ what }) => what === 'token_request_failed');
    expect(failed).toHaveLength(4);
  });

  it('waits as long as the server says', async () => {
    const { room, asked } = await waitingRoom((each) => busy(each, 90_000));
    expect(waitOf(room)).toBe(90);
    await room.clock.advance(90_000);
    expect(await asked).toMatchObject({ ok: true });
  });

  it('is tried at once when the person says so', async () => {
    const { room, asked } = await waitingRoom();
    room.requests.waits.tryNow(TRADER);
    expect(await asked).toMatchObject({ ok: true });
    expect(room.clock.nowMs()).toBe(room.token().sentAtMs);
  });

  it('ends with what failed when the person gives it up', async () => {
    const { room, asked } = await waitingRoom();
    const timers = room.clock.timers();
    room.requests.waits.giveUp(TRADER);
    expect(await asked).toMatchObject({ failure: { code: 'rate_limited' } });
    expect(room.clock.timers()).toBe(timers - 1);
    await room.clock.advance(60_000);
    expect(calls(room)).toBe(1);
  });

  it('of another credential goes on', async () => {
    const { room, asked } = await waitingRoom();
    room.requests.waits.giveUp('other' as typeof TRADER);
    room.requests.waits.tryNow('other' as typeof TRADER);
    await settle();
    expect([calls(room), waitOf(room)]).toEqual([1, 5]);
    room.requests.waits.giveUp(TRADER);
    await asked;
  });

  it('ends when the only one who wanted it leaves', async () => {
    const { room, asked, control } = await waitingRoom();
    control.abort();
    expect(await asked).toMatchObject({ failure: { code: 'rate_limited' } });
    expect(room.room.activities.ofCredential(TRADER)).toEqual([]);
  });

  it('goes on for another who wants the same', async () => {
    const { room, asked, control } = await waitingRoom();
    const other = room.requests.request(TRADER, READ);
    control.abort();
    expect(await asked).toMatchObject({ failure: { code: 'cancelled_by_person' } });
    await room.clock.advance(5_000);
    expect(await other).toMatchObject({ ok: true });
  });

  it('does not hold up a lock', async () => {
    const { room, asked } = await waitingRoom();
    const closed = room.close();
    await settle();
    expect(await asked).toMatchObject({ failure: { code: 'rate_limited' } });
    await closed;
    expect(calls(room)).toBe(1);
  });

  it('ends at once when everything is told to stop', async () => {
    const { room, asked } = await waitingRoom(unsent);
    room.gateway.onToken(() => ok(room.gateway.issued()));
    const live = room.requests.request(TRADER, ['TRADER_TRADE']);
    expect(await live).toMatchObject({ ok: true });
    await room.stops.start({ kind: 'all' });
    expect(await asked).toMatchObject({ failure: { code: 'ended_by_stop' } });
  });

  it('ended by a press goes on saying that a token may have been issued', async () => {
    const { room, asked } = await waitingRoom(unseen);
    await addTokens(room, [{ id: 'there' }]);
    await room.stops.start({ kind: 'all' });
    const facts = { call: 'token', possiblyDone: true };
    expect(await asked).toEqual(fail({ code: 'ended_by_stop', facts }));
  });

  it('shared with a renewal is ended by a press for each in the words of what it asked', async () => {
    const { room, asked } = await waitingRoom(unseen);
    await addTokens(room, [{ id: 'there' }]);
    const renewal = room.requests.request(TRADER, READ, 'automatically');
    await settle();
    await room.stops.start({ kind: 'all' });
    expect(await asked).toMatchObject({ failure: { code: 'ended_by_stop' } });
    expect(await renewal).toEqual(fail({ code: 'renewals_frozen' }));
  });

  it('is tried with the credential as it is by then', async () => {
    const { room, asked } = await waitingRoom();
    await room.vault.change({ contents: (now) => ({ ...now, credentials: [] }) });
    await room.clock.advance(5_000);
    expect(await asked).toMatchObject({ failure: { code: 'unknown_credential' } });
    expect(calls(room)).toBe(1);
  });

  it('of the app alone has the patience of its renewal', async () => {
    const room = await createTestRoom();
    failFirst(room, 1, unsent(room));
    const asked = room.requests.request(TRADER, READ, 'automatically');
    await room.clock.advance(1_000);
    expect(await asked).toMatchObject({ failure: { code: 'connect_refused' } });
  });
});
