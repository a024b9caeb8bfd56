// Servers over real TLS that are out of order, from their bytes to the state of a token and the words about it. How
// often each is asked and when, and what proves a death, stands with the code that decides it (test/unit/tokens,
// test/unit/renewal): here, that what the gateway client reads arrives there.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { fail } from '../../electron/main/domain/result.ts';
import { failureWords } from '../../electron/shared/failures/failure-words.ts';
import { anomalyWords, stateMeans } from '../../renderer/i18n/en-states.ts';
import { eventually } from '../support/eventually.ts';
import { answer, tokenJson } from '../support/gateway-lab.ts';
import { startRawTlsServer, type Responder } from '../support/raw-tls-server.ts';
import { granted, startTlsLab, tokenIn, type TlsTestSession } from '../support/tls-test-session.ts';
import { TRADER } from '../support/test-session.ts';

const TRADE = ['TRADER_TRADE'] as const;
const SECOND = 1_000;
const MINUTE = 60_000;
const HTML_TYPE = 'Content-Type: text/html';
const PAGE = '<html><body>Sign in</body></html>';

const lab = await startTlsLab();
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

const request = async (session: TlsTestSession) => await session.requests.request(TRADER, TRADE);

/** Ends every wait for another try until the request is over. */
async function impatient<T>(session: TlsTestSession, asking: Promise<T>): Promise<T> {
  let isOver = false;
  const asked = asking.finally(() => (isOver = true));
  await eventually(() => {
    session.requests.waits.tryNow(TRADER);
    expect(isOver).toBe(true);
  });
  return await asked;
}

describe('a token request', () => {
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

  it('case 77: that was cut off once brings a token beside the one nobody saw', async () => {
    const session = await lab.open();
    let asked = 0;
    lab.base.answerWith((socket, given) => {
      asked += 1;
      if (asked === 1) socket.destroy();
      else granted()(socket, given);
    });
    expect(await impatient(session, request(session))).toMatchObject({ ok: true });
    expect(session.states()).toEqual(['active', 'possibly_issued']);
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

  it.each([
    [200, HTML_TYPE, PAGE, /is not a token answer.*web page or a proxy may have answered/],
    [400, HTML_TYPE, PAGE, /refused with a web page.*firewall, a proxy or a sign-in page/],
    [403, 'X-Firewall: 1', `<!doctype html>${PAGE}`, /Whether the key is right is not known/],
  ])('answered by a page with %i, %s, accuses nobody', async (status, type, body, said) => {
    const session = await lab.open();
    lab.base.answerWith(answer(status, body, [type]));
    const asked = await impatient(session, request(session));
    if (asked.ok) throw new Error('a token came');
    const { what, means, todo } = failureWords(asked.failure);
    expect(`${what} ${means} ${todo}`).toMatch(said);
    expect(`${what} ${means} ${todo}`).not.toMatch(
      /invalid_client|is wrong|expired|deleted|server refused|accept these/,
    );
  });
});

describe('a token', () => {
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
});

describe('a revocation', () => {
  const revoked = async (
    session: TlsTestSession,
    revocation: Responder,
    check: Responder = answer(200, '{}'),
  ): Promise<void> => {
    lab.base.answerWith(revocation);
    lab.trade.answerWith(check);
    await session.revocations.revoke(tokenIn(session).id);
  };

  it('case 72: at a server with another certificate than before is refused, and stays wanted', async () => {
    const impostor = await startRawTlsServer(lab.certificates.selfSigned);
    const session = await lab.openWithToken();
    const { environments } = session.vault.contents();
    const moved = environments.map((each) => ({ ...each, baseUrl: impostor.url }));
    await session.vault.change({ contents: (before) => ({ ...before, environments: moved }) });
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(() =>
      expect(tokenIn(session).revocation?.lastFailure).toMatchObject({
        code: 'tls_unknown_authority',
      }),
    );
    expect([session.states(), impostor.receivedBytes()]).toEqual([['revoking'], 0]);
    expect(session.revocations.nextAttemptAtMs(tokenIn(session).id)).not.toBeNull();
    await impostor.stop();
  });

  it.each([
    ['case 99: answered with 202', answer(202)],
    ['case 97: answered with 200 and an error', answer(200, '{"error":"invalid_client"}')],
  ])('%s is not accepted, and asked for again', async (_name, answered) => {
    const session = await lab.openWithToken();
    await revoked(session, answered);
    await eventually(async () => {
      await session.pass(SECOND);
      expect(lab.base.requests.length).toBeGreaterThan(1);
    });
    expect(session.states()).toEqual(['revoking']);
  });

  it('case 97: answered with a page is accepted, which is told beside it', async () => {
    const session = await lab.openWithToken();
    await revoked(session, answer(200, PAGE, [HTML_TYPE]));
    await eventually(() => expect(session.states()).toEqual(['propagating']));
    expect(tokenIn(session).anomalies).toContain('revoke_answer_html');
    expect(anomalyWords.revoke_answer_html).toMatch(/web page; check the token/);
  });

  it('case 98, 105: accepted for a token that goes on working ends in an alarm, never in "dead"', async () => {
    const session = await lab.openWithToken();
    await revoked(session, answer(200));
    const seen = new Set<string>();
    await eventually(async () => {
      await session.pass(5 * SECOND);
      for (const state of session.states()) seen.add(state);
      expect(session.states()).toEqual(['still_honoured']);
    });
    expect([...seen]).toEqual(['propagating', 'still_honoured']);
    expect(stateMeans.propagating).toMatch(/accepted the revocation.*keeps checking/);
    expect(stateMeans.still_honoured).toMatch(/yet the token still works: .*proves nothing/);
  });

  it('at a server that refuses everybody by name at the end of the window proves nothing', async () => {
    const session = await lab.openWithToken();
    await revoked(session, answer(200));
    await session.pass(280 * SECOND);
    const named = ['WWW-Authenticate: Bearer error="invalid_token"'];
    lab.trade.answerWith(answer(401, '{}', named));
    await session.pass(80 * SECOND);
    lab.trade.answerWith(answer(200, '{}'));
    await session.pass(5 * MINUTE);
    expect(session.states()).toEqual(['still_honoured']);
  });
});
