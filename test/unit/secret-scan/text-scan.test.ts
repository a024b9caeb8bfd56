// Finding what is ours in a stream: in every encoding, wherever it stands, across every border of pieces;
// and nothing that only looks like it. The encodings are Node's own, not the ones of the source.
import { randomBytes } from 'node:crypto';
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { Needles } from '../../../electron/main/secret-scan/needles.ts';
import { PIECE_BYTES, TextScan, type Match } from '../../../electron/main/secret-scan/text-scan.ts';

function needlesOf(...texts: readonly string[]): Needles {
  const needles = new Needles();
  for (const [id, text] of texts.entries()) needles.add(Buffer.from(text), id);
  return needles;
}

/** Pieces of these lengths, again and again; by default in one. */
async function search(
  needles: Needles,
  stream: Buffer,
  lengths: readonly number[] = [PIECE_BYTES],
): Promise<readonly Match[]> {
  const scan = new TextScan(needles);
  const found: Match[] = [];
  for (let at = 0, turn = 0; at < stream.length; turn += 1) {
    const end = Math.min(stream.length, at + (lengths[turn % lengths.length] ?? PIECE_BYTES));
    found.push(...scan.push(Buffer.from(stream.subarray(at, end))));
    at = end;
  }
  return found;
}

const percentAll = (text: string): string =>
  Buffer.from(text).toString('hex').replace(/../g, '%$&');
const unicodeAll = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const inBasic = (text: string, before: string): string =>
  Buffer.from(`${before}:${text}`).toString('base64');

/** How a secret may be written, and whether only with escapes undone. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'percent-encoded': (text) => encodeURIComponent(text),
  'percent-encoded in lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent-encoded throughout': percentAll,
  'form-encoded': (text) => new URLSearchParams([['', text]]).toString().slice(1),
  'as JSON': (text) => JSON.stringify(text).slice(1, -1),
  'as JSON, all escaped': unicodeAll,
  'as JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'as JSON with escaped slashes': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  'form-encoded, as JSON': (text) =>
    JSON.stringify(
      new URLSearchParams([
        ['a', 'b'],
        ['', text],
      ]).toString(),
    )
      .replaceAll('&', String.raw`\u0026`)
      .slice(1, -1),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'in upper-case hexadecimal': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'in HTTP Basic': (text) => inBasic(text, 'client-1'),
  'in HTTP Basic after another id': (text) => inBasic(text, 'client-22'),
  'in HTTP Basic, form-encoded as RFC 6749 says': (text) =>
    inBasic(new URLSearchParams([['', text]]).toString().slice(1), 'client-333'),
  'in HTTP Basic, percent-encoded': (text) => inBasic(encodeURIComponent(text), 'c'),
  'in base64url': (text) => Buffer.from(`xy${text}`).toString('base64url'),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in XML': (text) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  'in HTML, all numeric': (text) =>
    Array.from(text, (each) => `&#x${(each.codePointAt(0) ?? 0).toString(16)};`).join(''),
  'in base64 of 20 characters a line': (text) =>
    inBasic(`${text}${text}`, 'client-1').replaceAll(/.{20}/g, '$&\r\n'),
  'quoted-printable': (text) =>
    [...Buffer.from(text)]
      .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join('')
      .replaceAll(/.{30}/g, '$&=\n'),
  'in a shell command': (text) => text.replaceAll("'", `'"'"'`),
  'in cmd': (text) => text.replaceAll(/[&"^%]/g, '^$&'),
  'as JSON in JSON in JSON': (text) =>
    JSON.stringify(JSON.stringify(JSON.stringify(text))).slice(7, -7),
  'single-quoted in YAML': (text) => text.replaceAll("'", "''"),
  'in CSV': (text) => text.replaceAll('"', '""'),
  'as a dump of bytes': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replaceAll(/..(?!$)/g, '$& '),
  'over two lines of a properties file': (text) =>
    `${text.replaceAll('\\', String.raw`\\`).slice(0, 9)}\\\n${text.replaceAll('\\', String.raw`\\`).slice(9)}`,
  'with soft hyphens': (text) => `${text.slice(0, 6)}\u00ad${text.slice(6)}`,
};
/** The first of them are undone whatever the secret is. */
const EXACT = 17;
const charsets: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text, 'utf8'),
  'UTF-16LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(text, 'utf16le').swap16(),
};
const cases = Object.keys(encodings).flatMap((how) =>
  Object.keys(charsets).map((charset) => [how, charset] as const),
);

const SECRET = 'K7w2!&=+% x/"\\9~*(z)\'Qé';
const TOKEN = 'Zq81mN55xR02-_~.AbCdEfGh';

describe('one of ours', () => {
  it.each(cases)('is found %s, in %s', async (how, charset) => {
    const encode = encodings[how] ?? String;
    const into = charsets[charset] ?? ((text: string) => Buffer.from(text));
    for (const secret of [TOKEN, SECRET]) {
      // In UTF-16 what is beyond ASCII is found as it is; nothing escapes it there.
      const text = charset === 'UTF-8' ? secret : secret.replace('é', '');
      const stream = into(`2026-01-01 GET /x?a=1 "${encode(text)}" end\n`);
      const found = await search(needlesOf('another-secret-0123456789', text), stream);
      expect(new Set(found.map(({ needle }) => needle.id))).toEqual(new Set([1]));
    }
  });

  it.each(['utf16le', 'latin1'] as const)(
    'with letters beyond ASCII is found in %s',
    async (charset) => {
      const stream = Buffer.from(`a line\nsecret=${SECRET}\n`, charset);
      expect(await search(needlesOf(SECRET), stream)).toHaveLength(1);
    },
  );

  const secret = fc.string({ unit: 'binary-ascii', minLength: 8, maxLength: 80 });
  const noise = fc.stringMatching(/^[ -~\n]{0,200}$/);

  it('is found wherever it stands and however the stream is cut', async () => {
    const how = fc.constantFrom(...Object.keys(encodings).slice(0, EXACT));
    const charset = fc.constantFrom(...Object.keys(charsets));
    const lengths = fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 5 });
    let cut = 0;
    await fc.assert(
      fc.asyncProperty(
        secret,
        how,
        charset,
        noise,
        noise,
        lengths,
        async (text, way, set, a, z, pieces) => {
          // Zero bytes and half an escape before it make it another text.
          fc.pre(!text.includes('\0') && !/[%\\][^"]{0,11}$/.test(a));
          const stream = charsets[set]?.(`${a}"${encodings[way]?.(text)}"${z}`) ?? Buffer.alloc(0);
          const found = await search(needlesOf(text), stream, pieces);
          expect(found.length).toBeGreaterThan(0);
          cut += 1;
        },
      ),
      { numRuns: 1_500 },
    );
    expect(cut).toBe(1_500);
  });

  it('is found across the border of two whole steps, at every offset', async () => {
    const scan = needlesOf(TOKEN);
    for (let offset = -TOKEN.length - 1; offset <= 1; offset += 1) {
      const stream = Buffer.alloc(PIECE_BYTES * 2, 'line of a log\n');
      stream.write(TOKEN, PIECE_BYTES + offset, 'latin1');
      const [only, ...more] = await search(scan, stream);
      expect([only?.atByte, only?.lengthBytes, more]).toEqual([
        PIECE_BYTES + offset,
        TOKEN.length,
        [],
      ]);
    }
  });

  it('is told once for each time it stands there', async () => {
    const stream = Buffer.from(Array.from({ length: 500 }, () => `t=${TOKEN};`).join(''));
    expect(await search(needlesOf(TOKEN), stream, [7, 64, 13])).toHaveLength(500);
  });

  it('that two of ours share is told for both', async () => {
    const found = await search(needlesOf(TOKEN, TOKEN), Buffer.from(`x ${TOKEN}`));
    expect(found.map(({ needle }) => needle.id)).toEqual([0, 1]);
  });

  it('with a space is found where a form has a plus sign for it and nothing else is escaped', async () => {
    const found = await search(needlesOf(' -0-A***'), Buffer.from('secret=+-0-A***&a=b'));
    expect(found).toHaveLength(1);
  });

  it('of the shortest length is found, and of one byte less never', async () => {
    expect(await search(needlesOf('12345678'), Buffer.from('x12345678x'))).toHaveLength(1);
    expect(await search(needlesOf('1234567'), Buffer.from('x1234567x'))).toEqual([]);
  });

  it('of 8 KiB is found across pieces, wholly escaped', async () => {
    const long = randomBytes(6144).toString('base64url');
    const stream = Buffer.from(`${'x'.repeat(70_000)}"${unicodeAll(long)}"`);
    expect(await search(needlesOf(long), stream, [PIECE_BYTES])).toHaveLength(1);
  });
});

describe('what only looks like ours', () => {
  it('is not found with one character changed', async () => {
    const scan = needlesOf(TOKEN);
    for (let at = 0; at < TOKEN.length; at += 1) {
      const near = `${TOKEN.slice(0, at)}${TOKEN[at] === 'x' ? 'y' : 'x'}${TOKEN.slice(at + 1)}`;
      for (const encode of Object.values(encodings)) {
        expect(await search(scan, Buffer.from(`"${encode(near)}" `))).toEqual([]);
      }
    }
  });

  it('is not found with one character missing, or in another case', async () => {
    const scan = needlesOf(TOKEN);
    const near = [TOKEN.slice(1), TOKEN.slice(0, -1), TOKEN.toLowerCase(), TOKEN.toUpperCase()];
    for (const text of near) expect(await search(scan, Buffer.from(` ${text} `))).toEqual([]);
  });

  it('is not found in words that a line break parts', async () => {
    const found = await search(needlesOf('risk desk'.replace(' ', '')), Buffer.from('risk\ndesk'));
    expect(found).toEqual([]);
  });

  it('is not found in noise, however much of it', async () => {
    const needles = new Needles();
    for (let id = 0; id < 2_000; id += 1) needles.add(randomBytes(24), id);
    expect(await search(needles, randomBytes(PIECE_BYTES))).toEqual([]);
  });
});

describe('the place of a find', () => {
  const placed = async (stream: Buffer, lengths?: readonly number[]) =>
    (await search(needlesOf(TOKEN), stream, lengths)).map(({ line, column }) => [line, column]);

  it.each([
    ['at the very beginning', TOKEN, [1, 1]],
    ['after lines of either system', `a\r\nb\nc ${TOKEN}`, [3, 3]],
    ['after letters of several bytes', `é€😀 ${TOKEN}`, [1, 5]],
    ['behind the mark of UTF-8', `\uFEFFab${TOKEN}`, [1, 3]],
  ] as const)('is counted %s', async (_, text, place) => {
    expect(await placed(Buffer.from(text))).toEqual([place]);
    expect(await placed(Buffer.from(text), [5, 1])).toEqual([place]);
  });

  it.each([
    [', by its mark', `\uFEFFone\ntwo Ċ ${TOKEN}\n`, [2, 7]],
    [' without a mark', `one\ntwo ${TOKEN}\n`, [2, 5]],
  ])('is counted in UTF-16 of either order%s', async (_, text, place) => {
    const little = Buffer.from(text, 'utf16le');
    expect(await placed(little)).toEqual([place]);
    expect(await placed(Buffer.from(little).swap16())).toEqual([place]);
  });

  it('is counted over many pieces', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `line ${at}`);
    lines[28_765] = `  key=${TOKEN}`;
    expect(await placed(Buffer.from(lines.join('\n')))).toEqual([[28_766, 7]]);
  });
});
