// Case 5 of docs/oauth-cases.md and I5: a wrong combination is refused here, with no connection at all; and
// case 2: what is sent arrives byte for byte.
import { randomBytes } from 'node:crypto';
import fc from '../support/seeded-fast-check.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TraderScope } from '../../electron/shared/words.ts';
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import {
  answer,
  credentialOf,
  failureCode,
  labGateway,
  revokeOnce,
  secretOf,
  TOKEN,
  tokenJson,
} from '../support/gateway-lab.ts';
import { openServerLab } from '../support/server-lab.ts';

const gateway = labGateway();
const { server, target } = await openServerLab();
beforeEach(() => server.answerWith(answer(200, tokenJson())));

describe('gating', () => {
  const odd = 'hft' as 'trader';
  const proto = '__proto__' as 'trader';
  const read: readonly TraderScope[] = ['TRADER_READ'];
  const token = secretOf(TOKEN);
  const trader = credentialOf('trader');
  const partner = credentialOf('partner');
  const atTrade = (): GatewayTarget => ({ ...target, baseUrl: target.tradeUrl });
  const underTrade = (): GatewayTarget => ({ ...target, baseUrl: `${target.tradeUrl}/x` });
  const wrong = [
    ['a Partner revocation', () => revokeOnce(gateway, target, partner, token)],
    ['a Partner request with scopes', () => gateway.requestToken(target, partner, read)],
    ['a Trader token at the trading host', () => gateway.requestToken(atTrade(), trader, read)],
    ['a Trader token below it', () => gateway.requestToken(underTrade(), trader, read)],
    ['a Partner token at the trading host', () => gateway.requestToken(atTrade(), partner, [])],
    ['a revocation at the trading host', () => revokeOnce(gateway, atTrade(), trader, token)],
    [
      'a token of no access type',
      () => gateway.requestToken(target, { ...trader, accessType: odd }, read),
    ],
    ['a probe of no access type', () => gateway.probeToken(target, odd, token)],
    ['an inherited name as access type', () => gateway.probeToken(target, proto, token)],
  ] as const;
  it.each(wrong)('case 5: %s is refused, 0 connections', async (_name, call) => {
    const result = await call();
    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'wrong_access_type', possiblyDone: false, facts: { status: null } },
    });
    expect(server.connections()).toBe(0);
  });

  it('case 5: each access type reaches its own endpoints only', async () => {
    await gateway.requestToken(target, trader, read);
    await gateway.probeToken(target, 'trader', token);
    await revokeOnce(gateway, target, trader, token);
    await gateway.requestToken(target, partner, []);
    await gateway.probeToken(target, 'partner', token);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/auth/oauth2/token',
      '/trade/api/v1/get_who_am_i',
      '/auth/oauth2/revoke',
      '/service-hft-exchange/beta/partner/oauth2/token',
      '/service-hft-exchange/beta/partner/api/v1/accounts/positions',
    ]);
  });

  it('case 9: an address that is not in normal form is not used', async () => {
    const port = String(server.port);
    const addresses = [
      '',
      `http://localhost:${port}`,
      `https://localhost:${port}/`,
      `https://u:p@localhost:${port}`,
      `https://localhost:${port}?q`,
      `https://LOCALHOST:${port}`,
    ];
    for (const baseUrl of addresses) {
      const result = await gateway.requestToken({ ...target, baseUrl }, trader, read);
      expect(failureCode(result)).toBe('connect_failed');
    }
    expect(server.connections()).toBe(0);
  });

  it('sends no unknown scope and no overlong or wiped token', async () => {
    const unknown = ['ADMIN'] as unknown as TraderScope[];
    expect(failureCode(await gateway.requestToken(target, trader, unknown))).toBe(
      'scope_not_registered',
    );
    const long = secretOf('a'.repeat(8193));
    expect(failureCode(await gateway.probeToken(target, 'partner', long))).toBe('token_unusable');
    const wiped = secretOf('a');
    wiped.wipe();
    expect(failureCode(await gateway.probeToken(target, 'partner', wiped))).toBe('token_unusable');
    expect(failureCode(await gateway.probeToken(target, 'partner', secretOf('')))).toBe(
      'token_unusable',
    );
    expect(server.connections()).toBe(0);
  });
});

describe('encoding over the wire', () => {
  it('case 2: odd secrets arrive byte for byte, in form and in JSON', async () => {
    for (const secret of [
      '& = + % e\u0301 \u00e9 \u6f22\u5b57 \u{1f600}',
      '"\\\u0000\n\u007f/',
      '%41+a',
    ]) {
      server.reset();
      const traderOne = credentialOf('trader', secret);
      await gateway.requestToken(target, traderOne, ['TRADER_READ']);
      await gateway.requestToken(target, credentialOf('partner', secret), []);
      const [form, json] = server.requests.map(({ body }) => body.toString('utf8'));
      expect(new URLSearchParams(form).get('client_secret')).toBe(secret);
      expect(JSON.parse(json ?? '')).toMatchObject({ client_secret: secret });
      // The secret stays its owner's: whole, and not wiped.
      expect(traderOne.secret.use((bytes) => bytes.toString('utf8'))).toBe(secret);
    }
  });

  it('case 2: 500 random secrets arrive byte for byte', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom('&', '=', '+', '%', ';', ' ', '"', '\\', '\u00e9', '\u6f22'),
        minLength: 1,
      }),
    );
    const arrives = async (secret: string): Promise<void> => {
      server.reset();
      await gateway.requestToken(target, credentialOf('trader', secret), ['TRADER_READ']);
      const form = new URLSearchParams(server.requests[0]?.body.toString('latin1'));
      expect([form.size, form.get('client_secret')]).toEqual([4, secret]);
    };
    await fc.assert(fc.asyncProperty(text, arrives), { numRuns: 500 });
  });

  it('brings a token of every character that a header may carry as it is', async () => {
    const all = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');
    const long = randomBytes(6_000).toString('base64url').slice(0, 8_000);
    for (const text of ['a', all, long, 'Bearer']) {
      server.reset();
      await gateway.probeToken(target, 'partner', secretOf(text));
      const fields = server.requests[0]?.headers.filter(([name]) => name === 'authorization');
      expect(fields).toEqual([['authorization', `Bearer ${text}`]]);
    }
  });
});
