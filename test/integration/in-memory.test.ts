// A vault in memory over real HTTPS, beside a saved one with real files: whatever is done in it, nothing of it is
// written, and nothing but it knows of it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateOf } from '../../electron/main/tokens/ledger/housekeeping.ts';
import { removeCredential } from '../../electron/main/credentials/credentials.ts';
import { setFavourite } from '../../electron/main/search/saved-views.ts';
import type { Token } from '../../electron/main/domain/token.ts';
import { eventually } from '../support/eventually.ts';
import { startTriedSession, type TriedSession } from '../support/tried-session.ts';
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
  const text = valueOf(started.session.texts.openText(token.id));
  started.watch(
    'token',
    text.use((bytes) => bytes.toString('latin1')),
  );
  text.wipe();
  started.watch('fingerprint', token.fingerprint);
  started.watch('token id', token.id);
  return token;
}

describe('a vault in memory', () => {
  it('works like a saved one, and leaves nothing in any file after any step', async () => {
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['entered', () => Promise.resolve()],
      ['token', () => getToken()],
      ['check', () => started.checks.check(newest().id)],
      ['renew', () => started.requests.renew(newest().id)],
      ['renewal', () => started.renewals.turnOn(started.id, { untilMs: null, graceSeconds: 60 })],
      ['favourite', () => setFavourite(started.session, started.id, true)],
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

  it('may fail and be refused without a trace', async () => {
    started.practice.gateway()?.controls.set({ fault: 'invalid_client_400' });
    for (let time = 0; time < 3; time += 1) {
      expect(await started.requests.request(started.id, ['TRADER_READ'])).toMatchObject({
        ok: false,
      });
    }
    expect(await started.written()).toEqual([]);
  });

  it('has its tokens revoked at its lock as far as time allows', async () => {
    await getToken();
    await started.end();
    expect(started.left()?.live ?? 0).toBe(0);
    started = await startTriedSession();
  });
});
