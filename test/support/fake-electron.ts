// A fake of the module `electron` for tests of what the app owes Electron. It remembers every call with its
// arguments, in order, and emits the events that a test asks for. It answers nothing for the app: whether
// Electron heeds a call is shown only where its binary is present.
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { vi } from 'vitest';

/** A call that the app made, on `app`, `dialog`, `session entry`, `window 1` and so on. */
export interface ElectronCall {
  readonly on: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

type Listener = (...args: unknown[]) => unknown;

/** What a sender shows of itself: an Electron message event, as far as the app may look at it. */
export interface FakeSender {
  readonly sender: { readonly id: number };
  readonly senderFrame: { readonly url: string; readonly parent: object | null } | null;
}

export const senderAt = (id: number, url: string, parent: object | null = null): FakeSender => ({
  sender: { id },
  senderFrame: { url, parent },
});

export type FakeElectron = ReturnType<typeof createFakeElectron>;

export function createFakeElectron({
  isPackaged = true,
  userData = '/nowhere',
  /** Switches of Chromium, without their hyphens. */
  given = [] as readonly string[],
} = {}) {
  const switches = new Set(given);
  const calls: ElectronCall[] = [];
  /** What Electron and the person answer; a test changes it. */
  const answers = {
    hasSingleInstanceLock: true,
    ready: Promise.resolve(),
    message: { response: 0, checkboxChecked: false },
    /** How long a question stands before it is answered, in milliseconds. */
    messageAfterMs: 0,
    workArea: { x: 0, y: 0, width: 1920, height: 1040 },
    /** Of displays beside the primary one. */
    otherWorkAreas: [] as readonly Electron.Rectangle[],
    maximized: false,
    visible: true,
    /** Every window says of itself whether it has the focus. */
    focused: false,
    open: { canceled: false, filePaths: ['/picked/file'] },
    save: { canceled: false, filePath: '/picked/save' },
    notifications: true,
    /** False: the clipboard refuses formats of the system. */
    takesFormats: true,
    clipboardText: '',
    keystore: true,
    /** What the system says of starting the app at login. */
    loginItem: {
      openAtLogin: false,
      executableWillLaunchAtLogin: false,
      wasOpenedAtLogin: false,
      status: 'not-registered' as Electron.LoginItemSettings['status'],
      launchItems: [],
    },
  };

  function noted<T extends object>(on: string, methods: T): T {
    const entries = Object.entries(methods) as [string, unknown][];
    return Object.fromEntries(
      entries.map(([name, method]) => [
        name,
        typeof method !== 'function'
          ? method
          : (...args: unknown[]): unknown => {
              calls.push({ on, name, args });
              return (method as Listener)(...args);
            },
      ]),
    ) as T;
  }

  const emitter = <T extends object>(on: string, methods: T) =>
    Object.assign(new EventEmitter(), noted(on, methods));

  const app = emitter('app', {
    isPackaged,
    // As Electron: the switch is gone from the command line then.
    enableSandbox: () => void switches.delete('no-sandbox'),
    setAppUserModelId() {},
    setSecureKeyboardEntryEnabled() {},
    requestSingleInstanceLock: () => answers.hasSingleInstanceLock,
    quit() {},
    exit() {},
    whenReady: () => answers.ready,
    getPath: (name) => (name === 'userData' ? userData : `/${name}`),
    getVersion: () => '0.0.0',
    getLoginItemSettings: () => answers.loginItem,
    setLoginItemSettings() {},
    commandLine: {
      hasSwitch: (name: string) => switches.has(name),
      removeSwitch: (name: string) => void switches.delete(name),
    } as Electron.CommandLine,
  } satisfies Partial<Electron.App>);

  const makeContents = (id: number) => {
    let crashed = false;
    const contents = emitter(`contents ${id}`, {
      id,
      send() {},
      reload() {},
      isCrashed: () => crashed,
      isDestroyed: () => false,
      setWindowOpenHandler() {},
    } satisfies Partial<Electron.WebContents>);
    contents.on('render-process-gone', () => (crashed = true));
    contents.on('did-finish-load', () => (crashed = false));
    app.emit('web-contents-created', {}, contents);
    return contents;
  };

  const windows: FakeWindow[] = [];
  class FakeWindow extends EventEmitter {
    static getFocusedWindow = (): FakeWindow | null =>
      (answers.focused ? windows.at(-1) : undefined) ?? null;
    static getAllWindows = (): FakeWindow[] => windows.filter((each) => !each.isDestroyed());
    readonly id = windows.length + 1;
    readonly options: Electron.BrowserWindowConstructorOptions;
    readonly webContents: ReturnType<typeof makeContents>;
    #gone = false;

    constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
      super();
      this.options = options;
      windows.push(this);
      calls.push({ on: this.name, name: 'new', args: [options] });
      const end = (): void => {
        if (this.#gone) return;
        this.#gone = true;
        this.emit('closed');
      };
      const methods = {
        loadURL: () => Promise.resolve(),
        setContentProtection() {},
        setContentSize() {},
        removeMenu() {},
        show() {},
        showInactive() {},
        minimize() {},
        hide() {},
        flashFrame() {},
        focus() {},
        restore() {},
        isMinimized: () => false,
        isVisible: () => answers.visible,
        isFocused: () => answers.focused,
        isDestroyed: () => this.#gone,
        maximize() {},
        isMaximized: () => answers.maximized,
        getNormalBounds: () => ({ x: 40, y: 60, width: 900.4, height: 700.6 }),
        destroy: end,
        close: end,
      } satisfies Partial<Electron.BrowserWindow>;
      Object.assign(this, noted(this.name, methods));
      this.webContents = makeContents(this.id);
      app.emit('browser-window-created', {}, this);
    }

    declare isDestroyed: () => boolean;
    declare close: () => void;

    get name(): string {
      return `window ${this.id}`;
    }
  }

  const sessions = new Map<string, ReturnType<typeof makeSession>>();
  const makeSession = (name: string) =>
    emitter(name, {
      setPermissionRequestHandler() {},
      setPermissionCheckHandler() {},
      setDevicePermissionHandler() {},
      setDisplayMediaRequestHandler() {},
      setSpellCheckerEnabled() {},
      clearStorageData: () => Promise.resolve(),
      resolveProxy: () => Promise.resolve('DIRECT'),
      protocol: noted(`protocol of ${name}`, {
        handle() {},
      } satisfies Partial<Electron.Protocol>) as unknown as Electron.Protocol,
    } satisfies Partial<Electron.Session>);
  const sessionOf = (name: string): ReturnType<typeof makeSession> => {
    const known = sessions.get(name) ?? makeSession(name);
    sessions.set(name, known);
    return known;
  };
  const session = {
    defaultSession: sessionOf('default session'),
    ...noted('session', {
      fromPartition: (partition: string, _options?: Electron.FromPartitionOptions) =>
        sessionOf(`session ${partition}`),
    }),
  };

  const handlers = new Map<string, Listener>();
  const ipcMain = emitter('ipcMain', {
    handle(channel, listener) {
      if (handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
      handlers.set(channel, listener as Listener);
    },
  } satisfies Partial<Electron.IpcMain>);

  const dialog = noted('dialog', {
    showMessageBox: () =>
      new Promise((resolve) => setTimeout(resolve, answers.messageAfterMs, answers.message)),
    showOpenDialog: () => Promise.resolve(answers.open),
    showSaveDialog: () =>
      answers.messageAfterMs === 0
        ? Promise.resolve(answers.save)
        : new Promise((resolve) => setTimeout(resolve, answers.messageAfterMs, answers.save)),
    showErrorBox() {},
  } satisfies Partial<Electron.Dialog>);

  class FakeMenu {
    static buildFromTemplate = (template: Electron.MenuItemConstructorOptions[]): FakeMenu =>
      new FakeMenu(template);
    static setApplicationMenu = (menu: FakeMenu | null): void => {
      calls.push({ on: 'Menu', name: 'setApplicationMenu', args: [menu] });
    };
    readonly items: (Electron.MenuItemConstructorOptions & { enabled: boolean })[];

    constructor(template: Electron.MenuItemConstructorOptions[]) {
      this.items = template.map((each) => ({ enabled: true, ...each }));
      for (const item of this.items) {
        const { submenu } = item;
        if (Array.isArray(submenu)) item.submenu = new FakeMenu(submenu) as never;
      }
    }

    popup(options: Electron.PopupOptions): void {
      calls.push({ on: 'Menu', name: 'popup', args: [this, options] });
    }
    /** Every item, those of submenus too. */
    all(): FakeMenu['items'] {
      return this.items.flatMap((item) => [
        item,
        ...(item.submenu instanceof FakeMenu ? item.submenu.all() : []),
      ]);
    }
    getMenuItemById(id: string): FakeMenu['items'][number] | null {
      return this.all().find((each) => each.id === id) ?? null;
    }
  }

  const trays: EventEmitter[] = [];
  class FakeTray extends EventEmitter {
    constructor(image: unknown) {
      super();
      trays.push(this);
      calls.push({ on: 'tray', name: 'new', args: [image] });
      const methods = {
        setImage() {},
        setToolTip() {},
        setContextMenu() {},
      } satisfies Partial<Electron.Tray>;
      Object.assign(this, noted('tray', methods));
    }
  }

  const nativeImage = noted('nativeImage', {
    createFromDataURL: (_url: string) =>
      noted('image', {
        addRepresentation() {},
        setTemplateImage() {},
      } satisfies Partial<Electron.NativeImage>),
  });

  const notifications: EventEmitter[] = [];
  class FakeNotification extends EventEmitter {
    static isSupported = (): boolean => answers.notifications;
    constructor(options: Electron.NotificationConstructorOptions) {
      super();
      notifications.push(this);
      calls.push({ on: 'notification', name: 'new', args: [options] });
      Object.assign(
        this,
        noted('notification', { show() {} } satisfies Partial<Electron.Notification>),
      );
    }
  }

  class FakeClipboardItem {
    readonly formats: Readonly<Record<string, unknown>>;
    constructor(formats: Readonly<Record<string, unknown>>) {
      this.formats = formats;
    }
  }
  const clipboard = noted('clipboard', {
    readText: () => Promise.resolve(answers.clipboardText),
    writeText: () => Promise.resolve(),
    write: () =>
      answers.takesFormats ? Promise.resolve() : Promise.reject(new Error('no such format')),
    clear() {},
  } satisfies Partial<Electron.Clipboard>);

  // The synchronous calls are there to be seen, should anybody make them.
  const safeStorage = noted('safeStorage', {
    isAsyncEncryptionAvailable: () => Promise.resolve(answers.keystore),
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(`sealed ${text}`)),
    decryptStringAsync: (sealed) =>
      Promise.resolve({
        result: sealed.toString().replace('sealed ', ''),
        shouldReEncrypt: false,
      }),
    getSelectedStorageBackend: () => 'gnome_libsecret' as const,
    isEncryptionAvailable: () => answers.keystore,
    encryptString: (text) => Buffer.from(text),
    decryptString: (sealed) => sealed.toString(),
  } satisfies Partial<Electron.SafeStorage>);

  const powerMonitor = emitter('powerMonitor', {
    getSystemIdleState: () => 'active' as const,
    getSystemIdleTime: () => 0,
  } satisfies Partial<Electron.PowerMonitor>);
  // As Electron on Linux: its first listener starts it, and only from then on is `shutdown` looked for.
  let tellsShutdown = false;
  powerMonitor.once('newListener', () => {
    tellsShutdown = powerMonitor.listenerCount('shutdown') > 0;
    powerMonitor.on('newListener', (event) => (tellsShutdown ||= event === 'shutdown'));
  });

  let sent = (_channel: string, ..._args: unknown[]): void => undefined;
  const ipcRenderer = emitter('ipcRenderer', {
    invoke: () => Promise.resolve({ ok: true }),
    send: (channel, ...args) => sent(channel, ...args),
  } satisfies Partial<Electron.IpcRenderer>);

  const electron = {
    app,
    BrowserWindow: FakeWindow,
    clipboard,
    ClipboardItem: FakeClipboardItem,
    contextBridge: noted('contextBridge', {
      exposeInMainWorld() {},
    } satisfies Partial<Electron.ContextBridge>),
    dialog,
    ipcMain,
    ipcRenderer,
    Menu: FakeMenu,
    nativeImage,
    nativeTheme: { themeSource: 'unset' },
    Notification: FakeNotification,
    powerMonitor,
    screen: noted('screen', {
      getPrimaryDisplay: () => ({ workArea: answers.workArea, workAreaSize: answers.workArea }),
      getAllDisplays: () =>
        [answers.workArea, ...answers.otherWorkAreas].map((workArea) => ({ workArea })),
    }),
    protocol: noted('protocol', {
      registerSchemesAsPrivileged() {},
    } satisfies Partial<Electron.Protocol>),
    safeStorage,
    shell: noted('shell', {
      showItemInFolder() {},
    } satisfies Partial<Electron.Shell>),
    session,
    Tray: FakeTray,
    webUtils: noted('webUtils', {
      getPathForFile: (file) => `/dropped/${file.name}`,
    } satisfies Partial<Electron.WebUtils>),
  };

  const argsOf = (on: string, name: string): readonly (readonly unknown[])[] =>
    calls.filter((call) => call.on === on && call.name === name).map(({ args }) => args);

  return {
    electron,
    calls,
    answers,
    windows,
    trays,
    notifications,
    /** Arguments of each call of this name, oldest first. */
    argsOf,
    /** Whether a Linux that ends would be heard. */
    tellsShutdown: (): boolean => tellsShutdown,
    /** The calls as `app.enableSandbox`, oldest first. */
    order: (): readonly string[] => calls.map(({ on, name }) => `${on}.${name}`),
    /** The function that was handed over last by this call: a handler that Electron would ask. */
    handed(on: string, name: string): Listener {
      const found = argsOf(on, name)
        .at(-1)
        ?.find((each) => typeof each === 'function');
      if (found === undefined) throw new Error(`${on}.${name} was given no function`);
      return found as Listener;
    },
    /** Looks at what a preload sends while it is sent: Electron copies it then. */
    onSent(reevaluate: (channel: string, ...args: unknown[]) => void): void {
      sent = reevaluate;
    },
    /** Channels with a handler that answers. */
    channels: (): readonly string[] => [...handlers.keys()],
    /** What `ipcRenderer.invoke` would bring back to this sender. */
    invoke(channel: string, event: FakeSender, ...args: unknown[]): unknown {
      const handler = handlers.get(channel);
      if (handler === undefined) throw new Error(`nobody handles ${channel}`);
      return handler(event, ...args);
    },
    /** Runs `load`, an `import()`, with this fake in the place of `electron`, and all modules read anew. */
    async load<T>(load: () => Promise<T>): Promise<T> {
      vi.resetModules();
      vi.doMock('electron', () => ({ ...electron, default: electron }));
      return await load();
    },
  };
}
