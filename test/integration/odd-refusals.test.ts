// A token or a credential that a server over real TLS refuses: how many requests leave then, and that none
// of them makes a loop (group H of docs/oauth-cases.md, and the guards of groups C and G).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { answer } from '../support/gateway-lab.ts';
import { startRawTlsServer, type RecordedRequest } from '../support/raw-tls-server.ts';
import { granted, startTlsLab, tokenIn, type TlsLab, type TlsRoom } from '../support/tls-room.ts';
import { TRADER } from '../support/test-room.ts';

const TRADE = ['TRADER_TRADE'] as const;
const SECOND = 1_000;
const MINUTE = 60_000;

let lab: TlsLab;
beforeAll(async () => (lab = await startTlsLab()));
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

const asks = (requests: readonly RecordedRequest[], path: string): number =>
  requests.filter((each) => each.path.endsWith(path)).length;
const tokenRequests = (): number => asks(lab.base.requests, '/token');

/** A room whose token is renewed; the server mints `new-1`, `new-2` ..., and accepts revocations. */
async function renewing(): Promise<TlsRoom> {
  const room = await lab.openWithToken({ access_token: 'old' });
  await room.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 60 });
  lab.base.answerWith((socket, request) => {
    const respond = request.path.endsWith('/token')
      ? granted({ access_token: `new-${tokenRequests()}` })
      : answer(200);
    respond(socket, request);
  });
  return room;
}

/** The trading host honours tokens that begin like this. */
function honour(beginning: string, refusal = 401): void {
  lab.trade.answerWith((socket, request) => {
    const bearer = request.headers.find(([name]) => name === 'authorization')?.[1] ?? '';
    const challenge = refusal === 401 ? ['WWW-Authenticate: Bearer error="invalid_token"'] : [];
    if (bearer.startsWith(`Bearer ${beginning}`)) answer(200, '{}')(socket, request);
    else answer(refusal, '{}', challenge)(socket, request);
  });
}

describe('a 401 on a token that is renewed', () => {
  it('case 89: brings one token request and one replay', async () => {
    const room = await renewing();
    honour('new-');
    await room.checks.check(tokenIn(room).id);
    await eventually(async () => {
      await room.pass(SECOND);
      expect(lab.trade.requests).toHaveLength(2);
    });
    await eventually(() => expect(room.states()).toContain('active'));
    expect(tokenRequests()).toBe(1);
  });

  it('case 90: again ends it: two calls, one token request', async () => {
    const room = await renewing();
    honour('nothing');
    await room.checks.check(tokenIn(room).id);
    await eventually(async () => {
      await room.pass(SECOND);
      expect(room.renewals.standing(TRADER)?.plan.obstacle).toBe('stopped');
    });
    await room.pass(60 * MINUTE);
    expect([lab.trade.requests.length, tokenRequests()]).toEqual([2, 1]);
  });

  it('case 91: twenty times brings one; late for the old token it brings none', async () => {
    const room = await renewing();
    honour('new-');
    const { id } = tokenIn(room);
    await Promise.all(Array.from({ length: 20 }, () => room.checks.check(id)));
    await eventually(async () => {
      await room.pass(SECOND);
      expect(room.states()).toContain('active');
    });
    await room.checks.check(id);
    await room.pass(30 * SECOND);
    expect(tokenRequests()).toBe(1);
  });

  it('case 94: is one thing, a 403 another: no new token could do more', async () => {
    const room = await renewing();
    honour('nothing', 403);
    await room.checks.check(tokenIn(room).id);
    await room.pass(5 * MINUTE);
    expect([lab.trade.requests.length, tokenRequests()]).toEqual([1, 0]);
  });

  it('case 95: with a token endpoint that refuses as well makes no loop', async () => {
    const room = await renewing();
    honour('nothing');
    lab.base.answerWith(answer(401, '{"error":"invalid_client"}'));
    await room.checks.check(tokenIn(room).id);
    await room.pass(60 * MINUTE);
    expect(tokenRequests()).toBe(3);
  });
});

describe('a 401 on a token that is not', () => {
  it('case 93: says that it is refused, and asks for nothing', async () => {
    const room = await lab.openWithToken();
    honour('nothing');
    await room.checks.check(tokenIn(room).id);
    await room.pass(60 * MINUTE);
    expect([room.states(), lab.base.requests]).toEqual([['refused'], []]);
  });
});

describe('requests that nobody asked for by hand', () => {
  it('case 44: end after three refusals of the credential, until the person acts', async () => {
    const room = await lab.open();
    lab.base.answerWith(answer(401, '{"error":"invalid_client"}'));
    const automatically = async () => {
      const asked = room.requests.request(TRADER, TRADE, 'automatically');
      await room.pass(SECOND);
      return await asked;
    };
    for (let attempt = 0; attempt < 3; attempt += 1) await automatically();
    expect(await automatically()).toMatchObject({ failure: { code: 'attempts_stopped' } });
    expect(tokenRequests()).toBe(3);
    lab.base.answerWith(granted());
    expect(await room.requests.request(TRADER, TRADE)).toMatchObject({ ok: true });
    expect(await automatically()).toMatchObject({ ok: true });
  });

  it('case 88: leave a host alone for half a minute after five failures; the person need not', async () => {
    const room = await lab.openWithToken();
    const { id } = tokenIn(room);
    const gone = await startRawTlsServer(lab.certificates.good);
    gone.answerWith((socket) => socket.destroy());
    const { environments } = room.vault.contents();
    const moved = environments.map((each) => ({ ...each, baseUrl: gone.url }));
    await room.vault.change({ contents: (before) => ({ ...before, environments: moved }) });
    const automatically = async () => {
      const asked = room.requests.request(TRADER, TRADE, 'automatically');
      await room.pass(SECOND);
      return await asked;
    };
    for (let attempt = 0; attempt < 5; attempt += 1) await automatically();
    expect(await automatically()).toMatchObject({ failure: { code: 'automatic_paused' } });
    expect(gone.connections()).toBe(5);
    const byHand = room.requests.request(TRADER, TRADE);
    await eventually(() => {
      expect(room.room.activities.ofCredential(TRADER)[0]?.nextTry).toBeDefined();
    });
    room.requests.waits.giveUp(TRADER);
    expect(await byHand).toMatchObject({ failure: { code: 'connection_reset' } });
    expect(gone.connections()).toBe(6);
    await room.revocations.revoke(id);
    await eventually(async () => {
      await room.pass(10);
      expect(gone.connections()).toBeGreaterThan(6);
    });
    await room.pass(31 * SECOND);
    gone.reset();
    expect(await automatically()).toMatchObject({ failure: { code: 'connection_reset' } });
    await gone.stop();
  });
});
