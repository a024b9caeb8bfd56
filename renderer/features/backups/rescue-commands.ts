// The window's calls about backups, an older or changed vault file, and the system's keystore. Spread
// into the commands, which run each call once at a time and keep what failed.
import type {
  BackupContentsView,
  BackupView,
} from '../../../electron/shared/backups/backup-view.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import { keystoreWords } from '../unlock/en-locked.ts';
import { said } from '../../i18n/en-said.ts';
import { WINDOW_SUBJECT, type FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

export function createRescueCommands(
  bridge: Bridge,
  feedback: FeedbackStore,
  { run, runInTurn, runAndSay }: Runner,
) {
  return {
    acceptRollback: () =>
      runAndSay(
        'vaultAcceptRollback',
        WINDOW_SUBJECT,
        bridge.vaultAcceptRollback,
        said.rollbackAccepted,
      ),
    reopen: () => run('vaultReopen', WINDOW_SUBJECT, bridge.vaultReopen),
    unlockByKeystore: () =>
      run('vaultUnlockByKeystore', WINDOW_SUBJECT, bridge.vaultUnlockByKeystore),
    /** Null where nothing stands against it. Kept out of feedback: looking is no action. */
    async keystoreRefusal(): Promise<Failure | null> {
      const answer = await bridge.keystoreCurrent();
      return answer.ok ? answer.value.refusal : answer.failure;
    },
    changeKeystoreUnlock: (on: boolean) =>
      runAndSay(
        'keystoreUnlockChange',
        'settings',
        () => bridge.keystoreUnlockChange({ on }),
        on ? keystoreWords.turnedOn : keystoreWords.turnedOff,
      ),
    /** In turn: a sheet that is opened again while main looks for the one before gets an answer too. */
    backups: (): Promise<readonly BackupView[] | null> =>
      runInTurn('backupList', 'backups', bridge.backupList),
    async testBackup(backupId: string): Promise<BackupContentsView | null> {
      const found = await run('backupTest', 'backups', () => bridge.backupTest({ backupId }));
      if (found === null || found === 'cancelled') return null;
      feedback.say(said.backupOpens);
      return found;
    },
    restoreFromFile: (subject: string) =>
      run('backupRestoreFile', subject, bridge.backupRestoreFile),
    restoreBackup: (subject: string, backupId: string) =>
      run('backupRestore', subject, () => bridge.backupRestore({ backupId })),
  };
}
