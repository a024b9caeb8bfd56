// What the parts of the host share: the browser once it runs, and the news between windows and app.
import { EventEmitter } from 'node:events';
import type { Browser } from './browser.ts';
import type { PressedKey } from './preload-world.ts';
import type { StandInWindow } from './window.ts';
import type { StandInWebContents } from './web-contents.ts';

interface HostNews {
  'contents-created': [contents: StandInWebContents];
  'window-created': [window: StandInWindow];
  'window-focused': [window: StandInWindow];
  'all-windows-closed': [];
  'theme-changed': [];
  'accelerator-pressed': [window: StandInWindow, key: PressedKey];
}

export const hostNews = new EventEmitter<HostNews>();
hostNews.setMaxListeners(0);

let resolveBrowser: (browser: Browser) => void;
/** Settles when the browser runs; windows made earlier wait for it. */
export const browserRunning = new Promise<Browser>((resolve) => {
  resolveBrowser = resolve;
});

export function announceBrowser(browser: Browser): void {
  resolveBrowser(browser);
}

export const liveWindows = new Map<number, StandInWindow>();
