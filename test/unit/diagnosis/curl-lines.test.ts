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

interface Told {
  readonly args: readonly string[];
  /** What comes by its input, and by the descriptor beside it. */
  readonly input: string;
  readonly beside: string;
}

/** What curl would get, by a shell with the variables set. */
function toldBy(line: string): Told {
  const script = `curl() {
  printf '%s\\0' "$@"; printf '=\\0'; cat; printf '\\0'
  if { true <&3; } 2>/dev/null; then cat <&3; fi
}
${line}`;
  const told = execFileSync('/bin/sh', ['-c', script], {
    env: variables,
    encoding: 'utf8',
    input: '',
  }).split('\0');
  const end = told.indexOf('=');
  return { args: told.slice(0, end), input: told[end + 1] ?? '', beside: told[end + 2] ?? '' };
}

function toldOf(call: string, partner = false): Told {
  const view = aDiagnosis(partner ? { accessType: 'partner', scopes: [] } : {});
  const found = curlLines(view).find((each) => each.call === call);
  return toldBy(found?.line ?? '');
}

/** The fields of a form, with what stands for each value in the place that it is read from. */
function formOf({ args, input, beside }: Told): readonly string[] {
  const files: Readonly<Record<string, string>> = { '@-': input, '@/dev/fd/3': beside };
  return args
    .filter((_, at) => args[at - 1] === '--data-urlencode')
    .map((field) => {
      const [, name = '', file = ''] = /^(\w+)(@.*)$/.exec(field) ?? [];
      return name === '' ? field : `${name}=${files[file]}`;
    });
}

describe('a curl line', () => {
  it('of a Trader token request is a form with the scope', () => {
    const told = toldOf('token');
    const { args } = told;
    expect(args.slice(0, 3)).toEqual([
      '--request',
      'POST',
      'https://api.example.com/auth/oauth2/token',
    ]);
    expect(args).toContain('Content-Type: application/x-www-form-urlencoded');
    expect(formOf(told)).toEqual([
      'grant_type=client_credentials',
      'client_id=id with space',
      'client_secret=s&c=r%t',
      'scope=TRADER_READ TRADER_TRADE',
    ]);
  });

  it('of a Partner token request is JSON without a scope', () => {
    const { args, input } = toldOf('token', true);
    expect(args).toContain('Content-Type: application/json');
    expect(JSON.parse(args[args.indexOf('--data') + 1] === '@-' ? input : '')).toEqual({
      grant_type: 'client_credentials',
      client_id: 'id with space',
      client_secret: 's&c=r%t',
    });
  });

  it('of who-am-I goes to the trading host with the token in its header', () => {
    const { args, input } = toldOf('identity check');
    expect(args).toContain('https://trade.example.com/api/v1/get_who_am_i');
    expect([args.at(-1), input]).toEqual(['@-', 'Authorization: Bearer tok-en']);
  });

  it('of a revocation names client, secret and token', () => {
    expect(formOf(toldOf('revoke'))).toEqual([
      'client_id=id with space',
      'client_secret=s&c=r%t',
      'token=tok-en',
    ]);
  });

  it.each([
    ['token', false],
    ['identity check', false],
    ['revoke', false],
    ['token', true],
    ['positions', true],
  ] as const)('of %s (Partner: %s) has no secret among its arguments', (call, partner) => {
    const { args } = toldOf(call, partner);
    for (const secret of [variables.CLIENT_SECRET, variables.ACCESS_TOKEN]) {
      expect(args.filter((each) => each.includes(secret))).toEqual([]);
    }
  });

  it('of a Partner has no revocation', () => {
    const view = aDiagnosis({ accessType: 'partner', scopes: [] });
    expect(curlLines(view).map(({ call }) => call)).toEqual(['token', 'positions']);
  });

  it('keeps an address with a quotation mark in one piece', () => {
    const view = aDiagnosis({ baseUrl: "https://api.example.com/it's" });
    const [first] = curlLines(view);
    expect(toldBy(first?.line ?? '').args).toContain(
      "https://api.example.com/it's/auth/oauth2/token",
    );
  });
});
