// The ways into the vault for tests of the contract: everything succeeds.
import { ok } from '../../electron/main/domain/result.ts';
import type { UnlockMethods } from '../../electron/main/unlock/unlock-methods.ts';

/** @param change what each that has an effect does to the vault. */
export function fakeUnlockMethods(change: () => Promise<unknown>): UnlockMethods {
  const unchanged = () => Promise.resolve(ok({ how: 'none' as const, count: 0 }));
  return {
    questionAboutDataKey: () =>
      Promise.resolve(ok({ message: 'Replace?', detail: '', choices: ['Replace'], serious: true })),
    async replaceDataKey() {
      await change();
      return ok({ secrets: 1, tokens: 0, backupsDeleted: 0, backupsLeft: 0 });
    },
    makeRecoveryKey: () => Promise.resolve(ok('done')),
    unlockWithRecoveryKey: unchanged,
    upgradeKdf: unchanged,
    changePassphrase: unchanged,
    keystoreRefusal: () => Promise.resolve(null),
    async turnKeystoreOn() {
      await change();
      return ok('done');
    },
    turnKeystoreOff: () => Promise.resolve(ok()),
    unlockWithKeystore: () => Promise.resolve(ok('done')),
  };
}
