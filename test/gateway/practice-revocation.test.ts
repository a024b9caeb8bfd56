// The practice gateway's revocation (docs/service.md 3 and 4, RFC 7009), rotation and deletion.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { registerTestClient, startPractice, type PracticeTestClient } from '../support/practice.ts';
import {
  askPartnerToken,
  mintToken,
  PATHS,
  positions,
  postForm,
  revoke,
  whoAmI,
} from '../support/practice-calls.ts';

const clock = createFakeClock();
const practice = await startPractice({ clock });
let client: PracticeTestClient;
let token: string;
afterAll(() => practice.stop());
beforeEach(async () => {
  practice.controls.set({ propagationSeconds: 60 });
  client = registerTestClient(practice, 'trader', ['TRADER_READ', 'TRADER_TRADE']);
  token = await mintToken(practice, client);
});

const status = async (text: string): Promise<number> => (await whoAmI(practice, text)).status;

describe('revocation', () => {
  it('is answered with 200 and nothing', async () => {
    const answer = await revoke(practice, client, token);
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  it('leaves the token working until it has propagated', async () => {
    await revoke(practice, client, token);
    await clock.advance(59_999);
    expect(await status(token)).toBe(200);
  });

  it('ends the token once it has propagated', async () => {
    await revoke(practice, client, token);
    await clock.advance(60_000);
    expect(await status(token)).toBe(401);
  });

  it('counts from its first time', async () => {
    await revoke(practice, client, token);
    await clock.advance(59_000);
    await revoke(practice, client, token);
    await clock.advance(1_000);
    expect(await status(token)).toBe(401);
  });

  it('ends no other token of the client', async () => {
    const other = await mintToken(practice, client);
    await revoke(practice, client, token);
    await clock.advance(60_000);
    expect(await status(other)).toBe(200);
  });

  it('answers the same to an unknown token', async () => {
    const answer = await revoke(practice, client, 'unknown');
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  it("leaves another client's token alone", async () => {
    expect((await revoke(practice, practice.trader, token)).status).toBe(200);
    await clock.advance(60_000);
    expect(await status(token)).toBe(200);
  });

  it('refuses a wrong secret and keeps the token', async () => {
    const answer = await revoke(practice, { ...client, secret: 'wrong' }, token);
    await clock.advance(60_000);
    expect([answer.json()['error'], await status(token)]).toEqual(['invalid_client', 200]);
  });

  it('is not there for Partner credentials', async () => {
    const partnerToken = await mintToken(practice, practice.partner);
    const answer = await revoke(practice, practice.partner, partnerToken);
    expect(answer.json()['error']).toBe('invalid_client');
  });

  it.each(['client_id', 'client_secret', 'token'])('requires %s', async (name) => {
    const fields: Record<string, string> = {
      client_id: client.clientId,
      client_secret: client.secret,
      token,
    };
    delete fields[name];
    const answer = await postForm(practice, PATHS.revoke, fields);
    expect(answer.json()['error']).toBe('invalid_request');
  });
});

describe('rotated secret', () => {
  it('leaves the tokens it minted alive', async () => {
    practice.controls.rotateSecret(client.clientId, Buffer.from('new'));
    await clock.advance(60_000);
    expect(await status(token)).toBe(200);
  });
});

describe('deleted client', () => {
  it('loses its tokens once that has propagated', async () => {
    practice.controls.deleteClient(client.clientId);
    expect(await status(token)).toBe(200);
    await clock.advance(60_000);
    expect(await status(token)).toBe(401);
  });

  it('does not come back when the app makes sure of its clients', async () => {
    practice.controls.deleteClient(client.clientId);
    practice.controls.ensureClient({ ...client, secret: Buffer.from(client.secret) });
    expect(
      practice.controls.accepts(client.clientId, Buffer.from(client.secret), client.accessType),
    ).toBe(false);
  });
});

describe('Partner key revoked in the web app', () => {
  it('ends its tokens once that has propagated', async () => {
    const partner = registerTestClient(practice, 'partner', []);
    const partnerToken = await mintToken(practice, partner);
    practice.controls.revokeTokensOf(partner.clientId);
    await clock.advance(60_000);
    expect((await positions(practice, partnerToken)).status).toBe(401);
  });

  it('still mints until the secret is rotated', async () => {
    const partner = registerTestClient(practice, 'partner', []);
    practice.controls.revokeTokensOf(partner.clientId);
    expect((await askPartnerToken(practice, partner)).status).toBe(200);
    practice.controls.rotateSecret(partner.clientId, Buffer.from('new'));
    expect((await askPartnerToken(practice, partner)).status).toBe(401);
  });
});
