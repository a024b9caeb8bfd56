// The fields of a request in both encodings: against URLSearchParams, and everything to be refused.
import { describe, expect, it, vi } from 'vitest';
import fc from '../../../support/seeded-fast-check.ts';
import {
  parseFields,
  wipeFields,
} from '../../../../electron/main/practice/gateway/request-fields.ts';

const FORM = 'application/x-www-form-urlencoded';
const read = (body: string | Buffer, type = FORM) => {
  const { encoding, values } = parseFields(type, Buffer.from(body));
  return { encoding, ...Object.fromEntries([...values].map(([k, v]) => [k, v.toString('utf8')])) };
};

describe('request fields', () => {
  it('reads what URLSearchParams writes, whatever the text', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (one, two) => {
        const body = new URLSearchParams({ one, two }).toString();
        expect(read(body)).toEqual({ encoding: 'form', one, two });
      }),
    );
  });

  it('takes a charset after the media type, and any case', () => {
    expect(read('a=b', 'Application/X-WWW-Form-UrlEncoded; charset=UTF-8')).toMatchObject({
      a: 'b',
    });
  });

  it('reads a name without a value as empty', () => {
    expect(read('a&b=')).toEqual({ encoding: 'form', a: '', b: '' });
  });

  it('reads JSON by its media type', () => {
    expect(read('{"a":"b"}', 'application/json')).toEqual({ encoding: 'json', a: 'b' });
  });

  it.each(['', 'text/plain', 'multipart/form-data'])('reads no other media type: %j', (type) => {
    expect(read('a=b', type)).toEqual({ encoding: 'other' });
  });

  it.each(['a=1&a=2', 'a=%', 'a=%4', 'a=%zz', 'a=%ff', '%61=1&a=2'])(
    'finds %s malformed',
    (body) => {
      expect(read(body)).toEqual({ encoding: 'malformed' });
    },
  );

  it('wipes every value', () => {
    const fields = parseFields(FORM, Buffer.from('client_secret=abc&x=%41'));
    wipeFields(fields);
    const bytes = Buffer.concat([...fields.values.values()]);
    expect([bytes.length, bytes.every((byte) => byte === 0)]).toEqual([4, true]);
  });

  it('searches for the end of no field in ampersands alone', () => {
    const body = Buffer.from('&'.repeat(65_536));
    const searches = vi.spyOn(body, 'indexOf');
    expect(parseFields(FORM, body)).toEqual({ encoding: 'form', values: new Map() });
    expect(searches).not.toHaveBeenCalled();
  });

  it('makes no text of the names of a body that has too many', () => {
    const members = Array.from({ length: 5_000 }, (_, at) => `"${at}":""`);
    const texts = vi.spyOn(Buffer.prototype, 'toString');
    try {
      expect(read(`{${members.join(',')}}`, 'application/json')).toEqual({ encoding: 'malformed' });
      expect(texts.mock.calls.length).toBeLessThan(100);
    } finally {
      texts.mockRestore();
    }
  });
});
