// When a window that was made unseen is shown: on Electron the event `ready-to-show` may never come (some
// compositors of Wayland), and a window that nobody sees says nothing.
import type { BrowserWindow } from 'electron';
import type { Clock } from '../domain/clock.ts';

/** After the page has loaded: its first frame is a matter of milliseconds where frames are announced at all. */
const AFTER_LOAD_MS = 1_500;
/** After the window was made: a page that loads longer is waited for in sight. */
const AFTER_MADE_MS = 3_000;

/**
 * Calls `show` once: at the first of a painted frame, the loaded page and a moment, a load that failed or crashed,
 * and the limit.
 */
export function showWhenPainted(
  window: BrowserWindow,
  clock: Pick<Clock, 'after'>,
  show: () => void,
): void {
  const waits: (() => void)[] = [];
  let over = false;
  const callOff = (): void => {
    over = true;
    for (const cancel of waits) cancel();
  };
  const now = (): void => {
    if (over) return;
    callOff();
    show();
  };
  waits.push(clock.after(AFTER_MADE_MS, now));
  window.once('ready-to-show', now);
  window.once('closed', callOff);
  const { webContents } = window;
  webContents.once('did-finish-load', () => waits.push(clock.after(AFTER_LOAD_MS, now)));
  webContents.once('did-fail-load', now);
  webContents.once('render-process-gone', now);
}
