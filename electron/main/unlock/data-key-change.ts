// "My passphrase may be known": a new data key under a new passphrase, every secret sealed anew, every
// backup deleted. Says beforehand, in numbers, what that does and what it cannot do.
import { counted } from '../../shared/counts.ts';
import type { DataKeyReplaced } from '../../shared/unlock/vault-keys-view.ts';
import { ok, type Result, type Outcome } from '../domain/result.ts';
import type { Dialogs, Question } from '../secret-input/ports.ts';
import type { StaleBackups, VaultFailure } from '../vault/vault.ts';
import type { UnlockedVault } from '../vault/unlocked-vault.ts';
import { settleKeptAside } from '../backups/stale-backups.ts';
import type { HistorySession } from '../history/history-session.ts';
import type { PassphraseQuestions } from '../session/passphrase-prompts.ts';

/** Sealed now: client secrets, and the texts of access tokens. */
function sealed(vault: UnlockedVault): { readonly secrets: number; readonly tokens: number } {
  const { credentials, tokens } = vault.contents();
  const has = (id: string, field: 'client_secret' | 'access_token') =>
    vault.hasRecord({ id, field });
  return {
    secrets: credentials.filter(({ id }) => has(id, 'client_secret')).length,
    tokens: tokens.filter(({ id }) => has(id, 'access_token')).length,
  };
}

/** @param backups how many lie beside the vault now; null when they could not be counted. */
export function questionAboutDataKey(vault: UnlockedVault, backups: number | null): Question {
  const { secrets, tokens } = sealed(vault);
  const resealed = `${counted(secrets, 'client secret')} and ${counted(tokens, 'access token')}`;
  const deleted = backups === null ? 'The backups' : counted(backups, 'backup');
  const others = vault.slots().some(({ type }) => type !== 'pw')
    ? ' The recovery key and any other way in stop working: make new ones afterwards.'
    : '';
  return {
    message: 'Replace the data key of this vault?',
    detail:
      `${resealed} are sealed anew under a new key and a new passphrase. ` +
      `${deleted} of this vault beside it ${backups === 1 ? 'is' : 'are'} deleted.${others}\n\n` +
      'You are asked about files kept aside as damaged afterwards. Copies of the vault file elsewhere still ' +
      'open with the old passphrase. If somebody may have one, replace the client secrets themselves and ' +
      'revoke the tokens.',
    choices: ['Replace the data key'],
    serious: true,
  };
}

export async function replaceDataKey(
  vault: UnlockedVault,
  questions: PassphraseQuestions,
  {
    dialogs,
    history,
  }: { readonly dialogs: Dialogs; readonly history: Pick<HistorySession, 'tell'> },
): Outcome<'cancelled' | DataKeyReplaced> {
  const next = await questions.proveAndTakeNew(vault, {
    present: 'The present one, before the key is replaced.',
    next: 'The new one, under the new key.',
  });
  if (!next.ok) return next;
  if (next.value === null) return ok('cancelled');
  const { secrets, tokens } = sealed(vault);
  const replaced = await vault.replaceDataKey(next.value);
  next.value.wipe();
  if (!replaced.ok) return replaced;
  // Before anything else is asked: a question may stand for long, and a lock may end it.
  history.tell('data_key_replaced');
  const backups = await purged(vault, dialogs, replaced.value.backups);
  await settleKeptAside(vault, dialogs);
  return ok({ secrets, tokens, ...backups });
}

/** Tries again as long as the person says so: the key is replaced already, whatever the disk does. */
async function purged(
  vault: UnlockedVault,
  dialogs: Dialogs,
  first: Result<StaleBackups, VaultFailure>,
): Promise<Pick<DataKeyReplaced, 'backupsDeleted' | 'backupsLeft'>> {
  let backupsDeleted = 0;
  for (let last = first; ; last = await vault.settle('backups', 'delete')) {
    if (last.ok) backupsDeleted += last.value.settled;
    const backupsLeft = last.ok ? last.value.left : null;
    if (backupsLeft === 0) return { backupsDeleted, backupsLeft };
    const choice = await dialogs.ask({
      message:
        backupsLeft === null
          ? 'The backups could not be read.'
          : `${counted(backupsLeft, 'backup')} could not be deleted.`,
      detail:
        'The data key of the vault is replaced already. What is left still opens with the old ' +
        'passphrase. It holds what was in the vault then. Is the disk full, read-only or in use?',
      choices: ['Try again'],
      serious: true,
    });
    if (choice === null) return { backupsDeleted, backupsLeft };
  }
}
