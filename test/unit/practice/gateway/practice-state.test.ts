// The practice gateway's memory of clients and tokens, apart from HTTP.
import { describe, expect, it } from 'vitest';
import { createPracticeState } from '../../../../electron/main/practice/gateway/practice-state.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const DAY_MS = 86_400_000;
const secret = Buffer.from('a secret');
const second = Buffer.from('another secret');

function stateWithTrader() {
  const clock = createFakeClock();
  const state = createPracticeState(clock);
  const facts = { clientId: 'one', accessType: 'trader', scopes: ['TRADER_READ'] } as const;
  state.registerClient({ ...facts, secret });
  const client = state.authenticate('one', secret, 'trader');
  if (!client) throw new Error('the client was registered a line above');
  const working = (): boolean[] =>
    [secret, second].map((each) => state.accepts('one', each, 'trader'));
  return { clock, state, client, facts, working };
}

describe('practice state', () => {
  it('forgets a token a day after it expired', async () => {
    const { clock, state, client } = stateWithTrader();
    const text = state.mint(client, [], 60);
    await clock.advance(60_000 + DAY_MS);
    state.mint(client, [], 60);
    expect(state.tokenOf(text)).not.toBeNull();
    await clock.advance(1);
    state.mint(client, [], 60);
    expect(state.tokenOf(text)).toBeNull();
  });

  it('keeps the time a token was revoked first when its client is deleted', async () => {
    const { clock, state, client } = stateWithTrader();
    const token = state.tokenOf(state.mint(client, [], 60));
    state.revokeTokensOf('one');
    const firstMs = token?.revokedAtMs;
    await clock.advance(1_000);
    state.deleteClient('one');
    expect([typeof firstMs, token?.revokedAtMs]).toEqual(['number', firstMs]);
  });

  it('takes both secrets until the old one is removed', () => {
    const { state, working } = stateWithTrader();
    state.addSecret('one', second);
    expect(working()).toEqual([true, true]);
    state.removeOldSecret('one');
    expect(working()).toEqual([false, true]);
  });

  it('keeps both secrets when the old one is told anew, and drops it with the new one', () => {
    const { state, facts, working } = stateWithTrader();
    state.addSecret('one', second);
    state.registerClient({ ...facts, secret });
    expect(working()).toEqual([true, true]);
    state.registerClient({ ...facts, secret: second });
    expect(working()).toEqual([false, true]);
  });

  it('refuses a deleted client, the old secret after a rotation, and the other access type', () => {
    const { state, working } = stateWithTrader();
    expect(state.accepts('one', secret, 'partner')).toBe(false);
    state.rotateSecret('one', second);
    expect(working()).toEqual([false, true]);
    state.deleteClient('one');
    expect(working()).toEqual([false, false]);
  });

  it('knows nothing of a client it was told to forget, nor of its tokens', () => {
    const { state, client } = stateWithTrader();
    const text = state.mint(client, [], 60);
    state.forgetClient('one');
    expect([state.rotateSecret('one', second), state.tokenOf(text)]).toEqual([false, null]);
  });

  it('says false to a rotation or deletion of a client it does not know', () => {
    const { state } = stateWithTrader();
    expect([state.rotateSecret('two', secret), state.deleteClient('two')]).toEqual([false, false]);
  });
});
