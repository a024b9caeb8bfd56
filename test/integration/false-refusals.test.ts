// Refusals that are not about the token, over real TLS: a sign-in wall and a proxy that drops the header stand before
// the trading host, and the server accepts a revocation that does nothing. The token works: nothing may say otherwise.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { answer } from '../support/gateway-lab.ts';
import {
  startTlsLab,
  tokenIn,
  type TlsLab,
  type TlsTestSession,
} from '../support/tls-test-session.ts';

const MINUTE = 60_000;

let lab: TlsLab;
beforeAll(async () => (lab = await startTlsLab()));
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

/** A checked token; then something answers at the trading host in its place, and revoking does nothing. */
async function behind(...head: readonly string[]): Promise<TlsTestSession> {
  const session = await lab.openWithToken({ access_token: 'live' });
  lab.trade.answerWith(answer(200, '{"id":1}'));
  await session.checks.check(tokenIn(session).id);
  lab.trade.answerWith(answer(401, '', [...head]));
  lab.base.answerWith(answer(200));
  return session;
}

describe.each([
  ['a sign-in wall', 'WWW-Authenticate: Basic realm="wall"'],
  ['a proxy that drops the header', 'WWW-Authenticate: Bearer error="invalid_request"'],
])('behind %s', (_name, challenge) => {
  it('a token that works stays in "Revoke everything"', async () => {
    const session = await behind(challenge);
    await session.checks.check(tokenIn(session).id);
    expect(tokenIn(session).lastCheck).toMatchObject({ outcome: 'unclear', status: 401 });
    expect(session.stops.preview({ kind: 'all' }).revocable).toBe(1);
  });

  it('a token is never confirmed dead by a revocation that did nothing', async () => {
    const session = await behind(challenge);
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(() => expect(tokenIn(session).revocation?.acceptedAtMs).not.toBeNull());
    const asked = lab.trade.requests.length;
    await eventually(async () => {
      await session.pass(MINUTE / 2);
      expect(session.states()).toEqual(['not_verifiable']);
    });
    expect(lab.trade.requests.length).toBeGreaterThan(asked + 3);
    expect(tokenIn(session).revocation).toMatchObject({ refusals: 0, verifiedAtMs: null });
  });
});
