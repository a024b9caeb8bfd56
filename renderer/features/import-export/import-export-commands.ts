// The window's calls about imports and exports. Spread into the commands.
import type {
  ImportChoice,
  ImportDone,
  ImportDraftView,
  ImportSource,
} from '../../../electron/shared/import-export/import-view.ts';
import type { InventoryFormat } from '../../../electron/shared/import-export/import-export-calls.ts';
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import { transferSaid } from '../../i18n/en-said.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

/** What a failure about an import, about an export belongs to. */
export const IMPORT_SUBJECT = 'import';
export const EXPORT_SUBJECT = 'export';

export function createTransferCommands(bridge: Bridge, feedback: FeedbackStore, { run }: Runner) {
  return {
    /** Null when it failed or was cancelled. */
    async takeImport(source: ImportSource): Promise<ImportDraftView | null> {
      const taken = await run('importTake', IMPORT_SUBJECT, () => bridge.importTake({ source }));
      if (taken === null || taken === 'cancelled') return null;
      feedback.say(transferSaid.taken(taken.rows.length));
      return taken;
    },
    async applyImport(choices: readonly ImportChoice[]): Promise<ImportDone | null> {
      const done = await run('importApply', IMPORT_SUBJECT, () =>
        bridge.importApply({ choices: [...choices] }),
      );
      if (done === null || done === 'cancelled') return null;
      feedback.say(transferSaid.done(done));
      return done;
    },
    /** Silent: what it ends is gone from the window too. */
    endImport: (): void => {
      feedback.clear(IMPORT_SUBJECT);
      bridge.importEnd().catch(() => undefined);
    },
    async saveVaultCopy(): Promise<string | null> {
      const saved = await run('vaultCopySave', EXPORT_SUBJECT, bridge.vaultCopySave);
      if (saved === null || saved === 'cancelled') return null;
      feedback.say(transferSaid.copied(saved.bytes));
      return transferSaid.copied(saved.bytes);
    },
    async exportInventory(format: InventoryFormat): Promise<string | null> {
      const saved = await run('inventoryExport', EXPORT_SUBJECT, () =>
        bridge.inventoryExport({ format }),
      );
      if (saved === null || saved === 'cancelled') return null;
      feedback.say(transferSaid.listed(saved.credentials));
      return transferSaid.listed(saved.credentials);
    },
  };
}
