// What brings a window, or a question over it, before the person. Under Wayland no app is told that its window is
// minimised, and the compositor hides whatever belongs to a minimised window: only the focus says that one is in
// sight.
import type { BrowserWindow } from 'electron';
import { underWayland } from '../platform/wayland.ts';

/** The window that a question may belong to, or null: then it stands by itself, and is seen. */
export function parentInSight(window: BrowserWindow | null): BrowserWindow | null {
  return process.platform === 'linux' && window?.isFocused() !== true ? null : window;
}

export function bringUp(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  // A compositor of Wayland passes by who asks for a minimised window, and shows one that is made anew.
  if (underWayland() && !window.isFocused()) window.hide();
  window.show();
  window.focus();
}
