// Electron sessions: one storage each. Headless, a partition has a browser context of its own; with a
// display all windows share one storage, because an app window cannot be opened in such a context.
// Permissions and downloads are denied whatever the handlers say: the stand-in never asks them.
import { EventEmitter } from 'node:events';
import type { OnBeforeRequestListenerDetails, Session } from 'electron';
import type { Browser } from './browser.ts';
import { net } from './net.ts';
import { makeProtocol } from './protocol.ts';
import { systemProxyFor } from './system-proxy.ts';

type BeforeRequest = (
  details: OnBeforeRequestListenerDetails,
  callback: (response: { cancel?: boolean }) => void,
) => void;

const done = async (): Promise<void> => undefined;
const nothing = (): void => undefined;

type SessionPart = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setBluetoothPairingHandler'
  | 'setUSBProtectedClassesHandler'
  | 'setCertificateVerifyProc'
  | 'setSpellCheckerEnabled'
  | 'setSpellCheckerLanguages'
  | 'setSSLConfig'
  | 'setProxy'
  | 'setUserAgent'
  | 'setDownloadPath'
  | 'clearStorageData'
  | 'clearCache'
  | 'clearAuthCache'
  | 'clearCodeCaches'
  | 'clearHostResolverCache'
  | 'closeAllConnections'
  | 'enableNetworkEmulation'
  | 'disableNetworkEmulation'
  | 'flushStorageData'
  | 'isPersistent'
  | 'resolveProxy'
>;

export class StandInSession extends EventEmitter implements SessionPart {
  readonly partition: string;
  readonly protocol = makeProtocol();
  readonly fetch = net.fetch;
  readonly storagePath = null;
  readonly availableSpellCheckerLanguages: string[] = [];
  #beforeRequest: BeforeRequest | null = null;
  #contextId: Promise<string | undefined> | null = null;

  readonly webRequest = {
    onBeforeRequest: (filterOrListener: unknown, listener?: unknown): void => {
      this.#beforeRequest = (listener ?? filterOrListener) as BeforeRequest | null;
    },
    onBeforeSendHeaders: nothing,
    onSendHeaders: nothing,
    onHeadersReceived: nothing,
    onResponseStarted: nothing,
    onBeforeRedirect: nothing,
    onCompleted: nothing,
    onErrorOccurred: nothing,
  };
  readonly cookies = Object.assign(new EventEmitter(), {
    get: async () => [],
    set: done,
    remove: done,
    flushStore: done,
  });
  readonly serviceWorkers = Object.assign(new EventEmitter(), { getAllRunning: () => ({}) });

  readonly setPermissionRequestHandler = nothing;
  readonly setPermissionCheckHandler = nothing;
  readonly setDevicePermissionHandler = nothing;
  readonly setDisplayMediaRequestHandler = nothing;
  readonly setBluetoothPairingHandler = nothing;
  readonly setUSBProtectedClassesHandler = nothing;
  readonly setCertificateVerifyProc = nothing;
  readonly setSpellCheckerEnabled = nothing;
  readonly setSpellCheckerLanguages = nothing;
  readonly setSSLConfig = nothing;
  readonly setUserAgent = nothing;
  readonly setDownloadPath = nothing;
  readonly enableNetworkEmulation = nothing;
  readonly disableNetworkEmulation = nothing;
  readonly flushStorageData = nothing;
  readonly setProxy = done;
  readonly clearStorageData = done;
  readonly clearCache = done;
  readonly clearAuthCache = done;
  readonly clearCodeCaches = done;
  readonly clearHostResolverCache = done;
  readonly closeAllConnections = done;

  constructor(partition: string) {
    super();
    this.partition = partition;
  }

  isPersistent(): boolean {
    return this.partition === '' || this.partition.startsWith('persist:');
  }

  async resolveProxy(url: string): Promise<string> {
    return systemProxyFor(url, process.env);
  }

  /** For the host: false where a webRequest listener cancels. */
  async allowsRequest(url: string, method: string): Promise<boolean> {
    const listener = this.#beforeRequest;
    if (listener === null) return true;
    const details = { url, method } as OnBeforeRequestListenerDetails;
    return new Promise((resolve) => listener(details, ({ cancel }) => resolve(cancel !== true)));
  }

  /** For the host: this session's storage in the browser; undefined is the default one. */
  browserContext(browser: Browser): Promise<string | undefined> {
    this.#contextId ??= openStorage(browser, this.partition !== '' && browser.headless);
    return this.#contextId;
  }
}

async function openStorage(browser: Browser, separate: boolean): Promise<string | undefined> {
  const { root } = browser.cdp;
  const context: { browserContextId?: string } = separate
    ? await root.send('Target.createBrowserContext', { disposeOnDetach: true })
    : {};
  // Granting an empty list denies every permission without asking.
  await root.send('Browser.grantPermissions', { permissions: [], ...context });
  await root.send('Browser.setDownloadBehavior', { behavior: 'deny', ...context });
  return context.browserContextId;
}

const defaultSession = new StandInSession('');
const partitions = new Map<string, StandInSession>();

export const session = {
  defaultSession,
  fromPartition(partition: string): StandInSession {
    if (partition === '') return defaultSession;
    const known = partitions.get(partition);
    if (known !== undefined) return known;
    const made = new StandInSession(partition);
    partitions.set(partition, made);
    return made;
  },
};
