// Stands in for the vault's calls that are being built; goes when the last of them is there.
import type { UnlockedVault } from './vault-access.ts';
import type { OpenVault, VaultStore } from './vault.ts';

function pending(): never {
  throw new Error('this call of the vault is not there yet');
}

export const pendingAccess: Omit<UnlockedVault, keyof OpenVault | 'openedBy'> = {
  slots: pending,
  kdf: pending,
  checkPassphrase: pending,
  changePassphrase: pending,
  upgradeKdf: pending,
  staleBackups: pending,
  rewriteBackups: pending,
  purgeBackups: pending,
  createRecoveryKey: pending,
  hasRecoveryKey: pending,
  removeSlot: pending,
  addKeystoreSlot: pending,
  replaceDataKey: pending,
  rolledBack: pending,
  acceptRollback: pending,
};

export const pendingStore: Omit<VaultStore, 'exists' | 'create' | 'open'> = {
  openWithRecoveryKey: pending,
  openWithKeystore: pending,
  slots: pending,
  backups: pending,
  inspectBackup: pending,
  restoreBackup: pending,
  newestAuthenticBackup: pending,
};
