// What is said of a token by its form, and what counts as standing around it.
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { coreOf, findingsOf } from '../../../electron/main/domain/token-form.ts';

const found = (text: string) => findingsOf(Buffer.from(text, 'utf8'));
const core = (text: string): string => coreOf(Buffer.from(text, 'utf8')).toString('utf8');

describe('the form of a token', () => {
  it.each([
    ['a plain one', 'practice-8f2e71c0d94b', []],
    ['every character RFC 6750 allows', 'aZ09-._~+/aZ09==', []],
    ['the scheme before it', 'Bearer practice-8f2e71c0d94b', ['bearer_prefix']],
    ['the scheme in another case', 'bEARER practice-8f2e71c0d94b', ['bearer_prefix']],
    [
      'a whole header',
      'Authorization: Bearer practice-8f2e71c0d94b',
      ['header_line', 'bearer_prefix'],
    ],
    ['quotes', '"practice-8f2e71c0d94b"', ['quotes_around']],
    ['space around', ' practice-8f2e71c0d94b\t', ['space_around']],
    ['space inside', 'practice 8f2e71c0d94b', ['space_inside']],
    ['a line break inside', 'practice-8f2e\n71c0d94b', ['line_break']],
    ['a control character', 'practice-8f2e\u000171c0d94b', ['control_characters']],
    ['a letter beyond ASCII', 'practice-8f2e\u00e971c0', ['not_ascii']],
    ['a mark RFC 6750 does not allow', 'practice-8f2e!71c0', ['odd_characters']],
    ['a whole answer', '{"access_token":"abc"}', ['json_text']],
    ['three parts', 'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl', ['jwt_form']],
    ['a few characters', 'abc', ['very_short']],
    ['more than is ever sent', 'a'.repeat(8193), ['too_long']],
  ])('with %s', (_, text, findings) => {
    expect(found(text)).toEqual(findings);
  });

  it.each([
    'ACCESS_TOKEN=opaque-Teal-0001xyz',
    'export ACCESS_TOKEN="opaque-Teal-0001xyz"',
    'token=opaque-Teal-0001xyz',
    ' ACCESS_TOKEN=Bearer opaque-Teal-0001xyz\n',
  ])('is found behind the name of a variable: %j', (line) => {
    expect(core(line)).toBe('opaque-Teal-0001xyz');
  });

  it.each(['opaque==', 'opaque-Teal=', 'a='])('keeps the signs at its end: %s', (text) => {
    expect(core(text)).toBe(text);
  });

  it('of two dots beside each other is no JWT', () => {
    expect(found('abcdefgh..ijklmnop')).toEqual([]);
  });
});

describe('the core of a token', () => {
  it.each([
    ['practice-1', 'practice-1'],
    ['  practice-1\r\n', 'practice-1'],
    ['Bearer practice-1', 'practice-1'],
    ['Authorization: Bearer practice-1', 'practice-1'],
    ['"Authorization: Bearer practice-1"', 'practice-1'],
    ["'practice-1'", 'practice-1'],
    ['bearerlike-token', 'bearerlike-token'],
    ['Bearer', 'Bearer'],
    ['"practice-1', '"practice-1'],
    ['   ', ''],
  ])('of %j is %j', (text, expected) => {
    expect(core(text)).toBe(expected);
  });

  it('is found once: what is left has no more around it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ "'`Beaer:tokn\n]{0,24}$/), (text) => {
        expect(core(core(text))).toBe(core(text));
      }),
    );
  });
});
