// Who may call: the app window's own main frame at exactly the page main loaded into it, and no one
// else. Fails closed: whatever cannot be told is refused. Every refusal has its reason, for the log.

/** What is known of the caller of one message. */
export interface Sender {
  readonly webContentsId: number;
  /** Null: the frame was gone or never known. */
  readonly frame: { readonly url: string; readonly isMainFrame: boolean } | null;
}

/** A caller as it is known now and once its page is committed. */
export interface Caller {
  /** Looks anew: a frame may be gone since, or have its address by then. */
  readonly sender: () => Sender;
  /** Settles with the next commit in the caller's window, at its end, or after some seconds. Never rejects. */
  readonly committed: () => Promise<void>;
}

/** A window main made: who it is and the one address its page has. */
export interface KnownWindow {
  readonly webContentsId: number;
  readonly pageUrl: string;
}

export type Refusal =
  /** There is no window, or the message came from another one. */
  | 'unknown_window'
  /** The frame was gone when the message was looked at. */
  | 'frame_gone'
  /** A frame inside the page. */
  | 'other_frame'
  /** The main frame has no address: no page of it was ever committed. */
  | 'address_missing'
  /** `about:` or `data:`, which anybody can make. */
  | 'address_empty_page'
  /** Chromium's own page about a page that could not be loaded. */
  | 'address_error_page'
  /** Ours by scheme, but not the page of this window. */
  | 'address_other_page'
  | 'address_foreign';

// SECURITY(S03): sender must be a known window, its main frame, and exactly its own page.
/** Null: the sender may call. */
export function refusalOf(sender: Sender, window: KnownWindow | null): Refusal | null {
  if (window === null || sender.webContentsId !== window.webContentsId) return 'unknown_window';
  if (sender.frame === null) return 'frame_gone';
  if (!sender.frame.isMainFrame) return 'other_frame';
  if (sender.frame.url === '') return 'address_missing';
  return addressRefusal(sender.frame.url, window.pageUrl);
}

/**
 * As `refusalOf`, but a question of the window's own main frame that has no address yet waits for the commit
 * of its page, and is judged by what is known then. That is no attack but an order of events.
 *
 * On Electron the commit comes first as a rule. Blink reports it to the browser before it makes the script
 * context in which a preload runs (DocumentLoader::CommitNavigation: DidCommitNavigation, later
 * DispatchDidClearDocumentOfWindowObject), and Electron's messages travel on an interface that is associated
 * with the frame's, so they arrive in the order in which they were sent (ElectronApiIPCHandlerImpl). Until the
 * commit `WebFrameMain.url`, which is the last committed address, is empty. But nothing promises the order:
 * the maintainers call the sender's frame potentially invalid until the preload has run (electron#33575), and
 * a script context that is made early runs its preload early. `event.senderFrame` is null where its frame was
 * replaced (electron#43473): such a question is refused here like every other one that cannot be told.
 */
export async function judgeCaller(
  caller: Caller,
  window: () => KnownWindow | null,
): Promise<Refusal | null> {
  const refusal = refusalOf(caller.sender(), window());
  if (refusal !== 'address_missing') return refusal;
  await caller.committed();
  return refusalOf(caller.sender(), window());
}

/** Scheme, host and path are equal; a fragment may differ, a query may not appear. */
function addressRefusal(actual: string, expected: string): Refusal | null {
  const a = URL.parse(actual);
  const b = URL.parse(expected);
  if (a === null || b === null) return 'address_foreign';
  if (a.protocol === 'about:' || a.protocol === 'data:') return 'address_empty_page';
  if (a.protocol === 'chrome-error:') return 'address_error_page';
  if (a.protocol !== b.protocol) return 'address_foreign';
  const isSame =
    a.host === b.host &&
    a.pathname === b.pathname &&
    a.search === '' &&
    a.username === '' &&
    a.password === '';
  return isSame ? null : 'address_other_page';
}
