// Waits of the practice gateway on a clock moved by hand.
import { describe, expect, it } from 'vitest';
import { createPauses } from '../../../electron/main/practice/pauses.ts';
import { handClock } from '../../support/practice.ts';

describe('pauses', () => {
  it('wait their time', async () => {
    const clock = handClock();
    let done = false;
    const waited = createPauses(clock)
      .wait(100)
      .then(() => {
        done = true;
      });
    clock.advance(99);
    await Promise.resolve();
    expect(done).toBe(false);
    clock.advance(1);
    await waited;
    expect(done).toBe(true);
  });

  it('take no timer for no wait', async () => {
    const clock = handClock();
    await createPauses(clock).wait(0);
    expect(clock.waiting()).toEqual([]);
  });

  it('leave no timer behind when the gateway ends', () => {
    const clock = handClock();
    const pauses = createPauses(clock);
    void pauses.wait(100);
    pauses.end();
    expect(clock.waiting()).toEqual([]);
  });
});
