// The contract's calls about backups. Restoring is asked about in a dialog of main, which says what it
// replaces and what is not in the backup.
import { MOST_BACKUPS } from '../../shared/backups/backup-view.ts';
import { fail, ok } from '../domain/result.ts';
import { backupDate } from './backup-rescue.ts';
import { toContentsView } from './rescue-projection.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

export function createBackupHandlers({
  backups,
}: HandlerPorts): Pick<Handlers, 'backupList' | 'backupTest' | 'backupRestore'> {
  return {
    async backupList() {
      const found = await backups.list();
      return found.ok ? ok(found.value.slice(0, MOST_BACKUPS)) : found;
    },
    async backupTest({ backupId }) {
      const tested = await backups.test(backupId);
      if (!tested.ok) return tested;
      return ok(tested.value === 'cancelled' ? 'cancelled' : toContentsView(tested.value));
    },
    backupRestore: {
      ask({ backupId }) {
        const savedAtMs = backups.savedAtMs(backupId);
        if (savedAtMs === null) return fail({ code: 'backup_missing' });
        return ok({
          message: `Restore the backup of ${backupDate(savedAtMs)}?`,
          detail:
            'It becomes the vault, once its passphrase has opened it. The present vault file is ' +
            'kept beside it under a name with “damaged” in it; nothing is deleted. What was saved ' +
            'after that moment is missing: tokens issued since then stay live on the server, ' +
            'unlisted here, until they expire.',
          choices: ['Restore this backup'],
          serious: true,
        });
      },
      act: ({ backupId }) => backups.restore(backupId),
    },
  };
}
