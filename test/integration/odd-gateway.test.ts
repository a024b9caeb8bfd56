// What the ledger does when a server over real TLS is out of order: how often it asks, what it writes down
// of tokens nobody saw, and that it never asks again by itself (groups B, G and H of reliability.md).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fail } from '../../electron/main/domain/result.ts';
import { eventually } from '../support/eventually.ts';
import { answer, tokenJson } from '../support/gateway-lab.ts';
import { startRawTlsServer } from '../support/raw-tls-server.ts';
import { granted, startTlsLab, tokenIn, type TlsLab, type TlsRoom } from '../support/tls-room.ts';
import { TRADER } from '../support/test-room.ts';

const TRADE = ['TRADER_TRADE'] as const;
const MINUTE = 60_000;

let lab: TlsLab;
beforeAll(async () => (lab = await startTlsLab()));
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

const request = async (room: TlsRoom) => await room.requests.request(TRADER, TRADE);

describe('a token request', () => {
  it('case 75: that could not be sent leaves no row, and is tried three times at most', async () => {
    const closed = await startRawTlsServer(lab.certificates.good);
    await closed.stop();
    const hangingUp = await startRawTlsServer(lab.certificates.selfSigned);
    const targets = [
      [closed.url, 'connect_refused'],
      [hangingUp.url, 'tls_self_signed'],
    ] as const;
    for (const [baseUrl, code] of targets) {
      const room = await lab.open({ baseUrl });
      expect(await request(room)).toMatchObject({
        failure: { code, facts: { possiblyDone: false } },
      });
      await room.clock.advance(MINUTE);
      expect(room.states()).toEqual([]);
    }
    expect([hangingUp.receivedBytes(), hangingUp.connections() <= 3]).toEqual([0, true]);
    await hangingUp.stop();
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
    expect(await request(room)).toMatchObject({ failure: { code: 'connection_reset' } });
    await room.clock.advance(MINUTE);
    expect(room.states()).toEqual(['possibly_issued']);
    expect(lab.base.requests).toHaveLength(1);
  });

  it.each([
    [500, 1, []],
    [502, 3, ['possibly_issued']],
    [503, 3, []],
    [504, 3, ['possibly_issued']],
  ] as const)('case 78: answered with %d asks %d times at most', async (status, most, left) => {
    const room = await lab.open();
    lab.base.answerWith(answer(status, '<html>broken</html>'));
    expect(await request(room)).toMatchObject({ failure: { code: 'server_error' } });
    await room.clock.advance(MINUTE);
    expect(lab.base.requests.length).toBeLessThanOrEqual(most);
    expect(room.states()).toEqual(left);
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
      expect(room.states()).toEqual(['active']);
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
    lab.trade.answerWith(answer(401));
    await room.revocations.revoke(tokenIn(room).id);
    await eventually(async () => {
      await room.pass(2_000);
      expect(room.states()).toEqual(['verified']);
    });
    await room.clock.advance(10 * MINUTE);
    expect(lab.base.requests.map(({ path }) => path)).toEqual(['/auth/oauth2/revoke']);
  });
});
