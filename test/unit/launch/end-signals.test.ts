// What reaches the host of a Ctrl+C, which arrives more than once.
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { passEndSignals, POLITE_END_MS } from '../../../electron/launch/end-signals.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

function wired() {
  const process = new EventEmitter();
  const passed: string[] = [];
  const clock = createFakeClock();
  passEndSignals({
    on: (signal, listener) => process.on(signal, listener),
    nowMs: clock.monotonicMs,
    after: clock.after,
    pass: (signal) => passed.push(signal),
  });
  return { process, passed, later: clock.advance };
}

describe('a signal to end', () => {
  it('goes on once, though the terminal and npm both send it', async () => {
    const { process, passed, later } = wired();
    process.emit('SIGINT');
    await later(40);
    process.emit('SIGINT');
    process.emit('SIGTERM');
    expect(passed).toEqual(['SIGINT']);
  });

  it('goes on again where it is sent again later', async () => {
    const { process, passed, later } = wired();
    process.emit('SIGINT');
    await later(1_000);
    process.emit('SIGINT');
    expect(passed).toEqual(['SIGINT', 'SIGINT']);
  });

  it('goes on again to who keeps pressing', async () => {
    const { process, passed, later } = wired();
    for (let times = 0; times < 5; times += 1) {
      process.emit('SIGINT');
      await later(600);
    }
    expect(passed).toHaveLength(3);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('goes on as what it is: %s', (signal) => {
    const { process, passed } = wired();
    process.emit(signal);
    expect(passed).toEqual([signal]);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'that asks nobody is followed by the kill of what hangs: %s',
    async (signal) => {
      const { process, passed, later } = wired();
      process.emit(signal);
      await later(POLITE_END_MS - 1);
      expect(passed).toEqual([signal]);
      await later(1);
      expect(passed).toEqual([signal, 'SIGKILL']);
    },
  );

  it('by Ctrl+C leaves the person all the time to answer', async () => {
    const { process, passed, later } = wired();
    process.emit('SIGINT');
    await later(10 * POLITE_END_MS);
    expect(passed).toEqual(['SIGINT']);
  });

  it('by Ctrl+C pressed again after the limit asks nobody any more, and ends what hangs', async () => {
    const { process, passed, later } = wired();
    process.emit('SIGINT');
    await later(POLITE_END_MS);
    process.emit('SIGINT');
    expect(passed).toEqual(['SIGINT', 'SIGTERM']);
    await later(POLITE_END_MS);
    expect(passed).toEqual(['SIGINT', 'SIGTERM', 'SIGKILL']);
  });

  it('is followed by one kill, however often it is sent', async () => {
    const { process, passed, later } = wired();
    process.emit('SIGTERM');
    await later(2_000);
    process.emit('SIGHUP');
    await later(2 * POLITE_END_MS);
    expect(passed).toEqual(['SIGTERM', 'SIGHUP', 'SIGKILL']);
  });
});
