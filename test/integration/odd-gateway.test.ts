// What the ledger does when a server over real TLS is out of order: how often it asks and when, and what it
// writes down of tokens nobody saw (groups B, G and H of docs/oauth-cases.md).
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fail } from '../../electron/main/domain/result.ts';
import { eventually } from '../support/eventually.ts';
import { answer, tokenJson } from '../support/gateway-lab.ts';
import { startRawTlsServer, type Responder } from '../support/raw-tls-server.ts';
import { granted, startTlsLab, tokenIn, type TlsLab, type TlsRoom } from '../support/tls-room.ts';
import { TRADER } from '../support/test-room.ts';

const TRADE = ['TRADER_TRADE'] as const;
const MINUTE = 60_000;

let lab: TlsLab;
beforeAll(async () => (lab = await startTlsLab()));
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

const request = async (room: TlsRoom, caller?: AbortSignal) =>
  await room.requests.request(TRADER, TRADE, 'by_person', caller);

/** Lets the time pass that the request waits for its next try, and answers with its milliseconds. */
async function waitOut(room: TlsRoom): Promise<number> {
  const atMs = await eventually(() => {
    const [activity] = room.room.activities.ofCredential(TRADER);
    expect(activity?.nextTry).toBeDefined();
    return activity?.nextTry?.atMs ?? NaN;
  });
  const waitMs = atMs - room.clock.nowMs();
  await room.clock.advance(waitMs);
  return waitMs;
}

/** Each request is answered by the next of them. */
function inTurn(...responders: readonly Responder[]): Responder {
  const left = responders.values();
  return (socket, asked) => left.next().value?.(socket, asked);
}

/** About so long, three tenths up or down. */
function expectAbout(waitMs: number, centreMs: number): void {
  expect(waitMs).toBeGreaterThanOrEqual(centreMs * 0.7);
  expect(waitMs).toBeLessThanOrEqual(centreMs * 1.3);
}

describe('a token request', () => {
  it('case 75: that could not be sent is tried twice more, and leaves no row', async () => {
    const closed = await startRawTlsServer(lab.certificates.good);
    await closed.stop();
    let hungUp = 0;
    const hangingUp = createServer((socket) => {
      hungUp += 1;
      socket.destroy();
    });
    await once(hangingUp.listen(0, '127.0.0.1'), 'listening');
    const { port } = hangingUp.address() as AddressInfo;
    const targets = [
      [closed.url, 'connect_refused'],
      [`https://127.0.0.1:${port}`, 'connection_reset'],
    ] as const;
    for (const [baseUrl, code] of targets) {
      const room = await lab.open({ baseUrl });
      const asked = request(room);
      expectAbout(await waitOut(room), 500);
      expectAbout(await waitOut(room), 1_500);
      expect(await asked).toMatchObject({ failure: { code, facts: { possiblyDone: false } } });
      await room.clock.advance(MINUTE);
      expect(room.states()).toEqual([]);
    }
    expect(hungUp).toBe(3);
    hangingUp.close();
  });

  it('that met a certificate nobody vouches for is not tried again (case 67)', async () => {
    const foreign = await startRawTlsServer(lab.certificates.selfSigned);
    const room = await lab.open({ baseUrl: foreign.url });
    expect(await request(room)).toMatchObject({ failure: { code: 'tls_self_signed' } });
    await room.clock.advance(MINUTE);
    expect([foreign.receivedBytes(), foreign.connections(), room.states()]).toEqual([0, 1, []]);
    await foreign.stop();
  });

  it('case 76: never meets a kept connection: each has one of its own', async () => {
    const room = await lab.open();
    lab.base.answerWith((socket, asked) => {
      // Left open, as a server does that would take more.
      const body = tokenJson({ scope: 'TRADER_TRADE' });
      socket.write(
        `HTTP/1.1 200 x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(asked.headers).toContainEqual(['connection', 'close']);
    });
    for (const times of [1, 2, 3]) {
      expect(await request(room)).toMatchObject({ ok: true });
      expect([lab.base.requests.length, lab.base.connections()]).toEqual([times, times]);
      await eventually(() => expect(lab.base.open()).toBe(0));
    }
  });

  it('case 77: that was cut off after it was sent is written down as possibly issued', async () => {
    const room = await lab.open();
    lab.base.answerWith((socket) => socket.destroy());
    const asked = request(room);
    expectAbout(await waitOut(room), 500);
    expect(await asked).toMatchObject({ failure: { code: 'connection_reset' } });
    await room.clock.advance(MINUTE);
    expect(room.states()).toEqual(['possibly_issued', 'possibly_issued']);
    expect(lab.base.requests).toHaveLength(2);
  });

  it('case 77: that was cut off once brings a token beside the one nobody saw', async () => {
    const room = await lab.open();
    lab.base.answerWith(inTurn((socket) => socket.destroy(), granted()));
    const asked = request(room);
    await waitOut(room);
    expect(await asked).toMatchObject({ ok: true });
    expect(room.states()).toEqual(['active', 'possibly_issued']);
  });

  it.each([
    [500, [], ['possibly_issued']],
    [502, [500], ['possibly_issued', 'possibly_issued']],
    [503, [500], ['possibly_issued', 'possibly_issued']],
    [504, [500], ['possibly_issued', 'possibly_issued']],
  ] as const)(
    'case 78: answered with %d is tried again after %j ms',
    async (status, waits, left) => {
      const room = await lab.open();
      lab.base.answerWith(answer(status, '<html>broken</html>'));
      const asked = request(room);
      for (const waitMs of waits) expectAbout(await waitOut(room), waitMs);
      expect(await asked).toMatchObject({ failure: { code: 'server_error' } });
      await room.clock.advance(MINUTE);
      expect(lab.base.requests).toHaveLength(waits.length + 1);
      expect(room.states()).toEqual(left);
    },
  );

  it('case 80: is tried again when the server says, to the second', async () => {
    const room = await lab.open();
    const busy = answer(429, '', ['Retry-After: 7']);
    const away = answer(503, '', ['Retry-After: 40']);
    lab.base.answerWith(inTurn(busy, away, granted()));
    const asked = request(room);
    expect([await waitOut(room), await waitOut(room)]).toEqual([7_000, 40_000]);
    expect(await asked).toMatchObject({ ok: true });
    expect(lab.base.requests).toHaveLength(3);
  });

  it('case 82: is tried again after 5, 10 and 20 s where a busy server names no time', async () => {
    const room = await lab.open();
    lab.base.answerWith(answer(429));
    const asked = request(room);
    for (const waitMs of [5_000, 10_000, 20_000]) expect(await waitOut(room)).toBe(waitMs);
    expect(await asked).toMatchObject({ failure: { code: 'rate_limited' } });
    await room.clock.advance(10 * MINUTE);
    expect([lab.base.requests.length, room.states()]).toEqual([4, []]);
  });

  it.each([400, 401, 403, 404, 405, 407, 409, 410, 415, 418, 422, 451])(
    'case 79: answered with %d asks once and leaves no row',
    async (status) => {
      const room = await lab.open();
      lab.base.answerWith(answer(status, '{"error":"invalid_request"}'));
      expect(await request(room)).toMatchObject({ ok: false });
      await room.clock.advance(10 * MINUTE);
      expect([lab.base.requests.length, room.states()]).toEqual([1, []]);
    },
  );

  it('case 83: asked for by fifty callers leaves once, and all get one token', async () => {
    const room = await lab.open();
    lab.base.answerWith(granted());
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(room)));
    expect(new Set(answers.map((each) => each.ok && each.value)).size).toBe(1);
    expect([lab.base.requests.length, room.states()]).toEqual([1, ['active']]);
  });

  it('case 83: is not ended by one of fifty who no longer wants it', async () => {
    const room = await lab.open();
    let respond = (): void => undefined;
    lab.base.answerWith((socket, asked) => {
      respond = () => granted()(socket, asked);
    });
    const control = new AbortController();
    const one = request(room, control.signal);
    const others = Array.from({ length: 49 }, () => request(room, new AbortController().signal));
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    control.abort();
    expect(await one).toMatchObject({ failure: { code: 'cancelled_by_person' } });
    respond();
    const answers = await Promise.all(others);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(49);
    expect([lab.base.requests.length, room.states()]).toEqual([1, ['active']]);
  });

  it('case 83: ends when all fifty no longer want it: a token may have been issued', async () => {
    const room = await lab.open();
    lab.base.answerWith(() => undefined);
    const controls = Array.from({ length: 50 }, () => new AbortController());
    const answers = controls.map(({ signal }) => request(room, signal));
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    for (const control of controls) control.abort();
    await eventually(() => expect(lab.base.open()).toBe(0));
    expect(await answers.at(-1)).toMatchObject({
      failure: { code: 'cancelled', facts: { possiblyDone: true } },
    });
    expect([lab.base.requests.length, room.states()]).toEqual([1, ['possibly_issued']]);
  });

  it('case 84: that failed has failed for all fifty, and the next one starts afresh', async () => {
    const room = await lab.open();
    lab.base.answerWith(answer(400, '{"error":"invalid_scope"}'));
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(room)));
    const codes = answers.map((each) => (each.ok ? 'ok' : each.failure.code));
    expect([new Set(codes), lab.base.requests.length]).toEqual([new Set(['invalid_scope']), 1]);
    lab.base.answerWith(granted());
    expect(await request(room)).toMatchObject({ ok: true });
    expect(lab.base.requests).toHaveLength(2);
  });

  it('case 87: under way at a lock gets two seconds, then counts as possibly issued', async () => {
    const room = await lab.open();
    lab.base.answerWith(() => undefined);
    const asked = request(room);
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    let isClosed = false;
    const closed = room.close().then(() => (isClosed = true));
    await room.clock.advance(1_900);
    expect(isClosed).toBe(false);
    await room.clock.advance(2_200);
    await closed;
    expect(await asked).toMatchObject({ failure: { code: 'cancelled' } });
    expect(room.vault.contents().tokens.map(({ issue }) => issue)).not.toContain('issued');
    await eventually(() => expect(lab.base.open()).toBe(0));
  });

  it('case 111: counts the life of its token from the moment it was sent', async () => {
    const room = await lab.open();
    let respond = (): void => undefined;
    lab.base.answerWith((socket, asked) => {
      respond = () => granted({ expires_in: 30 })(socket, asked);
    });
    const asked = request(room);
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    await room.clock.advance(10_000);
    respond();
    expect(await asked).toMatchObject({ ok: true });
    expect(room.room.expiries.remainingMs(tokenIn(room))).toBeLessThanOrEqual(20_000);
  });
});

describe('a token', () => {
  it.each([2_147_484, 1e12, 1e15])(
    'case 20: said to live %d s sets no timer that fires at once, and asks for nothing',
    async (lifetime) => {
      const room = await lab.openWithToken({ expires_in: lifetime });
      await room.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 60 });
      const delaysMs: number[] = [];
      const { after } = room.clock;
      Object.assign(room.clock, {
        after: (ms: number, callback: () => void) => {
          delaysMs.push(ms);
          return after(ms, callback);
        },
      });
      room.wake();
      await room.clock.advance(MINUTE);
      expect(Math.max(0, ...delaysMs)).toBeLessThan(2 ** 31);
      expect(lab.base.requests).toEqual([]);
      // Above thirty days nobody knows when it ends.
      expect(room.states()).toEqual([lifetime > 2_592_000 ? 'expiring' : 'active']);
    },
  );

  it.each([
    ['case 14: of a foreign type', { token_type: 'DPoP' }],
    ['case 23: with a line break', { access_token: 'a\r\nX: y' }],
    ['case 24: above 8 KiB', { access_token: 'x'.repeat(8_193) }],
  ])('%s is never sent as Bearer, and can be revoked', async (_name, changes) => {
    const room = await lab.openWithToken(changes);
    const { id } = tokenIn(room);
    expect(room.states()).toEqual(['quarantined']);
    expect(await room.checks.check(id)).toEqual(fail({ code: 'not_checkable' }));
    await room.revocations.revoke(id);
    await eventually(() => expect(tokenIn(room).revocation?.acceptedAtMs).not.toBeNull());
    await room.clock.advance(MINUTE);
    const asked = lab.base.requests.map(({ path }) => path);
    expect([asked, lab.trade.connections()]).toEqual([['/auth/oauth2/revoke'], 0]);
  });

  it('case 92: deliberately revoked brings no new one when a call is refused', async () => {
    const room = await lab.openWithToken();
    await room.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 60 });
    lab.trade.answerWith(answer(401, '', ['WWW-Authenticate: Bearer error="invalid_token"']));
    await room.revocations.revoke(tokenIn(room).id);
    await eventually(async () => {
      await room.pass(60_000);
      expect(room.states()).toEqual(['verified']);
    });
    await room.clock.advance(10 * MINUTE);
    expect(lab.base.requests.map(({ path }) => path)).toEqual(['/auth/oauth2/revoke']);
  });
});
