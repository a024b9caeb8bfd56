// Connections opened beforehand: used, kept for a retry, and never left open for nothing.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import type { ClientCredential, GatewayTarget } from '../../../electron/main/gateway/gateway.ts';
import { createWarmBurst } from '../../../electron/main/tokens/warm-burst.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';

const target: GatewayTarget = {
  baseUrl: 'https://base.test',
  tradeUrl: 'https://trade.test',
  authorityPem: null,
};
const text = (said: string): SecretBytes => SecretBytes.take(Buffer.from(said));
const credential: ClientCredential = {
  accessType: 'trader',
  clientId: 'client',
  secret: text('secret'),
};

function lab() {
  const clock = createFakeClock();
  const scripted = createScriptedGateway(clock);
  const closing = new AbortController();
  const closed: number[] = [];
  const single: string[] = [];
  const gateway: typeof scripted = {
    ...scripted,
    revokeToken(...asked) {
      single.push('single');
      return scripted.revokeToken(...asked);
    },
    openBurst(to, expected, options) {
      const burst = scripted.openBurst(to, expected, options);
      return { ...burst, width: () => expected, close: () => void closed.push(expected) };
    },
  };
  const warm = createWarmBurst({ clock, gateway, closing: closing.signal });
  const revoke = (to = target) => warm.revoke(to, credential, text('token'), {});
  return { clock, closing, closed, single, scripted, warm, revoke };
}

describe('connections opened beforehand', () => {
  it('carry the calls that come after', async () => {
    const { warm, revoke, single } = lab();
    warm.warm(target, 40);
    await revoke();
    expect(warm.width()).toBe(40);
    expect(single).toEqual([]);
  });

  it('are not opened for two', async () => {
    const { warm, revoke, single, scripted } = lab();
    warm.warm(target, 2);
    await revoke();
    expect(scripted.bursts).toEqual([]);
    expect(single).toHaveLength(1);
  });

  it('are not opened twice for the same run', () => {
    const { warm, scripted } = lab();
    warm.warm(target, 40);
    warm.warm(target, 30);
    expect(scripted.bursts).toEqual([40]);
  });

  it('are closed when the press never comes', async () => {
    const { warm, clock, closed } = lab();
    warm.warm(target, 40);
    await clock.advance(60_000);
    expect(closed).toEqual([40]);
    expect(warm.width()).toBeNull();
  });

  it('wait a minute for a retry, and are closed then', async () => {
    const { warm, revoke, closed, clock } = lab();
    warm.warm(target, 40);
    await revoke();
    warm.rest();
    await clock.advance(60_000);
    expect(closed).toEqual([]);
    await clock.advance(10_000);
    expect(closed).toEqual([40]);
  });

  it('stay open for a run that goes on after a rest, whatever moments have no call under way', async () => {
    const { warm, revoke, closed, clock } = lab();
    warm.warm(target, 40);
    await revoke();
    warm.rest();
    await clock.advance(60_000);
    await revoke();
    await clock.advance(60_000);
    expect([closed, warm.width()]).toEqual([[], 40]);
    warm.rest();
    await clock.advance(70_000);
    expect(closed).toEqual([40]);
  });

  it('give way to more for a larger run, once their calls have ended', async () => {
    const { warm, closed, revoke, scripted } = lab();
    let answer: () => void = () => undefined;
    scripted.onRevoke(async () => {
      await new Promise<void>((give) => (answer = give));
      throw new Error('the answer does not matter');
    });
    warm.warm(target, 3);
    const first = revoke().catch(() => undefined);
    await settle();
    warm.warm(target, 2_000);
    expect([warm.width(), ...closed]).toEqual([2_000]);
    answer();
    await first;
    expect(closed).toEqual([3]);
  });

  it('are not used for another address', async () => {
    const { warm, revoke, single } = lab();
    warm.warm(target, 40);
    await revoke({ ...target, baseUrl: 'https://moved.test' });
    expect(single).toHaveLength(1);
  });

  it('are closed at lock', () => {
    const { warm, closing, closed } = lab();
    warm.warm(target, 40);
    closing.abort();
    expect(closed).toEqual([40]);
    warm.warm(target, 50);
    expect(warm.width()).toBeNull();
  });
});
