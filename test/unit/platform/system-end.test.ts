// A system that ends: told by its monitor or by a signal, and not for ever.
import { EventEmitter } from 'node:events';
import type { BrowserWindow, PowerMonitor } from 'electron';
import { describe, expect, it } from 'vitest';
import { watchSystemEnd } from '../../../electron/main/platform/system-end.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

function watched() {
  const monitor = new EventEmitter();
  const signals = new EventEmitter();
  const window = new EventEmitter();
  const clock = createFakeClock();
  const heard: boolean[] = [];
  const ends = watchSystemEnd({
    monitor: monitor as EventEmitter & PowerMonitor,
    signals,
    eachWindow: (made) => made(window as EventEmitter & BrowserWindow),
    clock,
    quit: () => heard.push(ends()),
  });
  return { monitor, signals, window, clock, ends, heard };
}

describe('the end of the system', () => {
  it('is none until it is told', () => {
    expect(watched().ends()).toBe(false);
  });

  it('is listened for after something else, else Electron would never tell it on Linux', () => {
    expect(watched().monitor.eventNames()).toEqual(['suspend', 'shutdown']);
  });

  it('is told by the monitor, and lets it go on', () => {
    const { monitor, ends, heard } = watched();
    monitor.emit('shutdown');
    expect([ends(), heard]).toEqual([true, []]);
  });

  it.each(['SIGTERM', 'SIGHUP'])('is told by %s, known before the app is quit', (signal) => {
    const { signals, heard } = watched();
    signals.emit(signal);
    expect(heard).toEqual([true]);
  });

  it.each(['query-session-end', 'session-end'])('is told to a window by %s on Windows', (event) => {
    const { window, heard } = watched();
    let prevented = 0;
    window.emit(event, { preventDefault: () => (prevented += 1) });
    expect([heard, prevented]).toEqual([[true], 0]);
  });

  it('is not told by Ctrl+C, which is a person', () => {
    const { signals, heard } = watched();
    signals.emit('SIGINT');
    expect(heard).toEqual([false]);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'])(
    'leaves no second %s to the system, which would kill',
    (signal) => {
      const { signals, heard } = watched();
      for (let times = 1; times <= 3; times += 1) {
        expect(signals.emit(signal)).toBe(true);
        expect(heard).toHaveLength(times);
      }
      expect(signals.listenerCount(signal)).toBe(1);
    },
  );

  it('is forgotten where it was called off', async () => {
    const { monitor, clock, ends } = watched();
    monitor.emit('shutdown');
    await clock.advance(2 * 60_000);
    expect(ends()).toBe(false);
  });
});
