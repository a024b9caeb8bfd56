// The application menu: the same commands as in the window, where each system expects them.
import { Menu } from 'electron';
import { menuTemplate, type MenuPorts } from './menu-template.ts';

export function setApplicationMenu(ports: MenuPorts): void {
  const template = menuTemplate(ports, process.platform === 'darwin');
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
