// The answers that our client and oauth4webapi both judge (R22): a good one, each way to be odd by itself,
// and several of them at once, drawn from a seed. An answer knows in which ways it is odd.
import { TOKEN } from '../../support/gateway-lab.ts';

export type Part =
  | 'status'
  | 'type'
  | 'challenge'
  | 'access_token'
  | 'token_type'
  | 'expires_in'
  | 'scope'
  | 'more'
  | 'error'
  | 'body';

/** What each part is, as written; of a good answer where it is not odd. */
export type Oddness = Readonly<Partial<Record<Part, string>>>;

export interface JudgedAnswer {
  readonly odd: Oddness;
  readonly status: number;
  /** Lines of the head. */
  readonly fields: readonly string[];
  readonly body: Buffer;
}

type Choices = Readonly<Partial<Record<Part, readonly string[]>>>;

/** Where a part is missing altogether. */
export const NONE = '(none)';
const BASIC = 'Basic realm="x"';

const tokenChoices: Choices = {
  status: ['201', '202', '203', '206', '302', '400', '500', '999'],
  type: ['application/json; charset=utf-8', 'Application/JSON', 'text/plain', 'text/html', NONE],
  challenge: [BASIC],
  access_token: [
    NONE,
    '""',
    '5',
    '["a"]',
    '{}',
    'null',
    'true',
    '"a b"',
    '"a\\r\\nb"',
    '"\\u00e9"',
    `"${'x'.repeat(8_193)}"`,
  ],
  token_type: [
    NONE,
    '"bearer"',
    '"BEARER"',
    '"DPoP"',
    '"mac"',
    '"N_A"',
    '5',
    'null',
    '""',
    '["Bearer"]',
  ],
  expires_in: [
    NONE,
    '0',
    '-1',
    '3600.9',
    '0.5',
    '1e3',
    '1e999',
    '1000000000000',
    '9007199254740993',
    '"3600"',
    '"3600abc"',
    '" 60 "',
    '"0x10"',
    '"1e3"',
    '"-5"',
    '""',
    '"Infinity"',
    '[3600]',
    '{}',
    'true',
    'null',
  ],
  scope: [
    NONE,
    '"TRADER_READ TRADER_TRADE"',
    '"ADMIN"',
    '""',
    '"TRADER_READ  X"',
    '"trader_read"',
    '"A\\u0000"',
    '["TRADER_READ"]',
    '5',
    'null',
  ],
  more: [
    '"refresh_token":"r"',
    '"refresh_token":""',
    '"refresh_token":5',
    '"refresh_token":null',
    '"id_token":"a.b.c"',
    '"id_token":5',
    '"error":"invalid_client"',
    '"error":null',
    '"error":5',
    '"unknown":{"a":[1]}',
    '"__proto__":{"a":1}',
    '"access_token":"second"',
    '"token_type":"Bearer"',
    '"expires_in":5',
    '"scope":"ADMIN"',
  ],
  body: [
    'with a mark',
    'in UTF-16',
    'not UTF-8',
    'with a comment',
    'with trailing text',
    'in an array',
    'nested deep',
    'cut off',
    'empty',
    'a page',
    'larger than 64 KiB',
  ],
};

const errorChoices: Choices = {
  status: ['401', '403', '404', '405', '407', '415', '429', '500', '503', '302'],
  type: ['application/json;charset=UTF-8', 'text/plain', 'text/html', NONE],
  challenge: [BASIC, 'Bearer error="invalid_token"', 'DPoP algs="ES256"', ',,, x='],
  error: [
    NONE,
    '"invalid_scope"',
    '"unauthorized_client"',
    '"odd_one"',
    '""',
    '5',
    'null',
    '{"code":"x"}',
  ],
  more: [
    '"error":"invalid_grant"',
    '"error_description":"no"',
    '"error_description":5',
    '"access_token":"a"',
  ],
  body: tokenChoices.body ?? [],
};

const revokeChoices: Choices = {
  status: ['201', '202', '204', '206', '302', '400', '401', '404', '429', '500', '503'],
  type: ['text/html', 'text/plain', NONE],
  challenge: [BASIC],
  error: ['"invalid_client"', '"unsupported_token_type"', '5'],
  body: ['empty', 'a page', 'cut off', 'larger than 64 KiB'],
};

export type Judged = 'token answer' | 'token error' | 'revocation';
const choicesOf: Readonly<Record<Judged, Choices>> = {
  'token answer': tokenChoices,
  'token error': errorChoices,
  revocation: revokeChoices,
};

function membersOf(kind: Judged, odd: Oddness): string {
  const members: Readonly<Record<Judged, readonly (readonly [Part, string])[]>> = {
    'token answer': [
      ['access_token', JSON.stringify(TOKEN)],
      ['token_type', '"Bearer"'],
      ['expires_in', '3600'],
      ['scope', '"TRADER_READ"'],
    ],
    'token error': [['error', '"invalid_client"']],
    revocation: [['error', NONE]],
  };
  const said = members[kind]
    .map(([name, usual]) => [name, odd[name] ?? usual] as const)
    .filter(([, value]) => value !== NONE)
    .map(([name, value]) => `"${name}":${value}`);
  return `{${[...said, ...(odd.more === undefined ? [] : [odd.more])].join()}}`;
}

function bodyOf(json: string, oddity: string | undefined): Buffer {
  switch (oddity) {
    case undefined:
      return Buffer.from(json);
    case 'with a mark':
      return Buffer.from(`\ufeff${json}`);
    case 'in UTF-16':
      return Buffer.from(json, 'utf16le');
    case 'not UTF-8':
      return Buffer.from(json.replace('{', '{"\u00ff":1,'), 'latin1');
    case 'with a comment':
      return Buffer.from(`/* */${json}`);
    case 'with trailing text':
      return Buffer.from(`${json}x`);
    case 'in an array':
      return Buffer.from(`[${json}]`);
    case 'nested deep':
      return Buffer.from(json.replace('{', `{"deep":${'['.repeat(40)}${']'.repeat(40)},`));
    case 'cut off':
      return Buffer.from(json.slice(0, -1));
    case 'larger than 64 KiB':
      return Buffer.from(json + ' '.repeat(65_536));
    case 'a page':
      return Buffer.from('<html><body>Welcome</body></html>');
    default:
      return Buffer.alloc(0);
  }
}

function answerOf(kind: Judged, odd: Oddness): JudgedAnswer {
  const { type = 'application/json', challenge = NONE } = odd;
  const status = Number(odd.status ?? (kind === 'token error' ? 400 : 200));
  const json = membersOf(kind, odd).replaceAll(',}', '}').replace('{,', '{');
  return {
    odd,
    status,
    fields: [
      ...(type === NONE ? [] : [`Content-Type: ${type}`]),
      ...(challenge === NONE ? [] : [`WWW-Authenticate: ${challenge}`]),
    ],
    // These two have none (RFC 9110 section 6.4.1).
    body: [204, 304].includes(status) ? Buffer.alloc(0) : bodyOf(json, odd.body),
  };
}

/** What needs two oddities to be what it is. */
const pairs: Readonly<Record<Judged, readonly Oddness[]>> = {
  'token answer': [{ access_token: NONE, more: '"error":"invalid_client"' }],
  'token error': [],
  revocation: [],
};

/** A good answer and each oddity alone. */
export function oddAnswers(kind: Judged): readonly JudgedAnswer[] {
  const all = Object.entries(choicesOf[kind]).flatMap(([part, values]) =>
    values.map((value) => ({ [part]: value })),
  );
  return [{}, ...all, ...pairs[kind]].map((odd) => answerOf(kind, odd));
}

/** Two or three oddities at once; `random` answers numbers from 0 to 1. */
export function veryOddAnswer(kind: Judged, random: () => number): JudgedAnswer {
  const parts = Object.entries(choicesOf[kind]);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const odd: Record<string, string> = {};
  for (let left = random() < 0.5 ? 2 : 3; left > 0; left -= 1) {
    const [part, values] = draw(parts);
    odd[part] = draw(values);
  }
  return answerOf(kind, odd);
}
