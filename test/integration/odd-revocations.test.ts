// Revocations and proofs of death over real TLS: what each answer makes of a token, how often it is asked
// again, and when an alarm is raised (group I of docs/oauth-cases.md).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TokenState } from '../../electron/shared/words.ts';
import { eventually } from '../support/eventually.ts';
import { answer, raw } from '../support/gateway-lab.ts';
import { startRawTlsServer } from '../support/raw-tls-server.ts';
import {
  startTlsLab,
  tokenIn,
  type TlsLab,
  type TlsTestSession,
} from '../support/tls-test-session.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

let lab: TlsLab;
beforeAll(async () => (lab = await startTlsLab()));
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

/** Lets time pass in steps, between which calls over the wire can end. */
async function untilState(
  session: TlsTestSession,
  state: TokenState,
  stepMs: number,
): Promise<void> {
  await eventually(async () => {
    await session.pass(stepMs);
    expect(session.states()).toEqual([state]);
  });
}

describe('a revocation', () => {
  it('case 72: at a server with another certificate than before is refused, and stays wanted', async () => {
    const impostor = await startRawTlsServer(lab.certificates.selfSigned);
    const session = await lab.openWithToken();
    const { environments } = session.vault.contents();
    const moved = environments.map((each) => ({ ...each, baseUrl: impostor.url }));
    await session.vault.change({ contents: (before) => ({ ...before, environments: moved }) });
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(() =>
      expect(tokenIn(session).revocation?.lastFailure).toMatchObject({
        code: 'tls_unknown_authority',
      }),
    );
    expect([session.states(), impostor.receivedBytes()]).toEqual([['revoking'], 0]);
    expect(session.revocations.nextAttemptAtMs(tokenIn(session).id)).not.toBeNull();
    await impostor.stop();
  });

  it('case 97: answered with a page is accepted, and the token is asked about', async () => {
    const session = await lab.openWithToken();
    lab.base.answerWith(answer(200, '<html>logged out</html>', ['Content-Type: text/html']));
    lab.trade.answerWith(answer(200, '{}'));
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(() => expect(session.states()).toEqual(['propagating']));
    await session.clock.advance(1_000);
    // Once as the revocation left, once since.
    await eventually(() => expect(lab.trade.requests).toHaveLength(2));
    expect(tokenIn(session).revocation?.verifiedAtMs).toBeNull();
  });

  it('case 103: that breaks off is asked for again until the server says so', async () => {
    const session = await lab.openWithToken();
    lab.base.answerWith(raw('HTTP/1.1 20'));
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(() => expect(tokenIn(session).revocation?.attempts).toBe(1));
    expect(session.states()).toEqual(['revoking']);
    lab.base.answerWith(answer(200));
    await session.clock.advance(1_500);
    await eventually(() => expect(session.states()).toEqual(['propagating']));
    expect(lab.base.requests).toHaveLength(2);
  });

  it('case 106: asked for twice at once leaves once', async () => {
    const session = await lab.openWithToken();
    lab.base.answerWith(() => undefined);
    const { id } = tokenIn(session);
    await Promise.all([session.revocations.revoke(id), session.revocations.revoke(id)]);
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    await session.revocations.revoke(id);
    await session.clock.advance(5_000);
    expect(lab.base.requests).toHaveLength(1);
  });

  it('case 98, 105: accepted for a token that goes on working ends in an alarm, not in "dead"', async () => {
    const session = await lab.openWithToken();
    lab.base.answerWith(answer(200));
    lab.trade.answerWith(answer(200, '{}'));
    await session.revocations.revoke(tokenIn(session).id);
    await untilState(session, 'propagating', SECOND);
    const acceptedAtMs = tokenIn(session).revocation?.acceptedAtMs ?? 0;
    await untilState(session, 'still_honoured', 5 * SECOND);
    expect(session.clock.nowMs() - acceptedAtMs).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(lab.base.requests).toHaveLength(1);
  });

  it('case 105: is proven by refusals in a row, after the token worked for a while', async () => {
    const session = await lab.openWithToken();
    lab.base.answerWith(answer(200));
    lab.trade.answerWith(answer(200, '{}'));
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(async () => {
      await session.pass(SECOND);
      expect(lab.trade.requests.length).toBeGreaterThan(2);
    });
    const named = ['WWW-Authenticate: Bearer error="invalid_token"'];
    lab.trade.answerWith(answer(401, '', named));
    await untilState(session, 'confirming', 5 * SECOND);
    await untilState(session, 'verified', MINUTE);
  });

  it('case 99: answered with 202 is pending, and asked for again', async () => {
    const session = await lab.openWithToken();
    lab.trade.answerWith(answer(200, '{}'));
    lab.base.answerWith(answer(202));
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    await eventually(async () => {
      await session.pass(SECOND);
      expect(lab.base.requests.length).toBeGreaterThan(1);
    });
    expect(session.states()).toEqual(['revoking']);
    lab.base.answerWith(answer(200));
    await untilState(session, 'propagating', 5 * SECOND);
  });

  it.each([
    ['case 100', 400, 'unsupported_token_type', 'oauth_error'],
    ['case 101', 401, 'invalid_client', 'invalid_client'],
  ])(
    '%s: refused with %d %s has failed for good, and is never shown as revoked',
    async (...row) => {
      const [, status, error, code] = row;
      const session = await lab.openWithToken();
      lab.base.answerWith(answer(status, JSON.stringify({ error })));
      await session.revocations.revoke(tokenIn(session).id);
      await eventually(() => expect(session.states()).toEqual(['revoke_failed']));
      await session.clock.advance(10 * MINUTE);
      expect(tokenIn(session).revocation?.terminalFailure?.code).toBe(code);
      // Asked once with the token as its revocation left: no proof, and nothing more.
      expect([lab.base.requests.length, lab.trade.connections()]).toEqual([1, 1]);
    },
  );

  it('case 102: at a server that is busy waits as long as it says, the token counted as alive', async () => {
    const session = await lab.openWithToken();
    lab.base.answerWith(answer(503, '', ['Retry-After: 30']));
    await session.revocations.revoke(tokenIn(session).id);
    await eventually(() => expect(tokenIn(session).revocation?.attempts).toBe(1));
    await session.clock.advance(28 * SECOND);
    expect([lab.base.requests.length, session.states()]).toEqual([1, ['revoking']]);
    await session.clock.advance(3 * SECOND);
    await eventually(() => expect(lab.base.requests).toHaveLength(2));
  });

  it('case 103: never answered waits a minute at most between two attempts', async () => {
    const session = await lab.openWithToken();
    lab.base.answerWith((socket) => socket.destroy());
    await session.revocations.revoke(tokenIn(session).id);
    const waitsMs: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await eventually(() => expect(tokenIn(session).revocation?.attempts).toBe(attempt));
      const next = await eventually(() => {
        const atMs = session.revocations.nextAttemptAtMs(tokenIn(session).id);
        if (atMs === null) throw new Error('none planned');
        return atMs;
      });
      waitsMs.push(next - session.clock.nowMs());
      await session.clock.advance(next - session.clock.nowMs());
    }
    expect(waitsMs).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * SECOND));
  });
});
