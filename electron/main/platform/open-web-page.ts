// Opens a page in the system's browser. SECURITY(S07): the only place that hands the system an address. It is one that
// the vault holds for a credential, main has asked about it, and it is looked at once more here: https alone, in the
// very form that a parser gives it.
import { shell } from 'electron';
import { webPageAddress } from '../../shared/credentials/web-page.ts';

/** False: it is no such address, or the system has nothing to open it with. */
export async function openWebPage(address: string): Promise<boolean> {
  if (webPageAddress(address) !== address) return false;
  try {
    await shell.openExternal(address);
    return true;
  } catch {
    return false;
  }
}
