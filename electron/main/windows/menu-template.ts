// What the application menu holds, in the words and keys the window uses too. Pure: the menu itself is
// made of it in menu.ts.
import type { MenuItemConstructorOptions } from 'electron';
import { commandWords, type CommandWords, type WordedCommand } from '../../shared/command-words.ts';
import type { EventPayload } from '../../shared/ipc-contract.ts';

export interface MenuPorts {
  readonly command: (name: EventPayload<'commandInvoked'>) => void;
  readonly lock: () => void;
}

/** `Mod+Shift+Del` as Electron writes it. */
const accelerator = (keys: string): string =>
  keys.replace('Mod', 'CmdOrCtrl').replace('Del', 'Delete');

export function menuTemplate(ports: MenuPorts, isMac: boolean): MenuItemConstructorOptions[] {
  const item = (name: WordedCommand): MenuItemConstructorOptions => {
    const { title, short, keys, keysOfWindow }: CommandWords = commandWords[name];
    // A Mac would take a key that is only named here.
    const named = keys !== undefined && !(isMac && keysOfWindow === true);
    return {
      id: name,
      label: short ?? title,
      ...(named
        ? { accelerator: accelerator(keys), registerAccelerator: keysOfWindow !== true }
        : {}),
      click: name === 'lock' ? ports.lock : () => ports.command(name),
    };
  };
  const line: MenuItemConstructorOptions = { type: 'separator' };
  return [
    {
      label: 'Strongroom',
      submenu: [
        item('new_credential'),
        item('try_credential'),
        item('new_environment'),
        line,
        item('import_credentials'),
        item('export_vault'),
        line,
        item('settings'),
        item('lock'),
        line,
        { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'Token',
      submenu: [item('get_or_renew'), item('check'), item('revoke'), line, item('revoke_all')],
    },
    {
      label: 'View',
      submenu: [
        item('search'),
        item('palette'),
        item('history'),
        item('inspect_token'),
        item('find_ours'),
        item('health'),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
    { role: 'help', label: 'Help', submenu: [item('shortcuts'), line, item('about')] },
  ];
}
