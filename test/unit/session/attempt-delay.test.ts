// How long the next attempt has to wait.
import { describe, expect, it } from 'vitest';
import { createAttemptDelay } from '../../../electron/main/session/attempt-delay.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

describe('the delay after wrong passphrases', () => {
  it('is nothing for two, then 1, 2, 4 ... up to 60 s', async () => {
    const clock = createFakeClock();
    const delay = createAttemptDelay(clock);
    const waits: number[] = [];
    for (let wrong = 1; wrong <= 12; wrong += 1) {
      delay.wrong();
      waits.push(delay.waitMs() / 1000);
      await clock.advance(delay.waitMs());
    }
    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
  });

  it('says the seconds and the moment', async () => {
    const clock = createFakeClock();
    const delay = createAttemptDelay(clock);
    for (let wrong = 0; wrong < 5; wrong += 1) delay.wrong();
    await clock.advance(500);
    expect(delay.obstacle()).toEqual({
      code: 'too_many_attempts',
      facts: { count: 4, retryAtMs: clock.nowMs() + 3500 },
    });
    await clock.advance(3500);
    expect(delay.obstacle()).toBeNull();
  });

  it('is not shortened by setting the clock', () => {
    const clock = createFakeClock();
    const delay = createAttemptDelay(clock);
    for (let wrong = 0; wrong < 3; wrong += 1) delay.wrong();
    clock.setWall(clock.nowMs() + 3_600_000);
    expect(delay.waitMs()).toBe(1000);
  });
});
