// The contract's calls about looking for our own secrets and tokens. What is looked at comes through
// main's dialogs, its own window or the clipboard; a path never reaches the page, nor does a text.
import type { SecretScanSource } from '../../shared/secret-scan/secret-scan-view.ts';
import { whole } from '../../shared/counts.ts';
import type { EventPayload } from '../../shared/ipc-contract.ts';
import { fail, mapped, ok, type Result } from '../domain/result.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { ifOpen, whileOpen } from '../ipc/while-open.ts';
import type { Question } from '../secret-input/ports.ts';
import type { SecretScan, SoughtIn } from './file-search.ts';

const SEARCH_TITLE = 'Search for secrets and tokens of this vault';

type Chosen = Result<SoughtIn | 'cancelled'>;

interface Parts extends HandlerParts<{ readonly secretScan: SecretScan }> {
  /** A command that the window carries out. */
  readonly tellWindow: (command: EventPayload<'commandInvoked'>) => void;
}

export function secretScanHandlers({ vaultSession, secretInput, dialogs, tellWindow }: Parts) {
  let dropped: readonly string[] = [];

  async function choose(source: SecretScanSource): Promise<Chosen> {
    switch (source) {
      case 'clipboard':
      case 'entry': {
        const taken = await secretInput.takeSuspect(source);
        if (!taken.ok) return taken;
        return ok(taken.value === 'cancelled' ? 'cancelled' : { source, text: taken.value });
      }
      case 'file':
      case 'folder': {
        const dialog = source === 'file' ? dialogs.chooseFile : dialogs.chooseFolder;
        const path = await dialog(SEARCH_TITLE);
        return ok(path === null ? 'cancelled' : { source, paths: [path] });
      }
      case 'dropped': {
        const paths = dropped;
        dropped = [];
        if (paths.length === 0) return fail({ code: 'system_refused' });
        // SECURITY(S28): a renderer that is no longer ours could name any path here and learn what it is;
        // that it is looked at is the person's word, given to main.
        const choice = await dialogs.ask(droppedQuestion(paths));
        return ok(choice === null ? 'cancelled' : { source, paths });
      }
    }
  }

  return {
    secretScanProgress() {
      const open = vaultSession.services();
      return ok(open.ok ? open.value.secretScan.progress() : null);
    },
    secretScanCancel: ifOpen(vaultSession, ({ secretScan }) => secretScan.cancel()),
    secretScanEnd: ifOpen(vaultSession, ({ secretScan }) => secretScan.end()),
    ...whileOpen(vaultSession, {
      async secretScanSearch({ secretScan }, { source }) {
        if (secretScan.progress() !== null)
          return fail({ code: 'in_use', facts: { about: 'call' } });
        const { sheet } = secretScan;
        const chosen = await choose(source);
        if (!chosen.ok) return chosen;
        if (chosen.value === 'cancelled') return ok('cancelled');
        if (!sheet.aborted) return await secretScan.search(chosen.value);
        // The sheet was closed meanwhile, or the vault locked: nobody would see what is found.
        if ('text' in chosen.value) chosen.value.text.wipe();
        return mapped(vaultSession.services(), () => 'cancelled' as const);
      },
      secretScanDropped(_open, { paths }) {
        // Kept till main asks about it; searched only after the person said so.
        dropped = paths.filter((path) => path !== '');
        tellWindow('dropped');
        return ok();
      },
    }),
  };
}

/** @param paths what was dropped, at least one. */
function droppedQuestion(paths: readonly string[]): Question {
  const [first = ''] = paths;
  const more = paths.length - 1;
  const what = more === 0 ? first : `${first} and ${whole(more)} more`;
  return {
    message: 'Search what was dropped for secrets and tokens of this vault?',
    detail: `${what}. Files are read and not changed; nothing is sent anywhere.`,
    choices: ['Search it'],
  };
}
