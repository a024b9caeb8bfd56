// Servers that behave differently, told apart over real TLS in the words a person reads, and no word says more than the
// server did: pages in place of answers, how scopes are granted, and revocations accepted.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureWords } from '../../electron/shared/failures/failure-words.ts';
import { anomalyWords, stateMeans } from '../../renderer/i18n/en-states.ts';
import { eventually } from '../support/eventually.ts';
import { answer } from '../support/gateway-lab.ts';
import type { Responder } from '../support/raw-tls-server.ts';
import { granted, startTlsLab, tokenIn, type TlsLab } from '../support/tls-test-session.ts';
import { TRADER } from '../support/test-session.ts';

const HTML_TYPE = 'Content-Type: text/html';
const PAGE = '<html><body>Sign in</body></html>';

let lab: TlsLab;
beforeAll(async () => (lab = await startTlsLab()));
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

/** Words that name a cause. */
const REASONS = /invalid_client|is wrong|expired|deleted/;

/** The sentences about a token request that is answered like this. */
async function toldOf(responder: Responder): Promise<string> {
  const session = await lab.open();
  lab.base.answerWith(responder);
  let isOver = false;
  const asking = session.requests.request(TRADER, ['TRADER_TRADE']).finally(() => {
    isOver = true;
  });
  await eventually(() => {
    session.requests.waits.giveUp(TRADER);
    expect(isOver).toBe(true);
  });
  const asked = await asking;
  if (asked.ok) throw new Error('a token came');
  const { what, means, todo } = failureWords(asked.failure);
  return `${what} ${means} ${todo}`;
}

describe('a server that answers with a page', () => {
  it('is no token server: something else may have answered', async () => {
    const told = await toldOf(answer(200, PAGE, [HTML_TYPE]));
    expect(told).toMatch(/is not a token answer.*web page or a proxy may have answered/);
    expect(told).not.toMatch(/keys?\b|secret/);
  });

  it.each([
    [400, HTML_TYPE, PAGE],
    [401, HTML_TYPE, PAGE],
    [403, HTML_TYPE, PAGE],
    [403, 'X-Firewall: 1', `<!doctype html>${PAGE}`],
  ])('with %i, %s, may be a firewall: nobody is accused', async (status, type, body) => {
    const told = await toldOf(answer(status, body, [type]));
    expect(told).toMatch(/refused with a web page.*firewall, a proxy or a sign-in page/);
    expect(told).toMatch(/Whether the key is right is not known/);
    expect(told).not.toMatch(/server refused|accept these/);
    expect(told).not.toMatch(REASONS);
  });
});

describe('a server that grants other scopes than were asked for', () => {
  it.each([
    ['fewer', 'TRADER_READ', 'scope_narrower'],
    ['more', 'TRADER_READ TRADER_TRADE ADMIN', 'scope_wider'],
    ['none it names', undefined, 'scope_missing'],
  ] as const)('%s: the token is kept, and the difference told', async (_name, scope, anomaly) => {
    const session = await lab.open();
    lab.base.answerWith(granted({ scope }));
    await session.requests.request(TRADER, ['TRADER_READ', 'TRADER_TRADE']);
    const { anomalies, grantedScopes } = tokenIn(session);
    expect([anomalies, grantedScopes]).toEqual([[anomaly], scope?.split(' ') ?? null]);
    expect(anomalyWords[anomaly]).toMatch(/scopes/);
  });
});

describe('a server that accepts the revocation of anything', () => {
  it('is quoted, not believed: the token that goes on working is never called dead', async () => {
    const session = await lab.openWithToken();
    lab.base.answerWith(answer(200));
    lab.trade.answerWith(answer(200, '{}'));
    await session.revocations.revoke(tokenIn(session).id);
    const seen = new Set<string>();
    await eventually(async () => {
      await session.pass(5_000);
      for (const state of session.states()) seen.add(state);
      expect(session.states()).toEqual(['still_honoured']);
    });
    expect([...seen]).toEqual(['propagating', 'still_honoured']);
    expect(stateMeans.propagating).toMatch(/accepted the revocation.*keeps checking/);
    expect(stateMeans.still_honoured).toMatch(/yet the token still works: .*proves nothing/);
  });

  it('even of a token that it refuses anyway is given no credit: refusals are the proof', async () => {
    const session = await lab.openWithToken();
    lab.base.answerWith(answer(200));
    lab.trade.answerWith(answer(401, '', ['WWW-Authenticate: Bearer error="invalid_token"']));
    await session.checks.check(tokenIn(session).id);
    expect(session.states()).toEqual(['refused']);
    await session.revocations.revoke(tokenIn(session).id);
    expect(session.states()).not.toEqual(['verified']);
    await eventually(async () => {
      await session.pass(60_000);
      expect(session.states()).toEqual(['verified']);
    });
    expect(tokenIn(session).revocation?.refusals).toBeGreaterThan(1);
    expect(stateMeans.verified).toMatch(/refused it several times in a row/);
  });

  it('with a page has that told beside the acceptance', async () => {
    const session = await lab.openWithToken();
    lab.base.answerWith(answer(200, PAGE, [HTML_TYPE]));
    lab.trade.answerWith(answer(200, '{}'));
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(() => expect(session.states()).toEqual(['propagating']));
    expect(tokenIn(session).anomalies).toContain('revoke_answer_html');
    expect(anomalyWords.revoke_answer_html).toMatch(/web page; check the token/);
  });

  it('cannot be told from an honest one where nothing could refuse the token', async () => {
    const session = await lab.openWithToken({ scope: 'TRADER_READ' });
    lab.base.answerWith(answer(200));
    lab.trade.answerWith(answer(401));
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(async () => {
      await session.pass(60_000);
      expect(session.states()).toEqual(['not_verifiable']);
    });
    expect(stateMeans.not_verifiable).toMatch(/No answer since shows whether it still works/);
  });
});
