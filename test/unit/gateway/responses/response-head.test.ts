// Cases 56, 58, 61, 80 and 81 of docs/oauth-cases.md on the head alone: our own verdict on framing, which
// holds even where the HTTP parser below would be lenient.
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  clockSkewSeconds,
  httpDateMs,
  isEncoded,
  mediaType,
  readHead,
  type ResponseHead,
} from '../../../../electron/main/gateway/responses/response-head.ts';
import { retryAfterMs } from '../../../../electron/main/gateway/responses/retry-after.ts';

function incoming(rawHeaders: readonly string[], statusCode = 200, httpVersion = '1.1') {
  return { rawHeaders: [...rawHeaders], statusCode, httpVersion } as IncomingMessage;
}

function head(...rawHeaders: string[]): ResponseHead {
  const read = readHead(incoming(rawHeaders));
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

describe('the head of an answer', () => {
  it.each([
    [['Content-Length', '5', 'content-length', '5'], 'protocol_error'],
    [['Content-Length', '5', 'Transfer-Encoding', 'chunked'], 'protocol_error'],
    [['Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked'], 'protocol_error'],
    [['Content-Length', '-1'], 'protocol_error'],
    [['Content-Length', '0x10'], 'protocol_error'],
    [['Content-Length', '5, 5'], 'protocol_error'],
    [['Content-Length', '1'.repeat(16)], 'protocol_error'],
    [['Transfer-Encoding', 'gzip, chunked'], 'encoding_refused'],
    [Array.from({ length: 402 }, () => 'x'), 'header_overflow'],
  ])('case 56, 58, 60: %j is refused: %s', (raw, code) => {
    expect(readHead(incoming(raw))).toEqual({ ok: false, failure: code });
  });

  it('case 61, 62: refuses a 101 and any version but 1.0 and 1.1', () => {
    expect(readHead(incoming([], 101)).ok).toBe(false);
    expect(readHead(incoming([], 200, '2.0')).ok).toBe(false);
    expect(readHead(incoming([], 200, '1.0')).ok).toBe(true);
  });

  it('finds values by name in any case, never a value that looks like a name', () => {
    const read = head('X-A', 'location', 'LOCATION', 'b', 'location', 'c');
    expect(read.values('location')).toEqual(['b', 'c']);
    expect(read.values('b')).toEqual([]);
  });

  it('case 58: knows identity from encodings', () => {
    expect(isEncoded(head('Content-Encoding', ' Identity'))).toBe(false);
    expect(isEncoded(head('Content-Encoding', 'identity', 'Content-Encoding', 'br'))).toBe(true);
  });

  it('case 32: cuts parameters off the media type', () => {
    expect(mediaType(head('Content-Type', 'Application/JSON; charset=x'))).toBe('application/json');
    expect(mediaType(head())).toBe('');
  });

  it('case 80: reads HTTP dates strictly', () => {
    expect(httpDateMs('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(784_111_777_000);
    for (const text of [
      '1994-11-06',
      'Sun, 06 Nov 1994 08:49:37',
      'Xxx, 99 Xxx 1994 08:49:37 GMT',
    ]) {
      expect(httpDateMs(text)).toBeNull();
    }
  });

  it('case 116: says how far the clocks are apart in whole seconds, never -0', () => {
    const nowMs = Date.parse('Sun, 06 Nov 1994 08:49:37 GMT');
    const dated = head('Date', 'Sun, 06 Nov 1994 08:49:37 GMT');
    expect(clockSkewSeconds(dated, nowMs + 400)).toBe(0);
    expect(clockSkewSeconds(dated, nowMs + 90_000)).toBe(-90);
    expect(clockSkewSeconds(head(), nowMs)).toBeNull();
  });

  it('case 81: a date counts from now, the longer of two counts, garbage does not', () => {
    const nowMs = Date.parse('Sun, 06 Nov 1994 08:49:37 GMT');
    const date = 'Sun, 06 Nov 1994 08:50:07 GMT';
    expect(retryAfterMs(head('Retry-After', date), nowMs)).toBe(30_000);
    expect(retryAfterMs(head('Retry-After', '3', 'Retry-After', date), nowMs)).toBe(30_000);
    expect(retryAfterMs(head('Retry-After', 'x', 'Retry-After', '3'), nowMs)).toBe(3_000);
    expect(retryAfterMs(head('Retry-After', 'x'), nowMs)).toBeNull();
    expect(retryAfterMs(head(), nowMs)).toBeNull();
  });
});
