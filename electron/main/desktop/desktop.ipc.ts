// The contract's calls about the desktop around the window. Paths stay here: what is shown in a folder is main's
// own file, and where the vault lies is said in a dialog of main.
import path from 'node:path';
import type { AboutView } from '../../shared/desktop/desktop-calls.ts';
import { ok } from '../domain/result.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { handlersOf } from '../ipc/serve-contract.ts';

/** What is worth naming of `process.versions`. */
const RUNTIME = { electron: 'Electron', chrome: 'Chromium', node: 'Node' } as const;

/** What the desktop does for the app. */
interface Desktop {
  readonly vaultFile: string;
  readonly showInFolder: (file: string) => void;
  readonly notices: () => Promise<AboutView['notices']>;
  /** As by hand: it is asked about first where tokens would live on. */
  readonly quit: () => void;
}

export function desktopHandlers({
  desktop,
  saved,
  dialogs,
  version,
}: Pick<HandlerParts<unknown>, 'saved' | 'dialogs' | 'version'> & { readonly desktop: Desktop }) {
  return handlersOf({
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
      return ok();
    },
    savedShow: () => ok(saved.show() ? 'done' : 'cancelled'),
    appQuit() {
      desktop.quit();
      return ok();
    },
  });
}
