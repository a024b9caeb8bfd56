// The contract's calls about looking for our own secrets and tokens. What is looked at comes through
// main's dialogs, its own window or the clipboard; a path never reaches the page, nor does a text.
import type { SecretScanSource } from '../../shared/secret-scan/secret-scan-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SoughtIn } from './file-search.ts';
import { droppedQuestion, SEARCH_TITLE } from './secret-scan-questions.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

type SecretScanCall =
  | 'secretScanSearch'
  | 'secretScanProgress'
  | 'secretScanCancel'
  | 'secretScanEnd'
  | 'secretScanDropped';

type Chosen = Result<SoughtIn | 'cancelled', Failure>;

export function createSecretScanHandlers(ports: HandlerPorts): Pick<Handlers, SecretScanCall> {
  const { vaultSession, secretInput, dialogs } = ports;
  let dropped: readonly string[] = [];

  async function fromDialog(
    source: 'file' | 'folder',
    dialog: (title: string) => Promise<string | null>,
  ): Promise<Chosen> {
    const path = await dialog(SEARCH_TITLE);
    return ok(path === null ? 'cancelled' : { source, paths: [path] });
  }

  async function fromText(source: 'clipboard' | 'entry'): Promise<Chosen> {
    const taken = await secretInput.takeSuspect(source);
    if (!taken.ok) return taken;
    return ok(taken.value === 'cancelled' ? 'cancelled' : { source, text: taken.value });
  }

  /**
   * SECURITY(S28): a renderer that is no longer ours could name any path here and learn what it is; that
   * it is looked at is the person's word, given to main.
   */
  async function fromDrop(): Promise<Chosen> {
    const paths = dropped;
    dropped = [];
    if (paths.length === 0) return fail({ code: 'drop_without_place' });
    const choice = await dialogs.ask(droppedQuestion(paths));
    return ok(choice === null ? 'cancelled' : { source: 'dropped', paths });
  }

  async function choose(source: SecretScanSource): Promise<Chosen> {
    switch (source) {
      case 'clipboard':
      case 'entry':
        return await fromText(source);
      case 'file':
        return await fromDialog('file', dialogs.chooseFile);
      case 'folder':
        return await fromDialog('folder', dialogs.chooseFolder);
      case 'dropped':
        return await fromDrop();
    }
  }

  return {
    async secretScanSearch({ source }) {
      const open = vaultSession.services();
      if (!open.ok) return open;
      const { secretScan } = open.value;
      if (secretScan.progress() !== null) return fail({ code: 'already_running' });
      const endings = secretScan.endings();
      const chosen = await choose(source);
      if (!chosen.ok) return chosen;
      if (chosen.value === 'cancelled') return ok('cancelled');
      const still = vaultSession.services();
      // The sheet was closed meanwhile, or the vault locked: nobody would see what is found.
      if (!still.ok || still.value.secretScan !== secretScan || secretScan.endings() !== endings) {
        if ('text' in chosen.value) chosen.value.text.wipe();
        return still.ok ? ok('cancelled') : still;
      }
      return await secretScan.search(chosen.value);
    },
    secretScanProgress() {
      const open = vaultSession.services();
      return ok(open.ok ? open.value.secretScan.progress() : null);
    },
    secretScanCancel() {
      const open = vaultSession.services();
      if (open.ok) open.value.secretScan.cancel();
      return ok('done');
    },
    secretScanEnd() {
      const open = vaultSession.services();
      if (open.ok) open.value.secretScan.end();
      return ok('done');
    },
    secretScanDropped({ paths }) {
      // Kept till main asks about it; searched only after the person said so.
      const open = vaultSession.services();
      if (!open.ok) return open;
      dropped = paths.filter((path) => path !== '');
      ports.tellWindow('dropped');
      return ok('done');
    },
  };
}
