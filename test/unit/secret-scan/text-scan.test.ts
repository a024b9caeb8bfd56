// Finding what is ours in a stream: in every encoding, wherever it stands, across every border of pieces;
// and nothing that only looks like it. The encodings are Node's own, not the ones of the source.
import { randomBytes } from 'node:crypto';
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import {
  base64Forms,
  hexForms,
} from '../../../electron/main/gateway/redaction/secret-encodings.ts';
import { createRollingHashMatcher } from '../../../electron/main/secret-scan/rolling-hash-matcher.ts';
import { addForms } from '../../../electron/main/secret-scan/patterns.ts';
import {
  createTextScan,
  STEP_BYTES,
  type SecretScan,
} from '../../../electron/main/secret-scan/text-scan.ts';

function scanFor(...texts: readonly string[]) {
  const net = createRollingHashMatcher();
  texts.forEach((text, at) => addForms(net, Buffer.from(text), at));
  return createTextScan(
    net,
    texts.some((text) => text.includes(' ')),
  );
}

/** Pieces of these lengths, again and again; by default in one. */
function search(
  scan: ReturnType<typeof scanFor>,
  stream: Buffer,
  lengths: readonly number[] = [STEP_BYTES],
): readonly SecretScan[] {
  scan.begin();
  const found: SecretScan[] = [];
  for (let at = 0, turn = 0; at < stream.length; turn += 1) {
    const end = Math.min(stream.length, at + (lengths[turn % lengths.length] ?? STEP_BYTES));
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
};
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
  it.each(cases)('is found %s, in %s', (how, charset) => {
    const encode = encodings[how] ?? String;
    const into = charsets[charset] ?? ((text: string) => Buffer.from(text));
    for (const secret of [TOKEN, SECRET]) {
      // In UTF-16 what is beyond ASCII is found as it is; nothing escapes it there.
      const text = charset === 'UTF-8' ? secret : secret.replace('é', '');
      const stream = into(`2026-01-01 GET /x?a=1 "${encode(text)}" end\n`);
      const found = search(scanFor('another-secret-0123456789', text), stream);
      expect(found.map(({ id }) => Math.floor(id / 3))).toEqual([1]);
    }
  });

  it.each(['utf16le', 'latin1'] as const)('with letters beyond ASCII is found in %s', (charset) => {
    const stream = Buffer.from(`a line\nsecret=${SECRET}\n`, charset);
    expect(search(scanFor(SECRET), stream)).toHaveLength(1);
  });

  const secret = fc.string({ unit: 'binary-ascii', minLength: 8, maxLength: 80 });
  const noise = fc.stringMatching(/^[ -~\n]{0,200}$/);

  it('is found wherever it stands and however the stream is cut', () => {
    const how = fc.constantFrom(...Object.keys(encodings));
    const charset = fc.constantFrom(...Object.keys(charsets));
    const lengths = fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 5 });
    let cut = 0;
    fc.assert(
      fc.property(secret, how, charset, noise, noise, lengths, (text, way, set, a, z, pieces) => {
        // Zero bytes and half an escape before it make it another text.
        fc.pre(!text.includes('\0') && !/[%\\][^"]{0,11}$/.test(a));
        const stream = charsets[set]?.(`${a}"${encodings[way]?.(text)}"${z}`) ?? Buffer.alloc(0);
        const found = search(scanFor(text), stream, pieces);
        expect(found.length).toBeGreaterThan(0);
        cut += 1;
      }),
      { numRuns: 1_500 },
    );
    expect(cut).toBe(1_500);
  });

  it('is found across the border of two whole steps, at every offset', () => {
    const scan = scanFor(TOKEN);
    for (let offset = -TOKEN.length - 1; offset <= 1; offset += 1) {
      const stream = Buffer.alloc(STEP_BYTES * 2, 'line of a log\n');
      stream.write(TOKEN, STEP_BYTES + offset, 'latin1');
      const [only, ...more] = search(scan, stream);
      expect([only?.atByte, only?.lengthBytes, more]).toEqual([
        STEP_BYTES + offset,
        TOKEN.length,
        [],
      ]);
    }
  });

  it('is told once for each time it stands there', () => {
    const stream = Buffer.from(Array.from({ length: 500 }, () => `t=${TOKEN};`).join(''));
    expect(search(scanFor(TOKEN), stream, [7, 64, 13])).toHaveLength(500);
  });

  it('that two of ours share is told for both', () => {
    const found = search(scanFor(TOKEN, TOKEN), Buffer.from(`x ${TOKEN}`));
    expect(found.map(({ id }) => id)).toEqual([0, 3]);
  });

  it('of the shortest length is found, and of one byte less never', () => {
    expect(search(scanFor('12345678'), Buffer.from('x12345678x'))).toHaveLength(1);
    expect(search(scanFor('1234567'), Buffer.from('x1234567x'))).toEqual([]);
  });

  it('of 8 KiB is found across pieces, wholly escaped', () => {
    const long = randomBytes(6144).toString('base64url');
    const stream = Buffer.from(`${'x'.repeat(70_000)}"${unicodeAll(long)}"`);
    expect(search(scanFor(long), stream, [STEP_BYTES])).toHaveLength(1);
  });
});

describe('what only looks like ours', () => {
  it('is not found with one character changed', () => {
    const scan = scanFor(TOKEN);
    for (let at = 0; at < TOKEN.length; at += 1) {
      const near = `${TOKEN.slice(0, at)}${TOKEN[at] === 'x' ? 'y' : 'x'}${TOKEN.slice(at + 1)}`;
      for (const encode of Object.values(encodings)) {
        expect(search(scan, Buffer.from(`"${encode(near)}" `))).toEqual([]);
      }
    }
  });

  it('is not found with one character missing, or in another case', () => {
    const scan = scanFor(TOKEN);
    const near = [TOKEN.slice(1), TOKEN.slice(0, -1), TOKEN.toLowerCase(), TOKEN.toUpperCase()];
    for (const text of near) expect(search(scan, Buffer.from(` ${text} `))).toEqual([]);
  });

  it('is not found scattered among zero bytes', () => {
    const scattered = Buffer.from(TOKEN.replaceAll(/./g, '$&\0\0\0'));
    expect(search(scanFor(TOKEN), scattered)).toEqual([]);
  });

  it('is not found in noise, however much of it', () => {
    const net = createRollingHashMatcher();
    for (let id = 0; id < 2_000; id += 1) net.add(randomBytes(24), id);
    expect(search(createTextScan(net, false), randomBytes(8 * STEP_BYTES))).toEqual([]);
  });
});

describe('the place of a find', () => {
  const placed = (stream: Buffer, lengths?: readonly number[]) =>
    search(scanFor(TOKEN), stream, lengths).map(({ line, column }) => [line, column]);

  it.each([
    ['at the very beginning', TOKEN, [1, 1]],
    ['after lines of either system', `a\r\nb\nc ${TOKEN}`, [3, 3]],
    ['after letters of several bytes', `é€😀 ${TOKEN}`, [1, 5]],
    ['behind the mark of UTF-8', `\uFEFFab${TOKEN}`, [1, 3]],
  ] as const)('is counted %s', (_, text, place) => {
    expect(placed(Buffer.from(text))).toEqual([place]);
    expect(placed(Buffer.from(text), [5, 1])).toEqual([place]);
  });

  it('is counted in UTF-16 of either order, by its mark', () => {
    const text = `\uFEFFone\ntwo Ċ ${TOKEN}\n`;
    const little = Buffer.from(text, 'utf16le');
    expect(placed(little)).toEqual([[2, 7]]);
    expect(placed(Buffer.from(little).swap16())).toEqual([[2, 7]]);
  });

  it('is counted over many pieces', () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `line ${at}`);
    lines[28_765] = `  key=${TOKEN}`;
    expect(placed(Buffer.from(lines.join('\n')))).toEqual([[28_766, 7]]);
  });
});

describe('the net', () => {
  it('finds nothing any more once it is wiped', () => {
    const net = createRollingHashMatcher();
    net.add(Buffer.from(TOKEN), 0);
    const scan = createTextScan(net, false);
    net.wipe();
    expect(search(scan, Buffer.from(TOKEN))).toEqual([]);
  });

  it('leaves what it is given alone, and holds no copy of it', () => {
    const text = Buffer.from(TOKEN);
    const net = createRollingHashMatcher();
    net.add(text, 0);
    expect(text.toString()).toBe(TOKEN);
    for (const forms of [hexForms(text), base64Forms(text)]) {
      for (const form of forms) net.add(form, 0);
    }
    expect(JSON.stringify(net)).not.toContain(TOKEN);
  });
});
