// Backups that still open with a passphrase the vault no longer has, or as cheaply as it no longer
// does: counted, and rewritten or deleted when the person says so in a dialog of main. Nothing is
// deleted unasked. The same for files kept aside as damaged, which open by the old way in as far as they open.
import { counted } from '../../shared/counts.ts';
import type { BackupsSettled } from '../../shared/unlock/vault-keys-view.ts';
import type { Result } from '../domain/result.ts';
import type { Dialogs, Question } from '../secret-input/ports.ts';
import type { StaleBackups, VaultFailure } from '../vault/vault.ts';
import type { UnlockedVault } from '../vault/unlocked-vault.ts';

const several = (count: number): string => counted(count, 'backup');

/** What the vault was given that its backups have not. */
type GivenAnew = 'passphrase' | 'cost';

/**
 * SECURITY(S42)
 * Asks until none is left or the person lets them be: what fails with the backups never undoes the
 * change before it.
 * @param first what the change of the vault answered about its backups.
 */
export async function settleBackups(
  vault: Pick<UnlockedVault, 'settle'>,
  dialogs: Dialogs,
  first: Result<StaleBackups, VaultFailure>,
  given: GivenAnew = 'passphrase',
): Promise<BackupsSettled> {
  let last = first;
  let how: 'none' | 'rewritten' | 'deleted' = 'none';
  let count = 0;
  for (;;) {
    if (last.ok && last.value.left === 0) return { how, count };
    if (!last.ok && last.failure.code === 'vault_locked') {
      // Whatever is chosen: nothing can be tried again with a vault that is locked.
      await dialogs.ask(lockedMeanwhile(given));
      return { how: 'unknown', count: 0 };
    }
    const question = last.ok ? questionAbout(last.value.left, how, given) : notRead(given);
    const choice = await dialogs.ask(question);
    if (choice === null) {
      if (!last.ok) return { how: 'unknown', count: 0 };
      return { how: how === 'none' ? 'kept' : 'some_left', count: last.value.left };
    }
    if (!last.ok) {
      last = await vault.settle('backups', 'count');
      continue;
    }
    const next = choice === 0 ? 'rewritten' : 'deleted';
    if (how !== next) count = 0;
    how = next;
    last = await vault.settle('backups', choice === 0 ? 'rewrite' : 'delete');
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

function notRead(given: GivenAnew): Question {
  return {
    message: 'The backups could not be read.',
    detail:
      `${words[given].done} ${words[given].unread} ` +
      'Is the disk read-only, or its folder in use by another program?',
    choices: ['Try again'],
  };
}

/** Of files kept aside: asks until none is left or the person lets them be. What cannot be looked at is left as it is. */
export async function settleKeptAside(
  vault: Pick<UnlockedVault, 'settle'>,
  dialogs: Pick<Dialogs, 'ask'>,
): Promise<void> {
  let last = await vault.settle('kept_aside', 'count');
  const unreadable = last.ok ? (last.value.unreadable ?? 0) : 0;
  if (last.ok && last.value.left === 0 && unreadable > 0) await dialogs.ask(leftAlone(unreadable));
  for (let isFirst = true; last.ok && last.value.left > 0; isFirst = false) {
    const choice = await dialogs.ask(keptAsideQuestion(last.value.left, unreadable, isFirst));
    if (choice === null) return;
    last = await vault.settle('kept_aside', 'delete');
  }
}

const left = (count: number): string =>
  `${counted(count, 'file')} kept aside cannot be read. So nobody can say whether ${count === 1 ? 'it is' : 'they are'} ` +
  `of this vault. ${count === 1 ? 'It was' : 'They were'} left. Look into the folder of the vault yourself.`;

function leftAlone(count: number): Question {
  return {
    message: `${counted(count, 'file')} kept aside as damaged may still open with the old passphrase.`,
    detail: `The change itself is done already. ${left(count)}`,
    choices: ['Leave as it is'],
    serious: true,
  };
}

function keptAsideQuestion(count: number, unreadable: number, isFirst: boolean): Question {
  const files = counted(count, 'file');
  const failed = 'They could not be removed. Is the disk full, read-only or in use? ';
  return {
    message: `${files} kept aside as damaged may still open with the old passphrase.`,
    detail:
      `${isFirst ? '' : failed}The change itself is done already. Nothing in the vault needs ` +
      `${count === 1 ? 'it' : 'them'}; removing makes it impossible to look into ${count === 1 ? 'it' : 'them'} ` +
      `again. Cancel leaves them as they are.${unreadable === 0 ? '' : ` ${left(unreadable)}`}`,
    choices: [`Remove ${files}`],
    serious: true,
  };
}
