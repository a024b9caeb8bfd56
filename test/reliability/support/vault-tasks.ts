// Every kind of durable change of a vault, by name: what is killed, cut off and powered down.
import type { Result } from '../../../electron/main/domain/result.ts';
import type {
  StaleBackups,
  VaultContents,
  VaultFailure,
} from '../../../electron/main/vault/vault.ts';
import type { UnlockedVault } from '../../../electron/main/vault/unlocked-vault.ts';
import type { VaultStore } from '../../../electron/main/vault/vault-store.ts';
import {
  PASSPHRASE,
  contents,
  secret,
  valueOf,
  recoveryKeyOf,
  restoredFrom,
} from '../../unit/vault/vault-samples.ts';
import { stubKeystore } from '../../unit/vault/keystore-stub.ts';
import { beginRevocation } from './revocation-task.ts';
import { stamped } from './stamp.ts';

const NEXT_PASSPHRASE = 'another passphrase altogether';
const keystore = stubKeystore();

export interface Begun {
  /** The change itself. Throws on failure. */
  readonly run: () => Promise<void>;
  readonly end: () => Promise<void>;
  /** What must not be found beside the stamp, in words; null when nothing is wrong. */
  readonly wrong?: (found: VaultContents) => string | null;
}

export interface VaultTask {
  readonly name: string;
  /** True where there is no vault before. */
  readonly creates?: true;
  /** Opens the vault and prepares what is done to it. */
  readonly begin: (store: VaultStore) => Promise<Begun>;
  /** Passphrases that may open the vault while it is not done. */
  readonly passphrases: readonly string[];
  /** The one that opens it afterwards, and the stamp found then. */
  readonly after: string;
  readonly stampAfter: number;
}

/** The stamp before a task, in the vault of model-vault.ts. */
export const STAMP = 8;

const onOpenVault =
  (run: (vault: UnlockedVault, store: VaultStore) => Promise<void>): VaultTask['begin'] =>
  async (store) => {
    const vault = valueOf(await store.open(secret(PASSPHRASE)));
    return { run: () => run(vault, store), end: vault.lock };
  };

function nothingLeft(stale: Result<StaleBackups, VaultFailure>): void {
  if (valueOf(stale).left > 0) throw new Error('backups are left');
}

const both = [PASSPHRASE, NEXT_PASSPHRASE];
const unchanged = { passphrases: [PASSPHRASE], after: PASSPHRASE, stampAfter: STAMP };
const renewed = { passphrases: both, after: NEXT_PASSPHRASE, stampAfter: STAMP };

export const vaultTasks: readonly VaultTask[] = [
  {
    ...unchanged,
    name: 'save',
    stampAfter: 100,
    begin: onOpenVault(async (vault) => {
      valueOf(await vault.change({ contents: (before) => stamped(before, 100) }));
    }),
  },
  {
    ...unchanged,
    name: 'creation',
    creates: true,
    stampAfter: 100,
    begin(store) {
      let vault: UnlockedVault | null = null;
      return Promise.resolve({
        async run() {
          vault = valueOf(await store.create(secret(PASSPHRASE), stamped(contents(2), 100)));
        },
        end: async () => await vault?.lock(),
      });
    },
  },
  {
    ...renewed,
    name: 'passphrase change',
    begin: onOpenVault(async (vault) => {
      valueOf(await vault.changePassphrase(secret(NEXT_PASSPHRASE)));
    }),
  },
  {
    ...renewed,
    name: 'passphrase change with backups rewritten',
    begin: onOpenVault(async (vault) => {
      valueOf(await vault.changePassphrase(secret(NEXT_PASSPHRASE)));
      nothingLeft(await vault.settle('backups', 'rewrite'));
    }),
  },
  {
    ...unchanged,
    name: 'dearer passphrase hash',
    begin: onOpenVault(async (vault) => {
      valueOf(await vault.upgradeKdf(secret(PASSPHRASE)));
    }),
  },
  {
    ...unchanged,
    name: 'recovery key',
    begin: onOpenVault(async (vault) => {
      await recoveryKeyOf(vault);
    }),
  },
  {
    ...unchanged,
    name: 'keystore slot',
    begin: onOpenVault(async (vault) => {
      valueOf(await vault.addKeystoreSlot(keystore));
    }),
  },
  {
    ...renewed,
    name: 'new data key with backups purged',
    begin: onOpenVault(async (vault) => {
      nothingLeft(valueOf(await vault.replaceDataKey(secret(NEXT_PASSPHRASE))).backups);
    }),
  },
  {
    ...unchanged,
    name: 'restore of a backup',
    stampAfter: STAMP - 1,
    begin: onOpenVault(async (vault, store) => {
      await vault.lock();
      const [newest] = valueOf(await store.backups());
      valueOf(await restoredFrom(store, newest?.id ?? '', secret(PASSPHRASE)));
    }),
  },
  { ...unchanged, name: 'intent to revoke', begin: beginRevocation },
];
