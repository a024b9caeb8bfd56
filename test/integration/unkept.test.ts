// A credential that is tried without being kept, over real HTTPS with real files: whatever is done with it,
// nothing of it is written, neither in the clear nor under seal, and keeping it writes all of it at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateOf } from '../../electron/main/tokens/ledger/housekeeping.ts';
import { keepCredential } from '../../electron/main/credentials/ephemeral-credentials.ts';
import { removeCredential } from '../../electron/main/credentials/credentials.ts';
import { setFavourite } from '../../electron/main/search/saved-views.ts';
import type { Token } from '../../electron/main/domain/token.ts';
import { eventually } from '../support/eventually.ts';
import { startTriedSession, tried, type TriedSession } from '../support/tried-session.ts';
import { valueOf } from '../unit/vault/store/vault-samples.ts';

let session: TriedSession;
beforeEach(async () => (session = await startTriedSession()));
afterEach(async () => await session.end());

const tokens = (): readonly Token[] =>
  session.room.vault.contents().tokens.filter(({ credentialId }) => credentialId === session.id);
const newest = (): Token => {
  const [token] = tokens();
  if (token === undefined) throw new Error('no token');
  return token;
};
const state = (token = newest()): string =>
  stateOf(session.room, session.room.vault.contents(), token);

/** Gets a token, and watches for its text and fingerprint from then on. */
async function getToken(scope: 'TRADER_READ' | 'TRADER_TRADE' = 'TRADER_TRADE'): Promise<Token> {
  valueOf(await session.requests.request(session.id, [scope]));
  const token = newest();
  const text = valueOf(session.texts.openText(token.id));
  session.watch(
    'token',
    text.use((bytes) => bytes.toString('latin1')),
  );
  text.wipe();
  session.watch('fingerprint', token.fingerprint);
  session.watch('token id', token.id);
  return token;
}

describe('a credential that is not kept', () => {
  it('works like others, and leaves nothing in any file after any step', async () => {
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['entered', () => Promise.resolve()],
      ['token', () => getToken()],
      ['check', () => session.checks.check(newest().id)],
      ['renew', () => session.requests.renew(newest().id)],
      ['second', () => getToken('TRADER_READ')],
      ['lease', () => session.leases.set(newest().id, { end: 'after', seconds: 60 })],
      ['revoke', () => session.revocations.revoke(newest().id)],
      ['proof', () => session.pass(8_000)],
      ['leak plan', () => session.leaks.start(session.id)],
      ['stop', () => session.stops.start({ kind: 'credential', credentialId: session.id })],
      ['stopped', () => session.pass(8_000)],
      ['removed', () => removeCredential(session.room, session.id)],
    ];
    for (const [name, step] of steps) {
      await step();
      expect([name, await session.written()]).toEqual([name, []]);
    }
  });

  it('is revoked and proven dead', async () => {
    await getToken();
    await session.revocations.revoke(newest().id);
    await eventually(async () => {
      await session.pass(2_000);
      expect(state()).toBe('verified');
    });
  });

  it('takes part in "Revoke everything"; the run on disk knows only what is kept', async () => {
    const sample = session.room.vault
      .contents()
      .credentials.find(({ accessType, id }) => accessType === 'trader' && id !== session.id);
    if (sample === undefined) throw new Error('no sample');
    valueOf(await session.requests.request(sample.id, ['TRADER_TRADE']));
    await getToken();
    const runId = valueOf(await session.stops.start({ kind: 'all' }));
    const run = session.stops.find(runId);
    expect(run?.tokenIds).toHaveLength(2);
    await eventually(async () => {
      await session.pass(2_000);
      expect(tokens().map(state)).toEqual(['verified']);
    });
    expect(await session.written()).toEqual([]);
  });

  it('may fail and be refused without a trace', async () => {
    session.practice.gateway()?.controls.set({ fault: 'invalid_client_400' });
    for (let time = 0; time < 3; time += 1) {
      expect(await session.requests.request(session.id, ['TRADER_READ'])).toMatchObject({
        ok: false,
      });
    }
    expect(await session.written()).toEqual([]);
  });

  it('is kept in one save with its secret and its tokens, and goes on as an ordinary one', async () => {
    const token = await getToken();
    valueOf(await keepCredential(session.room, session.id));
    const found = await session.written();
    for (const mark of ['label', 'clientId', 'secret', 'token', 'fingerprint']) {
      expect(found).toContain(`${mark} in a vault, opened`);
    }
    expect(found).toContain('label in the history');
    // In the clear nowhere but in what the practice gateway knows its client by.
    expect(found.filter((each) => each.endsWith('.vault'))).toEqual([]);
    expect(session.room.unkept.has(session.id)).toBe(false);
    expect(newest().unkept).toBeUndefined();
    await session.revocations.revoke(token.id);
    await eventually(async () => {
      await session.pass(2_000);
      expect(state(newest())).toBe('verified');
    });
  });

  it('is kept while a token of it is on its way: the token arrives in the vault', async () => {
    session.practice.gateway()?.controls.set({ tokenLatencyMs: 1_000 });
    const asked = session.requests.request(session.id, ['TRADER_READ']);
    await eventually(() => expect(tokens().map(({ issue }) => issue)).toEqual(['requested']));
    valueOf(await keepCredential(session.room, session.id));
    await eventually(async () => {
      await session.clock.advance(500);
      expect(newest().issue).toBe('issued');
    });
    valueOf(await asked);
    expect(newest()).toMatchObject({ issue: 'issued' });
    expect(newest().unkept).toBeUndefined();
    expect(await session.written()).toContain('secret in a vault, opened');
  });

  it('is gone at lock, and its tokens are revoked as far as time allows', async () => {
    await getToken();
    const gateway = session.practice.gateway();
    expect(gateway?.controls.liveTokens(tried.clientId)).toBe(1);
    await session.end();
    expect(gateway?.controls.liveTokens(tried.clientId)).toBe(0);
    expect(session.unkeptLeft()?.live ?? 0).toBe(0);
    session = await startTriedSession();
  });

  it('has what may live on counted where the person wants that', async () => {
    const token = await getToken();
    session.unkept.spare();
    await session.end();
    const untilMs = token.sentAtMs + (token.lifetimeSeconds ?? 0) * 1_000;
    const left = session.unkeptLeft();
    expect(left).toMatchObject({ live: 1, accepted: 0 });
    expect(Math.abs((left?.untilMs ?? 0) - untilMs)).toBeLessThan(1_000);
    session = await startTriedSession();
  });

  it('neither renews nor rotates, and is no favourite: each says why', async () => {
    const refused = { ok: false, failure: { code: 'not_kept' } };
    const wish = { untilMs: null, graceSeconds: 60 };
    expect(await session.renewals.turnOn(session.id, wish)).toEqual(refused);
    expect(await session.rotations.start(session.id)).toEqual(refused);
    expect(await setFavourite(session.room, session.id, true)).toEqual(refused);
  });
});
