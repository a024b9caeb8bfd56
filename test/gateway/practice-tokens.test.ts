// The practice gateway's two token endpoints against docs/service.md 2.2 to 2.6, over real HTTPS.
import { afterAll, describe, expect, it } from 'vitest';
import { startPractice } from '../support/practice.ts';
import {
  askPartnerToken,
  askTraderToken,
  PATHS,
  positions,
  postForm,
  postJson,
  send,
  whoAmI,
} from '../support/practice-calls.ts';

const practice = await startPractice();
afterAll(() => practice.stop());

/** A good Trader request, to be spoilt. */
const traderFields = (): Record<string, string> => ({
  grant_type: 'client_credentials',
  client_id: practice.trader.clientId,
  client_secret: practice.trader.secret,
  scope: 'TRADER_READ',
});

describe('Trader token endpoint', () => {
  it('answers with exactly the fields of docs/service.md 2.3', async () => {
    const answer = await askTraderToken(practice, practice.trader);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^practice-[\w-]{43}$/),
      scope: 'TRADER_READ TRADER_TRADE',
      token_type: 'Bearer',
      expires_in: 86_400,
    });
  });

  it('forbids caching of its answer', async () => {
    const answer = await askTraderToken(practice, practice.trader);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('grants only what was asked', async () => {
    const answer = await askTraderToken(practice, practice.trader, { scope: 'TRADER_READ' });
    expect(answer.json()['scope']).toBe('TRADER_READ');
  });

  it.each([
    ['an unregistered scope', 'TRADER_READ TRADER_TRADE'],
    ['an unknown scope', 'OTHER'],
    ['lower case', 'trader_read'],
    ['two spaces', 'TRADER_READ  TRADER_READ'],
    ['no scope', ''],
  ])('answers invalid_scope to %s', async (_, scope) => {
    const answer = await askTraderToken(practice, practice.reader, { scope });
    expect([answer.status, answer.json()['error']]).toEqual([400, 'invalid_scope']);
  });

  it.each(['grant_type', 'client_id', 'client_secret', 'scope'])('requires %s', async (name) => {
    const fields = traderFields();
    delete fields[name];
    const answer = await postForm(practice, PATHS.token, fields);
    expect([answer.status, answer.json()['error']]).toEqual([400, 'invalid_request']);
  });

  it('knows no other grant', async () => {
    const answer = await askTraderToken(practice, practice.trader, { grant_type: 'password' });
    expect(answer.json()['error']).toBe('unsupported_grant_type');
  });

  it('refuses a wrong secret and an unknown client alike', async () => {
    const wrong = await askTraderToken(practice, practice.trader, { client_secret: 'wrong' });
    const unknown = await askTraderToken(practice, practice.trader, { client_id: 'nobody' });
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
    expect(wrong.json()['error']).toBe('invalid_client');
  });

  it('refuses JSON', async () => {
    const answer = await postJson(practice, PATHS.token, traderFields());
    expect([answer.status, answer.json()['error']]).toEqual([400, 'invalid_request']);
  });

  it('refuses the credentials of a Partner', async () => {
    const answer = await askTraderToken(practice, practice.partner, { scope: 'TRADER_READ' });
    expect(answer.json()['error']).toBe('invalid_client');
  });

  it('refuses an Authorization header beside the body', async () => {
    const answer = await postForm(practice, PATHS.token, traderFields(), {
      headers: { Authorization: 'Basic eDp5' },
    });
    expect(answer.json()['error']).toBe('invalid_request');
  });

  it('refuses parameters in the address', async () => {
    const answer = await postForm(practice, `${PATHS.token}?scope=TRADER_READ`, traderFields());
    expect(answer.json()['error']).toBe('invalid_request');
  });

  it('is not found by another method', async () => {
    const answer = await send(practice.baseUrl + PATHS.token, {
      method: 'GET',
      authority: practice.authorityPem,
    });
    expect(answer.status).toBe(404);
  });

  it('answers 413 to a body no request needs', async () => {
    const answer = await postForm(practice, PATHS.token, { filler: 'x'.repeat(70_000) });
    expect(answer.status).toBe(413);
  });

  it('is not found at the trading host', async () => {
    const answer = await send(practice.tradeUrl + PATHS.token, {
      method: 'POST',
      authority: practice.authorityPem,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    expect(answer.status).toBe(404);
  });
});

describe('Partner token endpoint', () => {
  it('answers with exactly the fields of docs/service.md 2.5', async () => {
    const answer = await askPartnerToken(practice, practice.partner);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^practice-[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 7_200,
    });
  });

  it('refuses form encoding', async () => {
    const answer = await postForm(practice, PATHS.partnerToken, {
      grant_type: 'client_credentials',
      client_id: practice.partner.clientId,
      client_secret: practice.partner.secret,
    });
    expect([answer.status, answer.json()['error']]).toEqual([400, 'invalid_request']);
  });

  it.each(['grant_type', 'client_id', 'client_secret'])('requires %s', async (name) => {
    const answer = await askPartnerToken(practice, practice.partner, { [name]: undefined });
    expect(answer.json()['error']).toBe('invalid_request');
  });

  it('refuses the credentials of a Trader', async () => {
    const answer = await askPartnerToken(practice, practice.trader);
    expect(answer.json()['error']).toBe('invalid_client');
  });
});

describe('gating by access type', () => {
  it('refuses a Partner token at the identity check', async () => {
    const token = String(
      (await askPartnerToken(practice, practice.partner)).json()['access_token'],
    );
    expect((await whoAmI(practice, token)).status).toBe(401);
  });

  it('refuses a Trader token at the positions', async () => {
    const token = String((await askTraderToken(practice, practice.trader)).json()['access_token']);
    expect((await positions(practice, token)).status).toBe(401);
  });
});
