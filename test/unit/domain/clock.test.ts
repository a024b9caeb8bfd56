// The real clock: what Node's timers do not keep, it does.
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/main/domain/clock.ts';

describe('the timers of the real clock', () => {
  it('case 20 do not fire at once where the delay is longer than a timer holds', async () => {
    const fired: string[] = [];
    const cancel = systemClock.after(25 * 24 * 3_600_000, () => fired.push('late'));
    systemClock.after(1, () => fired.push('cancelled'))();
    await new Promise<void>((resume) => systemClock.after(50, resume));
    cancel();
    expect(fired).toEqual([]);
  });
});
