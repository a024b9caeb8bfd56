// Cases 32, 80, 81 and 116 of docs/oauth-cases.md on the head alone.
import { describe, expect, it } from 'vitest';
import {
  clockSkewSeconds,
  retryAfterMs,
} from '../../../../electron/main/gateway/responses/http-date.ts';
import { headOf, mediaType } from '../../../../electron/main/gateway/responses/response-head.ts';

const head = (headers: Parameters<typeof headOf>[1] = {}) => headOf(200, headers);
const IMF = 'Sun, 06 Nov 1994 08:49:37 GMT';
const NOW_MS = 784_111_777_000;

describe('the head of an answer', () => {
  it('finds values by name, each of several, and none of what every object has', () => {
    const read = head({ location: ['b', 'c'] });
    expect(read.values('location')).toEqual(['b', 'c']);
    expect(read.values('constructor')).toEqual([]);
    expect(read.fields).toBe(2);
  });

  it('case 32: cuts parameters off the media type', () => {
    const type = mediaType(head({ 'content-type': 'Application/JSON; charset=x' }));
    expect([type, mediaType(head())]).toEqual(['application/json', '']);
  });

  it('case 116: says how far the clocks are apart in whole seconds, never -0', () => {
    expect(clockSkewSeconds(head({ date: IMF }), NOW_MS + 400)).toBe(0);
    expect(clockSkewSeconds(head({ date: IMF }), NOW_MS + 90_000)).toBe(-90);
    expect(clockSkewSeconds(head(), NOW_MS)).toBeNull();
  });
});

describe('case 80: Retry-After', () => {
  it.each([
    'Sun, 06 Nov 1994 08:50:07 GMT',
    'Sunday, 06-Nov-94 08:50:07 GMT',
    'Sun Nov  6 08:50:07 1994',
  ])('is read as the date %s (RFC 9110 section 5.6.7)', (date) => {
    expect(retryAfterMs(head({ 'retry-after': date }), NOW_MS)).toBe(30_000);
  });

  it('counts a date from the Date of the same answer, whatever the clock here says', () => {
    const said = head({ date: IMF, 'retry-after': 'Sun, 06 Nov 1994 08:51:37 GMT' });
    for (const nowMs of [NOW_MS - 600_000, NOW_MS, NOW_MS + 600_000]) {
      expect(retryAfterMs(said, nowMs)).toBe(120_000);
    }
  });

  it('takes a short year that seems far ahead for one of the century before', () => {
    const nowMs = Date.parse('2026-01-01T00:00:00Z');
    const past = head({ 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' });
    expect(retryAfterMs(past, nowMs)).toBe(1_000);
    const ahead = head({ 'retry-after': 'Thursday, 01-Jan-26 00:01:00 GMT' });
    expect(retryAfterMs(ahead, nowMs)).toBe(60_000);
  });

  it('case 81: the longer of two counts, garbage does not, and both ends are kept', () => {
    const asked = (...values: string[]) => retryAfterMs(head({ 'retry-after': values }), NOW_MS);
    expect(asked('3', 'Sun, 06 Nov 1994 08:50:07 GMT')).toBe(30_000);
    expect(asked('x', '3')).toBe(3_000);
    expect([asked('x'), asked(), asked('1994-11-06'), asked(IMF.slice(0, -4))]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([asked('-5'), asked('0.2'), asked('99999')]).toEqual([1_000, 1_000, 300_000]);
  });
});
