// A question nobody answers goes away by itself.
import { describe, expect, it } from 'vitest';
import { ENTRY_IDLE_MS, watchIdle } from '../../../electron/main/secret-input/idle-watch.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

function watched() {
  const clock = createFakeClock();
  let expirations = 0;
  const watch = watchIdle(clock, () => {
    expirations += 1;
  });
  return { clock, watch, expirations: () => expirations };
}

describe('a question nobody answers', () => {
  it('goes away after two minutes, once', async () => {
    const { clock, expirations } = watched();
    await clock.advance(ENTRY_IDLE_MS - 1);
    expect(expirations()).toBe(0);
    await clock.advance(1);
    expect(expirations()).toBe(1);
    await clock.advance(10 * ENTRY_IDLE_MS);
    expect(expirations()).toBe(1);
    expect(clock.timers()).toBe(0);
  });

  it('stays for two minutes more each time somebody types', async () => {
    const { clock, watch, expirations } = watched();
    await clock.advance(ENTRY_IDLE_MS - 1_000);
    watch.used();
    await clock.advance(ENTRY_IDLE_MS - 1_000);
    expect(expirations()).toBe(0);
    await clock.advance(1_000);
    expect(expirations()).toBe(1);
  });

  it.each([
    ['goes away by the wall clock where timers slept with the machine', 'reevaluate'],
    ['cannot be kept by typing that comes too late', 'used'],
  ] as const)('%s', (_, event) => {
    const { clock, watch, expirations } = watched();
    clock.setWall(clock.nowMs() + ENTRY_IDLE_MS);
    watch[event]();
    expect(expirations()).toBe(1);
  });

  it('is left alone once it was answered', async () => {
    const { clock, watch, expirations } = watched();
    watch.stop();
    await clock.advance(ENTRY_IDLE_MS);
    expect(expirations()).toBe(0);
    expect(clock.timers()).toBe(0);
  });
});
