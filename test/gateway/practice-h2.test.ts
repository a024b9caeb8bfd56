// The practice gateway over HTTP/2, as many revocations meet it: ledger and faults as ever.
import { afterAll, describe, expect, it } from 'vitest';
import { credentialOf, failureCode, labGateway, secretOf } from '../support/gateway-lab.ts';
import { startPractice } from '../support/practice.ts';
import { mintToken, whoAmI } from '../support/practice-calls.ts';

const practice = await startPractice();
afterAll(async () => await practice.stop());

async function revokeTogether(count: number): Promise<{ codes: string[]; tokens: string[] }> {
  const tokens: string[] = [];
  for (let each = 0; each < count; each += 1)
    tokens.push(await mintToken(practice, practice.trader));
  const { clientId, secret } = practice.trader;
  const shared = labGateway().openRevocations(practice);
  const calls = tokens.map(async (token) =>
    shared.revoke({ ...credentialOf('trader', secret), clientId }, secretOf(token)),
  );
  const results = await Promise.all(calls);
  shared.close();
  return { codes: results.map(failureCode), tokens };
}

describe('the practice gateway over HTTP/2', () => {
  it('revokes, on one connection, and writes each call down', async () => {
    const before = practice.ledger.raw().length;
    const { codes, tokens } = await revokeTogether(5);
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'ok'));
    const raw = practice.ledger
      .raw()
      .slice(before)
      .filter(({ target }) => target.endsWith('/revoke'));
    expect(raw.map(({ fields }) => fields['token'] ?? '').toSorted()).toEqual(tokens.toSorted());
    expect(raw.every(({ headers }) => !headers.has('authorization') && !headers.has(':path'))).toBe(
      true,
    );
    for (const token of tokens) expect((await whoAmI(practice, token)).status).toBe(401);
  });

  it.each([
    ['server_error_503', 'server_error'],
    ['rate_limited_429', 'rate_limited'],
    ['lose_answer', 'connection_reset'],
  ] as const)('meets the fault %s', async (fault, code) => {
    practice.controls.inject({ endpoint: 'trader_revoke', fault, times: 1 });
    expect((await revokeTogether(1)).codes).toEqual([code]);
  });
});
