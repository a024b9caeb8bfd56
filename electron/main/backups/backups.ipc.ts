// Backups and damaged vaults at the boundary: the contract's calls, and what the window is shown of them: dates and counts,
// never a path. Restoring is asked about in a dialog of main, which says what it
// replaces and what is not in the backup.
import path from 'node:path';
import { MOST_BACKUPS } from '../../shared/backups/backup-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { withoutUnseen } from '../../shared/one-line.ts';
import { fail, ok } from '../domain/result.ts';
import type { Question } from '../secret-input/ports.ts';
import type { HistorySession } from '../history/history-session.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { handlersOf } from '../ipc/serve-contract.ts';
import type { ExitGuard } from '../session/exit-guard.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { VaultSession } from '../session/vault-session.ts';
import type { VaultStore } from '../vault/vault-store.ts';
import { backupDate, type BackupRestoring } from './backup-rescue.ts';

/** Said of the vault's own file otherwise. */
const notAVault: Failure = { code: 'not_a_vault', facts: { about: 'chosen file' } };
const foreign: ReadonlySet<string> = new Set(['not_a_vault', 'corrupt', 'backup_missing']);

interface Parts extends Pick<HandlerParts<SessionServices>, 'dialogs' | 'changed'> {
  readonly vaultSession: VaultSession;
  readonly exitGuard: Pick<ExitGuard, 'lock'>;
  readonly backups: BackupRestoring;
  readonly store: Pick<VaultStore, 'backups' | 'readBackup' | 'readBackupFile'>;
  readonly history: Pick<HistorySession, 'tell'>;
}

export function backupHandlers(parts: Parts) {
  const { vaultSession, exitGuard, backups, store, dialogs, history } = parts;
  return handlersOf({
    async backupList() {
      const found = await store.backups();
      return found.ok ? ok(found.value.slice(0, MOST_BACKUPS)) : found;
    },
    async backupTest({ backupId }) {
      const tested = await backups.test(backupId);
      if (!tested.ok) return tested;
      if (tested.value === 'cancelled') return ok('cancelled');
      history.tell('backup_tested');
      return tested;
    },
    backupRestore: {
      async ask({ backupId }) {
        const backup = await store.readBackup(backupId);
        if (!backup.ok) return backup;
        return ok(restoreQuestion(`the backup of ${backupDate(backup.value.facts.savedAtMs)}`));
      },
      act: ({ backupId }) => backups.restore(backupId),
    },
    async backupRestoreFile() {
      const chosen = await dialogs.chooseFile('Choose a backup, or a copy of a vault');
      if (chosen === null) return ok('cancelled');
      const file = await store.readBackupFile(chosen);
      if (!file.ok) return foreign.has(file.failure.code) ? fail(notAVault) : file;
      const name = withoutUnseen(path.basename(chosen));
      const savedAt = backupDate(file.value.facts.savedAtMs);
      const choice = await dialogs.ask(restoreQuestion(`“${name}”, dated ${savedAt}`));
      return choice === null ? ok('cancelled') : await backups.restoreFile(file.value);
    },
    vaultAcceptRollback: {
      ask() {
        const vault = vaultSession.opened();
        if (vault === null) return fail({ code: 'vault_locked' });
        if (!vault.rolledBack()) return fail({ code: 'not_allowed' });
        return ok({
          message: 'Accept the older vault?',
          detail:
            'It becomes the present one, and changes are saved over it. What was saved later is ' +
            'missing here. Tokens issued since then stay live on the server, unlisted, until they ' +
            'expire. If you did not put this file there, somebody else did. Cancel, lock, and put ' +
            'the newer file back.',
          choices: ['Accept the older vault'],
          serious: true,
        });
      },
      act() {
        const vault = vaultSession.opened();
        if (vault === null) return fail({ code: 'vault_locked' });
        vault.acceptRollback();
        history.tell('older_vault_accepted');
        const open = vaultSession.services();
        // What waited for a save may go on.
        if (open.ok) open.value.wake();
        parts.changed();
        return ok();
      },
    },
    async vaultReopen() {
      return (await exitGuard.lock()) ? await vaultSession.unlock() : ok('cancelled');
    },
  });
}

function restoreQuestion(what: string): Question {
  return {
    message: `Restore ${what}?`,
    detail:
      'It becomes the vault, once its passphrase has opened it. The present vault file is ' +
      'kept beside it under a name with “damaged” in it. Nothing is deleted. What was saved ' +
      'after that moment is missing. Tokens issued since then stay live on the server, ' +
      'unlisted here, until they expire.',
    choices: ['Restore this backup'],
    serious: true,
  };
}
