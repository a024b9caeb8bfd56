// Which heads of an answer over HTTP/2 are beyond doubt (RFC 9113 section 8).
import { describe, expect, it } from 'vitest';
import { readH2Head } from '../../../electron/main/gateway/h2-head.ts';

const MOST = 1_000;
const read = (...raw: readonly string[]) => readH2Head(raw, MOST);

describe('the head of an answer over HTTP/2', () => {
  it('is a status, and values in the order in which they came', () => {
    const head = read(':status', '401', 'x', '1', 'content-length', '12', 'x', '2');
    expect(head).toMatchObject({ ok: true, value: { declaredBytes: 12, head: { status: 401 } } });
    expect(head.ok && head.value.head.values('x')).toEqual(['1', '2']);
  });

  it('needs no length', () => {
    expect(read(':status', '200')).toMatchObject({ ok: true, value: { declaredBytes: null } });
  });

  it.each([
    ['no status', []],
    ['a status that is not first', ['x', 'y', ':status', '200']],
    ['two of them', [':status', '200', ':status', '500']],
    ['a status of two digits', [':status', '20']],
    ['a status of letters', [':status', 'okay']],
    ['a change of protocol', [':status', '101']],
    ['what belongs to a request', [':status', '200', ':path', '/']],
    ['two lengths', [':status', '200', 'content-length', '1', 'content-length', '1']],
    ['a length that is none', [':status', '200', 'content-length', '-1']],
    ['a transfer coding', [':status', '200', 'transfer-encoding', 'chunked']],
    ['what belongs to a connection', [':status', '200', 'connection', 'close']],
  ])('is refused with %s', (_what, raw) => {
    expect(readH2Head(raw, MOST)).toEqual({ ok: false, failure: 'protocol_error' });
  });

  it('is refused over its cap', () => {
    const raw = [':status', '200', 'x', 'y'.repeat(MOST)];
    expect(readH2Head(raw, MOST)).toEqual({ ok: false, failure: 'header_overflow' });
  });
});
