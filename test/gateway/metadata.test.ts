// Metadata of an authorization server over TLS (RFC 8414), from servers that write exactly what a test says:
// what leaves, what is believed, and that a document wrong in one point is believed in none.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkIssuer } from '../../electron/main/domain/issuer.ts';
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { answer, failureCode, labGateway, raw } from '../support/gateway-lab.ts';
import { startRawTlsServer, type RawTlsServer } from '../support/raw-tls-server.ts';
import { createTestCertificates, type TestCertificates } from '../support/test-certificates.ts';

const gateway = labGateway();
let certificates: TestCertificates;
let base: RawTlsServer;
let trade: RawTlsServer;
let foreign: RawTlsServer;
let target: GatewayTarget;

beforeAll(async () => {
  certificates = await createTestCertificates();
  base = await startRawTlsServer(certificates.good);
  trade = await startRawTlsServer(certificates.good);
  foreign = await startRawTlsServer(certificates.good);
  target = { baseUrl: base.url, tradeUrl: trade.url, authorityPem: certificates.authority };
});
afterAll(async () => {
  await Promise.all([base.stop(), trade.stop(), foreign.stop()]);
});
beforeEach(() => {
  for (const server of [base, trade, foreign]) server.reset();
});

const documentOf = (changes: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    issuer: base.url,
    token_endpoint: `${base.url}/auth/oauth2/token`,
    revocation_endpoint: `${base.url}/auth/oauth2/revoke`,
    introspection_endpoint: `${base.url}/introspect`,
    introspection_endpoint_auth_methods_supported: ['client_secret_basic'],
    scopes_supported: ['TRADER_READ'],
    ...changes,
  });
const says = (changes: Readonly<Record<string, unknown>>): void =>
  base.answerWith(answer(200, documentOf(changes)));
const read = (issuer = base.url, at: GatewayTarget = target) => {
  const checked = checkIssuer(issuer);
  if (!checked.ok) throw new Error(checked.failure);
  return gateway.readMetadata(at, checked.value);
};
const aboutOf = async (issuer?: string) => {
  const result = await read(issuer);
  return result.ok ? null : [result.failure.code, result.failure.about];
};

describe('the question for metadata', () => {
  it('holds an address and nothing else', async () => {
    says({});
    await read();
    const [request] = base.requests;
    expect([request?.method, request?.path, request?.body.length]).toEqual([
      'GET',
      '/.well-known/oauth-authorization-server',
      0,
    ]);
    expect(request?.headers.map(([name]) => name).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('stands before the path of the issuer', async () => {
    says({ issuer: `${base.url}/tenant/7` });
    const result = await read(`${base.url}/tenant/7`);
    expect(base.requests[0]?.path).toBe('/.well-known/oauth-authorization-server/tenant/7');
    expect(result.ok).toBe(true);
  });

  it('case 110: goes to no host but those of the environment', async () => {
    foreign.answerWith(answer(200, documentOf({ issuer: foreign.url })));
    expect(failureCode(await read(foreign.url))).toBe('issuer_foreign');
    expect(foreign.connections()).toBe(0);
  });

  it('takes the way of every other call of the environment, through its proxy', async () => {
    says({});
    const proxy = await startConnectProxy();
    const through = { mode: 'manual', host: '127.0.0.1', port: proxy.port } as const;
    const result = await read(base.url, { ...target, proxy: through });
    expect(result.ok).toBe(true);
    expect(proxy.heads).toEqual([expect.stringContaining(`CONNECT localhost:${base.port} `)]);
    await proxy.stop();
  });

  it('is not asked of a server that nobody vouches for', async () => {
    const result = await read(base.url, { ...target, authorityPem: null });
    expect(failureCode(result)).toMatch(/^tls_/);
    expect(base.receivedBytes()).toBe(0);
  });
});

describe('metadata that is in order', () => {
  it('is read member by member', async () => {
    says({ scopes_supported: ['TRADER_READ', 'TRADER_READ', 'X'], jwks_uri: 'http://x/', y: [1] });
    expect(await read()).toEqual({
      ok: true,
      value: {
        token: { address: `${base.url}/auth/oauth2/token`, authentications: null },
        revocation: { address: `${base.url}/auth/oauth2/revoke`, authentications: null },
        introspection: {
          address: `${base.url}/introspect`,
          authentications: ['client_secret_basic'],
        },
        scopes: ['TRADER_READ', 'X'],
      },
    });
  });

  it('may name nothing but its issuer, and the other host of the environment', async () => {
    base.answerWith(answer(200, JSON.stringify({ issuer: base.url })));
    expect(await read()).toMatchObject({ value: { token: { address: null }, scopes: null } });
    says({ introspection_endpoint: `${trade.url}/introspect` });
    expect(await read()).toMatchObject({ ok: true });
  });

  it('may have parameters in its type', async () => {
    const type = ['Content-Type: application/json; charset=utf-8'];
    base.answerWith(answer(200, documentOf(), type));
    expect(failureCode(await read())).toBe('ok');
  });
});

describe('the issuer that a document names (case 109)', () => {
  it.each([
    ['a slash', () => `${base.url}/`, 'the slash at its end'],
    ['capital letters', () => base.url.replace('localhost', 'LOCALHOST'), 'capital and small'],
    ['a port', () => `https://localhost:${base.port + 1}`, 'the port'],
    ['a path', () => `${base.url}/other`, 'the path'],
    ['a host', () => `https://127.0.0.1:${base.port}`, 'the host'],
    ['http', () => base.url.replace('https', 'http'), 'the scheme'],
  ])('is refused where it differs in %s', async (_, named, said) => {
    says({ issuer: named() });
    expect(await aboutOf()).toEqual(['metadata_other_issuer', expect.stringContaining(said)]);
  });

  it('is refused where the one that was typed has a slash more', async () => {
    says({});
    expect(await aboutOf(`${base.url}/`)).toEqual([
      'metadata_other_issuer',
      expect.stringContaining('the slash'),
    ]);
  });

  it('is shown without markup, and short', async () => {
    says({ issuer: `<b>${'x'.repeat(5_000)}` });
    const [, about = ''] = (await aboutOf()) ?? [];
    expect(about).not.toContain('<');
    expect(about?.length).toBeLessThanOrEqual(300);
  });
});

describe('a document that is refused whole (case 109)', () => {
  const http = (): string => base.url.replace('https', 'http');
  it.each([
    ['an http endpoint', () => ({ token_endpoint: `${http()}/t` }), 'metadata_not_https'],
    [
      'an endpoint that is http for one call',
      () => ({ introspection_endpoint: `${http()}/i` }),
      'metadata_not_https',
    ],
    [
      'an endpoint at a foreign host',
      () => ({ token_endpoint: `${foreign.url}/t` }),
      'metadata_foreign',
    ],
    [
      'an endpoint at another port',
      () => ({ revocation_endpoint: `https://localhost:1/r` }),
      'metadata_foreign',
    ],
    [
      'an address with a user name',
      () => ({ token_endpoint: 'https://localhost@x.example/' }),
      'metadata_invalid',
    ],
    ['no address', () => ({ token_endpoint: '/auth/oauth2/token' }), 'metadata_invalid'],
    ['a number for an address', () => ({ token_endpoint: 7 }), 'metadata_invalid'],
    ['null for an address', () => ({ introspection_endpoint: null }), 'metadata_invalid'],
    ['no issuer', () => ({ issuer: undefined }), 'metadata_invalid'],
    ['a list for an issuer', () => ({ issuer: [base.url] }), 'metadata_invalid'],
    ['a text for a list', () => ({ scopes_supported: 'TRADER_READ' }), 'metadata_invalid'],
    ['numbers in a list', () => ({ scopes_supported: [1] }), 'metadata_invalid'],
    ['spaces in a scope', () => ({ scopes_supported: ['A B'] }), 'metadata_invalid'],
    [
      'an object for the methods',
      () => ({ token_endpoint_auth_methods_supported: {} }),
      'metadata_invalid',
    ],
    [
      'too many scopes',
      () => ({ scopes_supported: Array.from({ length: 101 }, (_, n) => `S${n}`) }),
      'metadata_invalid',
    ],
  ])('for %s', async (_, changes, code) => {
    says(changes());
    expect(failureCode(await read())).toBe(code);
    expect(foreign.connections()).toBe(0);
  });

  it.each([
    ['issuer', () => `{"issuer":"${base.url}","issuer":"${base.url}"}`],
    [
      'an endpoint',
      () =>
        `{"issuer":"${base.url}","token_endpoint":"${base.url}/a","token_endpoint":"${base.url}/a"}`,
    ],
    ['an escaped name', () => `{"issuer":"${base.url}","\\u0069ssuer":"https://x"}`],
  ])('for %s that is there twice', async (_, body) => {
    base.answerWith(answer(200, body()));
    expect(failureCode(await read())).toBe('metadata_invalid');
  });
});

describe('an answer that is no metadata (case 109)', () => {
  it('is refused beyond 64 KiB, and just below is read', async () => {
    const filled = (bytes: number): string => {
      const empty = documentOf({ x: '' }).length;
      return documentOf({ x: 'x'.repeat(bytes - empty) });
    };
    base.answerWith(answer(200, filled(64 * 1024)));
    expect(failureCode(await read())).toBe('ok');
    base.answerWith(answer(200, filled(64 * 1024 + 1)));
    expect(failureCode(await read())).toBe('body_too_large');
  });

  it.each([301, 302, 303, 307, 308])(
    'is not followed where it redirects with %i',
    async (status) => {
      foreign.answerWith(answer(200, documentOf()));
      base.answerWith(answer(status, '', [`Location: ${foreign.url}/`]));
      expect(failureCode(await read())).toBe('redirect_refused');
      expect(foreign.connections()).toBe(0);
    },
  );

  it.each([
    ['a page', 'text/html', '<!doctype html><h1>Sign in</h1>', 'metadata_not_json'],
    ['JSON labelled as a page', 'text/html', '{}', 'metadata_not_json'],
    ['a page labelled as JSON', 'application/json', '<html>', 'metadata_not_json'],
    ['a JWT', 'application/jwt', 'e30.e30.', 'metadata_not_json'],
    ['half a document', 'application/json', '{"issuer":', 'metadata_not_json'],
    ['a list', 'application/json', '[]', 'metadata_invalid'],
    ['nothing', 'application/json', '', 'metadata_not_json'],
  ])('is refused where it is %s', async (_, type, body, code) => {
    base.answerWith(answer(200, body, [`Content-Type: ${type}`]));
    expect(failureCode(await read())).toBe(code);
  });

  it.each([
    [404, 'metadata_missing'],
    [401, 'metadata_missing'],
    [410, 'metadata_missing'],
    [407, 'proxy_auth'],
    [429, 'rate_limited'],
    [503, 'server_error'],
    [206, 'unexpected_status'],
  ])('is refused with status %i, whatever is in it', async (status, code) => {
    base.answerWith(answer(status, documentOf()));
    expect(failureCode(await read())).toBe(code);
  });

  it('is not read where it is packed, or broken off', async () => {
    const packed = ['Content-Type: application/json', 'Content-Encoding: gzip'];
    base.answerWith(answer(200, documentOf(), packed));
    expect(failureCode(await read())).toBe('encoding_refused');
    base.answerWith(
      raw('HTTP/1.1 200 x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{'),
    );
    expect(failureCode(await read())).toBe('incomplete_response');
  });

  it('leaves nothing unknown behind: nothing was asked for but words', async () => {
    base.answerWith(answer(500));
    const result = await read();
    expect(result.ok ? null : result.failure.facts).toMatchObject({
      call: 'metadata',
      status: 500,
    });
  });
});
