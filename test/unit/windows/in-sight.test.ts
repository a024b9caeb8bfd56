// What brings windows and questions before the person, on systems that say different things about a window.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import { bringUp, parentInSight } from '../../../electron/main/windows/in-sight.ts';
import { createFakeElectron, type FakeElectron } from '../../support/fake-electron.ts';
import { onPlatform } from '../../support/on-platform.ts';

let fake: FakeElectron;
let window: BrowserWindow;
beforeEach(() => {
  fake = createFakeElectron();
  window = new fake.electron.BrowserWindow() as unknown as BrowserWindow;
});
afterEach(() => void vi.unstubAllEnvs());

describe('what a question belongs to', () => {
  it.each([
    ['linux', true, true],
    // Minimised perhaps: nobody says so under Wayland, and the question would not be seen.
    ['linux', false, false],
    ['darwin', false, true],
    ['win32', false, true],
  ] as const)('on %s, focus %s, is the window: %s', (platform, focused, belongs) => {
    onPlatform(platform);
    fake.answers.focused = focused;
    expect(parentInSight(window)).toBe(belongs ? window : null);
  });

  it('is nothing where there is no window', () => {
    expect(parentInSight(null)).toBeNull();
  });
});

describe('a window that is brought up', () => {
  const told = (): readonly string[] =>
    fake.order().flatMap((call) => /^window 1\.(hide|show|focus)$/.exec(call)?.[1] ?? []);

  it.each([
    ['wayland', false, ['hide', 'show', 'focus']],
    ['wayland', true, ['show', 'focus']],
    ['x11', false, ['show', 'focus']],
  ] as const)('under %s, focus %s, is told %j', (type, focused, calls) => {
    onPlatform('linux');
    vi.stubEnv('XDG_SESSION_TYPE', type);
    fake.answers.focused = focused;
    bringUp(window);
    expect(told()).toEqual(calls);
  });
});
