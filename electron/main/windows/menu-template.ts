// What the application menu holds, in the words and keys the window uses too. Pure: the menu itself is
// made of it in menu.ts.
import type { MenuItemConstructorOptions } from 'electron';
import { commandWords, type CommandWords, type WordedCommand } from '../../shared/command-words.ts';
import type { EventPayload } from '../../shared/ipc-contract.ts';

export interface MenuPorts {
  readonly command: (name: EventPayload<'commandInvoked'>) => void;
  readonly lock: () => void;
}

/** `Mod+Shift+Del` as Electron writes it. What a Mac calls Delete is its Backspace; few Macs have the other. */
const accelerator = (keys: string, isMac: boolean): string =>
  keys.replace('Mod', 'CmdOrCtrl').replace('Del', isMac ? 'Backspace' : 'Delete');

type Item = MenuItemConstructorOptions;
const role = (of: NonNullable<Item['role']>): Item => ({ role: of });

export function menuTemplate(ports: MenuPorts, isMac: boolean): Item[] {
  const item = (name: WordedCommand): Item => {
    const { title, verb, keys: [keys] = [], keysOfWindow }: CommandWords = commandWords[name];
    // A Mac would take a key that is only named here.
    const named = keys !== undefined && !(isMac && keysOfWindow === true);
    return {
      id: name,
      label: verb ?? title,
      ...(named
        ? { accelerator: accelerator(keys, isMac), registerAccelerator: keysOfWindow !== true }
        : {}),
      click: name === 'lock' ? ports.lock : () => ports.command(name),
    };
  };
  const line: Item = { type: 'separator' };
  const files = [
    item('new_credential'),
    item('new_environment'),
    line,
    item('import_credentials'),
    item('export_vault'),
    line,
  ];
  const app = [item('settings'), item('lock'), line];
  // The first menu of a Mac is the app's own, with what every app there has in it.
  const hiding = [role('hide'), role('hideOthers'), role('unhide'), line];
  const ofMac = [role('about'), line, ...app, role('services'), line, ...hiding, role('quit')];
  return [
    ...(isMac
      ? [
          { label: 'Strongroom', submenu: ofMac },
          { label: 'File', submenu: [...files, role('close')] },
        ]
      : [{ label: 'Strongroom', submenu: [...files, ...app, role('quit')] }]),
    role('editMenu'),
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
        role('resetZoom'),
        role('zoomIn'),
        role('zoomOut'),
        ...(isMac ? [line, role('togglefullscreen')] : []),
      ],
    },
    ...(isMac ? [role('windowMenu')] : []),
    { role: 'help', label: 'Help', submenu: [item('shortcuts'), line, item('about')] },
  ];
}
