// Changes the passphrase of the open vault: the present one proves who asks, then a new one, then what
// becomes of the backups that open with the old one. One slot is rewritten; no secret is sealed anew.
import type { Failure } from '../../shared/failure.ts';
import type { BackupsSettled } from '../../shared/vault-keys-view.ts';
import { ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { Dialogs } from '../intake/ports.ts';
import type { StaleBackups, UnlockedVault } from '../vault/vault-access.ts';
import type { VaultFailure } from '../vault/vault.ts';
import type { PassphraseQuestions } from './passphrase-questions.ts';
import { settleBackups } from './stale-backups.ts';

export async function changePassphrase(
  vault: UnlockedVault,
  ports: { readonly questions: PassphraseQuestions; readonly dialogs: Dialogs },
): Promise<Result<'cancelled' | BackupsSettled, Failure>> {
  const { questions, dialogs } = ports;
  const proof = await questions.provePresent(vault, 'The present one, before it is changed.');
  if (!proof.ok) return proof;
  if (proof.value === 'cancelled') return ok('cancelled');
  const next = await questions.takeNew(vault, 'The new one for this vault.');
  if (!next.ok) return next;
  if (next.value === null) return ok('cancelled');
  const changed = await underNewPassphrase(vault, next.value);
  if (!changed.ok) return changed;
  return ok(await settleBackups(vault, dialogs, changed.value));
}

/** Wipes `next`. The failure is about the passphrase; the value's own is about the backups alone. */
export async function underNewPassphrase(
  vault: UnlockedVault,
  next: SecretBytes,
): Promise<Result<Result<StaleBackups, VaultFailure>, VaultFailure>> {
  try {
    const changed = await vault.changePassphrase(next);
    if (changed.ok) return ok(changed);
    // It may be the backups alone that failed: nobody must believe the old passphrase still holds.
    return (await vault.checkPassphrase(next)).ok ? ok(changed) : changed;
  } finally {
    next.wipe();
  }
}
