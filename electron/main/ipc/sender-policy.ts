// Who may call: the app window's own main frame at exactly the page main loaded into it, and no one
// else. Fails closed: whatever cannot be told is refused.

/** What is known of the caller of one message. */
export interface Sender {
  readonly webContentsId: number;
  /** Null: the frame was gone or never known. */
  readonly frame: { readonly url: string; readonly isMainFrame: boolean } | null;
}

/** A window main made: who it is and the one address its page has. */
export interface KnownWindow {
  readonly webContentsId: number;
  readonly pageUrl: string;
}

// SECURITY(S03): sender must be a known window, its main frame, and exactly its own page.
export function isAllowedSender(sender: Sender, window: KnownWindow | null): boolean {
  if (window === null || sender.frame === null) return false;
  if (sender.webContentsId !== window.webContentsId || !sender.frame.isMainFrame) return false;
  return samePage(sender.frame.url, window.pageUrl);
}

/** Scheme, host and path are equal; a fragment may differ, a query may not appear. */
function samePage(actual: string, expected: string): boolean {
  try {
    const a = new URL(actual);
    const b = new URL(expected);
    return (
      a.protocol === b.protocol &&
      a.host === b.host &&
      a.pathname === b.pathname &&
      a.search === '' &&
      a.username === '' &&
      a.password === ''
    );
  } catch {
    return false;
  }
}
