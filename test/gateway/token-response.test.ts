// Group B of docs/oauth-cases.md: every odd token answer, and what becomes of the token in it.
import { describe, expect, it } from 'vitest';
import type { Result } from '../../electron/main/domain/result.ts';
import type {
  GatewayFailure,
  IssuedToken,
  TokenAnswer,
} from '../../electron/main/gateway/gateway.ts';
import {
  answer,
  credentialOf,
  expectNoCanary,
  failureCode,
  labGateway,
  raw,
  textOf,
  TOKEN,
  tokenJson,
} from '../support/gateway-lab.ts';
import type { Responder } from '../support/raw-tls-server.ts';
import { openServerLab } from '../support/server-lab.ts';

const gateway = labGateway();
const { server, target } = await openServerLab();

type Answer = Result<TokenAnswer, GatewayFailure>;

/** One token request; checks G0: one request left, and no canary came back. */
async function ask(
  responder: Responder,
  accessType: 'trader' | 'partner' = 'trader',
): Promise<Answer> {
  server.answerWith(responder);
  const scopes = accessType === 'trader' ? (['TRADER_READ'] as const) : [];
  const result = await gateway.requestToken(target, credentialOf(accessType), scopes);
  expect(server.requests).toHaveLength(1);
  expectNoCanary(result);
  return result;
}

async function issued(
  responder: Responder,
  accessType?: 'trader' | 'partner',
): Promise<IssuedToken> {
  const result = await ask(responder, accessType);
  if (!result.ok) throw new Error(result.failure.code);
  expect(result.value.tokens).toHaveLength(1);
  return result.value.tokens[0];
}

/** A secret of characters that a Bearer token may have. */
const BARE = 'canary-secret-K7w2Jd83Lq';

async function failed(responder: Responder): Promise<GatewayFailure> {
  const result = await ask(responder);
  if (result.ok) throw new Error('answered with a token');
  return result.failure;
}

const json = (changes: Readonly<Record<string, unknown>>): Responder =>
  answer(200, tokenJson(changes));
/** The token answer with `expires_in` written exactly so. */
const lasting = (written: string): Responder =>
  answer(200, tokenJson({ expires_in: 0 }).replace('"expires_in":0', `"expires_in":${written}`));

describe('a token answer', () => {
  it('case 12: a valid one is a token with scope and lifetime, counted from the sending', async () => {
    const beforeMs = Date.now();
    let receivedMs = 0;
    const token = await issued((...request) => {
      receivedMs = Date.now();
      setTimeout(() => json({})(...request), 20);
    });
    expect(textOf(token.text)).toBe(TOKEN);
    expect(token).toMatchObject({
      grantedScopes: ['TRADER_READ'],
      lifetimeSeconds: 86_400,
      expiresInRaw: '86400',
      anomalies: [],
      quarantine: null,
    });
    expect(token.facts.sentAtMs).toBeGreaterThanOrEqual(beforeMs);
    expect(token.facts.sentAtMs).toBeLessThanOrEqual(receivedMs);
  });

  it.each(['Bearer', 'bearer', 'BEARER'])('case 13: token_type %s is usable', async (type) => {
    expect((await issued(json({ token_type: type }))).quarantine).toBeNull();
  });

  it.each([undefined, 'mac', 'N_A', 'DPoP', '', null, 1, ['Bearer'], 'Bearer '])(
    'case 14: token_type %j is quarantined',
    async (type) => {
      const token = await issued(json({ token_type: type }));
      expect(token.quarantine).toBe('unsupported_token_type');
      expect(textOf(token.text)).toBe(TOKEN);
    },
  );

  it.each([
    ['the secret', BARE, 'repeats_secret'],
    ['a text that holds it', `v2.${BARE}.end`, 'repeats_secret'],
    ['the secret in base64', Buffer.from(BARE).toString('base64url'), 'repeats_secret'],
    ['the secret in hexadecimal', Buffer.from(BARE).toString('hex'), 'repeats_secret'],
    ['only like the secret at its beginning', `${BARE.slice(0, 20)}another-end`, null],
  ])('that is %s: quarantined, or usable', async (_name, text, quarantine) => {
    server.answerWith(json({ access_token: text }));
    const credential = credentialOf('trader', BARE);
    const result = await gateway.requestToken(target, credential, ['TRADER_READ']);
    expect(result).toMatchObject({ ok: true, value: { tokens: [{ quarantine }] } });
  });

  it.each<[string, string | null, number | null, string[]]>([
    ['case 15', null, null, ['expires_in_missing']],
    ['case 16', '"3600"', 3600, ['expires_in_text']],
    ['case 18', '-1', null, ['expires_in_not_positive']],
    ['case 18', '0', null, ['expires_in_not_positive']],
    ['case 18', '"0"', null, ['expires_in_text', 'expires_in_not_positive']],
    ['case 18', '0.9', null, ['expires_in_fraction', 'expires_in_not_positive']],
    ['case 19', '3600.9', 3600, ['expires_in_fraction']],
    ['case 20: thirty days to the second', '2592000', 2_592_000, []],
    ['case 20: thirty days and a second', '2592001', null, ['expires_in_too_long']],
    ['case 20: more than any timer can wait', '2147484', 2_147_484, []],
    ['case 20', '1e12', null, ['expires_in_too_long']],
    ['case 20', '1e999', null, ['expires_in_too_long']],
    ['case 20', '9007199254740993', null, ['expires_in_too_long']],
    ['case 21', '1', 1, []],
    ['case 21', '30', 30, []],
    ['case 17', '"3600abc"', null, ['expires_in_invalid']],
    ['case 17', '" 60 "', null, ['expires_in_invalid']],
    ['case 17', '"0x10"', null, ['expires_in_invalid']],
    ['case 17', '"1e3"', null, ['expires_in_invalid']],
    ['case 17', '""', null, ['expires_in_invalid']],
    ['case 17', '"Infinity"', null, ['expires_in_invalid']],
    ['case 17', '"-1"', null, ['expires_in_invalid']],
    ['case 17', '[3600]', null, ['expires_in_invalid']],
    ['case 17', '{}', null, ['expires_in_invalid']],
    ['case 17', 'true', null, ['expires_in_invalid']],
    ['case 17', 'null', null, ['expires_in_invalid']],
  ])('%s: a token with expires_in %s is kept for %s seconds', async (_case, written, ...rest) => {
    const [lifetimeSeconds, anomalies] = rest;
    const token = await issued(
      written === null ? json({ expires_in: undefined }) : lasting(written),
    );
    expect(token).toMatchObject({
      lifetimeSeconds,
      expiresInRaw: written,
      anomalies,
      quarantine: null,
    });
    expect(textOf(token.text)).toBe(TOKEN);
  });

  it('case 17: a raw expires_in is cut at 64 characters and repeats no token', async () => {
    const long = await issued(lasting(`"${'9'.repeat(200)}"`));
    expect(long.expiresInRaw).toHaveLength(64);
    server.reset();
    expect((await issued(lasting(`["${TOKEN}"]`))).expiresInRaw).toBe('["[masked]"]');
  });

  type NamedBody = [string, Readonly<Record<string, unknown>>];
  const further = { access_token: undefined, data: { access_token: 'a', expires_in: 3600 } };
  it.each<NamedBody>([
    ['case 22: a token further down', further],
    ...[['a'], { value: 'a' }, undefined, '', 5, [], null, true, {}].map((text): NamedBody => [
      'case 22: a token of another kind',
      { access_token: text },
    ]),
    ...['accessToken', 'token', 'ACCESS_TOKEN'].map((name): NamedBody => [
      `case 22: a token by the name ${name}`,
      { access_token: undefined, [name]: 'a' },
    ]),
    ...[null, '', false, 0, { code: 0 }].map((error): NamedBody => [
      'case 31: an error that says nothing of it',
      { ...further, error },
    ]),
  ])('%s in %j may have been issued, though nobody can use it', async (_what, body) => {
    const failure = await failed(json(body));
    expect(failure).toMatchObject({ code: 'invalid_response', possiblyDone: true });
  });

  it('case 31: an error in words is a refusal, though it speaks of a token', async () => {
    const error_description = 'no access_token for you';
    const body = { access_token: undefined, error: 'invalid_scope', error_description };
    expect(await failed(json(body))).toMatchObject({ code: 'invalid_scope', possiblyDone: false });
  });

  it.each([
    ['CR', 'a\rb'],
    ['LF', 'a\nb'],
    ['NUL', 'a\0b'],
    ['space', 'a b'],
    ['DEL', 'a\u007fb'],
    ['e-acute', 'a\u00e9b'],
    ['emoji', 'a\u{1f600}b'],
  ])('case 23: a token with %s is quarantined, and never sent', async (_name, text) => {
    const token = await issued(json({ access_token: text }));
    expect(token.quarantine).toBe('token_characters');
    expect(textOf(token.text)).toBe(text);
    server.reset();
    const probed = await gateway.probeToken(target, 'partner', token.text);
    expect(failureCode(probed)).toBe('token_unusable');
    expectNoCanary(probed, [TOKEN, text]);
    expect(server.connections()).toBe(0);
  });

  it('case 24: 8 KiB is a token, one byte more is quarantined, 1 MiB is not read', async () => {
    expect((await issued(json({ access_token: 'a'.repeat(8192) }))).quarantine).toBeNull();
    server.reset();
    const large = await issued(json({ access_token: 'a'.repeat(8193) }));
    expect([large.quarantine, large.text.length]).toEqual(['token_too_large', 8193]);
    server.reset();
    const huge = await failed(json({ access_token: 'a'.repeat(1024 * 1024) }));
    expect(huge).toMatchObject({ code: 'answer_too_large', possiblyDone: true });
  });

  it('case 25: what looks like a JWT is opaque', async () => {
    const part = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const jwt = `${part({ alg: 'none' })}.${part({ exp: 1 })}.c2ln`;
    const token = await issued(json({ access_token: jwt, expires_in: 60 }));
    expect(textOf(token.text)).toBe(jwt);
    expect(token).toMatchObject({ lifetimeSeconds: 60, quarantine: null });
  });

  it.each([
    ['two tokens', '{"access_token":"first","access_token":"second",', ['first', 'second']],
    [
      'an escaped name',
      '{"access_token":"first","access\\u005ftoken":"second",',
      ['first', 'second'],
    ],
    ['one token twice', '{"access_token":"same","access_token":"same",', ['same']],
    ['a number beside it', '{"access_token":5,"access_token":"second",', ['second']],
    ['two lifetimes', '{"access_token":"first","expires_in":5,', ['first']],
    ['an error beside it', '{"access_token":"first","error":"invalid_client",', ['first']],
  ])('case 26: %s are ambiguous, and all are quarantined', async (_name, begin, texts) => {
    const rest = '"token_type":"Bearer","expires_in":60,"scope":"TRADER_READ"}';
    const result = await ask(answer(200, begin + rest));
    if (!result.ok) throw new Error(result.failure.code);
    const { tokens } = result.value;
    expect(tokens.map(({ text }) => textOf(text))).toEqual(texts);
    expect(new Set(tokens.map(({ quarantine }) => quarantine))).toEqual(
      new Set(['ambiguous_response']),
    );
  });

  it('case 27: less, more and other than asked is told', async () => {
    server.answerWith(json({ scope: 'TRADER_READ' }));
    const both = ['TRADER_READ', 'TRADER_TRADE'] as const;
    const narrow = await gateway.requestToken(target, credentialOf('trader'), both);
    expect(narrow.ok && narrow.value.tokens[0].anomalies).toEqual(['scope_narrower']);
    server.reset();
    const wider = await issued(json({ scope: 'TRADER_READ TRADER_TRADE' }));
    expect(wider).toMatchObject({
      grantedScopes: ['TRADER_READ', 'TRADER_TRADE'],
      anomalies: ['scope_wider'],
    });
    server.reset();
    const other = await issued(json({ scope: 'ADMIN' }));
    expect(other.anomalies).toEqual(['scope_narrower', 'scope_wider']);
  });

  it.each([undefined, ''])('case 28: scope %j is noted for Trader alone', async (scope) => {
    const trader = await issued(json({ scope }));
    expect([trader.grantedScopes, trader.anomalies]).toEqual([null, ['scope_missing']]);
    server.reset();
    const partner = await issued(json({ scope }), 'partner');
    expect([partner.grantedScopes, partner.anomalies]).toEqual([null, []]);
  });

  it.each([false, null, '', 0])('case 31: an error of %j beside a token is none', async (error) => {
    expect((await issued(json({ error }))).quarantine).toBeNull();
  });

  it.each([
    ['"expires_in":1,', 86_400],
    ['"expires_in":"x",', null],
    ['"expires_in":[1],', null],
  ])('case 26: of %s and another lifetime the safer counts', async (first, seconds) => {
    const token = await issued(answer(200, tokenJson().replace('{', `{${first}`)));
    expect(token).toMatchObject({ lifetimeSeconds: seconds, quarantine: 'ambiguous_response' });
  });

  it.each([
    [['TRADER_READ']],
    [5],
    [null],
    ['TRADER_READ,TRADER_TRADE'],
    ['TRADER_READ+TRADER_TRADE'],
    ['TRADER_READ  TRADER_TRADE'],
    [' TRADER_READ'],
    ['TRADER_READ '],
    ['trader_read'],
    ['TRADER_READ\tTRADER_TRADE'],
    ['TRADER_READ\u0000'],
    ['TRADER_\u202eREAD'],
    ['A"B'],
    [Array.from({ length: 33 }, (_, index) => `S${index}`).join(' ')],
    [`${TOKEN} TRADER_READ`],
  ])('case 28: scope %j grants something unknown', async (scope) => {
    const token = await issued(json({ scope }));
    expect([token.grantedScopes, token.anomalies]).toEqual([null, ['scope_malformed']]);
    expect(token.quarantine).toBeNull();
  });

  it.each(['refresh_token', 'id_token'])('case 29: %s is discarded and noted', async (name) => {
    const token = await issued(json({ [name]: 'canary-unasked-0Fz' }));
    expect(token.anomalies).toEqual(['unrequested_token_discarded']);
    expectNoCanary(token, ['canary-unasked-0Fz']);
  });

  it('case 30: unknown members, __proto__ and 10,000 others are ignored', async () => {
    const others = Array.from({ length: 5_000 }, (_, index) => `"x${index}":1`).join(',');
    const odd = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    const token = await issued(answer(200, `{${odd},${others},${tokenJson().slice(1)}`));
    expect(token).toMatchObject({ quarantine: null, anomalies: [] });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
    server.reset();
    const many = Array.from({ length: 10_000 }, () => '"":1').join(',');
    expect((await issued(answer(200, `{${many},${tokenJson().slice(1)}`))).quarantine).toBeNull();
  });

  it('case 31: a 200 with an error is that error', async () => {
    const body = '{"error":"invalid_scope","error_description":"no"}';
    expect(await failed(answer(200, body))).toMatchObject({
      code: 'invalid_scope',
      oauthError: 'invalid_scope',
      serverSaid: 'no',
      possiblyDone: false,
    });
  });

  it.each([201, 202, 203, 206])('case 31: a token in a %d is quarantined', async (status) => {
    const token = await issued(answer(status, tokenJson()));
    expect(token.quarantine).toBe('unexpected_success_status');
    expect(token.facts.status).toBe(status);
  });

  it.each([
    ['204', raw('HTTP/1.1 204 No Content\r\n\r\n')],
    ['an empty 200', answer(200, '')],
    ['a blank 200', answer(200, ' \r\n')],
  ])('case 31: %s is empty_response', async (_name, responder) => {
    expect(await failed(responder)).toMatchObject({ code: 'invalid_response', possiblyDone: true });
  });

  it.each([
    ['application/json; charset=utf-8', []],
    ['application/json;charset=UTF-8', []],
    ['Application/JSON', []],
    ['text/plain', ['content_type_unexpected']],
    ['text/html', ['content_type_unexpected']],
    [null, ['content_type_unexpected']],
  ])('case 32: Content-Type %s with valid JSON is a token', async (type, anomalies) => {
    const headers = type === null ? [] : [`Content-Type: ${type}`];
    const token = await issued(answer(200, tokenJson(), headers));
    expect([token.quarantine, token.anomalies]).toEqual([null, anomalies]);
  });

  it('case 32: HTML is no token answer', async () => {
    const page = answer(200, '<html><body>Welcome</body></html>', ['Content-Type: text/html']);
    expect(await failed(page)).toMatchObject({ code: 'invalid_response', possiblyDone: false });
  });

  it('case 33: a byte order mark is accepted', async () => {
    expect((await issued(answer(200, `\ufeff${tokenJson()}`))).quarantine).toBeNull();
  });

  it.each([
    ['UTF-16', Buffer.from(tokenJson(), 'utf16le')],
    ['invalid UTF-8', Buffer.concat([Buffer.from(tokenJson()), Buffer.from([0xff])])],
    ['NaN', tokenJson().replace('86400', 'NaN')],
    ['a comment', `/* hi */${tokenJson()}`],
    ['trailing bytes', `${tokenJson()}x`],
    ['a second object', tokenJson() + tokenJson()],
    ['a trailing comma', tokenJson().replace('}', ',}')],
    ['single quotes', tokenJson().replaceAll('"', "'")],
    ['a leading zero', tokenJson().replace('86400', '086400')],
    ['a raw line break in a string', tokenJson().replace('Bearer', 'Bea\nrer')],
  ])('case 33: %s is no token answer, and the token in it possibly issued', async (_name, body) => {
    const failure = await failed(answer(200, body));
    expect(failure).toMatchObject({
      code: 'invalid_response',
      possiblyDone: true,
      serverSaid: null,
    });
  });

  it('case 33: nesting of 200,000 is refused without a crash', async () => {
    expect(failureCode(await ask(answer(200, '['.repeat(60_000))))).toBe('invalid_response');
    server.reset();
    expect(failureCode(await ask(answer(200, '['.repeat(200_000))))).toBe('answer_too_large');
  });

  it.each(['[]', '"text"', '5', 'null', '[{"access_token":"a"}]'])(
    'case 33: %s is an invalid_response',
    async (body) => {
      expect(await failed(answer(200, body))).toMatchObject({ code: 'invalid_response' });
    },
  );

  it('case 33: a token in a body that breaks off is possibly issued', async () => {
    const body = tokenJson();
    const cut = raw(
      `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -9)}`,
    );
    expect(await failed(cut)).toMatchObject({ code: 'incomplete_response', possiblyDone: true });
    server.reset();
    const untilClose = raw(`HTTP/1.1 200 OK\r\n\r\n${body.slice(0, -9)}`);
    expect(await failed(untilClose)).toMatchObject({
      code: 'invalid_response',
      possiblyDone: true,
    });
  });
});
