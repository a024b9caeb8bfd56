// The curl lines as a shell reads them: right for each access type, with no value in them.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlLines } from '../../../electron/main/diagnosis/curl-lines.ts';
import { aDiagnosis } from '../../support/a-diagnosis.ts';

const variables = {
  CLIENT_ID: 'id with space',
  CLIENT_SECRET: 's&c=r%t',
  ACCESS_TOKEN: 'tok-en',
  AUTHORITY_FILE: '/tmp/authority.pem',
};

/** The arguments curl would get, by a shell with the variables set. */
function argumentsOf(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const told = execFileSync('/bin/sh', ['-c', script], { env: variables, encoding: 'utf8' });
  return told.split('\0').slice(0, -1);
}

const argsOf = (call: string, partner = false): string[] => {
  const view = aDiagnosis(partner ? { accessType: 'partner', scopes: [] } : {});
  const found = curlLines(view).find((each) => each.call === call);
  return argumentsOf(found?.line ?? '');
};

describe('a curl line', () => {
  it('of a Trader token request is a form with the scope', () => {
    const args = argsOf('token');
    expect(args.slice(0, 3)).toEqual([
      '--request',
      'POST',
      'https://api.example.com/auth/oauth2/token',
    ]);
    expect(args).toContain('Content-Type: application/x-www-form-urlencoded');
    expect(args.filter((_, at) => args[at - 1] === '--data-urlencode')).toEqual([
      'grant_type=client_credentials',
      'client_id=id with space',
      'client_secret=s&c=r%t',
      'scope=TRADER_READ TRADER_TRADE',
    ]);
  });

  it('of a Partner token request is JSON without a scope', () => {
    const args = argsOf('token', true);
    expect(args).toContain('Content-Type: application/json');
    expect(JSON.parse(args[args.indexOf('--data') + 1] ?? '')).toEqual({
      grant_type: 'client_credentials',
      client_id: 'id with space',
      client_secret: 's&c=r%t',
    });
  });

  it('of who-am-I goes to the trading host with the token in its header', () => {
    const args = argsOf('identity check');
    expect(args).toContain('https://trade.example.com/api/v1/get_who_am_i');
    expect(args).toContain('Authorization: Bearer tok-en');
  });

  it('of a revocation names client, secret and token', () => {
    const args = argsOf('revoke');
    expect(args.filter((_, at) => args[at - 1] === '--data-urlencode')).toEqual([
      'client_id=id with space',
      'client_secret=s&c=r%t',
      'token=tok-en',
    ]);
  });

  it('of a Partner has no revocation', () => {
    const view = aDiagnosis({ accessType: 'partner', scopes: [] });
    expect(curlLines(view).map(({ call }) => call)).toEqual(['token', 'positions']);
  });

  it('keeps an address with a quotation mark in one piece', () => {
    const view = aDiagnosis({ baseUrl: "https://api.example.com/it's" });
    const [first] = curlLines(view);
    expect(argumentsOf(first?.line ?? '')).toContain(
      "https://api.example.com/it's/auth/oauth2/token",
    );
  });
});
