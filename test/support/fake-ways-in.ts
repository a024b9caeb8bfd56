// The ways into the vault for tests of the contract: everything succeeds, and what was done is kept.
import { ok } from '../../electron/main/domain/result.ts';
import type { UnlockMethods } from '../../electron/main/unlock/unlock-methods.ts';

/** @param change what replacing the data key does to the vault. */
export function fakeUnlockMethods(
  change: () => Promise<unknown>,
  done: string[] = [],
): UnlockMethods {
  return {
    questionAboutDataKey: () =>
      Promise.resolve(ok({ message: 'Replace?', detail: '', choices: ['Replace'], serious: true })),
    async replaceDataKey() {
      done.push('replaceDataKey');
      await change();
      return ok({ secrets: 1, tokens: 0, backupsDeleted: 0, backupsLeft: 0 });
    },
    makeRecoveryKey() {
      done.push('makeRecoveryKey');
      return Promise.resolve(ok('done'));
    },
    unlockWithRecoveryKey() {
      done.push('unlockWithRecoveryKey');
      return Promise.resolve(ok({ how: 'none', count: 0 }));
    },
    upgradeKdf() {
      done.push('upgradeKdf');
      return Promise.resolve(ok({ how: 'none', count: 0 }));
    },
    changePassphrase() {
      done.push('changePassphrase');
      return Promise.resolve(ok({ how: 'none', count: 0 }));
    },
  };
}
