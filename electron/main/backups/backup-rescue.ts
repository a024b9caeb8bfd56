// What a person can do with earlier generations of the vault: list them, open one without replacing
// anything, make one the vault again. Looks for the newest that opens when the vault is damaged; never
// restores unasked (docs/threat-model.md V7 to V9). A passphrase lives here between the window and the key.
import type { Failure } from '../../shared/failures/failure.ts';
import type { BackupContentsView, RescueView } from '../../shared/backups/backup-view.ts';
import { madeOnce } from '../../shared/made-once.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { SecretPrompt } from '../secret-input/ports.ts';
import type { BackupFile } from '../vault/vault.ts';
import type { VaultStore } from '../vault/vault-store.ts';
import type { AttemptDelay } from '../session/attempt-delay.ts';
import { askUntilRight } from '../session/passphrase-prompts.ts';
import type { VaultSession } from '../session/vault-session.ts';

export type RescueState = Pick<RescueView, 'found' | 'offer' | 'restored'>;

interface BackupRestoringPorts {
  readonly store: VaultStore;
  readonly prompt: SecretPrompt;
  readonly delay: AttemptDelay;
  readonly vaultSession: Pick<VaultSession, 'openBy'>;
  /**
   * To open another: asks first where tokens that are not kept would live on. False: the person stays, or a
   * lock came meanwhile.
   */
  readonly lock: () => Promise<boolean>;
  readonly changed: () => void;
}

const NOTHING: RescueState = { found: null, offer: null, restored: null };

type Outcome = Promise<Result<'done' | 'cancelled', Failure>>;

/** As others see it. */
export type BackupRestoring = Pick<BackupRescue, keyof BackupRescue>;

export class BackupRescue {
  readonly #ports: BackupRestoringPorts;
  #now = NOTHING;
  #asking = false;

  constructor(ports: BackupRestoringPorts) {
    this.#ports = ports;
  }

  readonly state = (): RescueState => this.#now;

  /** At start: whether the vault file is missing and backups of it are there. */
  readonly lookAround = async (): Promise<void> => {
    const found = (await this.#ports.store.exists()) ? ok([]) : await this.#ports.store.backups();
    if (!found.ok || found.value.length === 0) return;
    const { id, savedAtMs } = found.value.find(({ intact }) => intact) ?? {};
    const newest = id === undefined || savedAtMs === undefined ? null : { id, savedAtMs };
    this.#now = { ...this.#now, found: { count: found.value.length, newest } };
  };

  /** Opens a backup with the passphrase the person enters; replaces nothing. */
  readonly test = async (
    id: string,
  ): Promise<Result<BackupContentsView | 'cancelled', Failure>> => {
    const backup = await this.#ports.store.readBackup(id);
    if (!backup.ok) return backup;
    const tested = await this.#withPassphrase(aboutBackup(backup.value), (typed) =>
      this.#ports.store.inspectBackup(backup.value, typed),
    );
    return tested.ok ? ok(tested.value ?? 'cancelled') : tested;
  };

  /** Locks if need be, makes the backup the vault, and opens it. Nothing changes before it opened. */
  readonly restore = async (id: string): Outcome => {
    // The save of a lock may prune it before it is restored.
    const backup = await this.#ports.store.readBackup(id);
    return backup.ok ? await this.#restoreFrom(backup.value, aboutBackup(backup.value)) : backup;
  };

  /** As `restore`, of a file from anywhere. */
  readonly restoreFile = (file: BackupFile): Outcome =>
    this.#restoreFrom(file, `It opens the file dated ${backupDate(file.facts.savedAtMs)}.`);

  /** The vault did not open: finds the newest backup that does. The passphrase stays the caller's. */
  readonly reevaluate = async (passphrase: SecretBytes): Promise<void> => {
    const newest = await this.#ports.store.newestAuthenticBackup(passphrase);
    const found = newest.ok ? newest.value : null;
    this.#now = { ...this.#now, offer: found ?? 'none' };
    this.#ports.changed();
  };

  /** What was offered and done is told no longer. */
  readonly forget = (): void => {
    this.#now = NOTHING;
  };

  /** Null: the person gave up. */
  async #withPassphrase<T>(
    about: string,
    attempt: (passphrase: SecretBytes, close: () => void) => Promise<Result<T | null, Failure>>,
  ): Promise<Result<T | null, Failure>> {
    if (this.#asking) return fail({ code: 'in_use', facts: { about: 'call' } });
    this.#asking = true;
    const { prompt, delay } = this.#ports;
    const question = { purpose: 'backup_passphrase', about } as const;
    try {
      return await prompt.askAgain((ask, close) =>
        askUntilRight({ ask, delay, question, work: (typed) => attempt(typed, close) }),
      );
    } finally {
      this.#asking = false;
    }
  }

  #restoreFrom(source: BackupFile, about: string): Outcome {
    const { vaultSession, store, lock, delay } = this.#ports;
    return vaultSession.openBy((attempt) =>
      this.#withPassphrase(about, async (typed, close) => {
        // A vault that is open stays so until this backup has shown that it opens.
        const tested = await store.inspectBackup(source, typed);
        if (!tested.ok) return tested;
        close();
        if (attempt.isOver() || !(await lock()) || attempt.isOver()) return ok(null);
        attempt.opening();
        const placed = await store.restoreBackup(source, typed);
        if (!placed.ok) return placed;
        const opened = await store.open(typed);
        if (!opened.ok) return opened;
        const { savedAtMs, keptAside } = placed.value;
        delay.right();
        this.#now = { ...NOTHING, restored: { savedAtMs, keptAside } };
        return opened;
      }),
    );
  }
}

const aboutBackup = ({ facts }: BackupFile): string =>
  `It opens the backup of ${backupDate(facts.savedAtMs)}.`;

const date = madeOnce(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' }),
);

/** `21 November 2026 at 03:20:07`, local time: the same in dialogs and the entry window. */
export function backupDate(savedAtMs: number): string {
  return date().format(savedAtMs);
}
