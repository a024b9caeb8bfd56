// Each check from what was seen: its verdict, and no more than was shown.
import { describe, expect, it } from 'vitest';
import { addressCheck } from '../../../electron/main/diagnosis/address-check.ts';
import { hostChecks } from '../../../electron/main/diagnosis/host-checks.ts';
import {
  checkCheck,
  clockCheck,
  issuedCheck,
  refusalCheck,
  revokeCheck,
  scopeCheck,
} from '../../../electron/main/diagnosis/credential-checks.ts';
import type { CallFacts } from '../../../electron/main/gateway/call-target.ts';
import type { RouteObservation } from '../../../electron/main/gateway/route-observation.ts';
import type { Token } from '../../../electron/main/domain/token.ts';
import type { CredentialId, TokenId } from '../../../electron/main/domain/ids.ts';
import { requestedToken } from '../../../electron/main/tokens/ledger/ledger.ts';
import { withIntent } from '../../../electron/main/tokens/revocation/revocation-run-steps.ts';
import { goodRoute } from '../../support/scripted-gateway.ts';

const NOW = Date.UTC(2026, 0, 15);
const urls = (base: string, trade: string, otherHosts: readonly string[] = []) =>
  addressCheck({
    accessType: 'trader',
    baseUrl: new URL(base).href,
    tradeUrl: new URL(trade).href,
    otherHosts,
  });

describe('the addresses', () => {
  it.each([
    ['https://api.example.com', 'https://trade.example.com', 'addresses_plain', 'good'],
    ['https://api.example.com', 'https://api.example.com/trade', 'hosts_equal', 'amber'],
    ['https://api.exаmple.com', 'https://trade.example.com', 'host_mixed', 'bad'],
    ['https://пример.com', 'https://trade.example.com', 'host_foreign', 'amber'],
    ['https://api.example.com', 'https://trade.exarnple.com', 'hosts_alike', 'amber'],
  ])('%s and %s: %s', (base, trade, finding, verdict) => {
    expect(urls(base, trade)).toMatchObject({ finding, verdict });
  });

  it('show a foreign name as it is sent and as it reads', () => {
    const { facts } = urls('https://пример.com', 'https://trade.example.com');
    expect(facts).toContainEqual({ name: 'sent_as', text: 'xn--e1afmkfd.com, trade.example.com' });
    expect(facts).toContainEqual({ name: 'reads_as', text: 'пример.com' });
  });

  it('are held against the other hosts of the vault', () => {
    expect(
      urls('https://api.example.com', 'https://trade.example.com', ['api.examp1e.com']).finding,
    ).toBe('hosts_alike');
  });
});

describe('a host', () => {
  const good = goodRoute('gateway.test');
  const verdicts = (seen: Partial<RouteObservation>) =>
    Object.values(hostChecks({ ...good, ...seen }, NOW)).map((each) =>
      typeof each === 'string' ? each : (each.failure?.code ?? each.finding),
    );
  const nothing = { addresses: [], lookupMs: null, reached: null, connectMs: null, chain: [] };
  const proxied = {
    route: { kind: 'proxy', host: 'proxy.test', port: 3128, chosenBy: 'person', userName: null },
  } as const;
  const failed = (code: NonNullable<RouteObservation['failure']>['code'], proxy = null) => ({
    failure: { code, about: null, proxy },
  });

  it.each<[string, Partial<RouteObservation>, string[]]>([
    ['all is well', {}, ['name_found', 'connected', 'route_direct', 'tls_verified']],
    [
      'one of its addresses is silent',
      { silent: ['192.0.2.1'] },
      ['name_found', 'connected_later', 'route_direct', 'tls_verified'],
    ],
    [
      'its name is unknown',
      { ...nothing, ...failed('name_not_found') },
      ['name_not_found', 'host_not_reached', 'host_not_reached', 'host_not_reached'],
    ],
    [
      'it refuses connections',
      { reached: null, chain: [], ...failed('connect_refused') },
      ['name_found', 'connect_refused', 'host_not_reached', 'host_not_reached'],
    ],
    [
      'its certificate has ended',
      failed('tls_expired'),
      ['name_found', 'connected', 'route_direct', 'tls_expired'],
    ],
    [
      'the proxy opens the way',
      { ...proxied, addresses: [] },
      ['name_left_to_proxy', 'connected_to_proxy', 'route_proxy', 'tls_verified'],
    ],
    [
      'the proxy is not there',
      { ...proxied, ...nothing, ...failed('proxy_unreachable') },
      ['name_left_to_proxy', 'proxy_unreachable', 'host_not_reached', 'host_not_reached'],
    ],
    [
      'the proxy answers itself',
      { ...proxied, ...failed('proxy_refused') },
      ['name_left_to_proxy', 'connected_to_proxy', 'proxy_refused', 'host_not_reached'],
    ],
    [
      'the system cannot say which way to go',
      { ...nothing, route: null, ...failed('proxy_unknown') },
      ['no_route', 'no_route', 'proxy_unknown', 'host_not_reached'],
    ],
  ])('where %s', (_, seen, expected) => {
    expect(verdicts(seen)).toEqual(expected);
  });

  it('with a certificate of its chain about to end is amber', () => {
    const [own] = good.chain;
    const chain = own === undefined ? [] : [own, { ...own, validToMs: NOW + 13 * 86_400_000 }];
    expect(hostChecks({ ...good, chain }, NOW).tls).toMatchObject({
      verdict: 'amber',
      finding: 'tls_ends_soon',
    });
  });
});

const facts = (changes: Partial<CallFacts> = {}): CallFacts => ({
  call: 'token',
  host: 'gateway.test',
  sentAtMs: NOW,
  sentMonotonicMs: 0,
  durationMs: 84,
  status: 200,
  clockSkewSeconds: 0,
  ...changes,
});
const tokenOf = (changes: Partial<Token> = {}): Token => ({
  ...requestedToken('t-1' as TokenId, 'c-1' as CredentialId, ['TRADER_READ', 'TRADER_TRADE'], NOW),
  issue: 'issued',
  grantedScopes: ['TRADER_READ', 'TRADER_TRADE'],
  ...changes,
});

describe('the clock', () => {
  it.each<[number | null, string]>([
    [0, 'clock_right'],
    [5, 'clock_right'],
    [-6, 'clock_off'],
    [60, 'clock_off'],
    [61, 'clock_far_off'],
    [null, 'clock_unknown'],
  ])('%s seconds apart', (clockSkewSeconds, finding) => {
    expect(clockCheck(facts({ clockSkewSeconds })).finding).toBe(finding);
  });

  it('says how finely it is known', () => {
    expect(clockCheck(facts({ durationMs: 900 })).facts).toContainEqual({
      name: 'resolution',
      text: '± 1.9 s',
    });
  });
});

describe('the token', () => {
  it('that is kept aside is wrong', () => {
    expect(issuedCheck('trader', tokenOf({ issue: 'quarantined' }), facts())).toMatchObject({
      verdict: 'bad',
      finding: 'token_quarantined',
    });
  });

  it.each<[Token['grantedScopes'], string]>([
    [['TRADER_TRADE', 'TRADER_READ'], 'scope_as_asked'],
    [['TRADER_READ'], 'scope_narrower'],
    [['TRADER_READ', 'TRADER_TRADE', 'MORE'], 'scope_wider'],
    [null, 'scope_not_said'],
  ])('granted %j', (grantedScopes, finding) => {
    expect(scopeCheck('trader', tokenOf({ grantedScopes })).finding).toBe(finding);
  });

  it.each([
    ['trader', 'honoured', 200, 'good', 'check_honoured'],
    ['trader', 'refused', 401, 'bad', 'check_refused'],
    ['trader', 'lacks_scope', 403, 'amber', 'check_lacks_scope'],
    ['trader', 'forbidden', 403, 'amber', 'check_forbidden'],
    ['partner', 'forbidden', 403, 'amber', 'check_forbidden'],
    ['trader', 'unclear', 500, 'amber', 'check_unclear'],
  ] as const)('of a %s checked: %s', (accessType, outcome, status, verdict, finding) => {
    const checked = { outcome, status, durationMs: 5, failure: null, facts: facts({ status }) };
    expect(checkCheck(accessType, tokenOf(), checked)).toMatchObject({ verdict, finding });
  });

  it('that may only read is valid where the server says that trade scope is what it lacks', () => {
    const checked = { durationMs: 5, failure: null, facts: facts(), status: 403 } as const;
    const found = checkCheck('trader', tokenOf({ grantedScopes: ['TRADER_READ'] }), {
      ...checked,
      outcome: 'lacks_scope',
    });
    expect(found).toMatchObject({ verdict: 'good', finding: 'check_lacks_scope' });
  });

  it('that may only read is not accused by a refusal', () => {
    const checked = {
      outcome: 'unclear',
      status: 401,
      durationMs: 5,
      failure: null,
      facts: facts(),
    } as const;
    expect(checkCheck('trader', tokenOf({ grantedScopes: ['TRADER_READ'] }), checked).finding).toBe(
      'check_proves_nothing',
    );
  });
});

describe('the revocation', () => {
  const revoking = withIntent(tokenOf(), NOW);
  const run = revoking.revocation;
  const after = (changes: object): Token => ({
    ...revoking,
    revocation: run === null ? null : { ...run, ...changes },
  });

  it.each<[object, string, string]>([
    [{ acceptedAtMs: NOW + 40 }, 'revoke_accepted', 'good'],
    [{ terminalFailure: { code: 'invalid_client' } }, 'revoke_refused', 'bad'],
    [{ lastFailure: { code: 'server_error' } }, 'revoke_under_way', 'amber'],
  ])('%j', (changes, finding, verdict) => {
    expect(revokeCheck(after(changes))).toMatchObject({ finding, verdict });
  });

  it.each<[object, string, string]>([
    [{ refusals: 3, verifiedAtMs: NOW }, 'refused_again', 'good'],
    [{ refusals: 2 }, 'refused_confirming', 'good'],
    [{ refusals: 1 }, 'refused_once', 'amber'],
    [{ honouredAtMs: NOW }, 'still_honoured', 'amber'],
    [{}, 'refusal_unclear', 'amber'],
  ])('proven by %j', (changes, finding, verdict) => {
    expect(refusalCheck(after(changes), 9)).toMatchObject({ finding, verdict });
  });
});
