// The usual answer of a revocation, read without a parser: what counts as one, what is left to the parser,
// and that it never sees an end where the second count of the bytes sees none.
import { describe, expect, it } from 'vitest';
import { createAnswerCounter } from '../../../electron/main/gateway/answer-end.ts';
import { readUsualAnswer } from '../../../electron/main/gateway/usual-answer.ts';
import { randomFrom } from '../../reliability/support/figures.ts';

const bounds = { headBytes: 16_384, bodyBytes: 65_536 };
const DATE = 'Sun, 22 Nov 2026 03:07:00 GMT';
const answer = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const read = (text: string) => readUsualAnswer(Buffer.from(text, 'latin1'));
const usual = answer('HTTP/1.1 200 OK', `Date: ${DATE}`, 'Content-Length: 0');

describe('a usual answer', () => {
  it.each([
    ['without words', answer('HTTP/1.1 200', 'content-length: 0')],
    [
      'kept open in words',
      answer('HTTP/1.1 200 OK', 'Content-Length: 0', 'Connection: Keep-Alive'),
    ],
    ['with content', `${answer('HTTP/1.1 200 OK', 'Content-Length: 2')}{}`],
    [
      'with fields nobody asks for',
      answer('HTTP/1.1 200 OK', 'Content-Length: 0', 'Via: 1.1 edge'),
    ],
  ])('%s is read', (_name, text) => {
    expect(read(text)?.status).toBe(200);
  });

  it('tells its date, type and length in words of our own, and nothing else', () => {
    const head = read(
      answer(
        'HTTP/1.1 200 OK',
        `Date: ${DATE}`,
        'Content-Type: TEXT/HTML; charset=UTF-8',
        'X-Echo: the-token-itself',
        'Content-Length: 0',
      ),
    );
    const names = ['date', 'content-type', 'x-echo', 'content-length'];
    expect(names.map((name) => head?.values(name))).toEqual([[DATE], ['text/html'], [], ['0']]);
  });
});

describe('what is left to the parser', () => {
  it.each([
    ['another status', usual.replace('200', '204')],
    ['a longer status', usual.replace('200', '2000')],
    ['another version', usual.replace('1.1', '1.0')],
    ['a small letter in the protocol', usual.replace('HTTP', 'HTTp')],
    ['an answer in pieces', usual.slice(0, -1)],
    ['bytes behind its end', `${usual}x`],
    ['content that is not there yet', usual.replace('Length: 0', 'Length: 1')],
    ['no length', answer('HTTP/1.1 200 OK', `Date: ${DATE}`)],
    ['two lengths', answer('HTTP/1.1 200 OK', 'Content-Length: 0', 'Content-Length: 0')],
    ['a length that is none', usual.replace('Length: 0', 'Length: +0')],
    ['a list of lengths', usual.replace('Length: 0', 'Length: 0, 0')],
    ['chunks', answer('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Content-Length: 0')],
    ['a connection that ends', answer('HTTP/1.1 200 OK', 'Content-Length: 0', 'Connection: close')],
    ['an upgrade', answer('HTTP/1.1 200 OK', 'Content-Length: 0', 'Upgrade: h2c')],
    ['a challenge', answer('HTTP/1.1 200 OK', 'Content-Length: 0', 'WWW-Authenticate: Bearer')],
    ['a folded line', answer('HTTP/1.1 200 OK', 'X: 1', ' 2', 'Content-Length: 0')],
    ['a space before the colon', usual.replace('Length:', 'Length :')],
    ['a field without a colon', answer('HTTP/1.1 200 OK', 'Content-Length: 0', 'odd')],
    ['a bare line feed', usual.replaceAll('\r\n', '\n')],
    ['a bare carriage return', usual.replace('OK', 'O\rK')],
    ['a control character', usual.replace('OK', 'O\u0000K')],
    ['a byte beyond ASCII', usual.replace('OK', 'O\u00e9K')],
    [
      'a type with more to it',
      answer('HTTP/1.1 200 OK', 'Content-Type: text/html; a=b', 'Content-Length: 0'),
    ],
    ['a date of no calendar', usual.replace('Sun', 'Abc')],
    ['a date that is longer', usual.replace('GMT', 'GMT x')],
    ['two dates', usual.replace('Date', `Date: ${DATE}\r\nDate`)],
    ['another answer before it', `${answer('HTTP/1.1 103 Early')}${usual}`],
    ['too many fields', usual.replace('Date', `${'A: b\r\n'.repeat(70)}Date`)],
    ['nothing', ''],
  ])('%s', (_name, text) => {
    expect(read(text)).toBeNull();
  });
});

it('ends only where the second count says that the connection may be kept (case 63)', () => {
  const random = randomFrom(20_261_122);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const parts = [
    'HTTP/1.1 200 OK',
    'HTTP/1.1 200',
    'HTTP/1.0 200 OK',
    'HTTP/1.1 100',
    '\r\n',
    '\r\n\r\n',
    '\n',
    'Content-Length: 0',
    'content-length: 2',
    'Content-Length : 0',
    'Transfer-Encoding: chunked',
    'Connection: close',
    'Connection: keep-alive',
    'X: y',
    ' folded',
    '{}',
    '0',
    ':',
    '\t',
    `Date: ${DATE}`,
  ];
  let kept = 0;
  for (let each = 0; each < 20_000; each += 1) {
    const middle = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(parts));
    const text = `${random() < 0.8 ? 'HTTP/1.1 200 OK\r\n' : ''}${middle.join(random() < 0.8 ? '\r\n' : '')}\r\n\r\n${random() < 0.3 ? '{}' : ''}`;
    if (read(text) === null) continue;
    kept += 1;
    const end = createAnswerCounter(bounds).feed(Buffer.from(text, 'latin1'));
    expect([text, end]).toEqual([text, 'kept']);
  }
  expect(kept).toBeGreaterThan(100);
});
