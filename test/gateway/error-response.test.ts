// Group C of docs/oauth-cases.md: what every refusal becomes, and that nothing secret comes back in it.
import { describe, expect, it } from 'vitest';
import type { GatewayFailure } from '../../electron/main/gateway/gateway.ts';
import {
  answer,
  credentialOf,
  expectNoCanary,
  failureCode,
  labGateway,
  makeCall,
  raw,
  revokeOnce,
  SECRET,
  TOKEN,
  type LabCall,
  secretOf,
} from '../support/gateway-lab.ts';
import type { Responder } from '../support/raw-tls-server.ts';
import { openServerLab } from '../support/server-lab.ts';

const gateway = labGateway();
const { server, target } = await openServerLab();

async function failure(
  responder: Responder,
  name: LabCall = 'trader token',
): Promise<GatewayFailure> {
  server.answerWith(responder);
  const result = await makeCall(gateway, name, target);
  expect(server.requests).toHaveLength(1);
  expectNoCanary(result);
  if (result.ok) throw new Error('no failure');
  return result.failure;
}

const oauth = (error: unknown, description?: string): string =>
  JSON.stringify({ error, error_description: description });
const CHALLENGE = ['Content-Type: application/json', 'WWW-Authenticate: Basic realm="x"'];
const tokenCalls = ['trader token', 'partner token'] as const;

describe('a refusal', () => {
  it.each(tokenCalls)(
    'case 34: %s reads invalid_client the same from 400, 401, challenged or not',
    async (name) => {
      const seen: unknown[] = [];
      for (const status of [400, 401]) {
        for (const headers of [CHALLENGE.slice(0, 1), CHALLENGE]) {
          server.reset();
          const { facts: _facts, ...rest } = await failure(
            answer(status, oauth('invalid_client', 'unknown client'), headers),
            name,
          );
          seen.push(rest);
        }
      }
      expect(seen[0]).toEqual({
        code: 'invalid_client',
        possiblyDone: false,
        oauthError: 'invalid_client',
        serverSaid: 'unknown client',
        about: null,
        retryAfterMs: null,
      });
      for (const each of seen) expect(each).toEqual(seen[0]);
    },
  );

  it.each([
    ['invalid_scope', 'invalid_scope'],
    ['unauthorized_client', 'unauthorized_client'],
    ['unsupported_grant_type', 'oauth_error'],
    ['invalid_request', 'oauth_error'],
    ['invalid_grant', 'oauth_error'],
    ['invalid_target', 'oauth_error'],
    ['temporarily_unavailable', 'server_error'],
    ['unsupported_token_type', 'oauth_error'],
    ['something_new', 'oauth_error'],
    ['INVALID_CLIENT', 'oauth_error'],
  ])('case 35, 36: %s becomes %s with its own label', async (error, code) => {
    for (const name of tokenCalls) {
      server.reset();
      const result = await failure(answer(400, oauth(error)), name);
      expect(result).toMatchObject({ code, oauthError: error, serverSaid: null });
    }
  });

  it('case 36: an unknown label is printable and at most 64 characters', async () => {
    const long = await failure(answer(400, oauth(`odd\u001b[31m\u202e\u00e9${'x'.repeat(500)}`)));
    expect(long.oauthError).toMatch(/^odd\[31mx+$/);
    expect(long.oauthError).toHaveLength(64);
  });

  it.each(['trader', 'partner'] as const)(
    'case 37: a code is understood though the secret of a %s client occurs in it',
    async (accessType) => {
      server.answerWith(answer(401, oauth('invalid_client', 'no client today')));
      const scopes = accessType === 'trader' ? (['TRADER_READ'] as const) : [];
      const result = await gateway.requestToken(target, credentialOf(accessType, 'client'), scopes);
      expect(result).toMatchObject({
        failure: {
          code: 'invalid_client',
          oauthError: 'invalid_client',
          serverSaid: 'no [masked] today',
        },
      });
    },
  );

  it('case 37, 100: a code of a revocation is understood though the token holds a part of it', async () => {
    server.answerWith(answer(400, oauth('unsupported_token_type')));
    const token = secretOf('xx.unsupported_token.yy');
    const result = await revokeOnce(gateway, target, credentialOf('trader'), token);
    expect(result).toMatchObject({
      failure: { code: 'oauth_error', oauthError: 'unsupported_token_type' },
    });
  });

  it('labelled as a page, with nothing in it, is not called a page', async () => {
    const empty = await failure(answer(403, '', ['Content-Type: text/html']));
    expect(empty).toMatchObject({ code: 'http_error', about: null });
  });

  const secretForms: readonly (readonly [string, (text: string) => string])[] = [
    ['as it is', (text) => text],
    ['percent-encoded', (text) => encodeURIComponent(text)],
    ['fully percent-encoded', (text) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')],
    ['form-encoded', (text) => new URLSearchParams([['', text]]).toString().slice(1)],
    ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
    ['in base64', (text) => Buffer.from(text).toString('base64')],
    ['in base64url', (text) => Buffer.from(text).toString('base64url')],
    ['in base64 behind a client id', (text) => Buffer.from(`client-1:${text}`).toString('base64')],
    ['in base64, otherwise aligned', (text) => Buffer.from(`xx${text}yy`).toString('base64')],
    ['in hexadecimal', (text) => Buffer.from(text).toString('hex')],
    ['in upper hexadecimal', (text) => Buffer.from(text).toString('hex').toUpperCase()],
    ['cut short', (text) => text.slice(0, -4)],
    ['with markup inside', (text) => `${text.slice(0, 9)}<b></b>${text.slice(9)}`],
    ['with invisible characters inside', (text) => text.split('').join('\u200b')],
    ['with terminal sequences inside', (text) => text.split('').join('\u001b[0m')],
  ];
  it.each(secretForms)('case 37: an echo %s is masked', async (_name, form) => {
    const words = (secret: string): string => `Refused ${form(secret)} today`;
    for (const name of ['trader token', 'partner token', 'revoke'] as const) {
      server.reset();
      const said = (await failure(answer(400, oauth('invalid_client', words(SECRET))), name))
        .serverSaid;
      expect(said).toContain('[masked]');
      expect(said).not.toContain('K7w2');
      expectNoCanary(said, [form(SECRET)]);
    }
    server.reset();
    const revoke = await failure(answer(400, oauth('invalid_request', words(TOKEN))), 'revoke');
    expect(revoke.serverSaid).toContain('[masked]');
    expectNoCanary(revoke, [form(TOKEN)]);
    server.reset();
    const label = await failure(answer(400, oauth(form(SECRET))));
    expectNoCanary(label, [form(SECRET)]);
  });

  it('case 37: an echo of a secret that holds markup is masked before markup goes', async () => {
    const odd = 'Q<i>7w2</i>\u200b9';
    server.answerWith(answer(400, oauth('invalid_client', `no ${odd}!`)));
    const asked = credentialOf('trader', odd);
    const result = await gateway.requestToken(target, asked, ['TRADER_READ']);
    expect(result).toMatchObject({ failure: { serverSaid: 'no [masked]!' } });
  });

  it('case 37: JSON escapes do not carry an echo past the mask', async () => {
    const escaped = SECRET.split('')
      .map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    const body = `{"error":"invalid_client","error_description":"no ${escaped}!"}`;
    expect((await failure(answer(400, body))).serverSaid).toBe('no [masked]!');
  });

  it('case 38: markup, terminal, bidirectional and line characters are taken out', async () => {
    const hostile =
      'a<script>alert(1)</script>b <img src=x onerror=y> \u001b[31mred\u001b[0m \u202etxt\u2066 l\u2028m\r\nn\u0000 1 < 2';
    const { serverSaid } = await failure(answer(400, oauth('invalid_request', hostile)));
    expect(serverSaid).toBe('aalert(1)b red txt l m n 1 2');
  });

  it('case 38: 10 KB of description are at most 300 characters, and error_uri is not fetched', async () => {
    const body = JSON.stringify({
      error: 'invalid_request',
      error_description: '\u{1f600}'.repeat(2_500),
      error_uri: `${server.url}/error`,
    });
    const { serverSaid } = await failure(answer(400, body));
    expect(serverSaid?.length).toBeLessThanOrEqual(300);
    expect(serverSaid).not.toMatch(/[\ud800-\udbff]$/);
    expect(server.connections()).toBe(1);
  });

  const illegible: readonly (readonly [string, Responder])[] = [
    ['HTML', answer(403, '<html>no</html>', ['Content-Type: text/html'])],
    ['no type', answer(403, 'no', [])],
    ['an empty body', answer(403, '', [])],
    ['a numeric error', answer(403, '{"error":401}')],
    ['a nested error', answer(403, '{"error":{"code":"invalid_client"}}')],
    ['an empty error', answer(403, '{"error":""}')],
    ['an array', answer(403, '["invalid_client"]')],
    ['a body that breaks off', raw('HTTP/1.1 403 no\r\nContent-Length: 50\r\n\r\n{"error":"inv')],
    ['a body beyond the cap', answer(403, 'x'.repeat(200_000))],
    ['a compressed body', answer(403, 'xxxx', ['Content-Encoding: gzip'])],
  ];
  it.each(illegible)(
    'case 39: 4xx with %s is http_error with its status',
    async (_name, responder) => {
      for (const name of ['trader token', 'partner token', 'revoke'] as const) {
        server.reset();
        const result = await failure(responder, name);
        expect(result).toMatchObject({
          code: 'http_error',
          facts: { status: 403 },
          oauthError: null,
          possiblyDone: false,
        });
      }
    },
  );

  it.each([500, 502, 503, 504, 599])(
    'case 40: %d with an OAuth body is server_error',
    async (status) => {
      const result = await failure(answer(status, oauth('invalid_client', 'broken')));
      expect(result).toMatchObject({
        code: 'server_error',
        oauthError: 'invalid_client',
        serverSaid: 'broken',
        possiblyDone: true,
      });
    },
  );

  it.each([404, 405, 410, 415, 422])('case 41: %d is endpoint_mismatch', async (status) => {
    for (const name of ['trader token', 'partner token', 'revoke'] as const) {
      server.reset();
      const result = await failure(answer(status, '<html>nothing here</html>', []), name);
      expect(result).toMatchObject({ code: 'endpoint_mismatch', facts: { status } });
    }
  });

  it('case 42: 407 is proxy_auth', async () => {
    const asks = ['Proxy-Authenticate: Basic realm="p"'];
    expect(await failure(answer(407, '', asks))).toMatchObject({ code: 'proxy_auth' });
    expect(server.connections()).toBe(1);
  });

  it('case 43: malformed, several and 100 challenges change nothing', async () => {
    const challenges = [
      ['WWW-Authenticate: ,,,="'],
      ['WWW-Authenticate: Bearer error="invalid_token', 'WWW-Authenticate: \\'],
      Array.from({ length: 100 }, (_, index) => `WWW-Authenticate: S${index} a="b"`),
    ];
    for (const headers of challenges) {
      server.reset();
      const result = await failure(answer(401, oauth('invalid_client'), headers));
      expect(result.code).toBe('invalid_client');
    }
  });

  it.each([
    ['2', 2_000],
    ['0', 1_000],
    ['-5', 1_000],
    ['1.5', 1_500],
    ['1000000000', 300_000],
    ['Sat, 21 Nov 2015 00:00:00 GMT', 1_000],
    ['Wed, 21 Oct 2099 07:28:00 GMT', 300_000],
    ['soon', null],
    ['3\r\nRetry-After: 7', 7_000],
  ])('case 80, 81: Retry-After %j is %s ms', async (value, expected) => {
    const limited = await failure(answer(429, '', [`Retry-After: ${value}`]));
    expect(limited).toMatchObject({ code: 'rate_limited', retryAfterMs: expected });
    server.reset();
    const busy = await failure(answer(503, '', [`Retry-After: ${value}`]), 'revoke');
    expect(busy).toMatchObject({ code: 'server_error', retryAfterMs: expected });
  });

  it('case 116: the Date of an answer tells how far the clocks are apart', async () => {
    const dated = answer(400, '', [`Date: ${new Date(Date.now() + 120_000).toUTCString()}`]);
    const skew = (await failure(dated)).facts.clockSkewSeconds;
    expect(skew).toBeGreaterThanOrEqual(118);
    expect(skew).toBeLessThanOrEqual(121);
    server.reset();
    expect((await failure(answer(400, '', ['Date: yesterday']))).facts.clockSkewSeconds).toBeNull();
  });

  it.each([200, 400, 401, 403, 404, 429, 500, 503])(
    'of a probe with %d is handed on as it is, to whoever asked to read',
    async (status) => {
      server.answerWith(answer(status, '{"error":"x"}'));
      for (const name of ['who-am-I', 'positions'] as const) {
        const result = await makeCall(gateway, name, target);
        expect(failureCode(result)).toBe('ok');
        expect(result.ok && result.value).toMatchObject({ status });
      }
    },
  );
});
