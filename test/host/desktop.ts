// The rest of the desktop, recorded in memory and not shown (but for the menu of the tray, in tray-window.ts): tray,
// notifications, shell, power, screens (as display.ts finds them) and global shortcuts. Tests emit events and read what was recorded.
import { EventEmitter } from 'node:events';
import type {
  CrashReporter,
  GlobalShortcut,
  NotificationConstructorOptions,
  PowerMonitor,
  Screen,
  Shell,
} from 'electron';
import { primaryDisplay } from './display.ts';
import type { StandInMenu } from './menu.ts';
import { PowerEvents } from './strict.ts';
import { trayChanged } from './tray-window.ts';

const nothing = (): void => undefined;

/** What the app did to the desktop, for assertions. */
export const recorded = {
  opened: [] as string[],
  notifications: [] as NotificationConstructorOptions[],
  trays: [] as StandInTray[],
};

export class StandInTray extends EventEmitter {
  readonly setImage = nothing;
  readonly setPressedImage = nothing;
  readonly setTitle = nothing;
  readonly popUpContextMenu = nothing;
  readonly closeContextMenu = nothing;
  readonly displayBalloon = nothing;
  toolTip = '';
  menu: StandInMenu | null = null;
  #destroyed = false;

  constructor(_image: unknown) {
    super();
    recorded.trays.push(this);
  }

  setToolTip(text: string): void {
    this.toolTip = text;
  }

  setContextMenu(menu: StandInMenu | null): void {
    this.menu = menu;
    trayChanged(this);
  }

  destroy(): void {
    this.#destroyed = true;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }
}

export class StandInNotification extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }

  readonly title: string;
  readonly body: string;
  readonly #options: NotificationConstructorOptions;

  constructor(options: NotificationConstructorOptions = {}) {
    super();
    this.#options = options;
    this.title = options.title ?? '';
    this.body = options.body ?? '';
  }

  show(): void {
    recorded.notifications.push(this.#options);
    this.emit('show', {});
  }

  close(): void {
    this.emit('close', {});
  }
}

export const shell = {
  openExternal: async (url) => {
    recorded.opened.push(url);
  },
  openPath: async (path) => {
    recorded.opened.push(path);
    return '';
  },
  showItemInFolder: (path) => {
    recorded.opened.push(path);
  },
  beep: nothing,
  trashItem: async () => undefined,
} satisfies Partial<Shell>;

type PowerPart = Pick<
  PowerMonitor,
  'getSystemIdleState' | 'getSystemIdleTime' | 'isOnBatteryPower' | 'getCurrentThermalState'
>;
const power: PowerPart = {
  getSystemIdleState: () => 'active',
  getSystemIdleTime: () => 0,
  isOnBatteryPower: () => false,
  getCurrentThermalState: () => 'unknown',
};
export const powerMonitor = Object.assign(new PowerEvents(), power, { onBatteryPower: false });

type ScreenName = keyof Pick<
  Screen,
  | 'getPrimaryDisplay'
  | 'getAllDisplays'
  | 'getDisplayMatching'
  | 'getDisplayNearestPoint'
  | 'getCursorScreenPoint'
>;
export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: primaryDisplay,
  getAllDisplays: () => [primaryDisplay()],
  getDisplayMatching: primaryDisplay,
  getDisplayNearestPoint: primaryDisplay,
  getCursorScreenPoint: () => ({ x: 0, y: 0 }),
} satisfies Record<ScreenName, unknown>);

export const globalShortcut = {
  register: () => false,
  registerAll: nothing,
  unregister: nothing,
  unregisterAll: nothing,
  isRegistered: () => false,
} satisfies Partial<GlobalShortcut>;

export const crashReporter = {
  start: nothing,
  getUploadedReports: () => [],
  getUploadToServer: () => false,
} satisfies Partial<CrashReporter>;

let blockers = 0;
export const powerSaveBlocker = {
  start: (): number => ++blockers,
  stop: (): boolean => true,
  isStarted: (): boolean => false,
};
