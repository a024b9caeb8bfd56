// The Partner's JSON body, read byte by byte: against JSON.stringify, and everything to be refused.
import { describe, expect, it } from 'vitest';
import fc from '../../../support/seeded-fast-check.ts';
import { parseFlatJson } from '../../../../electron/main/practice/gateway/flat-json.ts';

const parsed = (text: string | Buffer): Record<string, string> | null => {
  const values = parseFlatJson(Buffer.from(text));
  return values && Object.fromEntries([...values].map(([k, v]) => [k, v.toString('utf8')]));
};

describe('flat JSON', () => {
  it('reads what JSON.stringify writes, whatever the text', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.dictionary(text, text), fc.constantFrom(0, 1, 2), (fields, indent) => {
        const expected = { ...fields };
        expect(parsed(JSON.stringify(fields, null, indent))).toEqual(expected);
      }),
    );
  });

  it('reads escaped pairs', () => {
    expect(parsed('{"a":"\\ud83d\\udd11\\u00e9\\/"}')).toEqual({ a: '🔑é/' });
  });

  it.each([
    ['nothing', ''],
    ['null', 'null'],
    ['an array', '["a"]'],
    ['a number', '{"a":1}'],
    ['a nested object', '{"a":{}}'],
    ['a repeated name', '{"a":"1","a":"2"}'],
    ['a trailing comma', '{"a":"1",}'],
    ['trailing bytes', '{"a":"1"}x'],
    ['no end', '{"a":"1"'],
    ['no closing quote', '{"a":"1'],
    ['an unknown escape', '{"a":"\\x"}'],
    ['a short escape', '{"a":"\\u12"}'],
    ['a control character', '{"a":"\n"}'],
  ])('refuses %s', (_, text) => {
    expect(parsed(text)).toBeNull();
  });

  it('reads half a pair as the character for what cannot be read, as every reader here', () => {
    expect(parsed('{"a":"\\ud83d"}')).toEqual({ a: '\ufffd' });
  });

  it('refuses more members than any request has', () => {
    const many = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, ''])));
    expect([parsed(many(64)) !== null, parsed(many(65))]).toEqual([true, null]);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(parsed(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x22, 0x22, 0x7d]))).toBeNull();
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const value = parseFlatJson(Buffer.from(bytes));
        expect(value === null || value instanceof Map).toBe(true);
      }),
    );
  });
});
