import { describe, expect, it } from 'vitest';
import { DAY_MS, secretDueOf, validUntilMsOf } from '../../../electron/main/domain/secret-age.ts';
import { dateOf, endOfDayMs } from '../../../electron/shared/health/secret-due.ts';
import type { Credential } from '../../../electron/main/domain/credential.ts';

const SET_MS = Date.UTC(2026, 0, 1);
const credential = (more: Partial<Credential> = {}) =>
  ({ secretSetAtMs: SET_MS, ...more }) as Credential;

describe('a client secret', () => {
  it('is due at the age of its environment, or at its own end where that is sooner', () => {
    const rule = { rotateAfterDays: 90 };
    expect(secretDueOf(credential(), undefined)).toBeNull();
    expect(secretDueOf(credential(), {})).toBeNull();
    expect(secretDueOf(credential(), rule)).toEqual({
      atMs: SET_MS + 90 * DAY_MS,
      why: 'rotation_age',
    });
    const soon = { atMs: SET_MS + 5 * DAY_MS, saidAtMs: SET_MS };
    expect(secretDueOf(credential({ secretEnd: soon }), rule)).toEqual({
      atMs: soon.atMs,
      why: 'valid_until',
    });
    const late = { atMs: SET_MS + 500 * DAY_MS, saidAtMs: SET_MS };
    expect(secretDueOf(credential({ secretEnd: late }), rule)?.why).toBe('rotation_age');
    expect(secretDueOf(credential({ secretEnd: late }), {})?.why).toBe('valid_until');
  });

  it('has no end that was said of an earlier one', () => {
    const secretEnd = { atMs: SET_MS + DAY_MS, saidAtMs: SET_MS - 1 };
    expect(validUntilMsOf(credential({ secretEnd }))).toBeNull();
    expect(secretDueOf(credential({ secretEnd }), undefined)).toBeNull();
  });
});

describe('a date that is typed', () => {
  it('means the whole of its day, and is written as it was typed', () => {
    const endMs = endOfDayMs('2028-02-29') ?? 0;
    expect(dateOf(endMs)).toBe('2028-02-29');
    expect(dateOf(endMs + 1)).toBe('2028-03-01');
  });

  it.each(['', '31.12.2027', '2027-02-29', '2027-13-01', '2027-00-10', '27-01-01', '2027-1-1'])(
    'is refused where it is none: %s',
    (typed) => {
      expect(endOfDayMs(typed)).toBeNull();
    },
  );
});
