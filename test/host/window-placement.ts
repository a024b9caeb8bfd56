// Where a window's page is on the screen and how large. Headless, only the size counts.
import type { Rectangle } from 'electron';
import type { Browser } from './browser.ts';
import type { Protocol } from './cdp.ts';

export interface Placement {
  readonly bounds: Rectangle;
  /** True where the app chose the position. */
  readonly isPlaced: boolean;
  /** The page of the parent window, over whose middle a window opens. */
  readonly parentTargetId: string | undefined;
}

export async function placeWindow(
  browser: Browser,
  targetId: string,
  placement: Placement,
): Promise<void> {
  const { root } = browser.cdp;
  const { windowId } = await root.send('Browser.getWindowForTarget', { targetId });
  const { x, y, width, height } = placement.bounds;
  if (browser.headless) {
    // A headless full browser draws its bars inside the window.
    await root.send('Browser.setContentsSize', { windowId, width, height });
    return;
  }
  const position = placement.isPlaced ? { left: x, top: y } : await overParent(browser, placement);
  const bounds = { ...position, width, height };
  await root.send('Browser.setWindowBounds', { windowId, bounds });
}

async function overParent(
  { cdp }: Browser,
  { parentTargetId: targetId, bounds: own }: Placement,
): Promise<{ left?: number; top?: number }> {
  if (!targetId) return {};
  const { bounds } = await cdp.root.send('Browser.getWindowForTarget', { targetId });
  const { left = 0, top = 0, width = 0, height = 0 } = bounds;
  return {
    left: left + Math.max(0, Math.round((width - own.width) / 2)),
    top: top + Math.max(0, Math.round((height - own.height) / 2)),
  };
}

/** Does nothing headless: there is no window to minimise. */
export async function changeWindowState(
  { cdp, headless }: Browser,
  targetId: string,
  windowState: Protocol.Browser.WindowState,
): Promise<void> {
  if (headless) return;
  const { windowId } = await cdp.root.send('Browser.getWindowForTarget', { targetId });
  await cdp.root.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
}
