// The recovery key: made and shown once in the secret-entry window, and used to get in when the
// passphrase is lost. A key that nobody confirmed to have never opens the vault, and takes no other's place.
import type { Failure } from '../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretPrompt, SecretShow } from '../secret-input/ports.ts';
import type { StaleBackups, UnlockedVault, VaultStore, VaultFailure } from '../vault/vault.ts';
import type { AttemptDelay } from '../session/attempt-delay.ts';
import { askUntilRight, type PassphraseQuestions } from '../session/passphrase-prompts.ts';

export async function makeRecoveryKey(
  vault: UnlockedVault,
  ports: { readonly questions: PassphraseQuestions; readonly show: SecretShow },
): Promise<Result<'done' | 'not_kept' | 'cancelled', Failure>> {
  const proof = await ports.questions.provePresent(
    vault,
    vault.hasRecoveryKey()
      ? 'Needed to make a new recovery key. The old one then no longer opens this vault.'
      : 'Needed to make a recovery key for this vault.',
  );
  if (!proof.ok) return proof;
  if (proof.value === 'cancelled') return ok('cancelled');
  const about = 'Opens this vault without the passphrase. Shown this once.';
  let isKept = false;
  const key = await vault.createRecoveryKey(async (secret) => {
    isKept = await ports.show.show({ about, secret });
    return isKept;
  });
  if (!key.ok) return key;
  key.value.wipe();
  return ok(isKept ? 'done' : 'not_kept');
}

export interface Recovered {
  readonly vault: UnlockedVault;
  /** About the backups alone; null where the passphrase stays, in a vault open for reading only. */
  readonly backups: Result<StaleBackups, VaultFailure> | null;
}

interface RecoveryPorts {
  readonly store: Pick<VaultStore, 'slots' | 'openWithRecoveryKey'>;
  readonly prompt: SecretPrompt;
  readonly delay: AttemptDelay;
  readonly questions: PassphraseQuestions;
}

/**
 * Asks for the recovery key and then for a new passphrase; null when a window was closed: then the
 * vault is locked again and nothing changed. `slot_missing` before anything is asked. `opening` is
 * called once the person has answered everything.
 */
export async function openByRecoveryKey(
  ports: RecoveryPorts,
  opening: () => void,
): Promise<Result<Recovered | null, Failure>> {
  const opened = await askForKey(ports);
  if (!opened.ok) return opened;
  if (opened.value === null) return ok(null);
  const vault = opened.value;
  if (vault.rolledBack()) return ok({ vault, backups: null });
  const about = 'The recovery key is right. Choose the passphrase of this vault from now on.';
  const next = await ports.questions.takeNew(vault, about);
  if (next.ok && next.value !== null) {
    opening();
    const changed = await vault.changePassphrase(next.value);
    next.value.wipe();
    if (changed.ok) return ok({ vault, backups: changed.value.backups });
    await vault.lock();
    return changed;
  }
  await vault.lock();
  return next.ok ? ok(null) : next;
}

async function askForKey({
  store,
  prompt,
  delay,
}: RecoveryPorts): Promise<Result<UnlockedVault | null, Failure>> {
  const slots = await store.slots();
  if (!slots.ok) return slots;
  if (!slots.value.some(({ type }) => type === 'rk')) return fail({ code: 'slot_missing' });
  const about = 'Upper or lower case, with or without spaces and hyphens.';
  const question = { purpose: 'recovery_key', about } as const;
  return await prompt.askAgain((ask) =>
    askUntilRight({ ask, delay, question, work: store.openWithRecoveryKey }),
  );
}
