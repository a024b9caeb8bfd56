// Waits of the practice gateway on a clock moved by hand.
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createPauses } from '../../../../electron/main/practice/gateway/pauses.ts';

describe('pauses', () => {
  it('wait their time', async () => {
    const clock = createFakeClock();
    let done = false;
    const waited = createPauses(clock)
      .wait(100)
      .then(() => {
        done = true;
      });
    await clock.advance(99);
    await Promise.resolve();
    expect(done).toBe(false);
    await clock.advance(1);
    await waited;
    expect(done).toBe(true);
  });

  it('take no timer for no wait', async () => {
    const clock = createFakeClock();
    await createPauses(clock).wait(0);
    expect(clock.timers()).toBe(0);
  });

  it('leave no timer behind when the gateway ends', () => {
    const clock = createFakeClock();
    const pauses = createPauses(clock);
    void pauses.wait(100);
    pauses.end();
    expect(clock.timers()).toBe(0);
  });
});
