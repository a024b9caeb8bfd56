// Group A of docs/oauth-cases.md: exactly what leaves, for each of the five endpoints.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answer,
  callNames,
  credentialOf,
  expectNoCanary,
  failureCode,
  labGateway,
  makeCall,
  revokeOnce,
  SECRET,
  secretOf,
  textOf,
  TOKEN,
  tokenJson,
} from '../support/gateway-lab.ts';
import type { RawTlsServer } from '../support/raw-tls-server.ts';
import { openServerLab } from '../support/server-lab.ts';

const gateway = labGateway();
const { server: base, target: lab, another } = await openServerLab();
const trade = await another();
const target = { ...lab, tradeUrl: trade.url };
beforeEach(() => {
  base.answerWith(answer(200, tokenJson()));
  trade.answerWith(answer(200, '{"user":"u"}'));
});

const BEHIND_EVERY_CALL = (host: string) => [
  ['host', host],
  ['user-agent', 'Strongroom'],
  ['accept', 'application/json'],
  ['accept-encoding', 'identity'],
  ['connection', 'close'],
];
const sorted = (headers: readonly (readonly string[])[]) =>
  headers.map((header) => header.join(': ')).toSorted();
const hostOf = (server: RawTlsServer) => server.url.replace('https://', '');

describe('where a request goes', () => {
  it.each(callNames)('case 110: %s asks nobody that an answer names', async (call) => {
    const named = ['Link: <https://127.0.0.1:1/.well-known/x>; rel="oauth-authorization-server"'];
    const body = tokenJson({ issuer: trade.url, token_endpoint: `${trade.url}/token` });
    const serves = answer(200, body, ['Content-Type: application/json', ...named]);
    base.answerWith(serves);
    trade.answerWith(serves);
    await makeCall(gateway, call, target);
    expect([...base.requests, ...trade.requests]).toHaveLength(1);
  });
});

describe('the shape of a request', () => {
  it('case 1: a Trader token is a form with four fields, once each, and no Authorization', async () => {
    const result = await gateway.requestToken(target, credentialOf('trader'), ['TRADER_READ']);
    if (!result.ok) throw new Error(result.failure.code);
    const [issued] = result.value.tokens;
    expect(textOf(issued.text)).toBe(TOKEN);
    expect(issued).toMatchObject({
      grantedScopes: ['TRADER_READ'],
      lifetimeSeconds: 86_400,
      anomalies: [],
      quarantine: null,
      facts: { call: 'token', host: hostOf(base), status: 200 },
    });
    expect(base.requests).toHaveLength(1);
    const [request] = base.requests;
    expect(request?.method).toBe('POST');
    expect(request?.path).toBe('/auth/oauth2/token');
    const fields = [...new URLSearchParams(request?.body.toString('latin1'))];
    expect(fields).toEqual([
      ['grant_type', 'client_credentials'],
      ['client_id', 'client-1'],
      ['client_secret', SECRET],
      ['scope', 'TRADER_READ'],
    ]);
    expect(sorted(request?.headers ?? [])).toEqual(
      sorted([
        ...BEHIND_EVERY_CALL(hostOf(base)),
        ['content-type', 'application/x-www-form-urlencoded'],
        ['content-length', String(request?.body.length)],
      ]),
    );
    expectNoCanary(result);
  });

  it('case 3: scopes are sent once each, in one order, with one space; none is refused here', async () => {
    const scopes = ['TRADER_TRADE', 'TRADER_READ', 'TRADER_TRADE'] as const;
    await gateway.requestToken(target, credentialOf('trader'), scopes);
    const [request] = base.requests;
    expect(request?.body.toString('latin1')).toContain('&scope=TRADER_READ+TRADER_TRADE');
    const refused = await gateway.requestToken(target, credentialOf('trader'), []);
    expect(failureCode(refused)).toBe('scope_not_registered');
    expect(base.connections()).toBe(1);
  });

  it('case 4: a Partner token is JSON with exactly three keys and no scope', async () => {
    base.answerWith(answer(200, tokenJson({ scope: undefined, token_type: 'bearer' })));
    const result = await gateway.requestToken(target, credentialOf('partner'), []);
    if (!result.ok) throw new Error(result.failure.code);
    expect(result.value.tokens[0]).toMatchObject({ grantedScopes: null, anomalies: [] });
    const [request] = base.requests;
    expect(request?.path).toBe('/service-hft-exchange/beta/partner/oauth2/token');
    expect(JSON.parse(request?.body.toString('utf8') ?? '')).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client-1',
      client_secret: SECRET,
    });
    expect(sorted(request?.headers ?? [])).toEqual(
      sorted([
        ...BEHIND_EVERY_CALL(hostOf(base)),
        ['content-type', 'application/json'],
        ['content-length', String(request?.body.length)],
      ]),
    );
  });

  it('case 6: who-am-I is a POST of nothing to the trading host with one Authorization', async () => {
    const result = await gateway.probeToken(target, 'trader', secretOf(TOKEN));
    if (!result.ok) throw new Error(result.failure.code);
    expect(result.value).toMatchObject({ status: 200, contentType: 'application/json' });
    expect(result.value.body.toString()).toBe('{"user":"u"}');
    expect(base.connections()).toBe(0);
    const [request] = trade.requests;
    expect([request?.method, request?.path]).toEqual(['POST', '/api/v1/get_who_am_i']);
    expect(request?.body).toHaveLength(0);
    expect(sorted(request?.headers ?? [])).toEqual(
      sorted([
        ...BEHIND_EVERY_CALL(hostOf(trade)),
        ['authorization', `Bearer ${TOKEN}`],
        ['content-length', '0'],
      ]),
    );
  });

  it('case 6: positions is a GET with Accept, Content-Type and one Authorization', async () => {
    const result = await gateway.probeToken(target, 'partner', secretOf(TOKEN));
    expect(failureCode(result)).toBe('ok');
    expect(trade.connections()).toBe(0);
    const [request] = base.requests;
    expect([request?.method, request?.path]).toEqual([
      'GET',
      '/service-hft-exchange/beta/partner/api/v1/accounts/positions',
    ]);
    expect(sorted(request?.headers ?? [])).toEqual(
      sorted([
        ...BEHIND_EVERY_CALL(hostOf(base)),
        ['authorization', `Bearer ${TOKEN}`],
        ['content-type', 'application/json'],
      ]),
    );
  });

  it('case 7: revoke is a form with client id, secret and token only', async () => {
    const result = await revokeOnce(gateway, target, credentialOf('trader'), secretOf(TOKEN));
    if (!result.ok) throw new Error(result.failure.code);
    expect(result.value).toMatchObject({ verdict: 'accepted', anomalies: [] });
    const [request] = base.requests;
    expect([request?.method, request?.path]).toEqual(['POST', '/auth/oauth2/revoke']);
    expect([...new URLSearchParams(request?.body.toString('latin1'))]).toEqual([
      ['client_id', 'client-1'],
      ['client_secret', SECRET],
      ['token', TOKEN],
    ]);
  });

  it.each(callNames)('case 8: %s puts nothing secret where it could be kept', async (name) => {
    const result = await makeCall(gateway, name, target);
    expectNoCanary(result);
    const [request] = [...base.requests, ...trade.requests];
    const names = request?.headers.map(([field]) => field) ?? [];
    expect(names).not.toContain('cookie');
    expect(names).not.toContain('referer');
    expect(request?.path).not.toContain('canary');
    expect(request?.path).not.toContain('?');
    const others = request?.headers.filter(([field]) => field !== 'authorization');
    expect(JSON.stringify(others)).not.toContain('canary');
  });

  it.each(callNames)(
    'case 10: %s ignores cookies and caching of the answer before',
    async (name) => {
      const keeping = answer(200, tokenJson(), [
        'Content-Type: application/json',
        'Set-Cookie: a=b; Path=/',
        'Cache-Control: max-age=3600',
        'ETag: "x"',
        'Last-Modified: Sat, 21 Nov 2026 00:00:00 GMT',
      ]);
      base.answerWith(keeping);
      trade.answerWith(keeping);
      await makeCall(gateway, name, target);
      await makeCall(gateway, name, target);
      const requests = [...base.requests, ...trade.requests];
      expect(requests).toHaveLength(2);
      expect(base.connections() + trade.connections()).toBe(2);
      for (const { headers } of requests) {
        const names = headers.map(([field]) => field);
        expect(names.filter((field) => /cookie|^if-/.test(field))).toEqual([]);
      }
    },
  );

  it('case 11: no resource parameter is sent', async () => {
    await makeCall(gateway, 'trader token', target);
    await makeCall(gateway, 'partner token', target);
    for (const { body } of base.requests) expect(body.toString()).not.toContain('resource');
  });

  it('closes every connection at the end', async () => {
    for (const name of callNames) await makeCall(gateway, name, target);
    await expect.poll(() => base.open() + trade.open()).toBe(0);
  });
});
