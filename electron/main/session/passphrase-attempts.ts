// Makes or opens the vault by a passphrase that a person types in the secret-entry window, as often as they try. A
// passphrase lives here only between that window and the key.
import type { Failure, FailureCode } from '../../shared/failures/failure.ts';
import type { Clock } from '../domain/clock.ts';
import { ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { AskForSecret } from '../secret-input/ports.ts';
import type { UnlockedVault, VaultStore, VaultContents, VaultFailure } from '../vault/vault.ts';
import type { AttemptDelay } from './attempt-delay.ts';
import { askUntilFit, askUntilRight, isWeak, telling } from './passphrase-prompts.ts';

/** With what the vault session shows and does meanwhile. */
interface PassphraseAttemptPorts {
  readonly clock: Clock;
  readonly store: Pick<VaultStore, 'create' | 'open'>;
  readonly delay: AttemptDelay;
  readonly firstContents: VaultContents;
  /** The vault that works behind the locked window: its passphrase is checked, and no file is opened. Else null. */
  readonly atWork: () => UnlockedVault | null;
  /** What is shown as failed now. */
  readonly failure: () => Failure | null;
  readonly become: (state: 'unlocking' | 'locked' | 'absent', failure?: Failure) => void;
  /** The person has answered: a lock that comes from now on is after it. */
  readonly answered: () => void;
  readonly damaged: (passphrase: SecretBytes) => Promise<void>;
  readonly enter: (vault: UnlockedVault, isNew: boolean) => Promise<'done' | 'cancelled'>;
  readonly stayClosed: (failure: Failure) => Promise<void>;
}

/** Asks until the work is done, has failed for good, or the person closes the window. */
type Attempts = (
  ask: AskForSecret,
  closePrompt: () => void,
) => Promise<Result<'done' | 'cancelled', Failure>>;

/**
 * Failures to open that mean that the vault's file is not what was saved, so that a backup is wanted: neither a
 * wrong passphrase, nor a newer format, nor a disk that cannot be read now.
 */
const damage: ReadonlySet<FailureCode> = new Set([
  'not_a_vault',
  'truncated',
  'corrupt',
  'tampered',
  'kdf_out_of_bounds',
  'vault_missing',
]);

/** `makeFor` makes a vault that is not there, `openFor` opens the one that is. */
export function createPassphraseAttempts(ports: PassphraseAttemptPorts): {
  readonly makeFor: Attempts;
  readonly openFor: Attempts;
} {
  const { store, clock, delay, become, answered, enter } = ports;

  /** Says how long to wait, and takes it back when the wait is over. */
  function tellWait(failure: Failure): void {
    become('locked', failure);
    clock.after(delay.waitMs(), () => {
      if (ports.failure() === failure) become('locked', { code: 'wrong_passphrase' });
    });
  }

  async function proveTo(
    vault: UnlockedVault,
    typed: SecretBytes,
  ): Promise<Result<UnlockedVault, VaultFailure>> {
    const checked = await vault.checkPassphrase(typed);
    return checked.ok ? ok(vault) : checked;
  }

  async function openWith(typed: SecretBytes): Promise<Result<UnlockedVault, VaultFailure>> {
    const vault = await store.open(typed);
    if (!vault.ok && damage.has(vault.failure.code)) await ports.damaged(typed);
    return vault;
  }

  const makeFor: Attempts = async (ask, closePrompt) => {
    const about = 'It will open the vault on this machine.';
    const question = { purpose: 'new_passphrase', about } as const;
    const asked = await askUntilFit(telling(ask, answered), question, (typed) =>
      Promise.resolve(isWeak(typed) ? { code: 'passphrase_too_weak' } : null),
    );
    if (!asked.ok) return asked;
    const typed = asked.value;
    if (typed === null) return ok('cancelled');
    become('unlocking');
    const created = await store.create(typed, ports.firstContents).finally(() => typed.wipe());
    closePrompt();
    if (created.ok) return ok(await enter(created.value, true));
    become(created.failure.code === 'vault_exists' ? 'locked' : 'absent', created.failure);
    return created;
  };

  /** Null: the vault that was at work was closed meanwhile, which says itself what is shown. */
  async function tried(typed: SecretBytes): Promise<Result<UnlockedVault | null, VaultFailure>> {
    become('unlocking');
    const working = ports.atWork();
    const vault = await (working === null ? openWith(typed) : proveTo(working, typed));
    return working !== null && ports.atWork() !== working ? ok(null) : vault;
  }

  /** The window stays open while what was typed is tried, and where it is wrong. */
  const openFor: Attempts = async (ask, closePrompt) => {
    const vault = await askUntilRight({
      ask: telling(ask, answered),
      delay,
      question: { purpose: 'passphrase', about: 'It opens the vault on this machine.' },
      work: tried,
      refused(why) {
        if (why.code === 'too_many_attempts') tellWait(why);
        else become('locked', why);
      },
    });
    if (!vault.ok) {
      // A file that is missing by now leads on to its backups, or to a new vault.
      await ports.stayClosed(vault.failure);
      return vault;
    }
    if (vault.value === null) return ok('cancelled');
    closePrompt();
    return ok(await enter(vault.value, false));
  };

  return { makeFor, openFor };
}
