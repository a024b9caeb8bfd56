// Quiet hours by the person's clock: past midnight, and in the nights when clocks change (case 115).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changedAlerts,
  DEFAULT_ALERTS,
  isQuiet,
} from '../../../electron/main/domain/alert-settings.ts';

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => void vi.unstubAllEnvs());

const night = { ...DEFAULT_ALERTS, quiet: { from: 22 * 60, to: 7 * 60 } };
const noon = { ...DEFAULT_ALERTS, quiet: { from: 12 * 60, to: 13 * 60 } };

describe('quiet hours', () => {
  it.each([
    ['an hour before', Date.UTC(2026, 0, 15, 20), false],
    ['as they begin', Date.UTC(2026, 0, 15, 21), true],
    ['past midnight', Date.UTC(2026, 0, 16, 2), true],
    ['as they end', Date.UTC(2026, 0, 16, 6), false],
    ['the morning after the clocks went forward', Date.UTC(2026, 2, 29, 5), false],
    ['the morning after they went back', Date.UTC(2026, 9, 25, 5), true],
  ])('through the night, %s', (_name, nowMs, quiet) => {
    expect(isQuiet(night, nowMs)).toBe(quiet);
  });

  it('within a day', () => {
    expect(isQuiet(noon, Date.UTC(2026, 0, 15, 11, 30))).toBe(true);
    expect(isQuiet(noon, Date.UTC(2026, 0, 15, 12))).toBe(false);
  });

  it('are none unless set', () => expect(isQuiet(DEFAULT_ALERTS, 0)).toBe(false));
});

describe('a change of what is told', () => {
  it('leaves the rest as it is', () => {
    const own = { ...night, on: false, urgentInQuiet: true, hideNames: true, minutesBefore: [5] };
    expect(changedAlerts(own, {})).toEqual(own);
    expect(changedAlerts(own, { quiet: undefined, on: undefined })).toEqual(own);
    expect(changedAlerts(own, { on: true, minutesBefore: [] })).toEqual({
      ...own,
      on: true,
      minutesBefore: [],
    });
  });

  it('of one end of the quiet hours keeps the other, and makes none where there are none', () => {
    expect(changedAlerts(night, { quiet: { from: 60 } }).quiet).toEqual({ from: 60, to: 420 });
    expect(changedAlerts(night, { quiet: { to: 0 } }).quiet).toEqual({ from: 1_320, to: 0 });
    expect(changedAlerts(DEFAULT_ALERTS, { quiet: { to: 60 } }).quiet).toBeNull();
    expect(changedAlerts(DEFAULT_ALERTS, { quiet: { from: 0, to: 60 } }).quiet).toEqual({
      from: 0,
      to: 60,
    });
    expect(changedAlerts(night, { quiet: null }).quiet).toBeNull();
  });
});
