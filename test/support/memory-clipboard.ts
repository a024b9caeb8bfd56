// Clipboards in memory for unit tests: one that does as it is told, and one of a desktop that does not.
import type { ClipboardPort } from '../../electron/main/secret-input/ports.ts';

export function createMemoryClipboard(
  initial = '',
): ClipboardPort & { readonly text: () => string } {
  let now = initial;
  return {
    text: () => now,
    readText: () => Promise.resolve(now),
    writeText(text) {
      now = text;
      return Promise.resolve();
    },
    clear() {
      now = '';
      return Promise.resolve();
    },
    isHeeded: () => true,
  };
}

/**
 * GNOME under Wayland: what an app without the focus writes is passed by, and the desktop's copy of what was there is
 * put back; such an app reads its own last word.
 */
export function createDesktopClipboard() {
  const desktop = createMemoryClipboard();
  const own = createMemoryClipboard();
  const state = { focused: true };
  const port: ClipboardPort = {
    readText: () => (state.focused ? desktop : own).readText(),
    async writeText(text) {
      await own.writeText(text);
      if (state.focused) await desktop.writeText(text);
    },
    clear: () => port.writeText(' '),
    isHeeded: () => state.focused,
  };
  return { state, port, text: desktop.text };
}
