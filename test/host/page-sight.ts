// Headless Chromium takes every page for visible. Here a page is told what became of its window, as
// Electron does: `document.visibilityState`, `document.hidden` and their event.
import type { CdpSession } from './cdp.ts';

export async function tellSight(page: CdpSession, seen: boolean): Promise<void> {
  await page.send('Runtime.evaluate', { expression: `(${String(changeSight)})(${seen})` });
}

/** Self-contained on purpose: its source text runs in the page. */
function changeSight(seen: boolean): void {
  const state = seen ? 'visible' : 'hidden';
  if (document.visibilityState === state) return;
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => !seen });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
