// The words about the ways into the vault: the passphrase, what it costs to try one, and what became of
// backups. Consequences in numbers.
import { counted } from '../../../electron/shared/counts.ts';
import type {
  BackupsSettled,
  DataKeyReplaced,
  RecoveryKeyMade,
} from '../../../electron/shared/unlock/vault-keys-view.ts';
import type { OpenVaultView } from '../../../electron/shared/protection/protection-view.ts';

const withOld = (n: number): string =>
  `${counted(n, 'backup')} still ${n === 1 ? 'opens' : 'open'} with the old passphrase`;

const settled: Readonly<Record<BackupsSettled['how'], (n: number) => string>> = {
  none: () => 'No backup opens with the old passphrase.',
  kept: (n) => `${withOld(n)}, as you chose.`,
  rewritten: (n) => `${counted(n, 'backup')} rewritten: none opens with the old passphrase.`,
  deleted: (n) => `${counted(n, 'backup')} deleted: none opens with the old passphrase.`,
  some_left: (n) => `${withOld(n)}: they could not be changed.`,
  unknown: () =>
    'The backups could not be read: some may still open with the old passphrase. Look at the disk and the folder.',
};

const lowerCost: Readonly<Record<BackupsSettled['how'], (n: number) => string>> = {
  none: () => '',
  kept: (n) => ` ${counted(n, 'backup')} left at the lower cost, as you chose.`,
  rewritten: (n) => ` ${counted(n, 'backup')} rewritten at the same cost.`,
  deleted: (n) => ` ${counted(n, 'backup')} deleted.`,
  some_left: (n) => ` ${counted(n, 'backup')} left at the lower cost: they could not be changed.`,
  unknown: () => ' The backups could not be read: some may still have the lower cost.',
};

export const vaultKeysWords = {
  title: 'Passphrase and recovery',
  open: 'Passphrase and recovery…',
  toSettings: 'Settings…',
  passphrase: {
    title: 'Passphrase',
    cost: ({ measuredMs, memoryKib, iterations }: OpenVaultView['kdf']): string => {
      const work = `${Math.round(memoryKib / 1024)} MiB of memory, ${counted(iterations, 'pass', 'passes')}`;
      return measuredMs === null
        ? `Trying one passphrase costs ${work}.`
        : `Trying one passphrase costs about ${Math.round(measuredMs)} ms here: ${work}.`;
    },
    note: 'Asks for the current passphrase, then for the new one, in a small separate window. Secrets and tokens stay as they are.',
    change: 'Change passphrase…',
    below: {
      title: 'Your vault uses an older protection level.',
      means:
        'In new vaults each guess at the passphrase costs more. Raising the cost keeps the passphrase.',
      raise: 'Raise the cost…',
      note: 'In new vaults each guess costs more than this. Raising the cost asks for the passphrase in a small separate window. It stays the same.',
      raised: (backups: BackupsSettled): string =>
        `Guessing the passphrase costs more now.${lowerCost[backups.how](backups.count)}`,
    },
    changed: (backups: BackupsSettled): string =>
      `Passphrase changed. ${settled[backups.how](backups.count)}`,
  },
} as const;

export const recoveryKeyWords = {
  title: 'Recovery key',
  exists: 'This vault has a recovery key.',
  missing: 'This vault has none: if the passphrase is lost, nobody can open it.',
  makeNote:
    'Asks for the passphrase in a small separate window. It then shows 36 characters once, to write down or print.',
  replaceNote:
    'A new one takes its place: the old one then no longer opens this vault. It still opens backups made before.',
  tryNote: 'To see that it works, lock the vault and open it with the recovery key.',
  tryIt: 'Lock now, to try it',
  make: 'Make a recovery key…',
  replace: 'Replace the recovery key…',
  made: {
    done: 'The recovery key opens this vault. Keep your copy away from this machine.',
    not_kept: 'The new recovery key was discarded. What opened this vault before still does.',
  } satisfies Record<Exclude<RecoveryKeyMade, 'cancelled'>, string>,
  offer: {
    title: 'Make a recovery key?',
    lead: 'A recovery key opens the vault when the passphrase is lost, to set another. Without it nobody can help. It can be made later too, in the settings.',
    later: 'Not now',
  },
  unlock: 'Use the recovery key',
} as const;

export const dataKeyWords = {
  title: 'My passphrase may be known',
  lead: 'Changing the passphrase is not enough then. Whoever copied the vault file and knows the old one has the key inside.',
  note: 'Seals every secret and token under a new key and a new passphrase. It deletes the backups. A recovery key and keystore unlock stop working. You are asked first, with the numbers.',
  replace: 'Replace the data key…',
  replaced: ({ secrets, tokens, backupsDeleted, backupsLeft }: DataKeyReplaced): string => {
    const sealed = `Data key replaced: ${counted(secrets, 'client secret')} and ${counted(tokens, 'access token')} sealed anew. ${counted(backupsDeleted, 'backup')} deleted.`;
    if (backupsLeft === 0) return sealed;
    return backupsLeft === null
      ? `${sealed} Others could not be read: they may still open with the old passphrase.`
      : `${sealed} ${withOld(backupsLeft)}: delete the files beside the vault, or try again.`;
  },
} as const;
