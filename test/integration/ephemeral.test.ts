// A credential that is tried without being kept, over real HTTPS with real files: whatever is done with it,
// nothing of it is written, neither in the clear nor under seal, and keeping it writes all of it at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateOf } from '../../electron/main/tokens/ledger/housekeeping.ts';
import { keepCredential, removeCredential } from '../../electron/main/credentials/credentials.ts';
import { setFavourite } from '../../electron/main/search/saved-views.ts';
import type { Token } from '../../electron/main/domain/token.ts';
import { eventually } from '../support/eventually.ts';
import { startTriedSession, tried, type TriedSession } from '../support/tried-session.ts';
import { valueOf } from '../unit/vault/vault-samples.ts';

let started: TriedSession;
beforeEach(async () => (started = await startTriedSession()));
afterEach(async () => await started.end());

const tokens = (): readonly Token[] =>
  started.session.vault.contents().tokens.filter(({ credentialId }) => credentialId === started.id);
const newest = (): Token => {
  const [token] = tokens();
  if (token === undefined) throw new Error('no token');
  return token;
};
const state = (token = newest()): string =>
  stateOf(started.session, started.session.vault.contents(), token);

/** Gets a token, and watches for its text and fingerprint from then on. */
async function getToken(scope: 'TRADER_READ' | 'TRADER_TRADE' = 'TRADER_TRADE'): Promise<Token> {
  valueOf(await started.requests.request(started.id, [scope]));
  const token = newest();
  const text = valueOf(started.texts.openText(token.id));
  started.watch(
    'token',
    text.use((bytes) => bytes.toString('latin1')),
  );
  text.wipe();
  started.watch('fingerprint', token.fingerprint);
  started.watch('token id', token.id);
  return token;
}

describe('a credential that is not kept', () => {
  it('works like others, and leaves nothing in any file after any step', async () => {
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['entered', () => Promise.resolve()],
      ['token', () => getToken()],
      ['check', () => started.checks.check(newest().id)],
      ['renew', () => started.requests.renew(newest().id)],
      ['second', () => getToken('TRADER_READ')],
      ['lease', () => started.leases.set(newest().id, { end: 'after', seconds: 60 })],
      ['revoke', () => started.revocations.revoke(newest().id)],
      ['proof', () => started.pass(8_000)],
      ['leak plan', () => started.leaks.start(started.id)],
      ['stop', () => started.stops.start({ kind: 'credential', credentialId: started.id })],
      ['stopped', () => started.pass(8_000)],
      ['removed', () => removeCredential(started.session, started.id)],
    ];
    for (const [name, step] of steps) {
      await step();
      expect([name, await started.written()]).toEqual([name, []]);
    }
  });

  it('is revoked and proven dead', async () => {
    await getToken();
    await started.revocations.revoke(newest().id);
    await eventually(async () => {
      await started.pass(2_000);
      expect(state()).toBe('verified');
    });
  });

  it('takes part in "Revoke everything"; the run on disk knows only what is kept', async () => {
    const sample = started.session.vault
      .contents()
      .credentials.find(({ accessType, id }) => accessType === 'trader' && id !== started.id);
    if (sample === undefined) throw new Error('no sample');
    valueOf(await started.requests.request(sample.id, ['TRADER_TRADE']));
    await getToken();
    const runId = valueOf(await started.stops.start({ kind: 'all' }));
    const run = started.stops.find(runId);
    expect(run?.tokenIds).toHaveLength(2);
    await eventually(async () => {
      await started.pass(2_000);
      expect(tokens().map(state)).toEqual(['verified']);
    });
    expect(await started.written()).toEqual([]);
  });

  it('may fail and be refused without a trace', async () => {
    started.practice.gateway()?.controls.set({ fault: 'invalid_client_400' });
    for (let time = 0; time < 3; time += 1) {
      expect(await started.requests.request(started.id, ['TRADER_READ'])).toMatchObject({
        ok: false,
      });
    }
    expect(await started.written()).toEqual([]);
  });

  it('is kept in one save with its secret and its tokens, and goes on as an ordinary one', async () => {
    const token = await getToken();
    valueOf(await keepCredential(started.session, started.id));
    const found = await started.written();
    for (const mark of ['label', 'clientId', 'secret', 'token', 'fingerprint']) {
      expect(found).toContain(`${mark} in a vault, opened`);
    }
    expect(found).toContain('label in the history');
    // In the clear nowhere but in what the practice gateway knows its client by.
    expect(found.filter((each) => each.endsWith('.vault'))).toEqual([]);
    expect(started.session.ephemeral.has(started.id)).toBe(false);
    expect(newest().ephemeral).toBeUndefined();
    await started.revocations.revoke(token.id);
    await eventually(async () => {
      await started.pass(2_000);
      expect(state(newest())).toBe('verified');
    });
  });

  it('is kept while a token of it is on its way: the token arrives in the vault', async () => {
    started.practice.gateway()?.controls.set({ tokenLatencyMs: 1_000 });
    const asked = started.requests.request(started.id, ['TRADER_READ']);
    await eventually(() => expect(tokens().map(({ issue }) => issue)).toEqual(['requested']));
    valueOf(await keepCredential(started.session, started.id));
    await eventually(async () => {
      await started.clock.advance(500);
      expect(newest().issue).toBe('issued');
    });
    valueOf(await asked);
    expect(newest()).toMatchObject({ issue: 'issued' });
    expect(newest().ephemeral).toBeUndefined();
    expect(await started.written()).toContain('secret in a vault, opened');
  });

  it('is gone at lock, and its tokens are revoked as far as time allows', async () => {
    await getToken();
    const gateway = started.practice.gateway();
    const revokedAt = () =>
      gateway?.controls.tokensOf(tried.clientId).map(({ revokedAtMs }) => revokedAtMs);
    expect(revokedAt()).toEqual([null]);
    await started.end();
    expect(revokedAt()).toEqual([expect.any(Number)]);
    expect(started.ephemeralLeft()?.live ?? 0).toBe(0);
    started = await startTriedSession();
  });

  it('has what may live on counted where the person wants that', async () => {
    const token = await getToken();
    started.ephemeral.spare();
    await started.end();
    const untilMs = token.sentAtMs + (token.lifetimeSeconds ?? 0) * 1_000;
    const left = started.ephemeralLeft();
    expect(left).toMatchObject({ live: 1, accepted: 0 });
    expect(Math.abs((left?.untilMs ?? 0) - untilMs)).toBeLessThan(1_000);
    started = await startTriedSession();
  });

  it('neither renews nor rotates, and is no favourite: each says why', async () => {
    const refused = { ok: false, failure: { code: 'not_allowed', facts: { about: 'not kept' } } };
    const request = { untilMs: null, graceSeconds: 60 };
    expect(await started.renewals.turnOn(started.id, request)).toEqual(refused);
    expect(await started.rotations.start(started.id)).toEqual(refused);
    expect(await setFavourite(started.session, started.id, true)).toEqual(refused);
  });
});
