// The application menu: the same commands as in the window, where each system expects them.
import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { EventPayload } from '../../shared/ipc-contract.ts';

export interface MenuPorts {
  readonly command: (name: EventPayload<'commandInvoked'>) => void;
  readonly lock: () => void;
}

export function setApplicationMenu(ports: MenuPorts): void {
  const isMac = process.platform === 'darwin';
  const item = (
    label: string,
    accelerator: string,
    click: () => void,
  ): MenuItemConstructorOptions => ({ label, accelerator, click });
  const template: MenuItemConstructorOptions[] = [
    {
      label: 'Strongroom',
      submenu: [
        item('New credential', 'CmdOrCtrl+N', () => ports.command('new_credential')),
        {
          label: 'Try a credential without keeping it…',
          click: () => ports.command('try_credential'),
        },
        { label: 'New environment', click: () => ports.command('new_environment') },
        { type: 'separator' },
        { label: 'Import credentials…', click: () => ports.command('import_credentials') },
        { label: 'Export…', click: () => ports.command('export_vault') },
        { type: 'separator' },
        item('Settings', 'CmdOrCtrl+,', () => ports.command('settings')),
        item('Revoke everything…', 'CmdOrCtrl+Shift+Delete', () =>
          ports.command('stop_everything'),
        ),
        item('Lock', 'CmdOrCtrl+L', ports.lock),
        { type: 'separator' },
        { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        item('Search', 'CmdOrCtrl+F', () => ports.command('search')),
        item('All actions…', 'CmdOrCtrl+K', () => ports.command('palette')),
        item('History', 'CmdOrCtrl+Y', () => ports.command('history')),
        { label: 'Inspect a token…', click: () => ports.command('inspect_token') },
        item('Is this one of ours?…', 'CmdOrCtrl+Shift+F', () => ports.command('find_ours')),
        item('Keyboard shortcuts', 'CmdOrCtrl+/', () => ports.command('shortcuts')),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
