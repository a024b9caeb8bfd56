// The practice gateway's resources against docs/service.md 3, 4, 5 and 7: who is let in, and until when.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { defaultSettings } from '../../electron/main/practice/gateway/practice-settings.ts';
import { startPractice } from '../support/practice.ts';
import { getBase, mintToken, PATHS, positions, send, whoAmI } from '../support/practice-calls.ts';
import { eventually } from '../support/eventually.ts';

const clock = createFakeClock();
const practice = await startPractice({ clock });
let traderToken: string;
let partnerToken: string;
afterAll(() => practice.stop());
beforeEach(async () => {
  practice.controls.set({ ...defaultSettings, slowFirstCallMs: 0 });
  traderToken = await mintToken(practice, practice.trader);
  partnerToken = await mintToken(practice, practice.partner);
});

describe('identity check', () => {
  it('answers JSON that says it is practice', async () => {
    const answer = await whoAmI(practice, traderToken);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      practice: true,
      identity: { client_id: practice.trader.clientId, scopes: ['TRADER_READ', 'TRADER_TRADE'] },
    });
  });

  it('holds something that looks like a credential', async () => {
    const { identity } = (await whoAmI(practice, traderToken)).json();
    expect(identity).toMatchObject({ api_key: expect.stringMatching(/^practice-key-/) });
  });

  it('forbids a read-only token, and names the missing scope in its challenge', async () => {
    const answer = await whoAmI(practice, await mintToken(practice, practice.reader));
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"');
  });

  it('is not found at the base host', async () => {
    const answer = await getBase(practice, PATHS.whoAmI, traderToken);
    expect(answer.status).toBe(404);
  });

  it('takes POST alone', async () => {
    const answer = await send(practice.tradeUrl + PATHS.whoAmI, {
      method: 'GET',
      authority: practice.authorityPem,
    });
    expect(answer.status).toBe(404);
  });
});

describe('positions', () => {
  it('answers a nested list', async () => {
    const answer = await positions(practice, partnerToken);
    expect(answer.json()['positions']).toContainEqual(
      expect.objectContaining({ instrument: 'BTC-PERP', price: expect.any(Object) }),
    );
  });
});

describe('Bearer token', () => {
  it('works up to its last millisecond', async () => {
    await clock.advance(7_200_000 - 1);
    expect((await positions(practice, partnerToken)).status).toBe(200);
  });

  it('is refused from the moment it expires', async () => {
    await clock.advance(7_200_000);
    expect((await positions(practice, partnerToken)).status).toBe(401);
  });

  it.each(['unknown', 'practice-'])('is refused when it was never issued: %s', async (token) => {
    expect((await whoAmI(practice, token)).status).toBe(401);
  });

  it('is refused with a challenge', async () => {
    const answer = await whoAmI(practice, 'unknown');
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer realm="practice", error="invalid_token"',
    );
  });

  it('is missing: the challenge names no error', async () => {
    const answer = await getBase(practice, PATHS.positions, null);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="practice"');
  });

  it('is never accepted in the address', async () => {
    const path = `${PATHS.positions}?access_token=${partnerToken}`;
    expect((await getBase(practice, path, null)).status).toBe(400);
  });
});

describe('practice time', () => {
  it('passes slowly on the first call with a new token alone', async () => {
    practice.controls.set({ slowFirstCallMs: 1_200 });
    const first = whoAmI(practice, traderToken);
    await eventually(() => expect(clock.timers()).toBe(1));
    await clock.advance(1_199);
    expect(clock.timers()).toBe(1);
    await clock.advance(1);
    expect((await first).status).toBe(200);
    expect((await whoAmI(practice, traderToken)).status).toBe(200);
  });

  it('can pass slowly at the token endpoint', async () => {
    practice.controls.set({ tokenLatencyMs: 700 });
    const asked = mintToken(practice, practice.trader);
    await eventually(() => expect(clock.timers()).toBe(1));
    await clock.advance(699);
    expect(clock.timers()).toBe(1);
    await clock.advance(1);
    expect(await asked).toMatch(/^practice-/);
  });
});
