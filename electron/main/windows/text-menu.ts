// The menu over a field or a marked text, which Electron leaves to the app: cut, copy, paste, by the system's own
// words and keys. The page has menus of its own for rows and tokens, and prevents this one there.
import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';

export function offerTextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, { isEditable, editFlags, selectionText }) => {
    const roles: MenuItemConstructorOptions[] = isEditable
      ? [
          { role: 'cut', enabled: editFlags.canCut },
          { role: 'copy', enabled: editFlags.canCopy },
          { role: 'paste', enabled: editFlags.canPaste },
          { type: 'separator' },
          { role: 'selectAll', enabled: editFlags.canSelectAll },
        ]
      : selectionText.trim() === ''
        ? []
        : [{ role: 'copy' }];
    if (roles.length > 0) Menu.buildFromTemplate(roles).popup({ window });
  });
}
