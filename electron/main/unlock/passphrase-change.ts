// Changes the passphrase of the open vault, or what guessing at it costs: the present one proves who
// asks, then comes a new one, then what becomes of the backups that open as before. One slot is
// rewritten; no secret is sealed anew.
import type { Failure } from '../../shared/failures/failure.ts';
import type { BackupsSettled } from '../../shared/unlock/vault-keys-view.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Dialogs } from '../secret-input/ports.ts';
import type { UnlockedVault } from '../vault/store/vault-access.ts';
import { settleKeptAside } from '../backups/damaged-files.ts';
import type { PassphraseQuestions } from '../session/passphrase-prompts.ts';
import { settleBackups } from '../backups/stale-backups.ts';

interface Ports {
  readonly questions: PassphraseQuestions;
  readonly dialogs: Dialogs;
}

export async function changePassphrase(
  vault: UnlockedVault,
  ports: Ports,
): Promise<Result<'cancelled' | BackupsSettled, Failure>> {
  const { questions, dialogs } = ports;
  const proof = await questions.provePresent(vault, 'The present one, before it is changed.');
  if (!proof.ok) return proof;
  if (proof.value === 'cancelled') return ok('cancelled');
  const next = await questions.takeNew(vault, 'The new one for this vault.');
  if (!next.ok) return next;
  if (next.value === null) return ok('cancelled');
  const changed = await vault.changePassphrase(next.value);
  next.value.wipe();
  if (!changed.ok) return changed;
  const settled = await settleBackups(vault, dialogs, changed.value.backups);
  await settleKeptAside(vault, dialogs);
  return ok(settled);
}

/** The same passphrase under today's cost. `not_allowed` where the vault has it already. */
export async function upgradeKdf(
  vault: UnlockedVault,
  { questions, dialogs }: Ports,
): Promise<Result<'cancelled' | BackupsSettled, Failure>> {
  if (!vault.kdf().belowPolicy) return fail({ code: 'not_allowed' });
  const about = 'The present one. It stays the same; only guessing it gets more expensive.';
  const upgraded = await questions.withPresent(about, vault.upgradeKdf);
  if (!upgraded.ok) return upgraded;
  if (upgraded.value === null) return ok('cancelled');
  return ok(await settleBackups(vault, dialogs, upgraded.value.backups, 'cost'));
}
