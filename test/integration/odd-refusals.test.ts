// A token or a credential that a server over real TLS refuses: how many requests leave then, and that none
// of them makes a loop (group H of docs/oauth-cases.md, and the guards of groups C and G).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { answer } from '../support/gateway-lab.ts';
import { startRawTlsServer, type RecordedRequest } from '../support/raw-tls-server.ts';
import {
  granted,
  startTlsLab,
  tokenIn,
  type TlsLab,
  type TlsTestSession,
} from '../support/tls-test-session.ts';
import { TRADER } from '../support/test-session.ts';

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

/** A session whose token is renewed; the server mints `new-1`, `new-2` ..., and accepts revocations. */
async function renewing(): Promise<TlsTestSession> {
  const session = await lab.openWithToken({ access_token: 'old' });
  await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 60 });
  lab.base.answerWith((socket, request) => {
    const respond = request.path.endsWith('/token')
      ? granted({ access_token: `new-${tokenRequests()}` })
      : answer(200);
    respond(socket, request);
  });
  return session;
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
    const session = await renewing();
    honour('new-');
    await session.checks.check(tokenIn(session).id);
    await eventually(async () => {
      await session.pass(SECOND);
      expect(lab.trade.requests).toHaveLength(2);
    });
    await eventually(() => expect(session.states()).toContain('active'));
    expect(tokenRequests()).toBe(1);
  });

  it('case 90: again ends it: two calls, one token request', async () => {
    const session = await renewing();
    honour('nothing');
    await session.checks.check(tokenIn(session).id);
    await eventually(async () => {
      await session.pass(SECOND);
      expect(session.renewals.standing(TRADER)?.plan.obstacle).toBe('stopped');
    });
    await session.pass(60 * MINUTE);
    expect([lab.trade.requests.length, tokenRequests()]).toEqual([2, 1]);
  });

  it('case 91: twenty times brings one; late for the old token it brings none', async () => {
    const session = await renewing();
    honour('new-');
    const { id } = tokenIn(session);
    await Promise.all(Array.from({ length: 20 }, () => session.checks.check(id)));
    await eventually(async () => {
      await session.pass(SECOND);
      expect(session.states()).toContain('active');
    });
    await session.checks.check(id);
    await session.pass(30 * SECOND);
    expect(tokenRequests()).toBe(1);
  });

  it('case 94: is one thing, a 403 another: no new token could do more', async () => {
    const session = await renewing();
    honour('nothing', 403);
    await session.checks.check(tokenIn(session).id);
    await session.pass(5 * MINUTE);
    expect([lab.trade.requests.length, tokenRequests()]).toEqual([1, 0]);
  });

  it('case 95: with a token endpoint that refuses as well makes no loop', async () => {
    const session = await renewing();
    honour('nothing');
    lab.base.answerWith(answer(401, '{"error":"invalid_client"}'));
    await session.checks.check(tokenIn(session).id);
    await session.pass(60 * MINUTE);
    expect(tokenRequests()).toBe(3);
  });
});

describe('a 401 on a token that is not', () => {
  it('case 93: says that it is refused, and asks for nothing', async () => {
    const session = await lab.openWithToken();
    honour('nothing');
    await session.checks.check(tokenIn(session).id);
    await session.pass(60 * MINUTE);
    expect([session.states(), lab.base.requests]).toEqual([['refused'], []]);
  });
});

describe('requests that nobody asked for by hand', () => {
  it('case 44: end after three refusals of the credential, until the person acts', async () => {
    const session = await lab.open();
    lab.base.answerWith(answer(401, '{"error":"invalid_client"}'));
    const automatically = async () => {
      const asked = session.requests.request(TRADER, TRADE, 'background');
      await session.pass(SECOND);
      return await asked;
    };
    for (let attempt = 0; attempt < 3; attempt += 1) await automatically();
    expect(await automatically()).toMatchObject({ failure: { code: 'attempts_stopped' } });
    expect(tokenRequests()).toBe(3);
    lab.base.answerWith(granted());
    expect(await session.requests.request(TRADER, TRADE)).toMatchObject({ ok: true });
    expect(await automatically()).toMatchObject({ ok: true });
  });

  it('case 88: leave a host alone for half a minute after five failures; the person need not', async () => {
    const session = await lab.openWithToken();
    const { id } = tokenIn(session);
    const gone = await startRawTlsServer(lab.certificates.good);
    gone.answerWith((socket) => socket.destroy());
    const { environments } = session.vault.contents();
    const moved = environments.map((each) => ({ ...each, baseUrl: gone.url }));
    await session.vault.change({ contents: (before) => ({ ...before, environments: moved }) });
    const automatically = async () => {
      const asked = session.requests.request(TRADER, TRADE, 'background');
      await session.pass(SECOND);
      return await asked;
    };
    for (let attempt = 0; attempt < 5; attempt += 1) await automatically();
    expect(await automatically()).toMatchObject({ failure: { code: 'automatic_paused' } });
    expect(gone.connections()).toBe(5);
    const byHand = session.requests.request(TRADER, TRADE);
    await eventually(() => {
      expect(session.session.activities.ofCredential(TRADER)[0]?.nextTry).toBeDefined();
    });
    session.requests.waits.giveUp(TRADER);
    expect(await byHand).toMatchObject({ failure: { code: 'connection_reset' } });
    expect(gone.connections()).toBe(6);
    await session.revocations.revoke(id);
    await eventually(async () => {
      await session.pass(10);
      expect(gone.connections()).toBeGreaterThan(6);
    });
    await session.pass(31 * SECOND);
    gone.reset();
    expect(await automatically()).toMatchObject({ failure: { code: 'connection_reset' } });
    await gone.stop();
  });
});
