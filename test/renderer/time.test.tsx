// The countdown rules of docs/interface.md, one by one.
import fc from '../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import {
  ago,
  clockTime,
  lifetime,
  minuteSecond,
  pressure,
  secondsLeft,
  shortCountdown,
  timeLeft,
} from '../../renderer/i18n/time.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;
const left = (ms: number): string => timeLeft(NOW + ms, NOW).text;

describe('time left', () => {
  it.each([
    [D + 3 * H, '1d 3h'],
    [D + 3 * H + 59 * M, '1d 3h'],
    [23 * H + 59 * M + 59 * S, '23h 59m'],
    [H + 2 * M, '1h 02m'],
    [H, '1h 00m'],
    [H - S, '59m'],
    [42 * M, '42m'],
    [10 * M + S, '10m'],
    [10 * M, '10m'],
    [10 * M - S, '9:59 min'],
    [4 * M + 12 * S, '4:12 min'],
    [S, '0:01 min'],
    [S - 1, '0:00 min'],
    [1, '0:00 min'],
    [0, 'expired just now'],
    [-59 * S, 'expired just now'],
    [-12 * M, 'expired 12m ago'],
    [-H - 5 * M, 'expired 1h 05m ago'],
    [-3 * D, 'expired 3 days ago'],
  ])('%d ms reads %s', (ms, text) => {
    expect(left(ms)).toBe(text);
  });

  it('says so when the expiry is unknown, and never changes', () => {
    expect(timeLeft(null, NOW)).toEqual({
      text: 'expiry unknown',
      spoken: 'expiry unknown',
      nextChangeAtMs: null,
    });
    expect(timeLeft(Number.NaN, NOW).text).toBe('expiry unknown');
  });

  it('has words for a screen reader', () => {
    expect(timeLeft(NOW + 23 * H + 59 * M, NOW).spoken).toBe('23 hours 59 minutes left');
    expect(timeLeft(NOW + H + M, NOW).spoken).toBe('1 hour 1 minute left');
    expect(timeLeft(NOW + 61 * S, NOW).spoken).toBe('1 minute 1 second left');
    expect(timeLeft(NOW - 12 * M, NOW).spoken).toBe('expired 12 minutes ago');
  });

  it('never shows more than is left', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 * D }),
        fc.integer({ min: 0, max: 999 }),
        (ms, part) => {
          const now = NOW + part;
          expect(secondsLeft(now + ms, now) * S).toBeLessThanOrEqual(ms);
          expect(secondsLeft(now + ms, now) * S).toBeGreaterThan(ms - 2 * S);
        },
      ),
    );
  });

  it('says when its text changes: later than now, and not before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2 * D, max: 2 * D }),
        fc.integer({ min: 0, max: 999 }),
        (ms, part) => {
          const now = NOW + part;
          const { text, nextChangeAtMs } = timeLeft(now + ms, now);
          if (nextChangeAtMs === null) throw new Error('a known expiry always changes');
          expect(nextChangeAtMs).toBeGreaterThan(now);
          // In the last second 0:00 min may stay until the whole second after the end.
          if (text === '0:00 min') return;
          expect(timeLeft(now + ms, Math.max(now, nextChangeAtMs - 1)).text).toBe(text);
        },
      ),
    );
  });

  it('ticks by the minute above ten minutes and by the second below', () => {
    const now = NOW + 400;
    const step = (ms: number): number => (timeLeft(NOW + ms, now).nextChangeAtMs ?? 0) - now;
    expect(step(3 * H + 30 * S)).toBe(29_600);
    expect(step(2 * D + H + 5 * S)).toBe(4600);
    expect(step(10 * M + 20 * S)).toBe(19_600);
    expect(step(9 * M + 20 * S + 300)).toBe(600);
  });
});

describe('the pressure of what is left', () => {
  it.each([
    [10 * M, null],
    [10 * M - S, 'soon'],
    [M, 'soon'],
    [M - S, 'last'],
    [0, null],
    [-M, null],
  ] as const)('with %i ms is %s', (ms, pressed) => {
    expect(pressure(NOW + ms, NOW)).toBe(pressed);
  });

  it('is none where the end is unknown', () => {
    expect([pressure(null, NOW), pressure(Number.NaN, NOW)]).toEqual([null, null]);
  });
});

describe('other times', () => {
  it('counts a short wait in minutes and seconds and stops at zero', () => {
    expect(shortCountdown(NOW + 3 * M + 12 * S, NOW).text).toBe('3:12 min');
    expect(shortCountdown(NOW - S, NOW)).toMatchObject({ text: '0:00 min', nextChangeAtMs: null });
    expect(minuteSecond(17)).toBe('0:17 min');
  });

  it('says how long ago in whole units', () => {
    expect(ago(NOW - 12 * D, NOW).text).toBe('12 days ago');
    expect(ago(NOW - D, NOW).text).toBe('1 day ago');
    expect(ago(NOW + 5 * S, NOW).text).toBe('just now');
  });

  it('names the zone, and the day when it is another', () => {
    const zone = { timeZone: 'Europe/Paris' };
    expect(clockTime(Date.UTC(2026, 2, 3, 20, 42), NOW, zone)).toBe('21:42 CET');
    expect(clockTime(Date.UTC(2026, 2, 4, 6, 42), NOW, zone)).toBe('Wed 07:42 CET');
    expect(clockTime(Date.UTC(2026, 2, 3, 23, 30), NOW, zone)).toBe('Wed 00:30 CET');
    expect(clockTime(Date.UTC(2026, 3, 12, 6, 42), NOW, zone)).toBe('12 Apr 08:42 CEST');
  });

  it('speaks of the zone it is asked about, also twice in one minute', () => {
    const at = Date.UTC(2026, 2, 3, 20, 42);
    expect(clockTime(at, NOW, { timeZone: 'Europe/Paris' })).toBe('21:42 CET');
    expect(clockTime(at, NOW, { timeZone: 'Asia/Tokyo' })).toBe('Wed 05:42 GMT+9');
    expect(clockTime(at, NOW + 30_000, { timeZone: 'Europe/Paris' })).toBe('21:42 CET');
  });

  it('writes a lifetime in its largest exact unit', () => {
    expect([86_400, 7200, 90, 60].map(lifetime)).toEqual([
      '24 hours',
      '2 hours',
      '90 seconds',
      '1 minute',
    ]);
  });
});
