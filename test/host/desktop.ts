// The rest of the desktop, recorded in memory and not shown (but for the menu of the tray, in tray-window.ts): tray,
// notifications, shell, power and screens (as display.ts finds them). Tests emit events and read what was recorded.
import { EventEmitter } from 'node:events';
import type {
  nativeImage as NativeImage,
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
  toolTip = '';
  menu: StandInMenu | null = null;

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
}

export const shell = {
  openExternal: async (url) => {
    recorded.opened.push(url);
  },
  showItemInFolder: (path) => {
    recorded.opened.push(path);
  },
} satisfies Partial<Shell>;

const power: Pick<PowerMonitor, 'getSystemIdleState' | 'getSystemIdleTime'> = {
  getSystemIdleState: () => 'active',
  getSystemIdleTime: () => 0,
};
export const powerMonitor = Object.assign(new PowerEvents(), power);

export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: primaryDisplay,
  getAllDisplays: () => [primaryDisplay()],
} satisfies Record<keyof Pick<Screen, 'getPrimaryDisplay' | 'getAllDisplays'>, unknown>);

/** Nothing of an image is drawn. */
export const nativeImage = {
  createFromDataURL: () => ({ addRepresentation: nothing, setTemplateImage: nothing }),
} satisfies Partial<Record<keyof typeof NativeImage, unknown>>;
