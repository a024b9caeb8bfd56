// Files kept aside as damaged, after the passphrase or the data key was changed: they still open by the old way
// in, as far as they open. Removed when the person says so in a dialog of main, and never unasked.
import { counted } from '../../shared/counts.ts';
import type { Dialogs, Question } from '../secret-input/ports.ts';
import type { UnlockedVault } from '../vault/vault.ts';

/** Asks until none is left or the person lets them be. What cannot be looked at is left as it is. */
export async function settleKeptAside(
  vault: Pick<UnlockedVault, 'keptAside' | 'removeKeptAside'>,
  dialogs: Pick<Dialogs, 'ask'>,
): Promise<void> {
  let last = await vault.keptAside();
  const unreadable = last.ok ? (last.value.unreadable ?? 0) : 0;
  if (last.ok && last.value.left === 0 && unreadable > 0) await dialogs.ask(leftAlone(unreadable));
  for (let isFirst = true; last.ok && last.value.left > 0; isFirst = false) {
    const choice = await dialogs.ask(question(last.value.left, unreadable, isFirst));
    if (choice === null) return;
    last = await vault.removeKeptAside();
  }
}

const left = (count: number): string =>
  `${counted(count, 'file')} kept aside cannot be read, so nobody can say whether ${count === 1 ? 'it is' : 'they are'} ` +
  `of this vault: ${count === 1 ? 'it was' : 'they were'} left. Look into the folder of the vault yourself.`;

function leftAlone(count: number): Question {
  return {
    message: `${counted(count, 'file')} kept aside as damaged may still open with the old passphrase.`,
    detail: `The change itself is done already. ${left(count)}`,
    choices: ['Leave as it is'],
    serious: true,
  };
}

function question(count: number, unreadable: number, isFirst: boolean): Question {
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
