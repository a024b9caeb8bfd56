// Cases 64 to 71 of docs/oauth-cases.md: a server that cannot prove who it is sees no byte of a request.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import dns, { type LookupAddress } from 'node:dns';
import net from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  answer,
  callNames,
  expectNoCanary,
  labGateway,
  makeCall,
  tokenJson,
} from '../support/gateway-lab.ts';
import { startRawTlsServer, type RawTlsServer } from '../support/raw-tls-server.ts';
import { createTestCertificates } from '../support/test-certificates.ts';

const gateway = labGateway();
const running: (() => Promise<void>)[] = [];
const certificates = await createTestCertificates();

afterEach(() => vi.restoreAllMocks());
afterAll(async () => await Promise.all(running.map((stop) => stop())));

async function listen(...args: Parameters<typeof startRawTlsServer>): Promise<RawTlsServer> {
  const server = await startRawTlsServer(...args);
  server.answerWith(answer(200, tokenJson()));
  running.push(server.stop);
  return server;
}

/** A TCP listener that knows nothing of TLS. */
async function listenPlain(onSocket: (socket: net.Socket) => void): Promise<{
  readonly url: string;
  readonly connections: () => number;
  readonly received: () => string;
}> {
  let connections = 0;
  let received = '';
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(async () => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `https://localhost:${port}`,
    connections: () => connections,
    received: () => received,
  };
}

const targetOf = (url: string, authorityPem: string | null = certificates.authority) => ({
  baseUrl: url,
  tradeUrl: `${url}/trade`,
  authorityPem,
});

const refused = [
  ['case 64: a self-signed certificate', 'selfSigned', 'tls_unknown_authority', 'localhost'],
  [
    'case 65: an unknown authority',
    'unknownAuthority',
    'tls_unknown_authority',
    'Unknown Authority, Somebody Else',
  ],
  ['case 66: an expired certificate', 'expired', 'tls_expired', 'Test Authority, Strongroom Tests'],
  ['case 66: one not yet valid', 'notYetValid', 'tls_expired', 'Test Authority, Strongroom Tests'],
  [
    'case 67: one for another host',
    'wrongHost',
    'tls_wrong_host',
    'Test Authority, Strongroom Tests',
  ],
  [
    'case 67: the name in the common name only',
    'commonNameOnly',
    'tls_wrong_host',
    'Test Authority, Strongroom Tests',
  ],
] as const;

async function expectNothingSent(
  server: RawTlsServer,
  code: string,
  about: string | null,
): Promise<void> {
  const { url } = server;
  for (const name of callNames) {
    server.reset();
    const result = await makeCall(gateway, name, targetOf(url));
    expect(result).toMatchObject({
      ok: false,
      failure: { code, about, possiblyDone: false, facts: { status: null } },
    });
    expectNoCanary(result);
    expect(server.connections()).toBe(1);
  }
  expect([server.receivedBytes(), server.requests.length]).toEqual([0, 0]);
}

/** A listener that was stopped, its queue full: the system drops whatever more comes. */
async function swallowAt(host: string, port: number): Promise<void> {
  const listening = `require('net').createServer().listen({port:${port},host:'${host}',backlog:1},()=>console.log('up'))`;
  const child = spawn(process.execPath, ['-e', listening], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  const filling = Array.from({ length: 6 }, () => net.connect(port, host));
  for (const socket of filling) socket.on('error', () => undefined);
  running.push(async () => {
    for (const socket of filling) socket.destroy();
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  // Two fit into the queue.
  await eventually(() => {
    expect(filling.filter((socket) => !socket.connecting)).toHaveLength(2);
  });
}

/** What the system's resolver answers from now on, to everybody. */
function resolveTo(error: Error | null, addresses: readonly LookupAddress[] = []): void {
  const answer = (...args: readonly unknown[]): void => {
    const done = args.at(-1) as (error: Error | null, found: readonly LookupAddress[]) => void;
    setImmediate(() => done(error, addresses));
  };
  vi.spyOn(dns, 'lookup').mockImplementation(answer);
}

describe('a connection', () => {
  it.each(refused)('%s is refused before a byte is sent', async (_name, which, code, about) => {
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const options = { minVersion: version, maxVersion: version } as const;
      await expectNothingSent(await listen(certificates[which], options), code, about);
    }
  });

  it('case 65: an authority of the environment is trusted there, and nowhere else', async () => {
    const { url } = await listen(certificates.good);
    expect(await makeCall(gateway, 'trader token', targetOf(url))).toMatchObject({ ok: true });
    expect(await makeCall(gateway, 'trader token', targetOf(url, null))).toMatchObject({
      failure: { code: 'tls_unknown_authority', possiblyDone: false },
    });
    expect(await makeCall(gateway, 'trader token', targetOf(url, 'no PEM'))).toMatchObject({
      failure: { code: 'tls_unknown_authority', possiblyDone: false },
    });
  });

  it('case 67: an address literal is checked against the addresses of the certificate', async () => {
    const good = await listen(certificates.good);
    const url = good.url.replace('localhost', '127.0.0.1');
    expect(await makeCall(gateway, 'positions', targetOf(url))).toMatchObject({ ok: true });
    const wrong = await listen(certificates.commonNameOnly);
    const wrongUrl = wrong.url.replace('localhost', '127.0.0.1');
    expect(await makeCall(gateway, 'positions', targetOf(wrongUrl))).toMatchObject({
      failure: { code: 'tls_wrong_host' },
    });
    expect(wrong.receivedBytes()).toBe(0);
  });

  it('case 68: TLS 1.1 and older is refused', async () => {
    const old = {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const;
    const server = await listen(certificates.good, old);
    // The listener works, for a client that would accept it.
    const lax = tls.connect({
      ...old,
      port: server.port,
      host: 'localhost',
      ca: certificates.authority,
    });
    await once(lax, 'secureConnect');
    expect(lax.getProtocol()).toBe('TLSv1.1');
    lax.destroy();
    await expectNothingSent(server, 'tls_protocol', null);
  });

  it('case 69: plain HTTP on the port is refused', async () => {
    const plain = await listenPlain((socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\nThe plain HTTP request was sent to HTTPS port');
    });
    const result = await makeCall(gateway, 'trader token', targetOf(plain.url));
    expect(result).toMatchObject({ failure: { code: 'tls_protocol', possiblyDone: false } });
    expectNoCanary(plain.received());
  });

  it('case 70: a close in the handshake is connection_reset, nothing sent', async () => {
    const closing = await listenPlain((socket) => socket.once('data', () => socket.destroy()));
    const resetting = await listenPlain((socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });
    for (const { url, connections } of [closing, resetting]) {
      expect(await makeCall(gateway, 'trader token', targetOf(url))).toMatchObject({
        failure: { code: 'connection_reset', possiblyDone: false },
      });
      expect(connections()).toBe(1);
    }
  });

  it('case 71: NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      for (const [, which, code, about] of refused) {
        await expectNothingSent(await listen(certificates[which]), code, about);
      }
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  it('case 50: a listener that says nothing is handshake_timeout', async () => {
    const mute = await listenPlain(() => undefined);
    const hasty = labGateway({ connectMs: 400 });
    const result = await makeCall(hasty, 'trader token', targetOf(mute.url));
    expect(result).toMatchObject({ failure: { code: 'connect_timeout', possiblyDone: false } });
    expectNoCanary(mute.received());
  });

  it('case 73: nobody listening is connect_refused, an unknown name name_not_found', async () => {
    const { url, stop } = await startRawTlsServer(certificates.good);
    await stop();
    expect(await makeCall(gateway, 'positions', targetOf(url))).toMatchObject({
      failure: { code: 'connect_refused', possiblyDone: false, about: null },
    });
    const nowhere = targetOf('https://nowhere.invalid');
    const patient = labGateway({ connectMs: 3_000 });
    const result = await makeCall(patient, 'positions', nowhere);
    expect(result).toMatchObject({ failure: { possiblyDone: false } });
    // A resolver that cannot be reached at all may need longer than the budget to say so.
    const codes = ['name_not_found', 'connect_timeout'];
    expect(codes).toContain(!result.ok && result.failure.code);
  });

  it.each([
    ['ENOTFOUND', 'name_not_found'],
    ['EAI_AGAIN', 'name_not_found'],
    ['EAI_FAIL', 'name_not_found'],
  ])(
    'case 73: a resolver that answers %s is %s, whatever it says besides',
    async (code, failure) => {
      const server = await listen(certificates.good);
      resolveTo(Object.assign(new Error('resolver of the canary'), { code }));
      expect(await makeCall(gateway, 'trader token', targetOf(server.url))).toMatchObject({
        failure: { code: failure, possiblyDone: false, about: null },
      });
      expect(server.connections()).toBe(0);
    },
  );

  it('case 73: a name where nobody listens at its first address is reached at its next', async () => {
    const server = await listen(certificates.good);
    resolveTo(null, [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
    expect(await makeCall(gateway, 'trader token', targetOf(server.url))).toMatchObject({
      ok: true,
    });
    expect(server.connections()).toBe(1);
  });

  // Elsewhere than on Linux there is one loopback address only.
  it.runIf(process.platform === 'linux')(
    'case 73: a first address that swallows every packet costs no call',
    async () => {
      const server = await listen(certificates.good);
      await swallowAt('127.0.0.2', server.port);
      const swallowing = { address: '127.0.0.2', family: 4 };
      resolveTo(null, [swallowing]);
      const alone = await makeCall(
        labGateway({ connectMs: 400 }),
        'positions',
        targetOf(server.url),
      );
      expect(alone).toMatchObject({ failure: { code: 'connect_timeout', possiblyDone: false } });
      resolveTo(null, [swallowing, { address: '127.0.0.1', family: 4 }]);
      const result = await makeCall(gateway, 'positions', targetOf(server.url));
      expect(result).toMatchObject({ ok: true });
      expect(server.connections()).toBe(1);
    },
  );

  it('case 74: proxy variables of the environment have no effect', async () => {
    const server = await listen(certificates.good);
    const proxy = await listenPlain((socket) => socket.destroy());
    const names = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'HTTP_PROXY'] as const;
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = proxy.url.replace('https', 'http');
    try {
      const result = await makeCall(gateway, 'trader token', targetOf(server.url));
      expect(result).toMatchObject({ ok: true });
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    expect(proxy.connections()).toBe(0);
  });
});
