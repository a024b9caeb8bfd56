// One ticker for the window: aligned, at most once a second, silent when hidden, nothing left behind.
import { describe, expect, it } from 'vitest';
import { timeLeft } from '../../renderer/i18n/time.ts';
import { createHandClock } from './render-app.tsx';

const START = Date.UTC(2026, 2, 3, 12, 0, 0) + 370;
const MINUTE = 60_000;

/** A row that repaints itself and asks for its next change, as the components do. */
function row(
  clock: ReturnType<typeof createHandClock>,
  ticker: ReturnType<typeof clock.ticker>,
  expiresAtMs: number,
) {
  const painted: string[] = [];
  const paint = (): void => {
    const time = timeLeft(expiresAtMs, clock.nowMs());
    if (painted.at(-1) !== time.text) painted.push(time.text);
    if (time.nextChangeAtMs !== null) ticker.at(time.nextChangeAtMs, paint);
  };
  paint();
  return painted;
}

describe('the ticker', () => {
  it('shows every second of the last ten minutes once, and the end', () => {
    const clock = createHandClock(START);
    const painted = row(clock, clock.ticker(), START + 5000);
    clock.advance(6000);
    expect(painted).toEqual([
      '0:04 min',
      '0:03 min',
      '0:02 min',
      '0:01 min',
      '0:00 min',
      'expired just now',
    ]);
  });

  it('wakes on whole seconds, at most once a second for 200 rows (case 119)', () => {
    const clock = createHandClock(START);
    const ticker = clock.ticker();
    for (let index = 0; index < 200; index += 1) row(clock, ticker, START + MINUTE + index * 137);
    clock.advance(20_000);
    expect(clock.fired.length).toBeLessThanOrEqual(20);
    expect(clock.fired.every((atMs) => atMs % 1000 < 10)).toBe(true);
  });

  it('wakes once a minute for one row above ten minutes', () => {
    const clock = createHandClock(START);
    row(clock, clock.ticker(), START + 60 * MINUTE);
    clock.advance(10 * MINUTE);
    expect(clock.fired.length).toBeLessThanOrEqual(21);
    expect(clock.fired.length).toBeGreaterThanOrEqual(10);
  });

  it('repaints only what is due', () => {
    const clock = createHandClock(START);
    const ticker = clock.ticker();
    const soon = row(clock, ticker, START + 30_000);
    const late = row(clock, ticker, START + 5 * 60 * MINUTE);
    clock.advance(5000);
    expect(soon.length).toBeGreaterThan(4);
    expect(late).toHaveLength(1);
  });

  it('counts a day down without a step back, wrong by a second at most (case 118)', () => {
    const clock = createHandClock(START);
    const expiresAtMs = START + 24 * 60 * MINUTE;
    const painted = row(clock, clock.ticker(), expiresAtMs);
    const wrong: string[] = [];
    for (let step = 0; step < 24 * 60 * 3; step += 1) {
      clock.advance(20_123);
      const shown = painted.at(-1) ?? '';
      const right = [0, 1_000].map((late) => timeLeft(expiresAtMs, clock.nowMs() - late).text);
      if (!right.includes(shown) || shown.includes('-')) wrong.push(shown);
    }
    expect(wrong).toEqual([]);
    // Every text stands once: none came back.
    expect(new Set(painted).size).toBe(painted.length);
  });

  it('keeps no timer while hidden and is right at once when shown (case 118)', () => {
    const clock = createHandClock(START);
    const painted = row(clock, clock.ticker(), START + 9 * MINUTE);
    clock.setHidden(true);
    expect(clock.waiting()).toBe(0);
    clock.jump(5 * MINUTE);
    expect(painted).toHaveLength(1);
    clock.setHidden(false);
    expect(painted.at(-1)).toBe(timeLeft(START + 9 * MINUTE, clock.nowMs()).text);
  });

  it('repaints everything after the clock jumped', () => {
    const clock = createHandClock(START);
    const ticker = clock.ticker();
    row(clock, ticker, START + 30_000);
    const late = row(clock, ticker, START + 5 * 60 * MINUTE);
    clock.jump(2 * 60 * MINUTE);
    clock.advance(1000);
    expect(late.at(-1)).toBe('2h 59m');
  });

  it('is right as soon as it hears that the machine was asleep, and goes on from there', () => {
    const clock = createHandClock(START);
    const ticker = clock.ticker();
    const painted = row(clock, ticker, START + 5 * 60 * MINUTE);
    // So long no timer of the page ran.
    clock.jump(2 * 60 * MINUTE + 50_000);
    ticker.woken();
    expect(painted.at(-1)).toBe('2h 59m');
    clock.advance(11_000);
    expect(painted.at(-1)).toBe('2h 58m');
  });

  it('says so when the clock was set, and not while it goes on (case 112)', () => {
    const clock = createHandClock(START);
    let said = 0;
    row(
      clock,
      clock.ticker(() => (said += 1)),
      START + 5 * MINUTE,
    );
    clock.advance(10_000);
    expect(said).toBe(0);
    clock.jump(-3_000);
    clock.advance(1_000);
    expect(said).toBe(1);
    clock.advance(10_000);
    expect(said).toBe(1);
  });

  it('leaves no timer when the last row is gone or it is stopped', () => {
    const clock = createHandClock(START);
    const ticker = clock.ticker();
    const cancel = ticker.at(START + 5000, () => {});
    expect(clock.waiting()).toBe(1);
    cancel();
    expect(clock.waiting()).toBe(0);
    ticker.at(START + 5000, () => {});
    ticker.stop();
    expect(clock.waiting()).toBe(0);
  });
});
