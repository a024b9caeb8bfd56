// Native dialogs over the app window. Main owns them: no window can answer one for the person (I6). When an
// answer counts is decided in secret-input/question-queue.ts.
import { lstat } from 'node:fs/promises';
import { dialog, type BrowserWindow } from 'electron';
import type { NativeDialogs } from '../secret-input/question-queue.ts';

export function createNativeDialogs(parent: () => BrowserWindow | null): NativeDialogs {
  async function chooseOne(
    title: string,
    what: 'openFile' | 'openDirectory',
  ): Promise<string | null> {
    const options = { title, properties: [what] };
    const over = parent();
    const { canceled, filePaths } = await (over === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(over, options));
    return canceled ? null : (filePaths[0] ?? null);
  }

  return {
    async ask({ message, detail, choices, serious, inHurry = false }, signal) {
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
        // Limit: macOS closes no box that has no window to belong to.
        signal,
      };
      const over = parent();
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
      const over = parent();
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
