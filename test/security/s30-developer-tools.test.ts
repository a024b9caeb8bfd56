// S30, S18: a packaged window has no developer tools, and nothing from settings or messages reaches how a
// page runs. security-packaged.journey.ts opens the tools of the built app in both states; that Electron
// heeds the preference needs the real binary (the packaged start of s17).
import { describe, expect, it, vi } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

const app = vi.hoisted(() => ({ isPackaged: true }));
vi.mock('electron', () => ({ app }));
const { webPreferences } = await import('../../electron/main/windows/web-preferences.ts');

describe('the preferences of a window', () => {
  it('are these, a new object each time, without tools in a packaged app', () => {
    const preferences = webPreferences('/preload.cjs', 'entry-1');
    expect(Object.isFrozen(preferences)).toBe(false);
    expect(preferences).toEqual({
      preload: '/preload.cjs',
      partition: 'entry-1',
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      enableWebSQL: false,
      plugins: false,
      webgl: false,
      safeDialogs: true,
      devTools: false,
    });
  });

  it('have tools in development alone', () => {
    app.isPackaged = false;
    expect(webPreferences('/preload.cjs').devTools).toBe(true);
    app.isPackaged = true;
  });
});

describe('developer tools and extensions', () => {
  it('are opened and loaded nowhere, and the menu has no item for them', () => {
    const ways = /openDevTools|toggleDevTools|loadExtension|role: 'viewMenu'|forceReload/;
    const found = sourceFiles('electron').filter(({ text }) => ways.test(text));
    expect(found.map(({ name }) => name)).toEqual([]);
  });
});
