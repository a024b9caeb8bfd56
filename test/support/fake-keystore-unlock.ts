// Opening by keystore for tests of the contract: allowed, and one change of the vault when turned on.
import { ok } from '../../electron/main/domain/result.ts';
import type { KeystoreUnlock } from '../../electron/main/unlock/keystore-unlock.ts';
import type { TestSession } from './test-session.ts';

export function fakeKeystoreUnlock({ vault }: TestSession): KeystoreUnlock {
  return {
    refusal: () => Promise.resolve(null),
    async turnOn() {
      await vault.change({ contents: (before) => ({ ...before }) });
      return ok('done');
    },
    turnOff: () => Promise.resolve(ok('done')),
    unlock: () => Promise.resolve(ok('done')),
  };
}
