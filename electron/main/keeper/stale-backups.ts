// Backups that still open with a passphrase the vault no longer has: counted, and rewritten or deleted
// when the person says so in a dialog of main. Nothing is deleted unasked.
import type { BackupsSettled } from '../../shared/vault-keys-view.ts';
import type { Result } from '../domain/result.ts';
import type { Dialogs } from '../intake/ports.ts';
import type { StaleBackups, UnlockedVault } from '../vault/vault-access.ts';
import type { VaultFailure } from '../vault/vault.ts';

type Settled = Pick<UnlockedVault, 'rewriteBackups' | 'purgeBackups' | 'staleBackups'>;

const several = (count: number): string => `${count} ${count === 1 ? 'backup' : 'backups'}`;

/** @param counted what the change of the passphrase answered about its backups. */
export async function settleBackups(
  vault: Settled,
  dialogs: Dialogs,
  counted: Result<StaleBackups, VaultFailure>,
): Promise<BackupsSettled> {
  if (!counted.ok) return { how: 'unknown', count: 0 };
  const { count } = counted.value;
  if (count === 0) return { how: 'none', count };
  const choice = await dialogs.ask({
    message: `${several(count)} still ${count === 1 ? 'opens' : 'open'} with the old passphrase.`,
    detail:
      'The passphrase of the vault is changed already. Rewriting gives the backups the new ' +
      'passphrase and keeps what is in them; deleting removes them from this machine. ' +
      'Cancel leaves them as they are.',
    choices: [`Rewrite ${several(count)}`, `Delete ${several(count)}`],
    serious: false,
  });
  if (choice === null) return { how: 'kept', count };
  const done = choice === 0 ? await vault.rewriteBackups() : await vault.purgeBackups();
  const left = done.ok ? await vault.staleBackups() : done;
  if (!left.ok) return { how: 'unknown', count: 0 };
  if (left.value.count > 0) return { how: 'some_left', count: left.value.count };
  return { how: choice === 0 ? 'rewritten' : 'deleted', count };
}
