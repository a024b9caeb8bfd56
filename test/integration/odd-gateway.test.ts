// What the ledger does when a server over real TLS is out of order: how often it asks and when, and what it
// writes down of tokens nobody saw (groups B, G and H of docs/oauth-cases.md).
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fail } from '../../electron/main/domain/result.ts';
import { eventually } from '../support/eventually.ts';
import { answer, tokenJson } from '../support/gateway-lab.ts';
import { startRawTlsServer, type Responder } from '../support/raw-tls-server.ts';
import {
  granted,
  startTlsLab,
  tokenIn,
  type TlsLab,
  type TlsTestSession,
} from '../support/tls-test-session.ts';
import { TRADER } from '../support/test-session.ts';

const TRADE = ['TRADER_TRADE'] as const;
const MINUTE = 60_000;

let lab: TlsLab;
beforeAll(async () => (lab = await startTlsLab()));
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

const request = async (session: TlsTestSession, caller?: AbortSignal) =>
  await session.requests.request(TRADER, TRADE, 'user', caller);

/** Lets the time pass that the request waits for its next try, and answers with its milliseconds. */
async function waitOut(session: TlsTestSession): Promise<number> {
  const atMs = await eventually(() => {
    const [activity] = session.session.activities.ofCredential(TRADER);
    expect(activity?.nextTry).toBeDefined();
    return activity?.nextTry?.atMs ?? NaN;
  });
  const waitMs = atMs - session.clock.nowMs();
  await session.clock.advance(waitMs);
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
      const session = await lab.open({ baseUrl });
      const asked = request(session);
      expectAbout(await waitOut(session), 500);
      expectAbout(await waitOut(session), 1_500);
      expect(await asked).toMatchObject({ failure: { code, facts: { possiblyDone: false } } });
      await session.clock.advance(MINUTE);
      expect(session.states()).toEqual([]);
    }
    expect(hungUp).toBe(3);
    hangingUp.close();
  });

  it('that met a certificate nobody vouches for is not tried again (case 67)', async () => {
    const foreign = await startRawTlsServer(lab.certificates.selfSigned);
    const session = await lab.open({ baseUrl: foreign.url });
    expect(await request(session)).toMatchObject({ failure: { code: 'tls_unknown_authority' } });
    await session.clock.advance(MINUTE);
    expect([foreign.receivedBytes(), foreign.connections(), session.states()]).toEqual([0, 1, []]);
    await foreign.stop();
  });

  it('case 76: never meets a kept connection: each has one of its own', async () => {
    const session = await lab.open();
    lab.base.answerWith((socket, asked) => {
      // Left open, as a server does that would take more.
      const body = tokenJson({ scope: 'TRADER_TRADE' });
      socket.write(
        `HTTP/1.1 200 x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(asked.headers).toContainEqual(['connection', 'close']);
    });
    for (const times of [1, 2, 3]) {
      expect(await request(session)).toMatchObject({ ok: true });
      expect([lab.base.requests.length, lab.base.connections()]).toEqual([times, times]);
      await eventually(() => expect(lab.base.open()).toBe(0));
    }
  });

  it('case 77: that was cut off after it was sent is written down as possibly issued', async () => {
    const session = await lab.open();
    lab.base.answerWith((socket) => socket.destroy());
    const asked = request(session);
    expectAbout(await waitOut(session), 500);
    expect(await asked).toMatchObject({ failure: { code: 'connection_reset' } });
    await session.clock.advance(MINUTE);
    expect(session.states()).toEqual(['possibly_issued', 'possibly_issued']);
    expect(lab.base.requests).toHaveLength(2);
  });

  it('case 77: that was cut off once brings a token beside the one nobody saw', async () => {
    const session = await lab.open();
    lab.base.answerWith(inTurn((socket) => socket.destroy(), granted()));
    const asked = request(session);
    await waitOut(session);
    expect(await asked).toMatchObject({ ok: true });
    expect(session.states()).toEqual(['active', 'possibly_issued']);
  });

  it.each([
    [500, [], ['possibly_issued']],
    [502, [500], ['possibly_issued', 'possibly_issued']],
    [503, [500], ['possibly_issued', 'possibly_issued']],
    [504, [500], ['possibly_issued', 'possibly_issued']],
  ] as const)(
    'case 78: answered with %d is tried again after %j ms',
    async (status, waits, left) => {
      const session = await lab.open();
      lab.base.answerWith(answer(status, '<html>broken</html>'));
      const asked = request(session);
      for (const waitMs of waits) expectAbout(await waitOut(session), waitMs);
      expect(await asked).toMatchObject({ failure: { code: 'server_error' } });
      await session.clock.advance(MINUTE);
      expect(lab.base.requests).toHaveLength(waits.length + 1);
      expect(session.states()).toEqual(left);
    },
  );

  it('case 80: is tried again when the server says, to the second', async () => {
    const session = await lab.open();
    const busy = answer(429, '', ['Retry-After: 7']);
    const away = answer(503, '', ['Retry-After: 40']);
    lab.base.answerWith(inTurn(busy, away, granted()));
    const asked = request(session);
    expect([await waitOut(session), await waitOut(session)]).toEqual([7_000, 40_000]);
    expect(await asked).toMatchObject({ ok: true });
    expect(lab.base.requests).toHaveLength(3);
  });

  it('case 82: is tried again after 5, 10 and 20 s where a busy server names no time', async () => {
    const session = await lab.open();
    lab.base.answerWith(answer(429));
    const asked = request(session);
    for (const waitMs of [5_000, 10_000, 20_000]) expect(await waitOut(session)).toBe(waitMs);
    expect(await asked).toMatchObject({ failure: { code: 'rate_limited' } });
    await session.clock.advance(10 * MINUTE);
    expect([lab.base.requests.length, session.states()]).toEqual([4, []]);
  });

  it.each([400, 401, 403, 404, 405, 407, 409, 410, 415, 418, 422, 451])(
    'case 79: answered with %d asks once and leaves no row',
    async (status) => {
      const session = await lab.open();
      lab.base.answerWith(answer(status, '{"error":"invalid_request"}'));
      expect(await request(session)).toMatchObject({ ok: false });
      await session.clock.advance(10 * MINUTE);
      expect([lab.base.requests.length, session.states()]).toEqual([1, []]);
    },
  );

  it('case 83: asked for by fifty callers leaves once, and all get one token', async () => {
    const session = await lab.open();
    lab.base.answerWith(granted());
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(session)));
    expect(new Set(answers.map((each) => each.ok && each.value)).size).toBe(1);
    expect([lab.base.requests.length, session.states()]).toEqual([1, ['active']]);
  });

  it('case 83: is not ended by one of fifty who no longer wants it', async () => {
    const session = await lab.open();
    let respond = (): void => undefined;
    lab.base.answerWith((socket, asked) => {
      respond = () => granted()(socket, asked);
    });
    const control = new AbortController();
    const one = request(session, control.signal);
    const others = Array.from({ length: 49 }, () => request(session, new AbortController().signal));
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    control.abort();
    expect(await one).toMatchObject({ failure: { code: 'cancelled_by_person' } });
    respond();
    const answers = await Promise.all(others);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(49);
    expect([lab.base.requests.length, session.states()]).toEqual([1, ['active']]);
  });

  it('case 83: whose token nobody of fifty wants any more is let arrive, and it is revoked', async () => {
    const session = await lab.open();
    let respond = (): void => undefined;
    lab.base.answerWith((socket, asked) => {
      respond = () => granted()(socket, asked);
    });
    const controls = Array.from({ length: 50 }, () => new AbortController());
    const answers = controls.map(({ signal }) => request(session, signal));
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    for (const control of controls) control.abort();
    expect(await answers[0]).toMatchObject({ failure: { code: 'cancelled_by_person' } });
    lab.base.answerWith(answer(200, '{}'));
    respond();
    expect(await answers.at(-1)).toEqual(
      fail({ code: 'ended_by_stop', facts: { about: 'token came' } }),
    );
    await eventually(() => expect(tokenIn(session).revocation?.acceptedAtMs).not.toBeNull());
    expect(lab.base.requests.map(({ path }) => path)).toEqual([
      '/auth/oauth2/token',
      '/auth/oauth2/revoke',
    ]);
  });

  it('case 83: that was not sent yet is not sent once nobody wants it', async () => {
    const session = await lab.open();
    const control = new AbortController();
    const asked = request(session, control.signal);
    control.abort();
    expect(await asked).toMatchObject({ failure: { code: 'cancelled' } });
    expect([lab.base.requests, session.states()]).toEqual([[], []]);
  });

  it('case 84: that failed has failed for all fifty, and the next one starts afresh', async () => {
    const session = await lab.open();
    lab.base.answerWith(answer(400, '{"error":"invalid_scope"}'));
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(session)));
    const codes = answers.map((each) => (each.ok ? 'ok' : each.failure.code));
    expect([new Set(codes), lab.base.requests.length]).toEqual([new Set(['invalid_scope']), 1]);
    lab.base.answerWith(granted());
    expect(await request(session)).toMatchObject({ ok: true });
    expect(lab.base.requests).toHaveLength(2);
  });

  it('case 87: under way at a lock gets two seconds, then counts as possibly issued', async () => {
    const session = await lab.open();
    lab.base.answerWith(() => undefined);
    const asked = request(session);
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    let isClosed = false;
    const closed = session.close().then(() => (isClosed = true));
    await session.clock.advance(1_900);
    expect(isClosed).toBe(false);
    await session.clock.advance(2_200);
    await closed;
    expect(await asked).toMatchObject({ failure: { code: 'cancelled' } });
    expect(session.vault.contents().tokens.map(({ issue }) => issue)).not.toContain('issued');
    await eventually(() => expect(lab.base.open()).toBe(0));
  });

  it('case 111: counts the life of its token from the moment it was sent', async () => {
    const session = await lab.open();
    let respond = (): void => undefined;
    lab.base.answerWith((socket, asked) => {
      respond = () => granted({ expires_in: 30 })(socket, asked);
    });
    const asked = request(session);
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    await session.clock.advance(10_000);
    respond();
    expect(await asked).toMatchObject({ ok: true });
    expect(session.session.expiries.remainingMs(tokenIn(session))).toBeLessThanOrEqual(20_000);
  });
});

describe('a token', () => {
  it.each([2_147_484, 1e12, 1e15])(
    'case 20: said to live %d s sets no timer that fires at once, and asks for nothing',
    async (lifetime) => {
      const session = await lab.openWithToken({ expires_in: lifetime });
      await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 60 });
      const delaysMs: number[] = [];
      const { after } = session.clock;
      Object.assign(session.clock, {
        after: (ms: number, callback: () => void) => {
          delaysMs.push(ms);
          return after(ms, callback);
        },
      });
      session.wake();
      await session.clock.advance(MINUTE);
      expect(Math.max(0, ...delaysMs)).toBeLessThan(2 ** 31);
      expect(lab.base.requests).toEqual([]);
      // Above thirty days nobody knows when it ends.
      expect(session.states()).toEqual([lifetime > 2_592_000 ? 'expiring' : 'active']);
    },
  );

  it.each([
    ['case 14: of a foreign type', { token_type: 'DPoP' }],
    ['case 23: with a line break', { access_token: 'a\r\nX: y' }],
    ['case 24: above 8 KiB', { access_token: 'x'.repeat(8_193) }],
  ])('%s is never sent as Bearer, and can be revoked', async (_name, changes) => {
    const session = await lab.openWithToken(changes);
    const { id } = tokenIn(session);
    expect(session.states()).toEqual(['quarantined']);
    expect(await session.checks.check(id)).toEqual(
      fail({ code: 'no_call', facts: { about: 'check' } }),
    );
    await session.revocations.revoke(id);
    await eventually(() => expect(tokenIn(session).revocation?.acceptedAtMs).not.toBeNull());
    await session.clock.advance(MINUTE);
    const asked = lab.base.requests.map(({ path }) => path);
    expect([asked, lab.trade.connections()]).toEqual([['/auth/oauth2/revoke'], 0]);
  });

  it('case 92: deliberately revoked brings no new one when a call is refused', async () => {
    const session = await lab.openWithToken();
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 60 });
    lab.trade.answerWith(answer(401, '', ['WWW-Authenticate: Bearer error="invalid_token"']));
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(async () => {
      await session.pass(60_000);
      expect(session.states()).toEqual(['verified']);
    });
    await session.clock.advance(10 * MINUTE);
    expect(lab.base.requests.map(({ path }) => path)).toEqual(['/auth/oauth2/revoke']);
  });
});
