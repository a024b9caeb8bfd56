// Backups that still open with a passphrase the vault no longer has, or as cheaply as it no longer
// does: counted, and rewritten or deleted when the person says so in a dialog of main. Nothing is
// deleted unasked.
import type { BackupsSettled } from '../../shared/unlock/vault-keys-view.ts';
import type { Result } from '../domain/result.ts';
import type { Dialogs, Question } from '../secret-input/ports.ts';
import type { StaleBackups, UnlockedVault, VaultFailure } from '../vault/vault.ts';

type Settled = Pick<UnlockedVault, 'rewriteBackups' | 'purgeBackups' | 'staleBackups'>;

const several = (count: number): string => `${count} ${count === 1 ? 'backup' : 'backups'}`;

/** What the vault was given that its backups have not. */
type GivenAnew = 'passphrase' | 'cost';

/**
 * SECURITY(S42)
 * Asks until none is left or the person lets them be: what fails with the backups never undoes the
 * change before it.
 * @param counted what the change of the vault answered about its backups.
 */
export async function settleBackups(
  vault: Settled,
  dialogs: Dialogs,
  counted: Result<StaleBackups, VaultFailure>,
  given: GivenAnew = 'passphrase',
): Promise<BackupsSettled> {
  let last = counted;
  let how: 'none' | 'rewritten' | 'deleted' = 'none';
  let count = 0;
  for (;;) {
    if (last.ok && last.value.left === 0) return { how, count };
    if (!last.ok && last.failure.code === 'vault_locked') {
      // Whatever is chosen: nothing can be tried again with a vault that is locked.
      await dialogs.ask(lockedMeanwhile(given));
      return { how: 'unknown', count: 0 };
    }
    const question = last.ok ? questionAbout(last.value.left, how, given) : unreadable(given);
    const choice = await dialogs.ask(question);
    if (choice === null) {
      if (!last.ok) return { how: 'unknown', count: 0 };
      return { how: how === 'none' ? 'kept' : 'some_left', count: last.value.left };
    }
    if (!last.ok) {
      last = await vault.staleBackups();
      continue;
    }
    const next = choice === 0 ? 'rewritten' : 'deleted';
    if (how !== next) count = 0;
    how = next;
    last = choice === 0 ? await vault.rewriteBackups() : await vault.purgeBackups();
    if (last.ok) count += last.value.settled;
  }
}

const words = {
  passphrase: {
    left: (n: number) =>
      `${several(n)} still ${n === 1 ? 'opens' : 'open'} with the old passphrase.`,
    done: 'The passphrase of the vault is changed already.',
    rewriting: 'Rewriting gives the backups the new passphrase and keeps what is in them',
    unread: 'Some backups may still open with the old one.',
    later: 'To be asked about them again, unlock it and change the passphrase once more.',
  },
  cost: {
    left: (n: number) => `${several(n)} can still be guessed at the lower cost.`,
    done: 'Guessing at the vault itself costs more already.',
    rewriting: 'Rewriting gives the backups the same cost and keeps what is in them',
    unread: 'Some backups may still have the lower cost.',
    later: 'They go as newer ones take their place.',
  },
} as const;

function questionAbout(
  left: number,
  tried: 'none' | 'rewritten' | 'deleted',
  given: GivenAnew,
): Question {
  const failed = `They could not be ${tried}. Is the disk full, read-only or in use? `;
  return {
    message: words[given].left(left),
    detail:
      `${tried === 'none' ? '' : failed}${words[given].done} ${words[given].rewriting}; ` +
      'deleting removes them from this machine. Cancel leaves them as they are.',
    choices: [`Rewrite ${several(left)}`, `Delete ${several(left)}`],
    serious: false,
  };
}

function lockedMeanwhile(given: GivenAnew): Question {
  const { done, unread, later } = words[given];
  return {
    message: 'The vault was locked before its backups were settled.',
    detail: `${done} ${unread} ${later}`,
    choices: ['Leave them for now'],
    serious: true,
  };
}

function unreadable(given: GivenAnew): Question {
  return {
    message: 'The backups could not be read.',
    detail:
      `${words[given].done} ${words[given].unread} ` +
      'Is the disk read-only, or its folder in use by another program?',
    choices: ['Try again'],
    serious: false,
  };
}
