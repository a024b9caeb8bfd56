// Electron sessions: one storage each. Headless, a partition has a browser context of its own; with a
// display all windows share one storage, because an app window cannot be opened in such a context.
// Permissions and downloads are denied whatever the handlers say: the stand-in never asks them.
import { EventEmitter } from 'node:events';
import type { Session } from 'electron';
import type { Browser } from './browser.ts';
import { makeProtocol } from './protocol.ts';
import { systemProxyFor } from './system-proxy.ts';

const nothing = (): void => undefined;

type SessionPart = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setSpellCheckerEnabled'
  | 'clearStorageData'
  | 'resolveProxy'
>;

export class StandInSession extends EventEmitter implements SessionPart {
  readonly partition: string;
  readonly protocol = makeProtocol();
  #contextId: Promise<string | undefined> | null = null;

  readonly setPermissionRequestHandler = nothing;
  readonly setPermissionCheckHandler = nothing;
  readonly setDevicePermissionHandler = nothing;
  readonly setDisplayMediaRequestHandler = nothing;
  readonly setSpellCheckerEnabled = nothing;
  readonly clearStorageData = async (): Promise<void> => undefined;

  constructor(partition: string) {
    super();
    this.partition = partition;
  }

  async resolveProxy(url: string): Promise<string> {
    return systemProxyFor(url, process.env);
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
