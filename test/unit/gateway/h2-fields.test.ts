// Header fields of HTTP/2 out of their bytes: by the RFC, within limits, and with every echo covered
// before a string is made of it.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createFieldReader, encodeFields } from '../../../electron/main/gateway/h2-fields.ts';

const MOST = 1_024;
const SECRET = 'K7w2-canary-Qz81';
const secretOf = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text));

const read = (hex: string, secrets: readonly SecretBytes[] = []) =>
  createFieldReader(MOST).read(Buffer.from(hex.replaceAll(' ', ''), 'hex'), secrets);
const readPairs = (pairs: readonly (readonly [string, string])[], secrets = [secretOf(SECRET)]) =>
  createFieldReader(MOST).read(encodeFields(pairs), secrets);

const malformed = { kind: 'malformed' };
const compressionError = { kind: 'compression_error' };
const tooLarge = { kind: 'too_large' };

describe('header fields', () => {
  it('are read as in the RFC, Huffman-coded and to be remembered (appendix C.6.1)', () => {
    const block =
      '4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e' +
      '919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3';
    expect(read(block)).toEqual({
      kind: 'fields',
      raw: [
        ':status',
        '302',
        'cache-control',
        'private',
        'date',
        'Mon, 21 Oct 2013 20:13:21 GMT',
        'location',
        'https://www.example.com',
      ],
    });
  });

  it.each([
    ['a whole entry of the static table', '88', [':status', '200']],
    ['the last entry of the static table', '7d 01 78', ['www-authenticate', 'x']],
    ['a name and a value of their own', '00 01 78 01 79', ['x', 'y']],
    ['a field never to be remembered', '10 01 78 01 79', ['x', 'y']],
    ['a number of two bytes', '0f 10 01 78', ['content-type', 'x']],
    ['a table of no size', '20 88', [':status', '200']],
    ['nothing', '', []],
  ])('%s', (_what, hex, raw) => {
    expect(read(hex)).toEqual({ kind: 'fields', raw });
  });

  it.each([
    ['number 0', '80'],
    ['a number of the table that is not allowed', 'be'],
    ['a name of the table that is not allowed', '7e 01 78'],
    ['a table with room', '3f e1 1f'],
    ['a table resized late', '88 20'],
    ['a number that does not end', '0f ff ff'],
    ['an absurd number', '0f ff ff ff ff ff 01'],
    ['a string longer than the block', '00 01 78 05 79'],
    ['a string without a length', '00 01 78'],
    ['a Huffman code that is none', '00 01 78 84 ff ff ff ff'],
  ])('%s ends the connection', (_what, hex) => {
    expect(read(hex)).toEqual(compressionError);
  });

  it.each([
    ['a capital in a name', '00 01 58 01 79'],
    ['an empty name', '00 00 01 79'],
    ['a space in a name', '00 03 61 20 62 01 79'],
    ['a colon amid a name', '00 03 61 3a 62 01 79'],
    ['a line break in a value', '00 01 78 03 61 0a 62'],
    ['a carriage return in a value', '00 01 78 03 61 0d 62'],
    ['a NUL in a value', '00 01 78 03 61 00 62'],
    ['a space before a value', '00 01 78 02 20 79'],
    ['a space behind a value', '00 01 78 02 79 20'],
  ])('%s is no field (RFC 9113 section 8.2.1)', (_what, hex) => {
    expect(read(hex)).toEqual(malformed);
  });

  it('are too large by their characters, or by their number', () => {
    expect(readPairs([['x', 'y'.repeat(MOST)]])).toEqual(tooLarge);
    expect(readPairs(Array.from({ length: 40 }, () => ['x', 'y'] as const))).toEqual(tooLarge);
    expect(readPairs([['x', 'y'.repeat(MOST - 33)]])).toMatchObject({ kind: 'fields' });
  });

  it.each([
    ['a value', [['x', `a ${SECRET} b`]]],
    ['a name', [[`x-${SECRET.toLowerCase()}`, 'a']]],
    ['percent-encoded', [['x', encodeURIComponent(`${SECRET}%`).replace('K', '%4B')]]],
    ['base64', [['x', Buffer.from(`a:${SECRET}`).toString('base64')]]],
    ['part of it', [['x', SECRET.slice(2, 14)]]],
  ] as const)('hold nothing of a secret: %s', (_what, pairs) => {
    const secrets = [secretOf(SECRET), secretOf(SECRET.toLowerCase())];
    const fields = readPairs(pairs, secrets);
    expect(fields.kind).toBe('fields');
    const text = JSON.stringify(fields);
    expect(text).toContain('*');
    expect(text).not.toMatch(/canary|Y2FuYXJ5/i);
  });

  it('hold nothing of a secret that is Huffman-coded', () => {
    // `x: https://www.example.com`, and that is the secret.
    const block = '00 01 78 91 9d29ad171863c78f0b97c8e9ae82ae43d3';
    const fields = read(block, [secretOf('https://www.example.com')]);
    expect(fields).toEqual({ kind: 'fields', raw: ['x', '*'.repeat(23)] });
  });

  it('hold nothing of a secret shorter than any usual one', () => {
    expect(readPairs([['x', 'a q81 b']], [secretOf('q81')])).toEqual({
      kind: 'fields',
      raw: ['x', 'a *** b'],
    });
  });

  it('hold nothing of a secret that looks like a date', () => {
    const date = 'abc, 00 dates of 00:00:00 GMT';
    expect(date).toHaveLength('Sun, 06 Nov 1994 08:49:37 GMT'.length);
    expect(JSON.stringify(readPairs([['date', date]], [secretOf(date)]))).not.toContain('dates');
  });

  it('of one block say nothing about the next', () => {
    const reader = createFieldReader(MOST);
    const block = (value: string) => encodeFields([['x', value]]);
    expect(reader.read(block('y'.repeat(2 * MOST)), [])).toEqual(tooLarge);
    expect(reader.read(Buffer.from('be', 'hex'), [])).toEqual(compressionError);
    expect(reader.read(block('z'), [])).toEqual({ kind: 'fields', raw: ['x', 'z'] });
  });

  it('come back as they were written', () => {
    const pairs = [
      [':method', 'POST'],
      [':path', `/${'p'.repeat(300)}`],
      ['x-of-ours', ''],
      ['content-length', '17'],
    ] as const;
    expect(readPairs(pairs)).toEqual({ kind: 'fields', raw: pairs.flat() });
  });
});
