// What a server repeats in the lines of an HTTP/1.1 answer is covered before anybody reads them, however
// the bytes are cut; nothing else changes, and no byte moves.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import { createAnswerFilter } from '../../../../electron/main/gateway/redaction/answer-filter.ts';

const bounds = { headBytes: 512, bodyBytes: 1_000 };
const SECRET = 'K7w2-canary-Qz81';
const secret = SecretBytes.take(Buffer.from(SECRET));
const STARS = '*'.repeat(SECRET.length);
const OK = 'HTTP/1.1 401 no\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

/** What the reader gets of bytes that come in pieces. */
function passed(text: string, pieceBytes: number, secrets = [secret]): string {
  const filter = createAnswerFilter(bounds, secrets);
  const bytes = Buffer.from(text, 'latin1');
  const parts: string[] = [];
  const handOn = (part: Buffer): void => {
    parts.push(part.toString('latin1'));
    part.fill(0);
  };
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    filter.feed(bytes.subarray(at, at + pieceBytes), handOn);
  }
  filter.flush(handOn);
  expect(bytes.every((byte) => byte === 0)).toBe(true);
  return parts.join('');
}

const lines = [
  ['a field', `${OK}X: a ${SECRET} b\r\nContent-Length: 2\r\n\r\nhi`],
  ['the name of a field', `${OK}X-${SECRET}: a\r\nContent-Length: 2\r\n\r\nhi`],
  ['the reason phrase', `HTTP/1.1 401 ${SECRET}\r\nContent-Length: 2\r\n\r\nhi`],
  ['a field of an answer that closes', `${OK}Connection: close\r\nX: ${SECRET}\r\n\r\nhi`],
  ['a field of HTTP/1.0', `HTTP/1.0 401 x\r\nX: ${SECRET}\r\n\r\nhi`],
  ['a field of a 1xx', `HTTP/1.1 103 x\r\nX: ${SECRET}\r\n\r\n${OK}Content-Length: 0\r\n\r\n`],
  ['a trailer', `${CHUNKED}2\r\nhi\r\n0\r\nX: y\r\nX: ${SECRET}\r\n\r\n`],
  ['a chunk extension', `${CHUNKED}2;x=${SECRET}\r\nhi\r\n0\r\n\r\n`],
  ['a head that ends nowhere', `${OK}X: ${SECRET}`],
] as const;

describe('the filter of an answer', () => {
  it.each(lines)('covers %s', (_name, text) => {
    for (let piece = 1; piece <= text.length; piece += 1) {
      expect([piece, passed(text, piece)]).toEqual([piece, text.replaceAll(SECRET, STARS)]);
    }
  });

  it.each([
    ['a body', `${OK}Content-Length: ${SECRET.length}\r\n\r\n${SECRET}`],
    ['a body until the end', `${OK}Connection: close\r\n\r\n${SECRET}`],
    ['a chunk', `${CHUNKED}10\r\n${SECRET}\r\n0\r\n\r\n`],
  ])('leaves %s as it is', (_name, text) => {
    for (let piece = 1; piece <= text.length; piece += 1) {
      expect([piece, passed(text, piece)]).toEqual([piece, text]);
    }
  });

  it('hands on what came together as one part, however many pieces it is of', () => {
    const text = `${CHUNKED}${'1\r\na\r\n'.repeat(1_000)}0\r\n\r\n`;
    const filter = createAnswerFilter(bounds, [secret]);
    const parts: string[] = [];
    const end = filter.feed(Buffer.from(text), (part) => void parts.push(part.toString()));
    expect([end, parts]).toEqual(['kept', [text]]);
  });

  it('hands on lines that begin no head as one part', () => {
    const filter = createAnswerFilter(bounds, [secret]);
    const parts: string[] = [];
    filter.feed(Buffer.from('\n'.repeat(400)), (part) => void parts.push(part.toString()));
    expect(parts).toEqual(['\n'.repeat(400)]);
  });

  it('covers what comes after the end of an answer', () => {
    const text = `${OK}Content-Length: 0\r\n\r\nHTTP/1.1 200 ${SECRET}\r\n\r\n`;
    expect(passed(text, text.length)).toBe(text.replace(SECRET, STARS));
  });

  it.each([
    ['a head', `${OK}X: y\r\n`, '\r\n', 'Con'],
    ['a head of bare line feeds', 'HTTP/1.1 200 OK\nX: y\n', '\n', 'Con'],
    ['a line that begins no head', 'SSH-2.0-x', '\r\n', 'HTTP'],
    ['a line of chunks', '', `${CHUNKED}5\r\n`, ''],
  ])('hands on %s as soon as it is whole', (_name, first, last, more) => {
    const filter = createAnswerFilter(bounds, []);
    const parts: string[] = [];
    const feed = (text: string): void =>
      void filter.feed(Buffer.from(text), (part) => void parts.push(part.toString()));
    feed(first);
    expect(parts).toEqual([]);
    feed(last + more);
    expect(parts.join('')).toContain(first + last);
  });

  it('looks for no secret that is wiped', () => {
    const gone = SecretBytes.take(Buffer.from('gone'));
    gone.wipe();
    expect(passed(`${OK}\r\n`, 3, [gone])).toBe(`${OK}\r\n`);
  });
});
