// Refusals that are not about the token, over real TLS: a sign-in wall and a proxy that drops the header stand before
// the trading host, and the server accepts a revocation that does nothing. The token works: nothing may say otherwise.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { answer } from '../support/gateway-lab.ts';
import { startTlsLab, tokenIn, type TlsLab, type TlsRoom } from '../support/tls-room.ts';

const MINUTE = 60_000;

let lab: TlsLab;
beforeAll(async () => (lab = await startTlsLab()));
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

/** A checked token; then something answers at the trading host in its place, and revoking does nothing. */
async function behind(...head: readonly string[]): Promise<TlsRoom> {
  const room = await lab.openWithToken({ access_token: 'live' });
  lab.trade.answerWith(answer(200, '{"id":1}'));
  await room.checks.check(tokenIn(room).id);
  lab.trade.answerWith(answer(401, '', [...head]));
  lab.base.answerWith(answer(200));
  return room;
}

describe.each([
  ['a sign-in wall', 'WWW-Authenticate: Basic realm="wall"'],
  ['a proxy that drops the header', 'WWW-Authenticate: Bearer error="invalid_request"'],
])('behind %s', (_name, challenge) => {
  it('a token that works stays in "Revoke everything"', async () => {
    const room = await behind(challenge);
    await room.checks.check(tokenIn(room).id);
    expect(tokenIn(room).lastCheck).toMatchObject({ outcome: 'unclear', status: 401 });
    expect(room.stops.preview({ kind: 'all' }).revocable).toBe(1);
  });

  it('a token is never confirmed dead by a revocation that did nothing', async () => {
    const room = await behind(challenge);
    await room.revocations.revoke(tokenIn(room).id);
    await eventually(() => expect(tokenIn(room).revocation?.acceptedAtMs).not.toBeNull());
    const asked = lab.trade.requests.length;
    await eventually(async () => {
      await room.pass(MINUTE / 2);
      expect(room.states()).toEqual(['not_verifiable']);
    });
    expect(lab.trade.requests.length).toBeGreaterThan(asked + 3);
    expect(tokenIn(room).revocation).toMatchObject({ refusals: 0, verifiedAtMs: null });
  });
});

describe('at the server itself', () => {
  it('a token that works and then is refused by the same call is confirmed dead', async () => {
    const room = await behind();
    await room.revocations.revoke(tokenIn(room).id);
    await eventually(async () => {
      await room.pass(MINUTE);
      expect(room.states()).toEqual(['verified']);
    });
    expect(tokenIn(room).revocation?.evidence).toBe('changed');
  });
});
