// The practice gateway's memory of clients and tokens, apart from HTTP.
import { describe, expect, it } from 'vitest';
import { createPracticeState } from '../../../../electron/main/practice/gateway/practice-state.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

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

  it('knows nothing of a client it was told to forget, nor of its tokens', () => {
    const { state, client } = stateWithTrader();
    const text = state.mint(client, [], 60);
    state.forgetClient('one');
    expect([state.rotateSecret('one', second), state.tokenOf(text)]).toEqual([false, null]);
  });
});
