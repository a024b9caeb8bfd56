// The application menu: the same commands as in the window, where each system expects them. While the
// vault is not open there is nothing to do by it but to quit.
import { Menu } from 'electron';
import { commandWords } from '../../shared/command-words.ts';
import type { ShownView } from '../../shared/views.ts';
import { menuTemplate, type MenuPorts } from './menu-template.ts';

export function setApplicationMenu(ports: MenuPorts) {
  const menu = Menu.buildFromTemplate(menuTemplate(ports, process.platform === 'darwin'));
  let offered = true;

  function offer(open: boolean): void {
    if (open === offered) return;
    offered = open;
    for (const name of Object.keys(commandWords)) {
      const item = menu.getMenuItemById(name);
      if (item !== null) item.enabled = open;
    }
  }

  offer(false);
  Menu.setApplicationMenu(menu);
  return { show: ({ vault }: Pick<ShownView, 'vault'>) => offer(vault.state === 'unlocked') };
}
