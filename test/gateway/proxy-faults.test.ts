// Whatever goes wrong at a proxy is named as the proxy's, over real sockets and TLS (cases 42 and 74).
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { failureSentence } from '../../electron/shared/failures/failure-words.ts';
import { fromGateway } from '../../electron/main/tokens/issuance/call-failure.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { answer, makeCall } from '../support/gateway-lab.ts';
import { expectProxySawNoCanary, gatewayWith, manual, openProxyLab } from '../support/proxy-lab.ts';
import { startRawTlsServer } from '../support/raw-tls-server.ts';

const lab = await openProxyLab();

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
      'proxy_refused',
      says('HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\n\r\n', page),
    ],
    ['407', 'proxy_auth', says('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')],
    ['502', 'proxy_bad_gateway', says('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
    ['504', 'proxy_bad_gateway', says('HTTP/1.0 504 Gateway Timeout\r\n\r\n')],
    ['503', 'proxy_refused', says('HTTP/1.1 503 Service Unavailable\r\n\r\n')],
    ['405', 'proxy_refused', says('HTTP/1.1 405 Method Not Allowed\r\n\r\n')],
    ['a page with 200', 'proxy_refused', says(`HTTP/1.1 200 OK\r\n\r\n${page}`)],
    [
      'a redirect to a page',
      'proxy_refused',
      says('HTTP/1.1 302 Found\r\nLocation: http://p/\r\n\r\n'),
    ],
    ['511', 'proxy_refused', says('HTTP/1.1 511 Network Authentication Required\r\n\r\n')],
    ['HTML without a head', 'proxy_refused', says(page)],
    ['garbage', 'proxy_refused', says('SSH-2.0-OpenSSH_9.9\r\n')],
    ['a status of four digits', 'proxy_refused', says('HTTP/1.1 2000 OK\r\n\r\n')],
    ['101', 'proxy_refused', says('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
    ['endless interim answers', 'proxy_closed', says('HTTP/1.1 100 Continue\r\n\r\n'.repeat(40))],
    [
      'a head without an end',
      'proxy_refused',
      says(`HTTP/1.1 200 OK\r\n${`X: ${'y'.repeat(100)}\r\n`.repeat(400)}`),
    ],
    ['closing', 'proxy_closed', (socket) => socket.destroy()],
    ['half a head, then closing', 'proxy_closed', says('HTTP/1.1 200 Conn')],
  ];
  for (const [what, code, fault] of faults) {
    it(`is named: ${what}`, async () => {
      const { server, proxy, target } = await lab.through();
      proxy.answerWith(fault);
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
    const { proxy, target } = await lab.through();
    proxy.answerWith(() => undefined);
    const gateway = gatewayWith(null, { connectMs: 1_000 });
    expect(await makeCall(gateway, 'revoke', target)).toMatchObject({
      failure: { code: 'proxy_bad_gateway', possiblyDone: false },
    });
  });

  it('is named: nothing listens, and no such name', async () => {
    const server = await lab.startServer();
    const gone = await startConnectProxy();
    await gone.stop();
    const target = lab.targetOf(server.url, manual(gone.port));
    expect(await makeCall(gatewayWith(), 'positions', target)).toMatchObject({
      failure: { code: 'proxy_unreachable', facts: { proxy: `127.0.0.1:${gone.port}` } },
    });
    const nowhere = { mode: 'manual', host: 'proxy.nowhere.invalid', port: 1 } as const;
    expect(
      await makeCall(gatewayWith(), 'positions', lab.targetOf(server.url, nowhere)),
    ).toMatchObject({
      failure: { code: 'proxy_unreachable' },
    });
    expect(server.connections()).toBe(0);
  });

  it('is told beside a certificate that a proxy may have put in place of the server’s', async () => {
    const { proxy, target } = await lab.through();
    const stranger = await lab.kept(startRawTlsServer(lab.certificates.unknownAuthority));
    proxy.divert(stranger.port);
    const result = await makeCall(gatewayWith(), 'trader token', target);
    expect(result).toMatchObject({ failure: { code: 'tls_unknown_authority' } });
    if (result.ok) return;
    const sentence = failureSentence(fromGateway(result.failure, 0));
    expect(sentence).toMatch(/through the proxy 127\.0\.0\.1:\d+\..*this is likely one/);
    expect(sentence).toContain('may also be the server’s own');
    expect(stranger.receivedBytes()).toBe(0);
  });

  it('case 42: 407 from the server itself is not called the proxy’s', async () => {
    const { server, target } = await lab.through();
    server.answerWith(answer(407));
    for (const place of [target, lab.targetOf(server.url, { mode: 'none' })]) {
      const result = await makeCall(gatewayWith(), 'trader token', place);
      expect(result).toMatchObject({ failure: { code: 'proxy_auth', facts: { status: 407 } } });
      if (result.ok) continue;
      const sentence = failureSentence(fromGateway(result.failure, 0));
      expect(sentence).toContain('answered as a proxy');
      expect(sentence).not.toContain('left this machine');
    }
  });

  it('ends with the call: a cancelled one leaves no connection', async () => {
    const proxy = await lab.startProxy();
    const asked = Promise.withResolvers<void>();
    proxy.answerWith(() => asked.resolve());
    const cancelling = new AbortController();
    const call = makeCall(
      gatewayWith(),
      'trader token',
      lab.targetOf('https://gateway.test', manual(proxy.port)),
      { signal: cancelling.signal },
    );
    await asked.promise;
    cancelling.abort();
    expect(await call).toMatchObject({ failure: { code: 'cancelled', possiblyDone: false } });
  });
});
