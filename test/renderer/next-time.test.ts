// "Until 18:00" means the next 18:00 on the person's wall, also across the nights when clocks change.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minuteOfDay, nextTime } from '../../renderer/model/next-time.ts';

const HOUR = 3_600_000;

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => void vi.unstubAllEnvs());

describe('the next time it is so late (case 115)', () => {
  it.each([
    ['later today', Date.UTC(2026, 5, 10, 10), '18:00', 6],
    ['tomorrow where it has passed', Date.UTC(2026, 5, 10, 17), '18:00', 23],
    ['across the night the clocks go forward', Date.UTC(2026, 2, 28, 18), '18:00', 22],
    ['across the night they go back', Date.UTC(2026, 9, 24, 17), '18:00', 24],
  ])('is %s', (_name, nowMs, time, hours) => {
    const at = nextTime(time, nowMs);
    expect((at ?? 0) - nowMs).toBe(hours * HOUR);
  });

  it('is nothing for what is no time', () => expect(nextTime('', 0)).toBeNull());
});

describe('a time as a person types it', () => {
  it.each([
    ['08:00', 480],
    ['8:00', 480],
    ['08.05', 485],
    ['0800', 480],
    [' 23:59 ', 1_439],
    ['00:00', 0],
  ])('%j is minute %i of the day', (typed, minute) => expect(minuteOfDay(typed)).toBe(minute));

  it.each(['', '8', '24:00', '12:60', '8:0', '10:18 PM', 'noon'])('%j is none', (typed) =>
    expect(minuteOfDay(typed)).toBeNull(),
  );
});
