// Where a window's page is on the screen and how large: where the app says, else over the middle of its parent
// or of the display, as Electron does. Headless, only the size counts.
import type { Rectangle } from 'electron';
import type { Browser } from './browser.ts';
import type { Protocol } from './cdp.ts';
import { primaryDisplay } from './display.ts';

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
  const position = placement.isPlaced ? { left: x, top: y } : await inTheMiddle(browser, placement);
  const bounds = { ...position, width, height };
  await root.send('Browser.setWindowBounds', { windowId, bounds });
}

async function inTheMiddle(
  { cdp }: Browser,
  { parentTargetId: targetId, bounds: own }: Placement,
): Promise<{ left: number; top: number }> {
  const area = primaryDisplay().workArea;
  let { x: left, y: top, width, height } = area;
  if (targetId) {
    const { bounds } = await cdp.root.send('Browser.getWindowForTarget', { targetId });
    ({ left = left, top = top, width = width, height = height } = bounds);
  }
  const within = (at: number, least: number, most: number): number =>
    Math.max(least, Math.min(Math.round(at), most));
  return {
    left: within(left + (width - own.width) / 2, area.x, area.x + area.width - own.width),
    top: within(top + (height - own.height) / 2, area.y, area.y + area.height - own.height),
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
