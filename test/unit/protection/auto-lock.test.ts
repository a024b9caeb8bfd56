// Locking by itself: time without use, clock jumps, sleep, the screen.
import { describe, expect, it } from 'vitest';
import { SAFE_DEFAULTS } from '../../../electron/main/domain/protection-settings.ts';
import { AutoLock } from '../../../electron/main/protection/auto-lock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const MINUTE = 60_000;

function around(changes: Partial<typeof SAFE_DEFAULTS> = {}) {
  const clock = createFakeClock();
  const listeners: Record<'suspend' | 'resume' | 'screen', () => void> = {
    suspend: () => undefined,
    resume: () => undefined,
    screen: () => undefined,
  };
  const machine = { screenLocked: false, idleMs: 0, opening: false, atWork: false };
  const settings = { current: { ...SAFE_DEFAULTS, ...changes } };
  let locks = 0;
  const lockedBy: string[] = [];
  let views = 0;
  const autoLock = new AutoLock({
    clock,
    power: {
      onSuspend: (listener) => (listeners.suspend = listener),
      onResume: (listener) => (listeners.resume = listener),
      onScreenLocked: (listener) => (listeners.screen = listener),
      isScreenLocked: () => machine.screenLocked,
      systemIdleMs: () => machine.idleMs,
    },
    settings: () => settings.current,
    opening: () => machine.opening,
    atWork: () => machine.atWork,
    lock: (by) => {
      locks += 1;
      lockedBy.push(by);
    },
    changed: () => {
      views += 1;
    },
  });
  autoLock.opened();
  return {
    autoLock,
    clock,
    listeners,
    machine,
    settings,
    locks: () => locks,
    lockedBy,
    views: () => views,
  };
}

describe('the automatic lock', () => {
  it('locks after ten minutes without use, and not before', async () => {
    const { autoLock, clock, locks } = around();
    expect(autoLock.state().locksAtMs).toBe(clock.nowMs() + 10 * MINUTE);
    await clock.advance(10 * MINUTE - 1);
    expect(locks()).toBe(0);
    await clock.advance(1);
    expect(locks()).toBe(1);
    expect(autoLock.state()).toEqual({ locksAtMs: null, warning: false, lockedBy: 'idle' });
    expect(clock.timers()).toBe(0);
  });

  it('warns for the last minute, and use takes the warning away', async () => {
    const { autoLock, clock, locks } = around();
    await clock.advance(9 * MINUTE - 1);
    expect(autoLock.state().warning).toBe(false);
    await clock.advance(1);
    expect(autoLock.state()).toMatchObject({ warning: true, locksAtMs: clock.nowMs() + MINUTE });
    autoLock.used();
    expect(autoLock.state()).toMatchObject({
      warning: false,
      locksAtMs: clock.nowMs() + 10 * MINUTE,
    });
    await clock.advance(2 * MINUTE);
    expect(locks()).toBe(0);
  });

  it('warns for half of a one-minute limit', async () => {
    const { autoLock, clock } = around({ lockAfterMinutes: 1 });
    expect(autoLock.state().warning).toBe(false);
    await clock.advance(30_000);
    expect(autoLock.state().warning).toBe(true);
  });

  it('stays open as long as it is used', async () => {
    const { autoLock, clock, locks } = around({ lockAfterMinutes: 1 });
    for (let turn = 0; turn < 60; turn += 1) {
      await clock.advance(20_000);
      autoLock.used();
    }
    expect(locks()).toBe(0);
  });

  it('locks when the wall clock jumps past the deadline, at the next look', async () => {
    const { clock, locks, autoLock } = around();
    clock.setWall(clock.nowMs() + 11 * MINUTE);
    await clock.advance(10_000);
    expect(locks()).toBe(1);
    expect(autoLock.state().lockedBy).toBe('idle');
  });

  it('locks at once on waking from a sleep past the deadline', () => {
    const { clock, listeners, locks } = around({ lockOnSuspend: false });
    listeners.suspend();
    clock.setWall(clock.nowMs() + 8 * 60 * MINUTE);
    listeners.resume();
    expect(locks()).toBe(1);
  });

  it('closes a vault that works behind its locked window at sleep, whatever is chosen for sleep', () => {
    const { autoLock, listeners, machine, lockedBy } = around({ lockOnSuspend: false });
    autoLock.closed();
    machine.atWork = true;
    listeners.suspend();
    expect(lockedBy).toEqual(['suspend']);
  });

  it('does not let a report that comes too late undo the deadline', () => {
    const { autoLock, clock, locks } = around();
    clock.setWall(clock.nowMs() + 10 * MINUTE);
    autoLock.used();
    expect(locks()).toBe(1);
  });

  it('is not put off by a clock set back', async () => {
    const { autoLock, clock, locks } = around();
    clock.setWall(clock.nowMs() - 24 * 60 * MINUTE);
    await clock.advance(5 * MINUTE);
    const shown = autoLock.state().locksAtMs ?? 0;
    expect(Math.abs(shown - (clock.nowMs() + 5 * MINUTE))).toBeLessThan(2000);
    await clock.advance(5 * MINUTE);
    expect(locks()).toBe(1);
  });

  it('locks when the machine has been idle although the window says otherwise', async () => {
    const { autoLock, clock, machine, locks } = around();
    for (let turn = 0; turn < 60 && locks() === 0; turn += 1) {
      await clock.advance(10_000);
      machine.idleMs += 10_000;
      autoLock.used();
    }
    expect(locks()).toBe(1);
  });

  it.each([
    ['suspend', 'suspend', 'lockOnSuspend'],
    ['screen', 'screen_locked', 'lockOnScreenLock'],
  ] as const)('locks on %s unless told not to', (event, reason, setting) => {
    const wanted = around();
    wanted.listeners[event]();
    expect([wanted.locks(), wanted.autoLock.state().lockedBy]).toEqual([1, reason]);
    const unwanted = around({ [setting]: false });
    unwanted.listeners[event]();
    expect(unwanted.locks()).toBe(0);
  });

  it('asks for a locked screen where it is not announced', async () => {
    const { clock, machine, locks, autoLock } = around({ lockAfterMinutes: null });
    machine.screenLocked = true;
    await clock.advance(10_000);
    expect([locks(), autoLock.state().lockedBy]).toEqual([1, 'screen_locked']);
  });

  it('has no deadline when switched off, and takes a new one at once', async () => {
    const { autoLock, clock, settings, locks } = around({ lockAfterMinutes: null });
    await clock.advance(5 * 60 * MINUTE);
    expect([locks(), autoLock.state().locksAtMs]).toEqual([0, null]);
    settings.current = { ...settings.current, lockAfterMinutes: 5 };
    autoLock.reevaluate();
    expect(locks()).toBe(1);
  });

  it('does nothing once the vault is locked by hand', async () => {
    const { autoLock, clock, listeners, locks } = around();
    autoLock.closed();
    listeners.screen();
    await clock.advance(60 * MINUTE);
    autoLock.used();
    expect([locks(), clock.timers()]).toEqual([0, 0]);
    expect(autoLock.state()).toEqual({ locksAtMs: null, warning: false, lockedBy: null });
  });

  it('hurries a lock that is under way as the machine goes to sleep, and changes nothing said', () => {
    const { autoLock, listeners, lockedBy } = around();
    autoLock.closed();
    listeners.suspend();
    expect(lockedBy).toEqual(['suspend']);
    expect(autoLock.state().lockedBy).toBeNull();
  });

  it('shows a moment that is never later than the real one, in steps', async () => {
    const { autoLock, clock, views } = around();
    const before = views();
    for (let turn = 0; turn < 30; turn += 1) {
      await clock.advance(10_000);
      autoLock.used();
      const real = clock.nowMs() + 10 * MINUTE;
      const shown = autoLock.state().locksAtMs ?? Infinity;
      expect(shown).toBeLessThanOrEqual(real);
      expect(real - shown).toBeLessThan(30_000);
    }
    expect(views() - before).toBeLessThanOrEqual(10);
  });

  it.each(['suspend', 'screen'] as const)(
    'asks for a lock where the person leaves while the vault is being opened: %s',
    (how) => {
      const { autoLock, listeners, machine, locks } = around();
      autoLock.closed();
      machine.opening = true;
      listeners[how]();
      expect(locks()).toBe(1);
    },
  );
});
