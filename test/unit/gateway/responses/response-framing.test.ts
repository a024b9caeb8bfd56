// Where an HTTP/1.1 answer ends, told from its bytes however they are cut.
import { describe, expect, it } from 'vitest';
import { createAnswerCounter } from '../../../../electron/main/gateway/responses/response-framing.ts';

const bounds = { headBytes: 512, bodyBytes: 1_000 };
const OK = 'HTTP/1.1 200 OK\r\n';

const ending = [
  ['no body', `${OK}Content-Length: 0\r\n\r\n`],
  ['a body of a known length', `${OK}content-length: 5\r\n\r\nhello`],
  ['204', 'HTTP/1.1 204 No Content\r\nX: y\r\n\r\n'],
  ['no reason phrase', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n'],
  ['a 1xx before it', `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 2\r\n\r\nhi`],
  ['chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\na\r\n0123456789\r\n0\r\n\r\n`],
  ['no chunk', `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
] as const;

const spoiling = [
  ['until the connection closes', `${OK}\r\nhello`],
  ['a request to close', `${OK}Connection: close\r\nContent-Length: 0\r\n\r\n`],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi`],
  ['length and chunks', `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a signed length', `${OK}Content-Length: +2\r\n\r\nhi`],
  ['another coding', `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ['a chunk extension', `${OK}Transfer-Encoding: chunked\r\n\r\n1;a=b\r\nx\r\n0\r\n\r\n`],
  ['trailers', `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\n`],
  ['a chunk longer than it says', `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n0\r\n\r\n`],
  ['a folded field', `${OK}X: y\r\n z\r\nContent-Length: 0\r\n\r\n`],
  ['a space before the colon', `${OK}Content-Length : 0\r\n\r\n`],
  ['switching protocols', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['a head over its cap', `${OK}X: ${'y'.repeat(600)}\r\nContent-Length: 0\r\n\r\n`],
  ['a body over its cap', `${OK}Content-Length: 1001\r\n\r\n${'y'.repeat(1001)}`],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['something after it', `${OK}Content-Length: 2\r\n\r\nhi!`],
  ['a second answer', `${OK}Content-Length: 0\r\n\r\n${OK}Content-Length: 0\r\n\r\n`],
  ['something after the last chunk', `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n!`],
] as const;

/** What is known after each piece. */
function states(text: string, pieceBytes: number): string[] {
  const counter = createAnswerCounter(bounds);
  const bytes = Buffer.from(text, 'latin1');
  const seen: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    seen.push(counter.feed(bytes.subarray(at, at + pieceBytes)));
  }
  return seen;
}

describe('an answer', () => {
  it.each(ending)('with %s keeps the connection, and only once it is whole', (_name, text) => {
    for (let piece = 1; piece <= text.length; piece += 1) {
      const seen = states(text, piece);
      expect([piece, seen.at(-1)]).toEqual([piece, 'kept']);
      expect([piece, ...new Set(seen.slice(0, -1))]).not.toContain('kept');
    }
  });

  it.each(spoiling)('with %s spoils it', (_name, text) => {
    for (let piece = 1; piece <= text.length; piece += 1) {
      expect([piece, states(text, piece).at(-1)]).toEqual([piece, 'spoilt']);
    }
  });

  it.each(ending)('with %s that breaks off never keeps the connection', (_name, text) => {
    for (let length = 1; length < text.length; length += 1) {
      expect(states(text.slice(0, length), 7).at(-1)).toBe('open');
    }
  });
});
