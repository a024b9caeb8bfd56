// The practice gateway's memory of clients and tokens, apart from HTTP.
import { describe, expect, it } from 'vitest';
import { createPracticeState } from '../../../../electron/main/practice/gateway/practice-state.ts';

const DAY_MS = 86_400_000;
const secret = Buffer.from('a secret');

function stateWithTrader() {
  const state = createPracticeState(null, () => undefined);
  state.register({ clientId: 'one', accessType: 'trader', scopes: ['TRADER_READ'], secret });
  const client = state.authenticate('one', secret, 'trader');
  if (!client) throw new Error('the client was registered a line above');
  return { state, client };
}

describe('practice state', () => {
  it('forgets a token a day after it expired', () => {
    const { state, client } = stateWithTrader();
    const text = state.mint(client, [], 0, 60);
    state.mint(client, [], 60_000 + DAY_MS, 60);
    expect(state.tokenOf(text)).not.toBeNull();
    state.mint(client, [], 60_001 + DAY_MS, 60);
    expect(state.tokenOf(text)).toBeNull();
  });

  it('keeps the time a token was revoked first when its client is deleted', () => {
    const { state, client } = stateWithTrader();
    const text = state.mint(client, [], 0, 60);
    const token = state.tokenOf(text);
    if (token) state.revoke(token, 1_000);
    state.deleteClient('one', 2_000);
    expect(state.tokenOf(text)?.revokedAtMs).toBe(1_000);
  });

  it('takes both secrets until the old one is removed', () => {
    const { state } = stateWithTrader();
    const second = Buffer.from('another secret');
    const works = () =>
      [secret, second].map((each) => state.authenticate('one', each, 'trader') !== null);
    state.addSecret('one', second);
    const both = works();
    state.removeOldSecret('one');
    expect([both, works()]).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  it('knows nothing of a client it was told to forget, nor of its tokens', () => {
    const { state, client } = stateWithTrader();
    const text = state.mint(client, [], 0, 60);
    state.forgetClient('one');
    expect([state.clientState('one'), state.tokenOf(text)]).toEqual(['unknown', null]);
  });

  it('counts the tokens that live', () => {
    const { state, client } = stateWithTrader();
    state.mint(client, [], 0, 10);
    state.mint(client, [], 0, 20);
    expect([9_999, 10_000, 20_000].map((nowMs) => state.liveTokens('one', nowMs))).toEqual([
      2, 1, 0,
    ]);
  });

  it('digests the same secret differently in another state', () => {
    const digests = [stateWithTrader(), stateWithTrader()].map(({ client }) => client.secretDigest);
    expect(digests[0]).not.toBe(digests[1]);
  });

  it('says false to a rotation or deletion of a client it does not know', () => {
    const { state } = stateWithTrader();
    expect([state.rotateSecret('two', secret), state.deleteClient('two', 0)]).toEqual([
      false,
      false,
    ]);
  });

  it('reports every change that a restart has to remember', () => {
    let changes = 0;
    const state = createPracticeState(null, () => {
      changes += 1;
    });
    const counted = (act: () => unknown): boolean => {
      const before = changes;
      act();
      return changes > before;
    };
    const client = { clientId: 'one', accessType: 'trader', scopes: [], secret } as const;
    expect(counted(() => state.register(client))).toBe(true);
    expect(counted(() => state.rotateSecret('one', secret))).toBe(true);
    expect(counted(() => state.revokeAllOf('one', 0))).toBe(true);
    expect(counted(() => state.deleteClient('one', 0))).toBe(true);
    expect(counted(() => state.tokenOf(secret))).toBe(false);
  });
});
