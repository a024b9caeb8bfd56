// A vault store for unit tests: what a test gives, and beyond that a vault with a passphrase alone.
import { fail, ok } from '../../electron/main/domain/result.ts';
import type { VaultFailure } from '../../electron/main/vault/vault.ts';
import type { UnlockedVault, OpenVault } from '../../electron/main/vault/unlocked-vault.ts';
import type { VaultStore } from '../../electron/main/vault/vault-store.ts';

const refuse = (code: VaultFailure['code']) => () => Promise.resolve(fail({ code }));
const nothingStale = () => Promise.resolve(ok({ settled: 0, left: 0 }));
const changed = async () => ok({ backups: await nothingStale() });
const PASSPHRASE_SLOT = { id: 'slot-1', type: 'pw' } as const;

export function unlockedOver(vault: OpenVault, given: Partial<UnlockedVault> = {}): UnlockedVault {
  return {
    ...vault,
    inMemory: false,
    openedBy: 'passphrase',
    lockNow: () => void vault.lock(),
    slots: () => [PASSPHRASE_SLOT],
    kdf: () => ({
      memoryKib: 262_144,
      iterations: 3,
      parallelism: 1,
      measuredMs: 750,
      belowPolicy: false,
    }),
    sealedCopy: () => Promise.resolve(ok(Buffer.alloc(0))),
    checkPassphrase: () => Promise.resolve(ok()),
    changePassphrase: changed,
    upgradeKdf: changed,
    settle: nothingStale,
    createRecoveryKey: refuse('io_error'),
    hasRecoveryKey: () => false,
    removeSlot: refuse('slot_missing'),
    addKeystoreSlot: refuse('os_keystore_unavailable'),
    replaceDataKey: changed,
    rolledBack: () => false,
    damagedFile: () => null,
    acceptRollback: () => undefined,
    ...given,
  };
}

export function fakeVaultStore(
  given: Pick<VaultStore, 'exists' | 'create' | 'open'> & Partial<VaultStore>,
): VaultStore {
  return {
    openInMemory: refuse('io_error'),
    openWithRecoveryKey: refuse('slot_missing'),
    openWithKeystore: refuse('slot_missing'),
    slots: () => Promise.resolve(ok([PASSPHRASE_SLOT])),
    backups: () => Promise.resolve(ok([])),
    readBackup: refuse('backup_missing'),
    readBackupFile: refuse('backup_missing'),
    inspectBackup: refuse('backup_missing'),
    restoreBackup: refuse('backup_missing'),
    newestAuthenticBackup: () => Promise.resolve(ok(null)),
    ...given,
  };
}
