// Revocations and proofs of death over real TLS: what each answer makes of a token, how often it is asked
// again, and when an alarm is raised (group I of docs/oauth-cases.md).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TokenState } from '../../electron/shared/words.ts';
import { eventually } from '../support/eventually.ts';
import { answer, raw } from '../support/gateway-lab.ts';
import { startRawTlsServer } from '../support/raw-tls-server.ts';
import { startTlsLab, tokenIn, type TlsLab, type TlsRoom } from '../support/tls-room.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

let lab: TlsLab;
beforeAll(async () => (lab = await startTlsLab()));
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

/** Lets time pass in steps, between which calls over the wire can end. */
async function untilState(room: TlsRoom, state: TokenState, stepMs: number): Promise<void> {
  await eventually(async () => {
    await room.pass(stepMs);
    expect(room.states()).toEqual([state]);
  });
}

describe('a revocation', () => {
  it('case 72: at a server with another certificate than before is refused, and stays wanted', async () => {
    const impostor = await startRawTlsServer(lab.certificates.selfSigned);
    const room = await lab.openWithToken();
    const { environments } = room.vault.contents();
    const moved = environments.map((each) => ({ ...each, baseUrl: impostor.url }));
    await room.vault.change({ contents: (before) => ({ ...before, environments: moved }) });
    await room.revocations.revoke(tokenIn(room).id);
    await eventually(() =>
      expect(tokenIn(room).revocation?.lastFailure).toMatchObject({ code: 'tls_self_signed' }),
    );
    expect([room.states(), impostor.receivedBytes()]).toEqual([['revoking'], 0]);
    expect(room.revocations.nextAttemptAtMs(tokenIn(room).id)).not.toBeNull();
    await impostor.stop();
  });

  it('case 97: answered with a page is accepted, and the token is asked about', async () => {
    const room = await lab.openWithToken();
    lab.base.answerWith(answer(200, '<html>logged out</html>', ['Content-Type: text/html']));
    lab.trade.answerWith(answer(200, '{}'));
    await room.revocations.revoke(tokenIn(room).id);
    await eventually(() => expect(room.states()).toEqual(['propagating']));
    await room.clock.advance(1_000);
    // Once as the revocation left, once since.
    await eventually(() => expect(lab.trade.requests).toHaveLength(2));
    expect(tokenIn(room).revocation?.verifiedAtMs).toBeNull();
  });

  it('case 103: that breaks off is asked for again until the server says so', async () => {
    const room = await lab.openWithToken();
    lab.base.answerWith(raw('HTTP/1.1 20'));
    await room.revocations.revoke(tokenIn(room).id);
    await eventually(() => expect(tokenIn(room).revocation?.attempts).toBe(1));
    expect(room.states()).toEqual(['revoking']);
    lab.base.answerWith(answer(200));
    await room.clock.advance(1_500);
    await eventually(() => expect(room.states()).toEqual(['propagating']));
    expect(lab.base.requests).toHaveLength(2);
  });

  it('case 106: asked for twice at once leaves once', async () => {
    const room = await lab.openWithToken();
    lab.base.answerWith(() => undefined);
    const { id } = tokenIn(room);
    await Promise.all([room.revocations.revoke(id), room.revocations.revoke(id)]);
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    await room.revocations.revoke(id);
    await room.clock.advance(5_000);
    expect(lab.base.requests).toHaveLength(1);
  });

  it('case 98, 105: accepted for a token that goes on working ends in an alarm, not in "dead"', async () => {
    const room = await lab.openWithToken();
    lab.base.answerWith(answer(200));
    lab.trade.answerWith(answer(200, '{}'));
    await room.revocations.revoke(tokenIn(room).id);
    await untilState(room, 'propagating', SECOND);
    const acceptedAtMs = tokenIn(room).revocation?.acceptedAtMs ?? 0;
    await untilState(room, 'still_honoured', 5 * SECOND);
    expect(room.clock.nowMs() - acceptedAtMs).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(lab.base.requests).toHaveLength(1);
  });

  it('case 105: is proven by refusals in a row, after the token worked for a while', async () => {
    const room = await lab.openWithToken();
    lab.base.answerWith(answer(200));
    lab.trade.answerWith(answer(200, '{}'));
    await room.revocations.revoke(tokenIn(room).id);
    await eventually(async () => {
      await room.pass(SECOND);
      expect(lab.trade.requests.length).toBeGreaterThan(2);
    });
    lab.trade.answerWith(answer(401));
    await untilState(room, 'confirming', 5 * SECOND);
    await untilState(room, 'verified', MINUTE);
  });

  it('case 99: answered with 202 is pending, and asked for again', async () => {
    const room = await lab.openWithToken();
    lab.base.answerWith(answer(202));
    await room.revocations.revoke(tokenIn(room).id);
    await eventually(() => expect(lab.base.requests).toHaveLength(1));
    await eventually(async () => {
      await room.pass(SECOND);
      expect(lab.base.requests.length).toBeGreaterThan(1);
    });
    expect(room.states()).toEqual(['revoking']);
    lab.base.answerWith(answer(200));
    await untilState(room, 'propagating', 5 * SECOND);
  });

  it.each([
    ['case 100', 400, 'unsupported_token_type', 'unsupported_token_type_revoke'],
    ['case 101', 401, 'invalid_client', 'invalid_client'],
  ])(
    '%s: refused with %d %s has failed for good, and is never shown as revoked',
    async (...row) => {
      const [, status, error, code] = row;
      const room = await lab.openWithToken();
      lab.base.answerWith(answer(status, JSON.stringify({ error })));
      await room.revocations.revoke(tokenIn(room).id);
      await eventually(() => expect(room.states()).toEqual(['revoke_failed']));
      await room.clock.advance(10 * MINUTE);
      expect(tokenIn(room).revocation?.terminalFailure?.code).toBe(code);
      // Asked once with the token as its revocation left: no proof, and nothing more.
      expect([lab.base.requests.length, lab.trade.connections()]).toEqual([1, 1]);
    },
  );

  it('case 102: at a server that is busy waits as long as it says, the token counted as alive', async () => {
    const room = await lab.openWithToken();
    lab.base.answerWith(answer(503, '', ['Retry-After: 30']));
    await room.revocations.revoke(tokenIn(room).id);
    await eventually(() => expect(tokenIn(room).revocation?.attempts).toBe(1));
    await room.clock.advance(28 * SECOND);
    expect([lab.base.requests.length, room.states()]).toEqual([1, ['revoking']]);
    await room.clock.advance(3 * SECOND);
    await eventually(() => expect(lab.base.requests).toHaveLength(2));
  });

  it('case 103: never answered waits a minute at most between two attempts', async () => {
    const room = await lab.openWithToken();
    lab.base.answerWith((socket) => socket.destroy());
    await room.revocations.revoke(tokenIn(room).id);
    const waitsMs: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await eventually(() => expect(tokenIn(room).revocation?.attempts).toBe(attempt));
      const next = await eventually(() => {
        const atMs = room.revocations.nextAttemptAtMs(tokenIn(room).id);
        if (atMs === null) throw new Error('none planned');
        return atMs;
      });
      waitsMs.push(next - room.clock.nowMs());
      await room.clock.advance(next - room.clock.nowMs());
    }
    expect(waitsMs).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * SECOND));
  });
});
