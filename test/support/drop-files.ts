// Drops real files and folders on a window as the desktop would: Chromium makes the events and the files,
// on the stand-in host and on Electron alike. The page under test is given no path.
import type { Page } from '@playwright/test';

/** On the middle of the window. @param paths absolute. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', {
      type,
      x: Math.round(width / 2),
      y: Math.round(height / 2),
      data,
    });
  }
  await devTools.detach();
}
