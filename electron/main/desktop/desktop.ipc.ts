// The contract's calls about the desktop around the window. Paths stay here: what is shown in a folder is main's
// own file, and where the vault lies is said in a dialog of main.
import path from 'node:path';
import type { AboutView } from '../../shared/desktop/desktop-calls.ts';
import { fail, ok } from '../domain/result.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { handlersOf } from '../ipc/serve-contract.ts';
import type { RealInput } from '../protection/real-input.ts';
import type { Question } from '../secret-input/ports.ts';
import type { VersionCheck } from './newer-version.ts';

/** What is worth naming of `process.versions`. */
const RUNTIME = { electron: 'Electron', chrome: 'Chromium', node: 'Node' } as const;

/** What the desktop does for the app. */
interface Desktop {
  readonly vaultFile: string;
  readonly showInFolder: (file: string) => void;
  readonly openWebPage: (address: string) => Promise<boolean>;
  readonly notices: () => Promise<AboutView['notices']>;
  readonly versionCheck: VersionCheck;
  /** As by hand: it is asked about first where tokens would live on. */
  readonly quit: () => void;
}

const ASK_FOR_NEWER: Question = {
  message: 'Ask whether there is a newer version?',
  detail:
    'The window asks for it. No key or button was pressed in it just now. The publisher’s server learns that ' +
    'somebody asks.',
  choices: ['Ask'],
};

interface Parts extends Pick<HandlerParts<unknown>, 'saved' | 'dialogs' | 'version'> {
  readonly desktop: Desktop;
  readonly realInput: Pick<RealInput, 'isPressed'>;
}

export function desktopHandlers({ desktop, saved, dialogs, version, realInput }: Parts) {
  const { versionCheck } = desktop;
  return handlersOf({
    async aboutCurrent() {
      const { versions } = process;
      const runtime = Object.entries(RUNTIME).flatMap(([key, name]) => {
        const found = versions[key];
        // The stand-in says which Electron it stands in for.
        const isMissing = key === 'electron' && 'strongroom-stand-in' in versions;
        return found === undefined || isMissing ? [] : [{ name, version: found }];
      });
      const [notices, asksForNewer] = await Promise.all([
        desktop.notices(),
        versionCheck.isOffered(),
      ]);
      return ok({ version, runtime, notices, asksForNewer });
    },
    async newerVersionAsk() {
      if (!(await versionCheck.isOffered())) return fail({ code: 'not_allowed' });
      // A page alone asks nobody (I7).
      if (!realInput.isPressed() && (await dialogs.ask(ASK_FOR_NEWER)) === null) {
        return ok('cancelled');
      }
      const found = await versionCheck.newer();
      if (!found.ok) return found;
      if (found.value === null) return ok('newest');
      const { page } = found.value;
      const choice = await dialogs.ask({
        message: `Version ${found.value.version} is there`,
        detail: `This is version ${version}. Strongroom downloads and installs nothing by itself. Its page:\n\n${page}`,
        choices: ['Open its page'],
      });
      if (choice === null) return ok('cancelled');
      return (await desktop.openWebPage(page))
        ? ok()
        : fail({ code: 'system_refused', facts: { about: 'web page' } });
    },
    async vaultPlaceShow() {
      const choice = await dialogs.ask({
        message: 'Where the vault lies',
        detail:
          `${desktop.vaultFile}\n\nBeside it lie its backups and its history. Copy the whole folder ` +
          'to keep all of them. Everything in it is sealed.',
        choices: ['Show in folder'],
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
