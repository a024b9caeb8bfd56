// The contract's calls about the desktop around the window. Paths stay here: what is shown in a folder is main's
// own file, and where the vault lies is said in a dialog of main.
import path from 'node:path';
import { ok } from '../domain/result.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

type DesktopCall = 'aboutCurrent' | 'vaultPlaceShow' | 'savedShow' | 'appQuit';

/** What is worth naming of `process.versions`. */
const RUNTIME = { electron: 'Electron', chrome: 'Chromium', node: 'Node' } as const;

export function createDesktopHandlers({
  desktop,
  saved,
  dialogs,
  version,
}: HandlerPorts): Pick<Handlers, DesktopCall> {
  return {
    async aboutCurrent() {
      const { versions } = process;
      const runtime = Object.entries(RUNTIME).flatMap(([key, name]) => {
        const found = versions[key];
        // The stand-in says which Electron it stands in for.
        const isMissing = key === 'electron' && 'strongroom-stand-in' in versions;
        return found === undefined || isMissing ? [] : [{ name, version: found }];
      });
      return ok({ version, runtime, notices: await desktop.notices() });
    },
    async vaultPlaceShow() {
      const choice = await dialogs.ask({
        message: 'Where the vault lies',
        detail:
          `${desktop.vaultFile}\n\nBeside it lie its backups and its history. Copy the whole folder ` +
          'to keep all of them. Everything in it is sealed.',
        choices: ['Show in folder'],
        serious: false,
      });
      if (choice === null) return ok('cancelled');
      desktop.showInFolder(path.resolve(desktop.vaultFile));
      return ok('done');
    },
    savedShow: () => ok(saved.show() ? 'done' : 'cancelled'),
    appQuit() {
      desktop.quit();
      return ok('done');
    },
  };
}
