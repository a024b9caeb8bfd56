// The metadata that the practice gateway publishes of itself (RFC 8414), and the faults it can have.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkIssuer } from '../../electron/main/domain/issuer.ts';
import { failureCode, labGateway } from '../support/gateway-lab.ts';
import { PATHS, send } from '../support/practice-calls.ts';
import { startPractice, type PracticeForTests } from '../support/practice.ts';

const gateway = labGateway();
let practice: PracticeForTests;
beforeAll(async () => {
  practice = await startPractice();
});
afterAll(() => practice.stop());
beforeEach(() => practice.controls.set({ fault: 'none' }));

const read = async () => {
  const issuer = checkIssuer(practice.baseUrl);
  if (!issuer.ok) throw new Error(issuer.failure);
  return await gateway.readMetadata(practice, issuer.value);
};

describe('the practice gateway', () => {
  it('says of itself what it does', async () => {
    const { baseUrl } = practice;
    expect(await read()).toMatchObject({
      value: {
        token: { address: baseUrl + PATHS.token, authentications: ['client_secret_post'] },
        revocation: { address: baseUrl + PATHS.revoke },
        introspection: { address: baseUrl + PATHS.introspect },
        scopes: ['TRADER_READ', 'TRADER_TRADE'],
      },
    });
  });

  it('says nothing of the kind at the trading host', async () => {
    const { tradeUrl, authorityPem } = practice;
    const url = `${tradeUrl}/.well-known/oauth-authorization-server`;
    expect((await send(url, { authority: authorityPem })).status).toBe(404);
  });

  it.each([
    ['metadata_other_issuer', 'metadata_other_issuer'],
    ['metadata_other_host', 'metadata_foreign'],
    ['html_error', 'server_error'],
    ['redirect', 'redirect_refused'],
  ] as const)('can be wrong about itself: %s', async (fault, code) => {
    practice.controls.set({ fault });
    expect(failureCode(await read())).toBe(code);
  });

  it('can publish none', async () => {
    practice.controls.inject({ endpoint: 'metadata', fault: 'metadata_missing', times: 1 });
    expect(failureCode(await read())).toBe('metadata_missing');
  });
});
