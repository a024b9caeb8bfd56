// Native dialogs over the app window. Main owns them: no window can answer one for the person (I6). When an
// answer counts is decided in secret-input/question-queue.ts.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { dialog, type BrowserWindow } from 'electron';
import type { NativeDialogs } from '../secret-input/question-queue.ts';

/** @param parent the window that a dialog belongs to, which is in sight, or null. */
export function createNativeDialogs(parent: () => Promise<BrowserWindow | null>): NativeDialogs {
  /** Electron would begin in the folder for downloads each time. */
  let lastFolder: string | undefined;

  async function chooseOne(
    title: string,
    what: 'openFile' | 'openDirectory',
  ): Promise<string | null> {
    const begin = lastFolder === undefined ? {} : { defaultPath: lastFolder };
    const options = { title, properties: [what], ...begin };
    const over = await parent();
    const { canceled, filePaths } = await (over === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(over, options));
    const [chosen] = filePaths;
    if (canceled || chosen === undefined) return null;
    lastFolder = what === 'openFile' ? path.dirname(chosen) : chosen;
    return chosen;
  }

  return {
    async ask({ message, detail, choices, serious = false, inHurry = false }, signal) {
      const options = {
        type: serious ? ('warning' as const) : ('question' as const),
        title: 'Strongroom',
        message,
        detail,
        buttons: [...choices, 'Cancel'],
        // What has the focus does nothing, but where every second counts.
        defaultId: inHurry ? 0 : choices.length,
        cancelId: choices.length,
        noLink: true,
        signal,
      };
      const over = await parent();
      const { response } = await (over === null
        ? dialog.showMessageBox(options)
        : dialog.showMessageBox(over, options));
      return response >= 0 && response < choices.length ? response : null;
    },
    chooseFile: (title) => chooseOne(title, 'openFile'),
    chooseFolder: (title) => chooseOne(title, 'openDirectory'),
    async chooseSave(title, suggestedName) {
      // Windows and macOS ask without being told.
      const properties: ['showOverwriteConfirmation'] = ['showOverwriteConfirmation'];
      const options = { title, defaultPath: suggestedName, properties };
      const over = await parent();
      const { canceled, filePath } = await (over === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(over, options));
      return canceled || filePath === '' ? null : filePath;
    },
    async replacesUnasked(file) {
      // Not every desktop's portal asks; those of the other systems do.
      if (process.platform !== 'linux') return false;
      return await lstat(file).then(
        () => true,
        () => false,
      );
    },
  };
}
