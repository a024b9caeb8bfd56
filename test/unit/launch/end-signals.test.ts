// What reaches the host of a Ctrl+C, which arrives more than once.
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { passEndSignals } from '../../../electron/launch/end-signals.ts';

function wired() {
  const process = new EventEmitter();
  const passed: string[] = [];
  let nowMs = 100;
  passEndSignals({
    on: (signal, listener) => process.on(signal, listener),
    nowMs: () => nowMs,
    pass: (signal) => passed.push(signal),
  });
  return { process, passed, later: (ms: number) => void (nowMs += ms) };
}

describe('a signal to end', () => {
  it('goes on once, though the terminal and npm both send it', () => {
    const { process, passed, later } = wired();
    process.emit('SIGINT');
    later(40);
    process.emit('SIGINT');
    process.emit('SIGTERM');
    expect(passed).toEqual(['SIGINT']);
  });

  it('goes on again where it is sent again later', () => {
    const { process, passed, later } = wired();
    process.emit('SIGINT');
    later(1_000);
    process.emit('SIGINT');
    expect(passed).toEqual(['SIGINT', 'SIGINT']);
  });

  it('goes on again to who keeps pressing', () => {
    const { process, passed, later } = wired();
    for (let times = 0; times < 5; times += 1) {
      process.emit('SIGINT');
      later(600);
    }
    expect(passed).toHaveLength(3);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('goes on as what it is: %s', (signal) => {
    const { process, passed } = wired();
    process.emit(signal);
    expect(passed).toEqual([signal]);
  });
});
