// S35: Connections opened beforehand: used, kept for a retry, and never left open for nothing.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import type { ClientCredential } from '../../../../electron/main/gateway/gateway.ts';
import type { GatewayTarget } from '../../../../electron/main/gateway/call-target.ts';
import { createConnectionPrewarm } from '../../../../electron/main/tokens/revocation/connection-prewarm.ts';
import { createFakeClock, settle } from '../../../support/fake-clock.ts';
import { createScriptedGateway } from '../../../support/scripted-gateway.ts';

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
  const areCurrent: (() => boolean)[] = [];
  const gateway: typeof scripted = {
    ...scripted,
    revokeToken(...asked) {
      single.push('single');
      return scripted.revokeToken(...asked);
    },
    openBurst(to, expected, options) {
      const burst = scripted.openBurst(to, expected, options);
      areCurrent.push(options?.isCurrent ?? (() => true));
      return { ...burst, width: () => expected, close: () => void closed.push(expected) };
    },
  };
  let now: GatewayTarget | null = target;
  const warm = createConnectionPrewarm({ clock, gateway, closing: closing.signal }, () => now);
  const revoke = (to = target) => warm.revoke(to, credential, text('token'), {});
  const reachBy = (next: GatewayTarget | null): void => void (now = next);
  return { clock, closing, closed, single, scripted, warm, revoke, areCurrent, reachBy };
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

  const proxy = { mode: 'manual', host: 'proxy.test', port: 3128, userName: 'desk' } as const;
  const before: GatewayTarget = {
    ...target,
    authorityPem: 'one authority',
    proxy,
    proxyPassword: () => text('one password'),
  };
  it.each<readonly [string, GatewayTarget]>([
    ['another address', { ...before, baseUrl: 'https://moved.test' }],
    ['another authority', { ...before, authorityPem: 'another authority' }],
    ['an authority that was removed', { ...before, authorityPem: null }],
    ['an authority trusted alone', { ...before, trustsItAlone: true }],
    ['another proxy', { ...before, proxy: { ...proxy, port: 3129 } }],
    ['another name at the proxy', { ...before, proxy: { ...proxy, userName: 'other' } }],
    ['no proxy', { ...before, proxy: { mode: 'none' } }],
    ['another password of the proxy', { ...before, proxyPassword: () => text('another') }],
  ])('are closed at once where the way there has %s', async (_what, after) => {
    const { warm, revoke, single, closed } = lab();
    warm.warm(before, 40);
    await revoke({ ...before });
    expect([single, closed]).toEqual([[], []]);
    await revoke(after);
    expect([single, closed, warm.width()]).toEqual([['single'], [40], null]);
  });

  it('are closed with their calls where others are opened for another authority', async () => {
    const { warm, revoke, closed, scripted } = lab();
    scripted.onRevoke(() => new Promise(() => undefined));
    warm.warm(before, 40);
    void revoke(before);
    await settle();
    warm.warm({ ...before, authorityPem: null }, 30);
    expect([closed, scripted.bursts]).toEqual([[40], [40, 30]]);
  });

  it('are no longer opened once the environment is reached another way, or not at all', () => {
    const { warm, areCurrent, reachBy } = lab();
    warm.warm(target, 40);
    const [isCurrent = (): boolean => false] = areCurrent;
    expect(isCurrent()).toBe(true);
    for (const next of [{ ...target, authorityPem: 'one authority' }, null]) {
      reachBy(next);
      expect(isCurrent()).toBe(false);
    }
  });

  it('carry no call any more once they found the way changed, though it changed back since', async () => {
    const { warm, revoke, single, closed, areCurrent, reachBy } = lab();
    warm.warm(target, 40);
    reachBy({ ...target, authorityPem: 'one authority' });
    const [isCurrent = (): boolean => true] = areCurrent;
    expect([isCurrent(), warm.width(), closed]).toEqual([false, null, [40]]);
    reachBy({ ...target });
    await revoke({ ...target });
    expect(single).toEqual(['single']);
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
