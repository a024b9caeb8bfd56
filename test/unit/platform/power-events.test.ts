// What is believed of the system's power monitor, and where.
import { EventEmitter } from 'node:events';
import type { PowerMonitor } from 'electron';
import { describe, expect, it } from 'vitest';
import { createPower } from '../../../electron/main/platform/power-events.ts';

function monitor(state: string, idleSeconds: number) {
  const answers = { getSystemIdleState: () => state, getSystemIdleTime: () => idleSeconds };
  return Object.assign(new EventEmitter(), answers) as unknown as PowerMonitor & EventEmitter;
}

const silentBus = { onLocked: () => undefined };

describe('the power events', () => {
  it('are passed on', () => {
    const source = monitor('active', 0);
    const power = createPower(source, silentBus, 'darwin', false);
    const heard: string[] = [];
    power.onSuspend(() => heard.push('suspend'));
    power.onResume(() => heard.push('resume'));
    power.onScreenLocked(() => heard.push('screen'));
    for (const event of ['suspend', 'resume', 'lock-screen', 'user-did-resign-active']) {
      source.emit(event);
    }
    expect(heard).toEqual(['suspend', 'resume', 'screen', 'screen']);
  });
});

describe('a locked screen', () => {
  it('is passed on from the message bus too', () => {
    let tell: () => void = () => undefined;
    const bus = {
      onLocked(listener: () => void) {
        tell = listener;
      },
    };
    let heard = 0;
    createPower(monitor('active', 0), bus, 'linux', false).onScreenLocked(() => (heard += 1));
    tell();
    expect(heard).toBe(1);
  });

  it.each([
    ['linux', 'locked', true],
    ['linux', 'idle', false],
    ['linux', 'unknown', false],
    ['darwin', 'locked', false],
    ['win32', 'locked', false],
  ] as const)('on %s, asked and answered %s, counts: %s', (platform, state, locked) => {
    expect(createPower(monitor(state, 0), silentBus, platform, true).isScreenLocked()).toBe(locked);
  });
});

describe('the idle time of the machine', () => {
  it('is believed under X11 alone', () => {
    const source = monitor('idle', 90);
    expect(createPower(source, silentBus, 'linux', true).systemIdleMs()).toBe(90_000);
    expect(createPower(source, silentBus, 'linux', false).systemIdleMs()).toBe(0);
    expect(createPower(source, silentBus, 'darwin', false).systemIdleMs()).toBe(0);
  });
});
