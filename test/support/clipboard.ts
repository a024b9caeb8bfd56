// Reads and writes the clipboard in the main process of the app under test, on either host. On real
// Electron this is the machine's own clipboard.
import type { ElectronApplication } from '@playwright/test';

export const clipboardText = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText());

export const setClipboardText = (app: ElectronApplication, text: string): Promise<void> =>
  app.evaluate(({ clipboard }, given) => clipboard.writeText(given), text);
