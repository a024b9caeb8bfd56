// The practice gateway's introspection (RFC 7662), over real HTTPS. Path and answer are its own: the
// specification shows neither.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { startPractice } from '../support/practice.ts';
import { mintToken, PATHS, postForm, revoke, whoAmI } from '../support/practice-calls.ts';

const clock = createFakeClock();
const practice = await startPractice({ clock });
let token: string;
afterAll(() => practice.stop());
beforeEach(async () => {
  practice.controls.set({ propagationSeconds: 60 });
  token = await mintToken(practice, practice.trader);
});

const introspect = (fields: Readonly<Record<string, string>>) =>
  postForm(practice, PATHS.introspect, fields);
const as = (client: { readonly clientId: string; readonly secret: string }) => ({
  client_id: client.clientId,
  client_secret: client.secret,
});

describe('introspection', () => {
  it('tells of a live token whose it is, what it may, and until when', async () => {
    const answer = await introspect({ token, ...as(practice.reader) });
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        active: true,
        scope: 'TRADER_READ TRADER_TRADE',
        client_id: practice.trader.clientId,
        token_type: 'Bearer',
        exp: Math.floor((clock.nowMs() + 86_400_000) / 1000),
      },
    ]);
  });

  it.each([
    ['unknown', () => 'never-issued'],
    ["the other access type's", () => mintToken(practice, practice.partner)],
  ])('says nothing of a token that is %s but that it is not active', async (_, other) => {
    const answer = await introspect({ token: await other(), ...as(practice.trader) });
    expect([answer.status, answer.json()]).toEqual([200, { active: false }]);
  });

  it('knows of a revocation before the regions do', async () => {
    await revoke(practice, practice.trader, token);
    const answer = await introspect({ token, ...as(practice.trader) });
    expect(answer.json()).toEqual({ active: false });
    expect((await whoAmI(practice, token)).status).toBe(200);
  });

  it('refuses credentials it does not know as configured', async () => {
    const wrong = { client_id: practice.trader.clientId, client_secret: 'wrong' };
    expect((await introspect({ token, ...wrong })).status).toBe(401);
  });

  it('needs a token', async () => {
    expect((await introspect(as(practice.trader))).status).toBe(400);
  });

  it('leaves neither token nor secret in the ledger that is shown', async () => {
    await introspect({ token, ...as(practice.trader) });
    const shown = JSON.stringify(practice.ledger.entries());
    expect(shown).not.toContain(token);
    expect(shown).not.toContain(practice.trader.secret);
  });
});
