// What a person can do about the ways into the vault, one thing at a time: every one asks in windows
// and dialogs of main, so a window that turned hostile can only make a question appear. The system's keystore is opt-in,
// after the passphrase was proved, and refused where it protects nothing (S13, V18).
import type { Failure } from '../../shared/failures/failure.ts';
import type {
  BackupsSettled,
  DataKeyReplaced,
  RecoveryKeyMade,
} from '../../shared/unlock/vault-keys-view.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import type { Dialogs, Question, SecretPrompt, SecretShow } from '../secret-input/ports.ts';
import { probeKeystore } from '../vault/keystore.ts';
import type { OsKeystore, StaleBackups, VaultFailure } from '../vault/vault.ts';
import type { UnlockedVault } from '../vault/unlocked-vault.ts';
import type { VaultStore } from '../vault/vault-store.ts';
import type { AttemptDelay } from '../session/attempt-delay.ts';
import { questionAboutDataKey, replaceDataKey } from './data-key-change.ts';
import type { HistorySession } from '../history/history-session.ts';
import type { VaultSession } from '../session/vault-session.ts';
import {
  askUntilRight,
  createPassphraseQuestions,
  type PassphraseQuestions,
} from '../session/passphrase-prompts.ts';
import { settleBackups, settleKeptAside } from '../backups/stale-backups.ts';

export interface UnlockMethodsPorts {
  readonly vaultSession: Pick<VaultSession, 'opened' | 'openBy'>;
  readonly store: Pick<
    VaultStore,
    'slots' | 'openWithRecoveryKey' | 'openWithKeystore' | 'backups'
  >;
  readonly keystore: OsKeystore;
  readonly prompt: SecretPrompt;
  readonly show: SecretShow;
  readonly dialogs: Dialogs;
  readonly delay: AttemptDelay;
  readonly history: Pick<HistorySession, 'tell'>;
  readonly changed: () => void;
}

type Settled = 'cancelled' | BackupsSettled;

type StaleAfter = Result<StaleBackups, VaultFailure>;

interface Recovered {
  readonly vault: UnlockedVault;
  /** About the backups alone. */
  readonly backups: StaleAfter;
}

/** As others see it. */
export type UnlockMethods = Pick<MethodsOfUnlocking, keyof MethodsOfUnlocking>;

export class MethodsOfUnlocking {
  readonly #ports: UnlockMethodsPorts;
  readonly #questions: PassphraseQuestions;
  #busy = false;

  constructor(ports: UnlockMethodsPorts) {
    this.#ports = ports;
    this.#questions = createPassphraseQuestions(ports);
  }

  /**
   * Changes the passphrase of the open vault: the present one proves who asks, then comes a new one, then what becomes
   * of the backups that open as before. One slot is rewritten; no secret is sealed anew.
   */
  readonly changePassphrase = (): Outcome<Settled> =>
    this.#onVault<Settled>(async (vault) => {
      const next = await this.#questions.proveAndTakeNew(vault, {
        present: 'The present one, before it is changed.',
        next: 'The new one for this vault.',
      });
      if (!next.ok) return next;
      if (next.value === null) return ok('cancelled');
      const changed = await vault.changePassphrase(next.value);
      next.value.wipe();
      return changed.ok ? ok(await this.#settleBackups(vault, changed.value.backups)) : changed;
    });

  /** The same passphrase under today's cost, dearer to guess at; `not_allowed` where it is dear enough. */
  readonly upgradeKdf = (): Outcome<Settled> =>
    this.#onVault<Settled>(async (vault) => {
      if (!vault.kdf().belowPolicy) return fail({ code: 'not_allowed' });
      const about = 'The present one. It stays the same; only guessing it gets more expensive.';
      const upgraded = await this.#questions.withPresent(about, vault.upgradeKdf);
      if (!upgraded.ok) return upgraded;
      if (upgraded.value === null) return ok('cancelled');
      return ok(await settleBackups(vault, this.#ports.dialogs, upgraded.value.backups, 'cost'));
    });

  /**
   * Made and shown once in the secret-entry window. A key that nobody confirmed to have never opens the vault, and takes
   * no other's place.
   */
  readonly makeRecoveryKey = (): Outcome<RecoveryKeyMade> =>
    this.#onVault<RecoveryKeyMade>(async (vault) => {
      const proof = await this.#questions.provePresent(
        vault,
        vault.hasRecoveryKey()
          ? 'Needed to make a new recovery key. The old one then no longer opens this vault.'
          : 'Needed to make a recovery key for this vault.',
      );
      if (!proof.ok || proof.value === 'cancelled') return proof;
      const about = 'Opens this vault without the passphrase. Shown this once.';
      const made = await vault.createRecoveryKey((secret) =>
        this.#ports.show.show({ about, secret }),
      );
      if (made.ok && made.value === 'done') this.#ports.history.tell('recovery_key_made');
      return made;
    });

  /** What main asks before `replaceDataKey`, in numbers. */
  readonly questionAboutDataKey = async (): Outcome<Question> => {
    const vault = this.#ports.vaultSession.opened();
    if (vault === null) return fail({ code: 'vault_locked' });
    const backups = await this.#ports.store.backups();
    return ok(questionAboutDataKey(vault, backups.ok ? backups.value.length : null));
  };

  readonly replaceDataKey = (): Outcome<'cancelled' | DataKeyReplaced> =>
    this.#onVault((vault) => replaceDataKey(vault, this.#questions, this.#ports));

  /** Why the system's keystore cannot open a vault here, found out by sealing a probe; null where it can. */
  readonly keystoreRefusal = async (): Promise<Failure | null> => {
    const probed = await probeKeystore(this.#ports.keystore);
    return probed.ok ? null : probed.failure;
  };

  readonly turnKeystoreOn = (): Outcome<'done' | 'cancelled'> =>
    this.#onVault<'done' | 'cancelled'>(async (vault) => {
      const refused = await this.keystoreRefusal();
      if (refused !== null) return fail(refused);
      // Whoever found this window open must not give themselves a way in for later.
      const about = 'to let the system keystore open this vault';
      const proved = await this.#questions.provePresent(vault, about);
      if (!proved.ok || proved.value === 'cancelled') return proved;
      const added = await vault.addKeystoreSlot(this.#ports.keystore);
      if (!added.ok) return added;
      this.#ports.history.tell('keystore_turned_on');
      return ok('done');
    });

  readonly turnKeystoreOff = (): Outcome =>
    this.#onVault(async (vault) => {
      const slot = vault.slots().find(({ type }) => type === 'os');
      if (slot === undefined) return fail({ code: 'slot_missing' });
      const removed = await vault.removeSlot(slot.id);
      if (removed.ok) this.#ports.history.tell('keystore_turned_off');
      return removed;
    });

  readonly unlockWithKeystore = (): Outcome<'done' | 'cancelled'> => {
    const { vaultSession, store, keystore } = this.#ports;
    return vaultSession.openBy(async ({ opening }) => {
      // A vault that is open is not opened beside itself: the first would be locked by nobody.
      if (vaultSession.opened() !== null) return ok(null);
      opening();
      return await store.openWithKeystore(keystore);
    });
  };

  /** Opens the locked vault and gives it a new passphrase. `slot_missing` when it has no such key. */
  readonly unlockWithRecoveryKey = (): Outcome<Settled> =>
    this.#alone<Settled>(async () => {
      const { vaultSession } = this.#ports;
      /** Null where the passphrase stays, in a vault open for reading only. */
      const done: { recovered: Recovered | null } = { recovered: null };
      const unlocked = await vaultSession.openBy(async ({ opening }) => {
        if (vaultSession.opened() !== null) return ok(null);
        const opened = await this.#askForKey();
        if (!opened.ok || opened.value === null || opened.value.rolledBack()) return opened;
        const given = await this.#giveNewPassphrase(opened.value, opening);
        if (given.ok && given.value !== null) {
          done.recovered = { vault: opened.value, backups: given.value };
          return opened;
        }
        // A window was closed, or it could not be saved: the vault is locked again and nothing changed.
        await opened.value.lock();
        return given.ok ? ok(null) : given;
      });
      if (!unlocked.ok) return unlocked;
      const { recovered } = done;
      if (unlocked.value === 'cancelled' || recovered === null) return ok('cancelled');
      return ok(await this.#settleBackups(recovered.vault, recovered.backups));
    });

  /** Null: the window was closed. */
  async #askForKey(): Outcome<UnlockedVault | null> {
    const { store, delay, prompt } = this.#ports;
    const slots = await store.slots();
    if (!slots.ok) return slots;
    if (!slots.value.some(({ type }) => type === 'rk')) return fail({ code: 'slot_missing' });
    const about = 'Upper or lower case, with or without spaces and hyphens.';
    const question = { purpose: 'recovery_key', about } as const;
    return await prompt.askAgain((ask) =>
      askUntilRight({ ask, delay, question, work: store.openWithRecoveryKey }),
    );
  }

  /** @param opening the person has answered everything. */
  async #giveNewPassphrase(vault: UnlockedVault, opening: () => void): Outcome<StaleAfter | null> {
    const about = 'The recovery key is right. Choose the passphrase of this vault from now on.';
    const next = await this.#questions.takeNew(vault, about);
    if (!next.ok) return next;
    if (next.value === null) return ok(null);
    opening();
    const changed = await vault.changePassphrase(next.value);
    next.value.wipe();
    return changed.ok ? ok(changed.value.backups) : changed;
  }

  /** The passphrase is another one now: what still opens with the old one is asked about. */
  async #settleBackups(vault: UnlockedVault, backups: StaleAfter): Promise<BackupsSettled> {
    const { dialogs, history } = this.#ports;
    history.tell('passphrase_changed');
    const settled = await settleBackups(vault, dialogs, backups);
    await settleKeptAside(vault, dialogs);
    return settled;
  }

  #onVault<T>(work: (vault: UnlockedVault) => Outcome<T>): Outcome<T> {
    return this.#alone(async () => {
      const vault = this.#ports.vaultSession.opened();
      return vault === null ? fail({ code: 'vault_locked' }) : await work(vault);
    });
  }

  async #alone<T>(work: () => Outcome<T>): Outcome<T> {
    if (this.#busy) return fail({ code: 'in_use', facts: { about: 'call' } });
    this.#busy = true;
    try {
      return await work();
    } finally {
      this.#busy = false;
      this.#ports.changed();
    }
  }
}
