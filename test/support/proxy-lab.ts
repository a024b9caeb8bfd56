// What the tests of proxies share: a server and a proxy under certificates of the test's own, targets that
// lead through it, and the check that the proxy saw nothing secret.
import { afterEach, expect } from 'vitest';
import { systemClock } from '../../electron/main/domain/clock.ts';
import type { ProxySetting } from '../../electron/main/domain/proxy.ts';
import type { Budgets } from '../../electron/main/gateway/budgets.ts';
import { createGateway, type Gateway } from '../../electron/main/gateway/gateway-client.ts';
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import { startConnectProxy, type ConnectProxy } from './connect-proxy.ts';
import { answer, formsOf, patientBudgets, SECRET, TOKEN, tokenJson } from './gateway-lab.ts';
import { startRawTlsServer } from './raw-tls-server.ts';
import { createTestCertificates } from './test-certificates.ts';

/** Called once, at the top of the file: what a test started is stopped after it. */
export async function openProxyLab() {
  const certificates = await createTestCertificates();
  const ending: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
  });
  /** Stopped with the rest. */
  async function kept<T extends { readonly stop: () => Promise<void> }>(made: Promise<T>) {
    const thing = await made;
    ending.push(thing.stop);
    return thing;
  }
  /** Answers every request with a token. */
  async function startServer() {
    const server = await kept(startRawTlsServer(certificates.good));
    server.answerWith(answer(200, tokenJson()));
    return server;
  }
  const startProxy = () => kept(startConnectProxy());
  const targetOf = (
    url: string,
    proxy: ProxySetting,
    more: Partial<GatewayTarget> = {},
  ): GatewayTarget => ({
    baseUrl: url,
    tradeUrl: `${url}/trade`,
    authorityPem: certificates.authority,
    proxy,
    ...more,
  });
  /** A server, a proxy that a person named, and the target behind it. */
  async function through() {
    const [server, proxy] = [await startServer(), await startProxy()];
    return { server, proxy, target: targetOf(server.url, manual(proxy.port)) };
  }
  return { certificates, kept, startServer, startProxy, targetOf, through };
}

/** A proxy on this machine that a person named. */
export const manual = (port: number, userName?: string): ProxySetting => ({
  mode: 'manual',
  host: '127.0.0.1',
  port,
  ...(userName === undefined ? {} : { userName }),
});

/** `systemAnswer`: which way the system says for every call; null: it does not know. */
export function gatewayWith(
  systemAnswer: string | null = null,
  budgets: Partial<Budgets> = {},
): Gateway {
  return createGateway({
    clock: systemClock,
    budgets: { ...patientBudgets, ...budgets },
    systemAuthorities: () => [],
    systemProxy: () =>
      systemAnswer === null ? Promise.reject(new Error('x')) : Promise.resolve(systemAnswer),
  });
}

export function expectProxySawNoCanary(proxy: Pick<ConnectProxy, 'seen'>): void {
  const seen = proxy.seen().toString('latin1');
  expect(seen.length).toBeGreaterThan(0);
  for (const canary of [SECRET, TOKEN]) {
    for (const form of formsOf(canary)) expect(seen).not.toContain(form);
  }
}
