// Calls through a SOCKS5 proxy (RFC 1928): it is told host and port alone, TLS is verified end to end behind it, and its
// refusals are named as the proxy's (case 74).
import { describe, expect, it } from 'vitest';
import type { ProxySetting } from '../../electron/main/domain/proxy.ts';
import { callNames, credentialOf, makeCall, secretOf, TOKEN } from '../support/gateway-lab.ts';
import { expectProxySawNoCanary, gatewayWith, openProxyLab } from '../support/proxy-lab.ts';
import { startSocks5Proxy, type Socks5Proxy } from '../support/socks5-proxy.ts';
import { startH2Server } from '../support/burst-servers.ts';

const lab = await openProxyLab();

const startProxy = async (): Promise<Socks5Proxy> => await lab.kept(startSocks5Proxy());
const socks = (port: number, userName?: string): ProxySetting => ({
  mode: 'manual',
  protocol: 'socks5',
  host: '127.0.0.1',
  port,
  ...(userName === undefined ? {} : { userName }),
});

describe('a SOCKS5 proxy', () => {
  it.each(callNames)('carries the %s call, and sees host and port alone', async (name) => {
    const server = await lab.startServer();
    const proxy = await startProxy();
    const target = lab.targetOf(server.url, socks(proxy.port));
    const result = await makeCall(gatewayWith(), name, target);
    expect(result).toMatchObject({ ok: true, value: {} });
    expect(proxy.asked).toEqual([`localhost:${server.port}`]);
    expectProxySawNoCanary({ seen: proxy.seen });
  });

  it('carries many revocations over HTTP/2', async () => {
    const server = await lab.kept(startH2Server(lab.certificates.good));
    const proxy = await startProxy();
    const shared = gatewayWith().openRevocations(lab.targetOf(server.url, socks(proxy.port)));
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shared.revoke(credentialOf('trader'), secretOf(`${TOKEN}-${index}`)),
      ),
    );
    shared.close();
    expect(results.filter((result) => result.ok)).toHaveLength(20);
    expect(results[0]).toMatchObject({ value: { facts: { proxy: `127.0.0.1:${proxy.port}` } } });
    expectProxySawNoCanary({ seen: proxy.seen });
  });

  it('is signed in to with name and password (RFC 1929), and another password is refused', async () => {
    const server = await lab.startServer();
    const proxy = await startProxy();
    proxy.requireSignIn('desk', 'proxy-password');
    for (const [password, expected] of [
      ['proxy-password', { ok: true }],
      ['other', { failure: { code: 'proxy_auth', possiblyDone: false } }],
    ] as const) {
      const target = lab.targetOf(server.url, socks(proxy.port, 'desk'), {
        proxyPassword: () => secretOf(password),
      });
      expect(await makeCall(gatewayWith(), 'trader token', target)).toMatchObject(expected);
    }
    const unsigned = lab.targetOf(server.url, socks(proxy.port));
    expect(await makeCall(gatewayWith(), 'trader token', unsigned)).toMatchObject({
      failure: { code: 'proxy_auth' },
    });
  });

  it('is taken where the system names one', async () => {
    const server = await lab.startServer();
    const proxy = await startProxy();
    proxy.lead('gateway.test', server.port);
    const target = lab.targetOf('https://gateway.test', { mode: 'system' });
    const gateway = gatewayWith(`SOCKS5 127.0.0.1:${proxy.port}`);
    // It got as far as a certificate, which is for another name.
    expect(await makeCall(gateway, 'positions', target)).toMatchObject({
      failure: { code: 'tls_wrong_host', possiblyDone: false },
    });
    expect(proxy.asked).toEqual(['gateway.test:443']);
  });

  it.each([
    [1, 'proxy_refused'],
    [2, 'proxy_refused'],
    [3, 'proxy_bad_gateway'],
    [4, 'proxy_bad_gateway'],
    [5, 'proxy_bad_gateway'],
    [6, 'proxy_bad_gateway'],
    [7, 'proxy_refused'],
    [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'proxy_refused'],
    [Buffer.alloc(0), 'proxy_closed'],
  ] as const)('that replies with %j is named %s', async (reply, code) => {
    const proxy = await startProxy();
    proxy.replyWith(reply);
    const target = lab.targetOf('https://gateway.test', socks(proxy.port));
    const about = { proxy: `127.0.0.1:${proxy.port}` };
    expect(await makeCall(gatewayWith(), 'trader token', target)).toMatchObject({
      failure: { code, possiblyDone: false, facts: about },
    });
  });

  it('is shown in the route of a diagnosis', async () => {
    const server = await lab.startServer();
    const proxy = await startProxy();
    const target = lab.targetOf(server.url, socks(proxy.port));
    expect(await gatewayWith().observeRoute(target, 'baseUrl')).toMatchObject({
      failure: null,
      route: { kind: 'proxy', protocol: 'socks5', port: proxy.port },
      reached: '127.0.0.1',
      protocol: 'TLSv1.3',
    });
  });
});
