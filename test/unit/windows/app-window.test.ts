// The app window's page: loaded anew after a crash, but not one that crashes each time.
import type { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { createAppWindow } from '../../../electron/main/windows/app-window.ts';

const made = vi.hoisted(() => ({ reloads: 0, contents: null as EventEmitter | null }));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Contents extends Emitter {
    #crashed = false;
    constructor() {
      super();
      this.on('render-process-gone', () => (this.#crashed = true));
    }
    isCrashed = () => this.#crashed;
    reload = () => (made.reloads += 1);
  }
  class BrowserWindow extends Emitter {
    webContents = (made.contents = new Contents());
    loadURL = () => Promise.resolve();
    setContentProtection = () => undefined;
    isMinimized = () => false;
    show = () => undefined;
    focus = () => undefined;
  }
  return { BrowserWindow, app: { isPackaged: true } };
});

function opened() {
  made.reloads = 0;
  const window = createAppWindow({
    preload: '',
    bounds: () => ({ width: 800, height: 600 }),
    saveBounds: () => undefined,
    shown: () => undefined,
    gone: () => undefined,
    crashed: () => undefined,
    heard: () => undefined,
    closed: () => undefined,
    contentProtection: () => true,
  });
  window.open();
  const tell = (event: string) => void made.contents?.emit(event, {}, {});
  return { window, tell };
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

it('does not load a page again and again that crashes before it stands', async () => {
  const { tell } = opened();
  tell('did-finish-load');
  tell('render-process-gone');
  tell('render-process-gone');
  await turn();
  expect(made.reloads).toBe(1);
});

it('tries a crashed page again where the person asks for the window', () => {
  const { window, tell } = opened();
  tell('render-process-gone');
  window.open();
  expect(made.reloads).toBe(1);
});
