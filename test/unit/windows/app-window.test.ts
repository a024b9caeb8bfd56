// The app window's page: loaded anew after a crash or a failed load, but not for ever; and shown at last, painted
// or not.
import type { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { AppWindow } from '../../../electron/main/windows/app-window.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const made = vi.hoisted(() => ({
  loads: 0,
  reloads: 0,
  shows: 0,
  contents: null as EventEmitter | null,
  window: null as EventEmitter | null,
}));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Contents extends Emitter {
    #crashed = false;
    constructor() {
      super();
      this.on('render-process-gone', () => (this.#crashed = true));
      this.on('did-finish-load', () => (this.#crashed = false));
    }
    isCrashed = () => this.#crashed;
    reload = () => (made.reloads += 1);
  }
  class BrowserWindow extends Emitter {
    webContents = (made.contents = new Contents());
    constructor() {
      super();
      made.window = this;
    }
    loadURL = () => {
      made.loads += 1;
      return Promise.resolve();
    };
    isDestroyed = () => false;
    setContentProtection = () => undefined;
    isMinimized = () => false;
    hide = () => undefined;
    show = () => (made.shows += 1);
    focus = () => undefined;
  }
  const display = { workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
  const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };
  return { BrowserWindow, Menu: {}, app: { isPackaged: true }, screen };
});

function opened() {
  Object.assign(made, { loads: 0, reloads: 0, shows: 0 });
  const clock = createFakeClock();
  const unloadable = vi.fn<() => void>();
  const window = new AppWindow({
    preload: '',
    bounds: () => ({ width: 800, height: 600, place: null, maximized: false }),
    saveBounds: () => undefined,
    shown: () => undefined,
    gone: () => undefined,
    crashed: () => undefined,
    heard: () => undefined,
    closed: () => undefined,
    unloadable,
    clock,
    contentProtection: () => true,
  });
  window.open();
  const tell = (event: string) => void made.contents?.emit(event, {}, {});
  const failLoad = (code = -6, isMainFrame = true) =>
    void made.contents?.emit('did-fail-load', {}, code, '', '', isMainFrame);
  return { window, tell, failLoad, clock, unloadable };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('loads a page that crashed anew, once its crash has been told to its end', async () => {
  const { tell } = opened();
  tell('did-finish-load');
  tell('render-process-gone');
  expect(made.reloads).toBe(0);
  await turn();
  expect(made.reloads).toBe(1);
});

it('loads a page that crashes before it stands again after pauses, three times, then says so', async () => {
  const { tell, clock, unloadable } = opened();
  for (const pauseMs of [500, 2_000, 5_000]) {
    const before = made.reloads;
    tell('render-process-gone');
    await turn();
    await clock.advance(pauseMs - 1);
    expect(made.reloads).toBe(before);
    await clock.advance(1);
    expect(made.reloads).toBe(before + 1);
  }
  expect(unloadable).not.toHaveBeenCalled();
  tell('render-process-gone');
  tell('render-process-gone');
  await clock.advance(60_000);
  expect([made.reloads, unloadable.mock.calls.length]).toEqual([3, 1]);
});

it('loads a page that failed to load again, and counts anew once it stood', async () => {
  const { tell, failLoad, clock, unloadable } = opened();
  for (let turnOf = 0; turnOf < 5; turnOf += 1) {
    failLoad();
    await clock.advance(500);
    tell('did-finish-load');
    tell('render-process-gone');
    await turn();
    tell('did-finish-load');
  }
  expect(unloadable).not.toHaveBeenCalled();
  failLoad();
  await clock.advance(60_000);
  expect(made.loads).toBe(7);
});

it('does not load again what another load took the place of, or what failed inside the page', async () => {
  const { failLoad, clock } = opened();
  failLoad(-3);
  failLoad(-6, false);
  await clock.advance(60_000);
  expect(made.loads).toBe(1);
});

it('loads again where the person wants another try', async () => {
  const { window, failLoad, clock } = opened();
  for (let loads = 0; loads < 4; loads += 1) {
    failLoad();
    await clock.advance(60_000);
  }
  expect(made.loads).toBe(4);
  window.loadAgain();
  failLoad();
  await clock.advance(500);
  expect(made.loads).toBe(6);
});

it('is shown once it has painted, and after three seconds where it has not', async () => {
  const painted = opened();
  made.window?.emit('ready-to-show');
  await painted.clock.advance(60_000);
  expect(made.shows).toBe(1);
  const late = opened();
  await late.clock.advance(2_999);
  expect(made.shows).toBe(0);
  await late.clock.advance(1);
  expect(made.shows).toBe(1);
});

it('stays out of sight where the app ends before it was shown', async () => {
  const { window, clock } = opened();
  window.leave();
  await clock.advance(60_000);
  expect(made.shows).toBe(0);
});

it('tries a crashed page again where the person asks for the window', () => {
  const { window, tell } = opened();
  tell('render-process-gone');
  window.open();
  expect(made.reloads).toBe(1);
});
