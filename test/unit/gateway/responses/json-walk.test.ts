// The one grammar of JSON over bytes (RFC 8259): what it tells of a text, and where a text is none.
import { describe, expect, it } from 'vitest';
import { walkJson, type JsonFault } from '../../../../electron/main/gateway/responses/json-walk.ts';

const nobody = { name: () => undefined, end: () => undefined };
const faultOf = (text: string, mostDepth = 8): JsonFault | null =>
  walkJson(Buffer.from(text), 0, mostDepth, nobody);

describe('a walk through JSON', () => {
  it('tells values, names and what is in them in the order of the text', () => {
    const bytes = Buffer.from('{"a":[1,{}],"a":"x"}');
    const told: string[] = [];
    const at = (start: number, end: number): string => bytes.toString('utf8', start, end);
    const fault = walkJson(bytes, 0, 8, {
      begin: (kind, start, depth) => told.push(`${kind} at ${start}, ${depth} deep`),
      name: (start, end, depth) => told.push(`name ${at(start, end)} of ${depth}`),
      end: (kind, start, end) => told.push(`${kind} is ${at(start, end)}`),
    });
    expect(fault).toBeNull();
    expect(told).toEqual([
      'object at 0, 1 deep',
      'name "a" of 1',
      'array at 5, 2 deep',
      'number at 6, 3 deep',
      'number is 1',
      'object at 8, 3 deep',
      'object is {}',
      'array is [1,{}]',
      'name "a" of 1',
      'string at 16, 2 deep',
      'string is "x"',
      'object is {"a":[1,{}],"a":"x"}',
    ]);
  });

  it.each<[string, number, JsonFault['expected']]>([
    ['', 0, 'a JSON value'],
    ['[01]', 1, 'a JSON value'],
    ['[1.]', 1, 'a JSON value'],
    ['[1e+]', 1, 'a JSON value'],
    ['[nul]', 1, 'a JSON value'],
    ['[1,]', 3, 'a JSON value'],
    ['[1 2]', 3, 'a comma or a closing bracket'],
    ['{"a":1 "b":2}', 7, 'a comma or a closing brace'],
    ['{"a":1,}', 7, 'a name in quotation marks'],
    ['{a:1}', 1, 'a name in quotation marks'],
    ['{"a" 1}', 5, 'a colon'],
    ['{"a', 1, 'the end of this text, without a line break in it'],
    ['["\n"]', 1, 'the end of this text, without a line break in it'],
    ['{} {}', 3, 'nothing after the end of the JSON'],
    ['[[[1]]]', 2, null],
  ])('says of %j that at byte %i there should be %s', (text, at, expected) => {
    expect(faultOf(text, 2)).toEqual({ at, expected });
  });

  it('goes as deep as it may', () => {
    expect(faultOf('[[1]]', 3)).toBeNull();
    expect(faultOf('[[1]]', 2)).toEqual({ at: 2, expected: null });
  });
});
