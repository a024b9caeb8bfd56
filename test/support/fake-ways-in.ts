// The ways into the vault for tests of the contract: everything succeeds, and what was done is kept.
import { ok } from '../../electron/main/domain/result.ts';
import type { WaysIn } from '../../electron/main/keeper/ways-in.ts';

export function fakeWaysIn(done: string[] = []): WaysIn {
  return {
    makeRecoveryKey() {
      done.push('makeRecoveryKey');
      return Promise.resolve(ok('done'));
    },
    unlockWithRecoveryKey() {
      done.push('unlockWithRecoveryKey');
      return Promise.resolve(ok({ how: 'none', count: 0 }));
    },
    changePassphrase() {
      done.push('changePassphrase');
      return Promise.resolve(ok({ how: 'none', count: 0 }));
    },
  };
}
