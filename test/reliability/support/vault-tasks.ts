// Every kind of durable change of a vault, by name: what is killed, cut off and powered down.
import type { UnlockedVault } from '../../../electron/main/vault/vault-access.ts';
import type { VaultStore } from '../../../electron/main/vault/vault.ts';
import { PASSPHRASE, secret, valueOf } from '../../unit/vault/vault-samples.ts';
import { stubKeystore } from '../../unit/vault/keystore-stub.ts';
import { stamped } from './stamp.ts';

export const NEXT_PASSPHRASE = 'another passphrase altogether';
const keystore = stubKeystore();

export interface VaultTask {
  readonly name: string;
  /** Runs on an open vault; a restore locks it first. Throws on failure. */
  readonly run: (vault: UnlockedVault, store: VaultStore) => Promise<void>;
  /** Passphrases that may open the vault while it is not done. */
  readonly passphrases: readonly string[];
  /** The one that opens it afterwards. */
  readonly after: string;
}

const both = [PASSPHRASE, NEXT_PASSPHRASE];

export const vaultTasks: readonly VaultTask[] = [
  {
    name: 'save',
    passphrases: [PASSPHRASE],
    after: PASSPHRASE,
    async run(vault) {
      valueOf(await vault.change({ contents: (before) => stamped(before, 100) }));
    },
  },
  {
    name: 'passphrase change',
    passphrases: both,
    after: NEXT_PASSPHRASE,
    async run(vault) {
      valueOf(await vault.changePassphrase(secret(NEXT_PASSPHRASE)));
    },
  },
  {
    name: 'passphrase change with backups rewritten',
    passphrases: both,
    after: NEXT_PASSPHRASE,
    async run(vault) {
      valueOf(await vault.changePassphrase(secret(NEXT_PASSPHRASE)));
      valueOf(await vault.rewriteBackups());
    },
  },
  {
    name: 'recovery key',
    passphrases: [PASSPHRASE],
    after: PASSPHRASE,
    async run(vault) {
      valueOf(await vault.createRecoveryKey());
    },
  },
  {
    name: 'keystore slot',
    passphrases: [PASSPHRASE],
    after: PASSPHRASE,
    async run(vault) {
      valueOf(await vault.addKeystoreSlot(keystore));
    },
  },
  {
    name: 'new data key with backups purged',
    passphrases: both,
    after: NEXT_PASSPHRASE,
    async run(vault) {
      valueOf(await vault.replaceDataKey(secret(NEXT_PASSPHRASE)));
    },
  },
  {
    name: 'restore of a backup',
    passphrases: [PASSPHRASE],
    after: PASSPHRASE,
    async run(vault, store) {
      await vault.lock();
      const [newest] = valueOf(await store.backups());
      valueOf(await store.restoreBackup(newest?.id ?? '', secret(PASSPHRASE)));
    },
  },
];
