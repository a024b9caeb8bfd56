// Whether journeys can run in windows that are seen.
import { describe, expect, it } from 'vitest';
import { planVisible, type VisibleParts } from '../support/visible-windows.ts';

const bare: VisibleParts = {
  host: 'stand-in',
  platform: 'linux',
  env: {},
  displayServer: '/usr/bin/Xvfb',
  browser: true,
};

describe('the plan for windows that can be seen', () => {
  it('takes a display of its own before the one that is there', () => {
    expect(planVisible({ ...bare, env: { DISPLAY: ':0' } })).toEqual({ kind: 'own_display' });
  });

  it.each([
    ['X11', { env: { DISPLAY: ':0' } }],
    ['Wayland', { env: { WAYLAND_DISPLAY: 'wayland-0' } }],
    ['a Mac', { platform: 'darwin' }],
  ] as const)('takes the display of %s where there is no other', (_name, parts) => {
    expect(planVisible({ ...bare, displayServer: null, ...parts }).kind).toBe('present_display');
  });

  it.each([
    ['a display', { displayServer: null }, 'apt-get install xvfb'],
    ['a browser that shows windows', { browser: false }, 'apt-get install chromium'],
  ] as const)('says what to install where %s is missing', (_name, parts, said) => {
    const plan = planVisible({ ...bare, ...parts });
    expect(plan.kind === 'none' && plan.why).toContain(said);
  });

  it('needs no browser for real Electron', () => {
    expect(planVisible({ ...bare, host: 'electron', browser: false }).kind).toBe('own_display');
  });
});
