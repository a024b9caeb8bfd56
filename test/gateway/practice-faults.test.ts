// What the practice gateway can be told to answer where the specification is silent, or goes wrong.
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Injection } from '../../electron/main/practice/gateway/faults.ts';
import { startPractice } from '../support/practice.ts';
import {
  askPartnerToken,
  askTraderToken,
  mintToken,
  revoke,
  whoAmI,
} from '../support/practice-calls.ts';
import { eventually } from '../support/eventually.ts';

const practice = await startPractice();
afterAll(() => practice.stop());
beforeEach(() => {
  practice.controls.clearFaults();
  practice.controls.set({ fault: 'none' });
});

const once = (fault: Injection['fault']): void =>
  practice.controls.inject({ endpoint: 'any', fault, times: 1 });
const live = (): number => practice.controls.liveTokens(practice.trader.clientId);

describe('fault', () => {
  it.each([
    ['invalid_client_400', 400, 'application/json', false],
    ['invalid_client_401_challenge', 401, 'application/json', true],
    ['forbidden_empty', 403, undefined, false],
    ['html_error', 502, 'text/html; charset=utf-8', false],
    ['server_error_503', 503, 'application/json', false],
    ['rate_limited_429', 429, undefined, false],
    ['redirect', 307, undefined, false],
    ['no_token_endpoint', 404, 'application/json', false],
    ['other_encoding', 415, 'application/json', false],
    ['scope_refused', 400, 'application/json', false],
    ['client_not_allowed', 400, 'application/json', false],
    ['sign_in_page', 200, 'text/html; charset=utf-8', false],
  ] as const)('%s answers %i and mints nothing', async (fault, status, type, challenge) => {
    const before = live();
    once(fault);
    const answer = await askTraderToken(practice, practice.trader);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe(type);
    expect('www-authenticate' in answer.headers).toBe(challenge);
    expect(live()).toBe(before);
  });

  it('clock_behind says another time and grants the token all the same', async () => {
    once('clock_behind');
    const answer = await askTraderToken(practice, practice.trader);
    expect(answer.status).toBe(200);
    const apartMs = Date.now() - Date.parse(String(answer.headers['date']));
    expect(Math.round(apartMs / 60_000)).toBe(10);
  });

  it('rate_limited_429 says when to come back', async () => {
    once('rate_limited_429');
    const answer = await askTraderToken(practice, practice.trader);
    expect(answer.headers['retry-after']).toBe('5');
  });

  it('redirect points at a host that does not exist', async () => {
    once('redirect');
    const answer = await askTraderToken(practice, practice.trader);
    expect(new URL(String(answer.headers['location'])).hostname).toMatch(/\.invalid$/);
  });

  it('narrower_scope grants less, and the token is worth less', async () => {
    once('narrower_scope');
    const answer = (await askTraderToken(practice, practice.trader)).json();
    expect(answer['scope']).toBe('TRADER_READ');
    expect((await whoAmI(practice, String(answer['access_token']))).status).toBe(403);
  });

  it('wider_scope grants more than was asked', async () => {
    once('wider_scope');
    const answer = await askTraderToken(practice, practice.trader, { scope: 'TRADER_READ' });
    expect(answer.json()['scope']).toBe('TRADER_READ TRADER_TRADE');
  });

  it('wider_scope invents a scope where both were asked', async () => {
    once('wider_scope');
    const answer = await askTraderToken(practice, practice.trader);
    expect(answer.json()['scope']).toBe('TRADER_READ TRADER_TRADE PRACTICE_EXTRA');
  });

  it('missing_expires_in leaves it out for both access types', async () => {
    practice.controls.set({ fault: 'missing_expires_in' });
    const trader = await askTraderToken(practice, practice.trader);
    const partner = await askPartnerToken(practice, practice.partner);
    expect([trader.json(), partner.json()].some((body) => 'expires_in' in body)).toBe(false);
  });

  it('lose_answer mints a token nobody sees', async () => {
    const before = live();
    once('lose_answer');
    await expect(askTraderToken(practice, practice.trader)).rejects.toThrow('socket hang up');
    expect(live()).toBe(before + 1);
  });

  it('hang reads the request and never answers', async () => {
    practice.ledger.clear();
    once('hang');
    const asked = askTraderToken(practice, practice.trader);
    const ended = vi.fn<() => void>();
    asked.then(ended, ended);
    await eventually(() => expect(practice.ledger.entries()).toHaveLength(1));
    await askPartnerToken(practice, practice.partner);
    expect(ended).not.toHaveBeenCalled();
    expect(practice.ledger.entries()[0]).toMatchObject({ status: null });
  });

  it('answer can be anything', async () => {
    const reply = () => ({
      status: 200,
      headers: { 'Content-Type': 'text/plain' },
      body: 'plain',
      note: 'test',
      delayMs: 0,
    });
    const fault = { kind: 'answer', reply } as const;
    practice.controls.inject({ endpoint: 'who_am_i', fault, times: 1 });
    expect((await whoAmI(practice, 'x')).body).toBe('plain');
  });
});

describe('a revocation that fails', () => {
  it('leaves the token alive', async () => {
    const token = await mintToken(practice, practice.trader);
    once('server_error_503');
    expect((await revoke(practice, practice.trader, token)).status).toBe(503);
    expect((await whoAmI(practice, token)).status).toBe(200);
  });
});

describe('injection', () => {
  it('meets one request and no more', async () => {
    once('server_error_503');
    const statuses = [
      (await askTraderToken(practice, practice.trader)).status,
      (await askTraderToken(practice, practice.trader)).status,
    ];
    expect(statuses).toEqual([503, 200]);
  });

  it('meets its own endpoint alone', async () => {
    practice.controls.inject({ endpoint: 'who_am_i', fault: 'server_error_503', times: 'always' });
    const token = await mintToken(practice, practice.trader);
    expect((await whoAmI(practice, token)).status).toBe(503);
  });

  it('comes before the fault of the settings', async () => {
    practice.controls.set({ fault: 'rate_limited_429' });
    once('server_error_503');
    const statuses = [
      (await askTraderToken(practice, practice.trader)).status,
      (await askTraderToken(practice, practice.trader)).status,
    ];
    expect(statuses).toEqual([503, 429]);
  });
});

describe('fault of the settings', () => {
  it('leaves calls alone that could not answer so', async () => {
    const token = await mintToken(practice, practice.trader);
    practice.controls.set({ fault: 'invalid_client_400' });
    expect((await whoAmI(practice, token)).status).toBe(200);
    expect((await revoke(practice, practice.trader, token)).status).toBe(400);
  });
});

it('bad credentials are refused as invalid_client, status 401', async () => {
  const answer = await askTraderToken(practice, { ...practice.trader, secret: 'wrong' });
  expect([answer.status, answer.json()['error']]).toEqual([401, 'invalid_client']);
});
