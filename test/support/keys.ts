// Keys that are not the same on every system. Playwright's `ControlOrMeta` is Ctrl, or Cmd on a Mac.

/** What a Mac calls Delete is Backspace to a page. */
export const REVOKE_ALL_KEYS =
  process.platform === 'darwin' ? 'Meta+Shift+Backspace' : 'Control+Shift+Delete';
