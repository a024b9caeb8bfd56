// What a person can do about the ways into the vault, one thing at a time: every one asks in windows
// and dialogs of main, so a window that turned hostile can only make a question appear.
import type { Failure } from '../../shared/failures/failure.ts';
import type {
  BackupsSettled,
  DataKeyReplaced,
  RecoveryKeyMade,
} from '../../shared/unlock/vault-keys-view.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Dialogs, Question, SecretPrompt, SecretShow } from '../secret-input/ports.ts';
import type { UnlockedVault, VaultStore } from '../vault/vault.ts';
import type { AttemptDelay } from '../session/attempt-delay.ts';
import { questionAboutDataKey, replaceDataKey } from './data-key-change.ts';
import type { HistorySession } from '../history/history-session.ts';
import type { VaultSession } from '../session/vault-session.ts';
import { settleKeptAside } from '../backups/damaged-files.ts';
import {
  createPassphraseQuestions,
  telling,
  type PassphraseQuestions,
} from '../session/passphrase-prompts.ts';
import { makeRecoveryKey, openByRecoveryKey, type Recovered } from './recovery.ts';
import { settleBackups } from '../backups/stale-backups.ts';

interface Ports {
  readonly questions: PassphraseQuestions;
  readonly dialogs: Dialogs;
}

/**
 * Changes the passphrase of the open vault, or what guessing at it costs: the present one proves who
 * asks, then comes a new one, then what becomes of the backups that open as before. One slot is
 * rewritten; no secret is sealed anew.
 */
async function changePassphrase(
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
async function upgradeKdf(
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

export interface UnlockMethods {
  readonly changePassphrase: () => Promise<Result<'cancelled' | BackupsSettled, Failure>>;
  /** The same passphrase, dearer to guess at; `not_allowed` where it is dear enough. */
  readonly upgradeKdf: () => Promise<Result<'cancelled' | BackupsSettled, Failure>>;
  readonly makeRecoveryKey: () => Promise<Result<RecoveryKeyMade, Failure>>;
  /** What main asks before `replaceDataKey`, in numbers. */
  readonly questionAboutDataKey: () => Promise<Result<Question, Failure>>;
  readonly replaceDataKey: () => Promise<Result<'cancelled' | DataKeyReplaced, Failure>>;
  /** Opens the locked vault and gives it a new passphrase. `slot_missing` when it has no such key. */
  readonly unlockWithRecoveryKey: () => Promise<Result<'cancelled' | BackupsSettled, Failure>>;
}

export interface UnlockMethodsPorts {
  readonly vaultSession: Pick<VaultSession, 'opened' | 'openBy'>;
  readonly store: Pick<VaultStore, 'slots' | 'openWithRecoveryKey' | 'backups'>;
  readonly prompt: SecretPrompt;
  readonly show: SecretShow;
  readonly dialogs: Dialogs;
  readonly delay: AttemptDelay;
  readonly history: Pick<HistorySession, 'tell'>;
  readonly changed: () => void;
}

export function createUnlockMethods(ports: UnlockMethodsPorts): UnlockMethods {
  const { vaultSession, dialogs, show, history } = ports;
  const questions = createPassphraseQuestions(ports);
  let busy = false;

  async function alone<T>(work: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    if (busy) return fail({ code: 'already_running' });
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
      ports.changed();
    }
  }

  function onVault<T>(
    work: (vault: UnlockedVault) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    return alone(async () => {
      const vault = vaultSession.opened();
      return vault === null ? fail({ code: 'vault_locked' }) : await work(vault);
    });
  }

  async function unlockWithRecoveryKey(): Promise<Result<'cancelled' | BackupsSettled, Failure>> {
    let recovered: Recovered | null = null;
    const unlocked = await vaultSession.openBy(async ({ answered, opening }) => {
      if (vaultSession.opened() !== null) return ok(null);
      const prompt: SecretPrompt = {
        ask: telling(ports.prompt.ask, answered),
        askAgain: (work) =>
          ports.prompt.askAgain((ask, close) => work(telling(ask, answered), close)),
      };
      const asked = { ...ports, prompt };
      const opened = await openByRecoveryKey(
        { ...asked, questions: createPassphraseQuestions(asked) },
        opening,
      );
      if (!opened.ok) return opened;
      recovered = opened.value;
      return ok(opened.value?.vault ?? null);
    });
    if (!unlocked.ok) return unlocked;
    if (unlocked.value === 'cancelled') return ok('cancelled');
    const { vault, backups } = (recovered as Recovered | null) ?? { vault: null, backups: null };
    if (vault === null || backups === null) return ok('cancelled');
    history.tell('passphrase_changed');
    const settled = await settleBackups(vault, dialogs, backups);
    await settleKeptAside(vault, dialogs);
    return ok(settled);
  }

  return {
    async questionAboutDataKey() {
      const vault = vaultSession.opened();
      if (vault === null) return fail({ code: 'vault_locked' });
      const backups = await ports.store.backups();
      return ok(questionAboutDataKey(vault, backups.ok ? backups.value.length : null));
    },
    replaceDataKey() {
      async function replaced(): Promise<void> {
        history.tell('data_key_replaced');
      }
      return onVault((vault) => replaceDataKey(vault, { questions, dialogs, replaced }));
    },
    async makeRecoveryKey() {
      const made = await onVault((vault) => makeRecoveryKey(vault, { questions, show }));
      if (made.ok && made.value === 'done') history.tell('recovery_key_made');
      return made;
    },
    unlockWithRecoveryKey: () => alone(unlockWithRecoveryKey),
    async changePassphrase() {
      const changed = await onVault((vault) => changePassphrase(vault, { questions, dialogs }));
      if (changed.ok && changed.value !== 'cancelled') history.tell('passphrase_changed');
      return changed;
    },
    upgradeKdf: () => onVault((vault) => upgradeKdf(vault, { questions, dialogs })),
  };
}
