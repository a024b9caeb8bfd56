// A long answer is judged by its beginning, and towards life.
import { describe, expect, it } from 'vitest';
import { shownBy } from '../../../../electron/main/tokens/checks/probe-answer.ts';

const LONG = 200 * 1024;
const hasContent = (body: string, contentType = 'application/json'): boolean =>
  shownBy({ status: 200, about: 'nothing', contentType, body: Buffer.from(body) }).hasContent;

describe('a long answer to a check', () => {
  const items = '{"symbol":"ABC"},'.repeat(LONG / 17);

  it.each([
    ['a list', `[${items}{}]`, true],
    ['a list behind white space', ` \n[${items}{}]`, true],
    ['an object', `{"positions":[${items}{}]}`, true],
    ['an object cut short', `{"positions":[${items}`, true],
    ['an error', `{"error":"x","positions":[${items}{}]}`, false],
    ['text', 'x'.repeat(LONG), false],
  ])('that is %s is judged by its beginning', (_, body, expected) => {
    expect(hasContent(body)).toBe(expected);
  });

  it('that is a page is no data', () => {
    expect(hasContent(`[${items}{}]`, 'text/html')).toBe(false);
  });
});
