// HTTP/1.1 answers as no server should send them, generated: every layer odd by itself (status line,
// fields, framing, body), then bytes changed at random. They repeat the secret and the token in the forms
// an echo takes, and point to a listener nobody may go to (R13).
import fc from '../../support/seeded-fast-check.ts';

export interface HostileAnswer {
  /** Written one after the other, each in a turn of its own. */
  readonly writes: readonly Buffer[];
  /** What becomes of the connection then. `hang` leaves it open until the client gives up. */
  readonly ending: 'end' | 'reset' | 'hang';
}

export interface Bait {
  /** What an answer may repeat. */
  readonly secrets: readonly string[];
  /** Where nobody may connect to. */
  readonly elsewhere: string;
}

/** The same text as servers repeat it. */
const echoesOf = (text: string): readonly string[] => [
  text,
  encodeURIComponent(text),
  new URLSearchParams([['', text]]).toString().slice(1),
  Buffer.from(text).toString('base64'),
  Buffer.from(text).toString('base64url'),
  Buffer.from(text).toString('hex'),
  JSON.stringify(text).slice(1, -1),
  Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
];

const statuses = fc.oneof(
  { weight: 6, arbitrary: fc.constant('200') },
  { weight: 5, arbitrary: fc.constantFrom('400', '401', '403', '429', '500', '503') },
  { weight: 3, arbitrary: fc.constantFrom('201', '202', '204', '206', '301', '302', '304', '307') },
  { weight: 2, arbitrary: fc.integer({ min: 100, max: 999 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('', '-1', '0', '20', '2000', '2xx', '٢٠٠') },
);
const starts = fc.oneof(
  { weight: 30, arbitrary: fc.constant('HTTP/1.1') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/1.', 'http/1.1', 'ICY', ''),
  },
);

function fieldsFrom(echo: fc.Arbitrary<string>, elsewhere: string): fc.Arbitrary<string> {
  const value = fc.oneof(
    echo,
    fc.string({ maxLength: 40 }),
    fc.constantFrom('', 'x'.repeat(5_000)),
  );
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant('Content-Type: application/json') },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        'Content-Type: text/html',
        'Content-Type: application/json; charset=utf-16',
        'Content-Encoding: gzip',
        'Content-Encoding: identity',
        'Connection: keep-alive',
        'Connection: upgrade',
        'Upgrade: h2c',
        'Keep-Alive: timeout=9999',
        'Set-Cookie: a=b; Domain=localhost',
        'Cache-Control: max-age=9999',
        'ETag: "x"',
        'Proxy-Authenticate: Basic realm="x"',
        'WWW-Authenticate: Bearer error="invalid_token"',
        'WWW-Authenticate: Basic realm="x", DPoP algs=",,, x=',
        'Date: Thu, 01 Jan 1970 00:00:00 GMT',
        'Date: never',
        'Trailer: x',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('Content-Type', ' folded: yes', 'Bad Name: x', ': no name'),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        `Location: ${elsewhere}/take`,
        `Location: //${new URL(elsewhere).host}/`,
        `Refresh: 0; url=${elsewhere}`,
        `Link: <${elsewhere}>; rel=preload`,
        `Alt-Svc: h2="${new URL(elsewhere).host}"; ma=86400`,
        `Content-Location: ${elsewhere}`,
      ),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'Location',
            'WWW-Authenticate',
            'X-Echo',
            'Content-Type',
            'Server',
            'Date',
          ),
          value,
        )
        .map(([name, said]) => `${name}: ${said}`),
    },
    fc
      .oneof(
        fc.integer().map(String),
        fc.double().map(String),
        fc.date({ noInvalidDate: true }).map((at) => at.toUTCString()),
      )
      .map((said) => `Retry-After: ${said}`),
  );
}

function bodiesFrom(echo: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const name = fc.constantFrom(
    'access_token',
    'token_type',
    'expires_in',
    'scope',
    'error',
    'error_description',
    'error_uri',
    'refresh_token',
    'id_token',
    '__proto__',
    'access\\u005ftoken',
  );
  const value = fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom('"Bearer"', '3600', '"3600"', '-1', '1e999', '"invalid_client"', 'null', '""'),
    fc.constantFrom('"a\\r\\nb"', '"\\ud800"', '"TRADER_READ"', 'NaN', '"\\u202e"'),
    echo.map((text) => `"${text}"`),
  );
  const members = fc.array(fc.tuple(name, value), { maxLength: 8 });
  const json = members.map((all) => `{${all.map(([key, said]) => `"${key}":${said}`).join(',')}}`);
  const token = members.map(
    (all) =>
      `{"access_token":"canary-issued-1","token_type":"Bearer",${all
        .map(([key, said]) => `"${key}":${said},`)
        .join('')}"expires_in":60}`,
  );
  return fc.oneof(
    { weight: 4, arbitrary: json.map((text) => Buffer.from(text)) },
    { weight: 3, arbitrary: token.map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: echo.map((text) => Buffer.from(`<html><p>no ${text}</p></html>`)) },
    { weight: 1, arbitrary: json.map((text) => Buffer.from(text, 'utf16le')) },
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.nat({ max: 3_000 }).map((depth) => Buffer.from('{"a":['.repeat(depth))),
    fc.constantFrom(0, 65_536, 65_537, 90_000).map((bytes) => Buffer.alloc(bytes, 0x20)),
  );
}

type Framing = (body: Buffer) => readonly [lines: readonly string[], bytes: Buffer];

const chunked =
  (size: (length: number) => string, last: string): Framing =>
  (body) => [
    ['Transfer-Encoding: chunked'],
    Buffer.concat([Buffer.from(`${size(body.length)}\r\n`), body, Buffer.from(`\r\n${last}`)]),
  ];
const hex = (length: number): string => length.toString(16);
const lengthOf =
  (say: (length: number) => string): Framing =>
  (body) => [[`Content-Length: ${say(body.length)}`], body];

const framings: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(lengthOf(String)) },
  { weight: 2, arbitrary: fc.constant<Framing>((body) => [[], body]) },
  { weight: 2, arbitrary: fc.constant(chunked(hex, '0\r\n\r\n')) },
  fc.constantFrom(
    lengthOf((length) => String(length + 9)),
    lengthOf((length) => String(Math.max(0, length - 9))),
    lengthOf(() => '-1'),
    lengthOf(() => '99999999999999999999'),
    lengthOf((length) => `${length}, ${length}`),
    chunked(hex, ''),
    chunked(() => 'zz', '0\r\n\r\n'),
    chunked((length) => hex(length + 1), '0\r\n\r\n'),
    chunked(() => '1'.repeat(40), '0\r\n\r\n'),
    chunked((length) => `${hex(length)};x=y`, '0\r\nX-Trailer: z\r\n\r\n'),
    (body) => [['Content-Length: 5', 'Transfer-Encoding: chunked'], body],
  ),
);

const befores = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  fc.constantFrom(
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n',
    'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    '\r\n',
    '\0',
  ),
);
const afters = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  fc.constantFrom('x', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', '\r\n\r\n'),
);

/** Changes some bytes: cut off, doubled, put in, turned over. */
const mutations: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc.oneof(
  { weight: 8, arbitrary: fc.constant((bytes: Buffer) => bytes) },
  fc
    .tuple(
      fc.constantFrom('cut', 'double', 'insert', 'flip', 'lines'),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 255 }),
    )
    .map(([kind, share, byte]) => (bytes: Buffer): Buffer => {
      const at = Math.floor(share * bytes.length);
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
      if (kind === 'cut') return Buffer.from(before);
      if (kind === 'double') return Buffer.concat([bytes, after]);
      if (kind === 'insert') return Buffer.concat([before, Buffer.alloc(byte % 7, byte), after]);
      if (kind === 'lines')
        return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
      const flipped = Buffer.from(bytes);
      if (at < flipped.length) flipped.writeUInt8((flipped[at] ?? 0) ^ byte, at);
      return flipped;
    }),
);

function inPieces(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const at = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  return at
    .slice(1)
    .map((to, index) => bytes.subarray(at[index], to))
    .filter(({ length }) => length > 0);
}

export function hostileAnswers({ secrets, elsewhere }: Bait): fc.Arbitrary<HostileAnswer> {
  const echo = fc.constantFrom(...secrets.flatMap(echoesOf));
  const line = fc
    .tuple(starts, statuses, fc.oneof(fc.constantFrom('OK', '', 'x'), echo))
    .map((parts) => parts.join(' '));
  const bytes = fc
    .record({
      before: befores,
      line,
      fields: fc.array(fieldsFrom(echo, elsewhere), { maxLength: 4 }),
      framing: framings,
      body: bodiesFrom(echo),
      after: afters,
      mutate: mutations,
    })
    .map(({ before, line: first, fields, framing, body, after, mutate }) => {
      const [lines, content] = framing(body);
      const head = `${before}${[first, ...fields, ...lines].join('\r\n')}\r\n\r\n`;
      return mutate(Buffer.concat([Buffer.from(head), content, Buffer.from(after)]));
    });
  return fc
    .record({
      bytes,
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
      ending: fc.oneof(
        { weight: 180, arbitrary: fc.constant('end' as const) },
        { weight: 16, arbitrary: fc.constant('reset' as const) },
        { weight: 1, arbitrary: fc.constant('hang' as const) },
      ),
    })
    .map(({ bytes: all, cuts, ending }) => ({ writes: inPieces(all, cuts), ending }));
}
