// Calls through a proxy, over real sockets and TLS: every call takes the same route, the proxy sees a
// name and nothing else, and whatever goes wrong there is named as the proxy's (cases 42 and 74).
import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureSentence } from '../../electron/shared/failure-words.ts';
import { systemClock } from '../../electron/main/domain/clock.ts';
import type { ProxySetting } from '../../electron/main/domain/proxy.ts';
import { standardBudgets, type Budgets } from '../../electron/main/gateway/budgets.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import type { Gateway, GatewayTarget } from '../../electron/main/gateway/gateway.ts';
import { fromGateway } from '../../electron/main/tokens/call-failure.ts';
import { startH1Server, startH2Server } from '../support/burst-servers.ts';
import { startConnectProxy, type ConnectProxy } from '../support/connect-proxy.ts';
import {
  answer,
  callNames,
  credentialOf,
  expectNoCanary,
  formsOf,
  makeCall,
  secretOf,
  SECRET,
  TOKEN,
  tokenJson,
} from '../support/gateway-lab.ts';
import { startRawTlsServer } from '../support/raw-tls-server.ts';
import { createTestCertificates, type TestCertificates } from '../support/test-certificates.ts';

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await createTestCertificates();
});

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});
async function kept<T extends { readonly stop: () => Promise<void> }>(
  made: Promise<T>,
): Promise<T> {
  const thing = await made;
  ending.push(thing.stop);
  return thing;
}

const PROXY_PASSWORD = 'canary-proxy-Wq7:x+y';
const manual = (port: number, userName?: string): ProxySetting => ({
  mode: 'manual',
  host: '127.0.0.1',
  port,
  ...(userName === undefined ? {} : { userName }),
});

function targetOf(
  url: string,
  proxy: ProxySetting,
  more: Partial<GatewayTarget> = {},
): GatewayTarget {
  const authorityPem = certificates.authority;
  return { baseUrl: url, tradeUrl: `${url}/trade`, authorityPem, proxy, ...more };
}

function gatewayWith(systemAnswer: string | null = null, budgets: Partial<Budgets> = {}): Gateway {
  return createGateway({
    clock: systemClock,
    budgets: { ...standardBudgets, ...budgets },
    systemAuthorities: () => [],
    systemProxy: () =>
      systemAnswer === null ? Promise.reject(new Error('x')) : Promise.resolve(systemAnswer),
  });
}

function expectProxySawNoCanary(proxy: ConnectProxy): void {
  const seen = proxy.seen().toString('latin1');
  expect(seen.length).toBeGreaterThan(0);
  for (const canary of [SECRET, TOKEN]) {
    for (const form of formsOf(canary)) expect(seen).not.toContain(form);
  }
}

async function startServer() {
  const server = await kept(startRawTlsServer(certificates.good));
  server.answerWith(answer(200, tokenJson()));
  return server;
}

describe('a proxy', () => {
  for (const name of callNames) {
    it(`case 74: carries the ${name} call by CONNECT host:port alone, and sees nothing secret`, async () => {
      const server = await startServer();
      const proxy = await kept(startConnectProxy());
      const result = await makeCall(gatewayWith(), name, targetOf(server.url, manual(proxy.port)));
      expect(result).toMatchObject({ ok: true });
      const authority = `localhost:${server.port}`;
      expect(proxy.heads).toEqual([`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`]);
      expect(server.connections()).toBe(1);
      expectProxySawNoCanary(proxy);
    });
  }

  it('is told in the facts of the call', async () => {
    const server = await startServer();
    const proxy = await kept(startConnectProxy());
    const result = await makeCall(
      gatewayWith(),
      'who-am-I',
      targetOf(server.url, manual(proxy.port)),
    );
    expect(result).toMatchObject({ value: { facts: { proxy: `127.0.0.1:${proxy.port}` } } });
  });

  for (const [protocol, start] of [
    ['HTTP/2', startH2Server],
    ['HTTP/1.1', startH1Server],
  ] as const) {
    it(`carries a burst over ${protocol}, and sees nothing secret`, async () => {
      const server = await kept(
        start(certificates.good) as Promise<Awaited<ReturnType<typeof startH1Server>>>,
      );
      const proxy = await kept(startConnectProxy());
      const burst = gatewayWith().openBurst(targetOf(server.url, manual(proxy.port)), 30);
      const results = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          burst.revoke(credentialOf('trader'), secretOf(`${TOKEN}-${index}`)),
        ),
      );
      burst.close();
      expect(results.filter((result) => result.ok)).toHaveLength(30);
      expect(server.tokens).toHaveLength(30);
      // One that went past the proxy would be one too many.
      expect(server.connections()).toBeLessThanOrEqual(proxy.connections());
      expect(results[0]).toMatchObject({ value: { facts: { proxy: `127.0.0.1:${proxy.port}` } } });
      expectProxySawNoCanary(proxy);
    });
  }

  it('resolves the name of the server itself, which need not exist here', async () => {
    const server = await startServer();
    const proxy = await kept(startConnectProxy());
    proxy.lead('gateway.nowhere.invalid', server.port);
    const target = targetOf('https://gateway.nowhere.invalid', manual(proxy.port));
    const result = await makeCall(gatewayWith(), 'trader token', target);
    // It got as far as a certificate, which is for another name.
    expect(result).toMatchObject({ failure: { code: 'tls_wrong_host' } });
    expect(proxy.heads[0]).toContain('CONNECT gateway.nowhere.invalid:443 HTTP/1.1');
    expect(server.receivedBytes()).toBe(0);
  });

  it('named by the system is used as named, and passed over where it cannot be reached', async () => {
    const server = await startServer();
    const proxy = await kept(startConnectProxy());
    const gone = await startConnectProxy();
    await gone.stop();
    proxy.lead('gateway.test', server.port);
    const target = targetOf('https://gateway.test', { mode: 'system' });
    const gateway = gatewayWith(`PROXY 127.0.0.1:${gone.port}; PROXY 127.0.0.1:${proxy.port}`);
    await makeCall(gateway, 'trader token', target);
    expect(proxy.connections()).toBe(1);
  });

  it('that refuses is not passed over: the next way is for one that cannot be reached', async () => {
    const proxy = await kept(startConnectProxy());
    proxy.answerWith((socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    const gateway = gatewayWith(`PROXY 127.0.0.1:${proxy.port}; DIRECT`);
    const target = targetOf('https://gateway.test', { mode: 'system' });
    expect(await makeCall(gateway, 'trader token', target)).toMatchObject({
      failure: { code: 'proxy_forbids' },
    });
  });

  it('of the system is asked for no call to this machine', async () => {
    const server = await startServer();
    const target = targetOf(server.url, { mode: 'system' });
    expect(await makeCall(gatewayWith(null), 'trader token', target)).toMatchObject({ ok: true });
  });

  it('that the system cannot name stops the call, with a sentence', async () => {
    const target = targetOf('https://gateway.test', { mode: 'system' });
    for (const [said, code] of [
      [null, 'proxy_unknown'],
      ['SOCKS5 s:1', 'proxy_unsupported'],
    ] as const) {
      const result = await makeCall(gatewayWith(said), 'trader token', target);
      expect(result).toMatchObject({ failure: { code, possiblyDone: false } });
    }
  });
});

describe('a process told by its variables to use a proxy', () => {
  it('case 74: has its own calls of the runtime go there, and none of the gateway’s', async () => {
    const server = await startServer();
    const proxy = await kept(startConnectProxy());
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
          TEST_CA: certificates.authority,
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
    const server = await startServer();
    const proxy = await kept(startConnectProxy());
    proxy.requireSignIn('desk', PROXY_PASSWORD);
    const target = targetOf(server.url, manual(proxy.port));
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
    const server = await startServer();
    const proxy = await kept(startConnectProxy());
    proxy.requireSignIn('desk', PROXY_PASSWORD);
    const target = targetOf(server.url, manual(proxy.port, 'desk'), { proxyPassword: password });
    const result = await makeCall(gatewayWith(), 'trader token', target);
    expect(result).toMatchObject({ ok: true });
    expectProxySawNoCanary(proxy);
    expectNoCanary(result, [PROXY_PASSWORD]);
  });

  it('gets no password where none is set, whatever it asks', async () => {
    const server = await startServer();
    const proxy = await kept(startConnectProxy());
    const target = targetOf(server.url, manual(proxy.port), { proxyPassword: password });
    await makeCall(gatewayWith(), 'trader token', target);
    expect(proxy.heads.join('')).not.toMatch(/authorization/i);
  });

  it('leaves the password to no proxy that the system named', async () => {
    const proxy = await kept(startConnectProxy());
    const target = targetOf(
      'https://gateway.test',
      { mode: 'system' },
      { proxyPassword: password },
    );
    await makeCall(gatewayWith(`PROXY 127.0.0.1:${proxy.port}`), 'trader token', target);
    expect(proxy.heads.join('')).not.toMatch(/authorization/i);
  });
});

describe('what goes wrong at a proxy', () => {
  const says =
    (...parts: string[]) =>
    (socket: Socket): void => {
      for (const part of parts) socket.write(part);
      socket.end();
    };
  const page = '<html><body>Please sign in</body></html>';
  const faults: readonly (readonly [string, string, (socket: Socket) => void])[] = [
    [
      '403',
      'proxy_forbids',
      says('HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\n\r\n', page),
    ],
    ['407', 'proxy_auth', says('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')],
    ['502', 'proxy_bad_gateway', says('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
    ['504', 'proxy_gateway_timeout', says('HTTP/1.0 504 Gateway Timeout\r\n\r\n')],
    ['503', 'proxy_refused', says('HTTP/1.1 503 Service Unavailable\r\n\r\n')],
    ['405', 'proxy_refused', says('HTTP/1.1 405 Method Not Allowed\r\n\r\n')],
    ['a page with 200', 'proxy_answers_itself', says(`HTTP/1.1 200 OK\r\n\r\n${page}`)],
    [
      'a redirect to a page',
      'proxy_answers_itself',
      says('HTTP/1.1 302 Found\r\nLocation: http://p/\r\n\r\n'),
    ],
    ['511', 'proxy_answers_itself', says('HTTP/1.1 511 Network Authentication Required\r\n\r\n')],
    ['HTML without a head', 'proxy_garbled', says(page)],
    ['garbage', 'proxy_garbled', says('SSH-2.0-OpenSSH_9.9\r\n')],
    ['a status of four digits', 'proxy_garbled', says('HTTP/1.1 2000 OK\r\n\r\n')],
    ['101', 'proxy_garbled', says('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
    ['endless interim answers', 'proxy_garbled', says('HTTP/1.1 100 Continue\r\n\r\n'.repeat(40))],
    [
      'a head without an end',
      'proxy_garbled',
      says(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(4000)}`),
    ],
    ['closing', 'proxy_closed', (socket) => socket.destroy()],
    ['half a head, then closing', 'proxy_closed', says('HTTP/1.1 200 Conn')],
  ];
  for (const [what, code, fault] of faults) {
    it(`is named: ${what}`, async () => {
      const server = await startServer();
      const proxy = await kept(startConnectProxy());
      proxy.answerWith(fault);
      const target = targetOf(server.url, manual(proxy.port));
      const result = await makeCall(gatewayWith(), 'trader token', target);
      expect(result).toMatchObject({ ok: false, failure: { code, possiblyDone: false } });
      if (result.ok) return;
      const sentence = failureSentence(fromGateway(result.failure, 0));
      expect(sentence).toContain(`127.0.0.1:${proxy.port}`);
      expect(sentence).toContain('Neither client secret nor token left this machine.');
      expect(server.connections()).toBe(0);
      expectProxySawNoCanary(proxy);
    });
  }

  it('is named: hanging', async () => {
    const server = await startServer();
    const proxy = await kept(startConnectProxy());
    proxy.answerWith(() => undefined);
    const target = targetOf(server.url, manual(proxy.port));
    const gateway = gatewayWith(null, { connectMs: 400 });
    expect(await makeCall(gateway, 'revoke', target)).toMatchObject({
      failure: { code: 'proxy_timeout', possiblyDone: false },
    });
  });

  it('is named: nothing listens, and no such name', async () => {
    const server = await startServer();
    const gone = await startConnectProxy();
    await gone.stop();
    const target = targetOf(server.url, manual(gone.port));
    expect(await makeCall(gatewayWith(), 'positions', target)).toMatchObject({
      failure: { code: 'proxy_unreachable', facts: { proxy: `127.0.0.1:${gone.port}` } },
    });
    const nowhere = { mode: 'manual', host: 'proxy.nowhere.invalid', port: 1 } as const;
    expect(await makeCall(gatewayWith(), 'positions', targetOf(server.url, nowhere))).toMatchObject(
      {
        failure: { code: 'proxy_not_found' },
      },
    );
    expect(server.connections()).toBe(0);
  });

  it('is told beside a certificate that a proxy may have put in place of the server’s', async () => {
    const server = await startServer();
    const stranger = await kept(startRawTlsServer(certificates.unknownAuthority));
    const proxy = await kept(startConnectProxy());
    proxy.divert(stranger.port);
    const target = targetOf(server.url, manual(proxy.port));
    const result = await makeCall(gatewayWith(), 'trader token', target);
    expect(result).toMatchObject({ failure: { code: 'tls_unknown_authority' } });
    if (result.ok) return;
    const sentence = failureSentence(fromGateway(result.failure, 0));
    expect(sentence).toMatch(/through the proxy 127\.0\.0\.1:\d+\..*likely one of them/);
    expect(sentence).toContain('may also be the server’s own');
    expect(stranger.receivedBytes()).toBe(0);
  });

  it('case 42: 407 from the server itself is not called the proxy’s', async () => {
    const server = await startServer();
    server.answerWith(answer(407));
    const proxy = await kept(startConnectProxy());
    for (const setting of [manual(proxy.port), { mode: 'none' } as const]) {
      const result = await makeCall(gatewayWith(), 'trader token', targetOf(server.url, setting));
      expect(result).toMatchObject({ failure: { code: 'proxy_auth', facts: { status: 407 } } });
      if (result.ok) continue;
      const sentence = failureSentence(fromGateway(result.failure, 0));
      expect(sentence).toContain('answered as a proxy');
      expect(sentence).not.toContain('left this machine');
    }
  });

  it('ends with the call: a cancelled one leaves no connection', async () => {
    const proxy = await kept(startConnectProxy());
    const asked = Promise.withResolvers<void>();
    proxy.answerWith(() => asked.resolve());
    const cancelling = new AbortController();
    const call = makeCall(
      gatewayWith(),
      'trader token',
      targetOf('https://gateway.test', manual(proxy.port)),
      { signal: cancelling.signal },
    );
    await asked.promise;
    cancelling.abort();
    expect(await call).toMatchObject({ failure: { code: 'cancelled', possiblyDone: false } });
  });
});
