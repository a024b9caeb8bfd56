// Hands something to the system: the only place that does, an address (SECURITY(S07)) or a path (SECURITY(S08)). The
// address is one that the vault holds for a credential, main has asked about it, and it is looked at once more here:
// https alone, in the very form that a parser gives it. Nothing is opened or run by a path.
import { shell } from 'electron';
import { webPageAddress } from '../../shared/credentials/notes.ts';

/** Shows a file in the system's file manager; main wrote it itself. */
export const showInFolder = (file: string): void => shell.showItemInFolder(file);

/** Opens a page in the system's browser. False: it is no such address, or the system has nothing to open it with. */
export async function openWebPage(address: string): Promise<boolean> {
  if (webPageAddress(address) !== address) return false;
  try {
    await shell.openExternal(address);
    return true;
  } catch {
    return false;
  }
}
