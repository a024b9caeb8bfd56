// Calls through a proxy, over real sockets and TLS: every call takes the same route, and the proxy sees a
// name and nothing else (cases 42 and 74). What goes wrong there: proxy-faults.test.ts.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { standardBudgets } from '../../electron/main/gateway/budgets.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { startH1Server, startH2Server } from '../support/burst-servers.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import {
  callNames,
  credentialOf,
  expectNoCanary,
  makeCall,
  secretOf,
  TOKEN,
} from '../support/gateway-lab.ts';
import { expectProxySawNoCanary, gatewayWith, manual, openProxyLab } from '../support/proxy-lab.ts';

const lab = await openProxyLab();

const PROXY_PASSWORD = 'canary-proxy-Wq7:x+y';

describe('a proxy', () => {
  for (const name of callNames) {
    it(`case 74: carries the ${name} call by CONNECT host:port alone, and sees nothing secret`, async () => {
      const { server, proxy, target } = await lab.through();
      const result = await makeCall(gatewayWith(), name, target);
      expect(result).toMatchObject({ ok: true });
      const authority = `localhost:${server.port}`;
      expect(proxy.heads).toEqual([
        `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\nconnection: close\r\n\r\n`,
      ]);
      expect(server.connections()).toBe(1);
      expectProxySawNoCanary(proxy);
    });
  }

  it('is told in the facts of the call', async () => {
    const { proxy, target } = await lab.through();
    const result = await makeCall(gatewayWith(), 'who-am-I', target);
    expect(result).toMatchObject({ value: { facts: { proxy: `127.0.0.1:${proxy.port}` } } });
  });

  for (const [protocol, start] of [
    ['HTTP/2', startH2Server],
    ['HTTP/1.1', startH1Server],
  ] as const) {
    it(`carries many revocations over ${protocol}, and sees nothing secret`, async () => {
      const server = await lab.kept(
        start(lab.certificates.good) as Promise<Awaited<ReturnType<typeof startH1Server>>>,
      );
      const proxy = await lab.startProxy();
      const shared = gatewayWith().openRevocations(lab.targetOf(server.url, manual(proxy.port)));
      const results = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          shared.revoke(credentialOf('trader'), secretOf(`${TOKEN}-${index}`)),
        ),
      );
      shared.close();
      expect(results.filter((result) => result.ok)).toHaveLength(30);
      expect(server.tokens).toHaveLength(30);
      // One that went past the proxy would be one too many.
      expect(server.connections()).toBeLessThanOrEqual(proxy.connections());
      expect(results[0]).toMatchObject({ value: { facts: { proxy: `127.0.0.1:${proxy.port}` } } });
      expectProxySawNoCanary(proxy);
    });
  }

  it('resolves the name of the server itself, which need not exist here', async () => {
    const server = await lab.startServer();
    const proxy = await lab.startProxy();
    proxy.lead('gateway.nowhere.invalid', server.port);
    const target = lab.targetOf('https://gateway.nowhere.invalid', manual(proxy.port));
    const result = await makeCall(gatewayWith(), 'trader token', target);
    // It got as far as a certificate, which is for another name.
    expect(result).toMatchObject({ failure: { code: 'tls_wrong_host' } });
    expect(proxy.heads[0]).toContain('CONNECT gateway.nowhere.invalid:443 HTTP/1.1');
    expect(server.receivedBytes()).toBe(0);
  });

  it('named by the system is used as named, and passed over where it cannot be reached', async () => {
    const server = await lab.startServer();
    const proxy = await lab.startProxy();
    const gone = await startConnectProxy();
    await gone.stop();
    proxy.lead('gateway.test', server.port);
    const target = lab.targetOf('https://gateway.test', { mode: 'system' });
    const gateway = gatewayWith(`PROXY 127.0.0.1:${gone.port}; PROXY 127.0.0.1:${proxy.port}`);
    await makeCall(gateway, 'trader token', target);
    expect(proxy.connections()).toBe(1);
  });

  it('that refuses is not passed over: the next way is for one that cannot be reached', async () => {
    const proxy = await lab.startProxy();
    proxy.answerWith((socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    const gateway = gatewayWith(`PROXY 127.0.0.1:${proxy.port}; DIRECT`);
    const target = lab.targetOf('https://gateway.test', { mode: 'system' });
    expect(await makeCall(gateway, 'trader token', target)).toMatchObject({
      failure: { code: 'proxy_refused' },
    });
  });

  it('of the system is asked for no call to this machine', async () => {
    const server = await lab.startServer();
    const target = lab.targetOf(server.url, { mode: 'system' });
    expect(await makeCall(gatewayWith(null), 'trader token', target)).toMatchObject({ ok: true });
  });

  it('that the system cannot name stops the call, with a sentence', async () => {
    const target = lab.targetOf('https://gateway.test', { mode: 'system' });
    for (const [said, code] of [
      [null, 'proxy_unknown'],
      ['SOCKS4 s:1', 'proxy_unknown'],
    ] as const) {
      const result = await makeCall(gatewayWith(said), 'trader token', target);
      expect(result).toMatchObject({ failure: { code, possiblyDone: false } });
    }
  });

  it('that the system never names ends the call with its time to connect', async () => {
    const gateway = createGateway({
      clock: systemClock,
      budgets: { ...standardBudgets, connectMs: 50 },
      systemAuthorities: () => [],
      systemProxy: () => new Promise(() => undefined),
    });
    const target = lab.targetOf('https://gateway.test', { mode: 'system' });
    expect(await makeCall(gateway, 'trader token', target)).toMatchObject({
      failure: { code: 'proxy_unknown', possiblyDone: false },
    });
  });
});

describe('a process told by its variables to use a proxy', () => {
  it('case 74: has its own calls of the runtime go there, and none of the gateway’s', async () => {
    const server = await lab.startServer();
    const proxy = await lab.startProxy();
    proxy.answerWith((socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    const from = (name: string): string =>
      JSON.stringify(new URL(`../../electron/main/${name}`, import.meta.url).href);
    const script = `
      import https from 'node:https';
      import { createGateway } from ${from('gateway/gateway-client.ts')};
      import { systemClock } from ${from('domain/clock.ts')};
      import { SecretBytes } from ${from('domain/secret-bytes.ts')};
      const baseUrl = process.env.TEST_URL;
      const gateway = createGateway({ clock: systemClock, systemAuthorities: () => [] });
      const target = { baseUrl, tradeUrl: baseUrl + '/trade', authorityPem: process.env.TEST_CA };
      const token = SecretBytes.take(Buffer.from('token'));
      const result = await gateway.probeToken(target, 'partner', token);
      const control = await new Promise((resolve) => {
        https.get(baseUrl, () => resolve('answered')).on('error', () => resolve('failed'));
      });
      process.stdout.write(JSON.stringify([result.ok, control]));
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      {
        env: {
          PATH: process.env['PATH'],
          NODE_USE_ENV_PROXY: '1',
          HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
          TEST_URL: server.url,
          TEST_CA: lab.certificates.authority,
        },
      },
    );
    // The runtime does as the variables say, which shows that they were heard.
    expect(JSON.parse(stdout)).toEqual([true, 'failed']);
    expect(proxy.connections()).toBe(1);
    expect(server.connections()).toBe(1);
  });
});

describe('a proxy that asks to be signed in to', () => {
  const password = () => secretOf(PROXY_PASSWORD);

  it('case 42: is named, and sees neither secret nor token', async () => {
    const { server, proxy, target } = await lab.through();
    proxy.requireSignIn('desk', PROXY_PASSWORD);
    for (const name of callNames) {
      const result = await makeCall(gatewayWith(), name, target);
      expect(result).toMatchObject({
        failure: {
          code: 'proxy_auth',
          possiblyDone: false,
          facts: { proxy: `127.0.0.1:${proxy.port}`, status: null },
        },
      });
    }
    expect(server.connections()).toBe(0);
    expectProxySawNoCanary(proxy);
  });

  it('gets name and password where a person set them', async () => {
    const { proxy, target: unsigned } = await lab.through();
    proxy.requireSignIn('desk', PROXY_PASSWORD);
    const target = { ...unsigned, proxy: manual(proxy.port, 'desk'), proxyPassword: password };
    const result = await makeCall(gatewayWith(), 'trader token', target);
    expect(result).toMatchObject({ ok: true });
    expectProxySawNoCanary(proxy);
    expectNoCanary(result, [PROXY_PASSWORD]);
  });

  it('gets no password where none is set, whatever it asks', async () => {
    const { proxy, target } = await lab.through();
    await makeCall(gatewayWith(), 'trader token', { ...target, proxyPassword: password });
    expect(proxy.heads.join('')).not.toMatch(/authorization/i);
  });

  it('leaves the password to no proxy that the system named', async () => {
    const proxy = await lab.startProxy();
    const target = lab.targetOf(
      'https://gateway.test',
      { mode: 'system' },
      { proxyPassword: password },
    );
    await makeCall(gatewayWith(`PROXY 127.0.0.1:${proxy.port}`), 'trader token', target);
    expect(proxy.heads.join('')).not.toMatch(/authorization/i);
  });
});
