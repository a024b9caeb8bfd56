// Menu and MenuItem: kept in memory. The application menu's accelerators are triggered by key presses
// in a page, unless the page prevented the key or the window's menu was removed. Nothing is drawn.
import type { Menu, MenuItem, MenuItemConstructorOptions } from 'electron';
import { matchesAccelerator } from './accelerator.ts';
import { app } from './app.ts';
import { hostNews } from './host-state.ts';
import { StandInWindow } from './window.ts';

type Role = NonNullable<MenuItemConstructorOptions['role']>;

interface RoleBehaviour {
  readonly label: string;
  readonly accelerator?: string;
  readonly run?: (window: StandInWindow | null) => void;
}

const roles: Partial<Record<Role, RoleBehaviour>> = {
  quit: { label: 'Quit', accelerator: 'CmdOrCtrl+Q', run: () => app.quit() },
  close: { label: 'Close Window', accelerator: 'CmdOrCtrl+W', run: (window) => window?.close() },
  minimize: { label: 'Minimize', accelerator: 'CmdOrCtrl+M', run: (window) => window?.minimize() },
  reload: { label: 'Reload', accelerator: 'CmdOrCtrl+R', run: (window) => window?.reload() },
};

type ItemPart = Pick<MenuItem, 'id' | 'label' | 'type' | 'enabled' | 'visible' | 'checked'>;

export class StandInMenuItem implements ItemPart {
  readonly id: string;
  readonly role: Role | undefined;
  readonly type: ItemPart['type'];
  readonly accelerator: string | undefined;
  readonly registerAccelerator: boolean;
  readonly submenu: StandInMenu | undefined;
  readonly click: () => void;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;

  constructor(options: MenuItemConstructorOptions) {
    const behaviour = options.role === undefined ? undefined : roles[options.role];
    const { submenu } = options;
    if (submenu !== undefined) {
      this.submenu = Array.isArray(submenu)
        ? StandInMenu.buildFromTemplate(submenu)
        : (submenu as unknown as StandInMenu);
    }
    this.id = options.id ?? '';
    this.role = options.role;
    this.type = options.type ?? (this.submenu === undefined ? 'normal' : 'submenu');
    this.label = options.label ?? behaviour?.label ?? '';
    this.accelerator = options.accelerator ?? behaviour?.accelerator;
    this.registerAccelerator = options.registerAccelerator ?? true;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.click = () => {
      if (!this.enabled) return;
      if (this.type === 'checkbox') this.checked = !this.checked;
      const window = StandInWindow.getFocusedWindow();
      const { click } = options;
      if (click === undefined) behaviour?.run?.(window);
      else click(this as never, (window ?? undefined) as never, {});
    };
  }
}

export class StandInMenu implements Pick<Menu, 'popup'> {
  static buildFromTemplate(
    template: readonly (MenuItemConstructorOptions | StandInMenuItem)[],
  ): StandInMenu {
    const menu = new StandInMenu();
    for (const one of template) {
      menu.append(one instanceof StandInMenuItem ? one : new StandInMenuItem(one));
    }
    return menu;
  }

  static setApplicationMenu(menu: StandInMenu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): StandInMenu | null {
    return applicationMenu;
  }

  readonly items: StandInMenuItem[] = [];

  append(item: StandInMenuItem): void {
    this.items.push(item);
  }

  getMenuItemById(id: string): StandInMenuItem | null {
    return this.everyItem().find((item) => item.id === id) ?? null;
  }

  everyItem(): StandInMenuItem[] {
    return this.items.flatMap((item) => [item, ...(item.submenu?.everyItem() ?? [])]);
  }

  /** Nothing is drawn. */
  readonly popup = (): void => undefined;
}

let applicationMenu: StandInMenu | null = null;

hostNews.on('accelerator-pressed', (_window, key) => {
  const items = applicationMenu?.everyItem() ?? [];
  const hit = items.find(
    (item) =>
      item.accelerator !== undefined &&
      item.registerAccelerator &&
      matchesAccelerator(item.accelerator, key),
  );
  hit?.click();
});
