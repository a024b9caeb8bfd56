// The browser's pages: opens one per window, paused until it is set up, and tells of pages that the
// app did not open (popups), of ended pages and of crashes.
import type { Browser } from './browser.ts';
import type { CdpSession } from './cdp.ts';
import { toWire } from './schemes.ts';

export interface OpenedPage {
  readonly targetId: string;
  readonly page: CdpSession;
}

export interface PageRequest {
  readonly width: number;
  readonly height: number;
  /** A storage of its own, or undefined for the browser's default one. */
  readonly browserContextId: string | undefined;
  /** Where the window will go: an app window opened on another origin would show an address bar. */
  readonly firstUrl: string;
}

export interface Targets {
  readonly open: (request: PageRequest) => Promise<OpenedPage>;
  readonly close: (targetId: string) => Promise<void>;
}

export interface TargetNews {
  /** A page nobody here opened; it is already on its way out. `openerId` may be unknown. */
  readonly onPopup: (openerId: string | undefined, url: string) => void;
  readonly onDestroyed: (targetId: string) => void;
  readonly onCrashed: (targetId: string, errorCode: number) => void;
}

/** The path at which an app window starts; the host answers it with an empty page, without a preload. */
export const BLANK_PATH = '/standin-blank';

/**
 * An app window asks for its start page before it can be attached to: answered for all of them at the browser.
 * Unanswered, Chromium's page about a host that does not exist would be seen, and a preload would run in it.
 */
async function answerStartPages(root: CdpSession): Promise<void> {
  root.on('Fetch.requestPaused', ({ requestId }) => {
    const responseHeaders = [{ name: 'content-type', value: 'text/html' }];
    const empty = { requestId, responseCode: 200, responseHeaders, body: '' };
    void root.send('Fetch.fulfillRequest', empty).catch(() => undefined);
  });
  await root.send('Fetch.enable', { patterns: [{ urlPattern: `https://*.invalid${BLANK_PATH}` }] });
}

export async function watchTargets(browser: Browser, news: TargetNews): Promise<Targets> {
  const { root } = browser.cdp;
  const expectedById = new Map<string, (page: CdpSession) => void>();
  const expectedAppWindows: ((opened: OpenedPage) => void)[] = [];
  const attachedEarly = new Map<string, { page: CdpSession; url: string }>();
  let opening = 0;

  const close = async (targetId: string): Promise<void> => {
    await root.send('Target.closeTarget', { targetId });
  };

  // All three at once: the opener's window.open() blocks until the popup runs.
  const dismissPopup = (targetId: string, page: CdpSession): void => {
    void Promise.allSettled([
      page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      page.send('Runtime.runIfWaitingForDebugger'),
      close(targetId),
    ]);
  };

  const dismissStrays = (): void => {
    if (opening > 0) return;
    for (const [targetId, stray] of attachedEarly) {
      dismissPopup(targetId, stray.page);
      news.onPopup(undefined, stray.url);
    }
    attachedEarly.clear();
  };

  root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const page = browser.cdp.session(sessionId);
    const { targetId, openerId, url } = targetInfo;
    if (openerId !== undefined) {
      dismissPopup(targetId, page);
      news.onPopup(openerId, url);
      return;
    }
    const appWindow = expectedAppWindows.shift();
    if (appWindow !== undefined) {
      appWindow({ targetId, page });
      return;
    }
    const expected = expectedById.get(targetId);
    if (expected !== undefined) {
      expectedById.delete(targetId);
      expected(page);
      return;
    }
    attachedEarly.set(targetId, { page, url });
    dismissStrays();
  });
  root.on('Target.targetDestroyed', ({ targetId }) => news.onDestroyed(targetId));
  root.on('Target.targetCrashed', ({ targetId, errorCode }) => news.onCrashed(targetId, errorCode));
  if (!browser.headless) await answerStartPages(root);
  await root.send('Target.setDiscoverTargets', { discover: true });
  await root.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  });

  const openTab = async (request: PageRequest): Promise<OpenedPage> => {
    opening++;
    try {
      const { targetId } = await root.send('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        width: request.width,
        height: request.height,
        ...(request.browserContextId === undefined
          ? {}
          : { browserContextId: request.browserContextId }),
      });
      const early = attachedEarly.get(targetId);
      attachedEarly.delete(targetId);
      const page =
        early?.page ??
        (await new Promise<CdpSession>((resolve) => {
          expectedById.set(targetId, resolve);
        }));
      return { targetId, page };
    } finally {
      opening--;
      dismissStrays();
    }
  };

  const openAppWindow = (request: PageRequest): Promise<OpenedPage> =>
    new Promise((resolve) => {
      expectedAppWindows.push(resolve);
      browser.openAppWindow(new URL(BLANK_PATH, toWire(request.firstUrl)).href);
    });

  return { open: browser.headless ? openTab : openAppWindow, close };
}
