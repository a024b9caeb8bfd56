// The fields of a request in both encodings: what ordinary writers write, and everything to be refused.
import { describe, expect, it } from 'vitest';
import fc from '../../../support/seeded-fast-check.ts';
import { parseFields } from '../../../../electron/main/practice/gateway/read-request.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const read = (body: string | Buffer, type = FORM) => {
  const { encoding, values } = parseFields(type, Buffer.from(body));
  return { encoding, ...Object.fromEntries(values) };
};

describe('request fields', () => {
  const text = fc.string({ unit: 'binary' });

  it('are what URLSearchParams writes, whatever the text', () => {
    fc.assert(
      fc.property(text, text, (one, two) => {
        const body = new URLSearchParams({ one, two }).toString();
        expect(read(body)).toEqual({ encoding: 'form', one, two });
      }),
    );
  });

  it('are what JSON.stringify writes, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, two) => {
        expect(read(JSON.stringify({ one, two }), JSON_TYPE)).toEqual({
          encoding: 'json',
          one,
          two,
        });
      }),
    );
  });

  it('are told by a media type of any case, and a charset after it', () => {
    expect(read('a=b', 'Application/X-WWW-Form-UrlEncoded; charset=UTF-8')).toMatchObject({
      a: 'b',
    });
  });

  it('are empty where a name has no value', () => {
    expect(read('a&b=')).toEqual({ encoding: 'form', a: '', b: '' });
  });

  it.each(['', 'text/plain', 'multipart/form-data', 'toString'])(
    'are read from no other media type: %j',
    (type) => {
      expect(read('a=b', type)).toEqual({ encoding: 'other' });
    },
  );

  it.each([
    [FORM, 'a=1&a=2'],
    [FORM, 'a=%'],
    [FORM, 'a=%4'],
    [FORM, 'a=%zz'],
    [FORM, 'a=%ff'],
    [FORM, '%61=1&a=2'],
    [FORM, Buffer.from([0x61, 0x3d, 0xff])],
    [JSON_TYPE, ''],
    [JSON_TYPE, 'null'],
    [JSON_TYPE, '["a"]'],
    [JSON_TYPE, '{"a":1}'],
    [JSON_TYPE, '{"a":{}}'],
    [JSON_TYPE, '{"a":"1"}x'],
  ])('of %s are malformed in %j', (type, body) => {
    expect(read(body, type)).toEqual({ encoding: 'malformed' });
  });
});
