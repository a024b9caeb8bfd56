// What a person can do with earlier generations of the vault: list them, open one without replacing
// anything, make one the vault again. Looks for the newest that opens when the vault is damaged; never
// restores unasked (docs/threat-model.md V7 to V9). A passphrase lives here between the window and the key.
import type { Failure } from '../../shared/failures/failure.ts';
import { failureWords } from '../../shared/failures/failure-words.ts';
import { madeOnce } from '../../shared/made-once.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { SecretPrompt } from '../secret-input/ports.ts';
import type {
  BackupContents,
  BackupFacts,
  BackupFile,
  VaultFailure,
  VaultStore,
} from '../vault/vault.ts';
import type { AttemptDelay } from '../session/attempt-delay.ts';
import type { VaultSession } from '../session/vault-session.ts';

export interface RescueState {
  /** Backups beside a missing vault file; null where there are none, or a vault. */
  readonly found: {
    readonly count: number;
    readonly newest: { readonly id: string; readonly savedAtMs: number } | null;
  } | null;
  readonly offer: BackupContents | 'none' | null;
  readonly restored: { readonly savedAtMs: number; readonly keptAside: string | null } | null;
}

export interface BackupRestoring {
  readonly state: () => RescueState;
  readonly list: () => Promise<Result<readonly BackupFacts[], Failure>>;
  /** When a listed or offered backup was saved; null for any other id. */
  readonly savedAtMs: (id: string) => number | null;
  /** Opens a backup with the passphrase the person enters; replaces nothing. */
  readonly test: (id: string) => Promise<Result<BackupContents | 'cancelled', Failure>>;
  /** Locks if need be, makes the backup the vault, and opens it. Nothing changes before it opened. */
  readonly restore: (id: string) => Promise<Result<'done' | 'cancelled', Failure>>;
  /** A file from anywhere, to be restored. Failures as of opening a vault. */
  readonly fileToRestore: (file: string) => Promise<Result<BackupFile, Failure>>;
  /** As `restore`. */
  readonly restoreFile: (file: BackupFile) => Promise<Result<'done' | 'cancelled', Failure>>;
  /** The vault did not open: finds the newest backup that does. The passphrase stays the caller's. */
  readonly reevaluate: (passphrase: SecretBytes) => Promise<void>;
  /** At start: whether the vault file is missing and backups of it are there. */
  readonly lookAround: () => Promise<void>;
  /** What was offered and done is told no longer. */
  readonly forget: () => void;
}

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

/** After these the person is asked again. */
const retried: ReadonlySet<string> = new Set(['wrong_passphrase', 'too_many_attempts']);
const WRONG_FOR_BACKUP = 'That passphrase does not open this backup.';
const NOTHING: RescueState = { found: null, offer: null, restored: null };

export function createBackupRestoring(ports: BackupRestoringPorts): BackupRestoring {
  const { store, prompt, delay } = ports;
  const dates = new Map<string, number>();
  let now = NOTHING;
  let asking = false;

  /** Asks until `attempt` does more than refuse the passphrase. Null: the person gave up. */
  async function withPassphrase<T>(
    about: string,
    attempt: (
      passphrase: SecretBytes,
      close: () => void,
    ) => Promise<Result<T | null, VaultFailure>>,
  ): Promise<Result<T | null, Failure>> {
    if (asking) return fail({ code: 'in_use', facts: { about: 'call' } });
    asking = true;
    try {
      return await prompt.askAgain(async (ask, close) => {
        let problem: string | null = null;
        for (;;) {
          const waitMs = delay.waitMs();
          const typed = await ask({ purpose: 'backup_passphrase', about, problem, waitMs });
          if (typed === null) return ok(null);
          try {
            const tooSoon = delay.obstacle();
            const tried = tooSoon === null ? await attempt(typed, close) : fail(tooSoon);
            if (tried.ok || !retried.has(tried.failure.code)) return tried;
            if (tooSoon === null) delay.wrong();
            problem = problemOf(delay.obstacle() ?? tried.failure);
          } finally {
            typed.wipe();
          }
        }
      });
    } finally {
      asking = false;
    }
  }

  const aboutBackup = (id: string): string =>
    `It opens the backup of ${backupDate(dates.get(id) ?? 0)}.`;

  function restoreFrom(
    source: BackupFile,
    about: string,
  ): Promise<Result<'done' | 'cancelled', Failure>> {
    return ports.vaultSession.openBy((attempt) =>
      withPassphrase(about, async (typed, close) => {
        attempt.answered();
        // A vault that is open stays so until this backup has shown that it opens.
        const tested = await store.inspectBackup(source, typed);
        if (!tested.ok) return tested;
        close();
        if (attempt.isOver() || !(await ports.lock()) || attempt.isOver()) return ok(null);
        attempt.opening();
        const placed = await store.restoreBackup(source, typed);
        if (!placed.ok) return placed;
        const opened = await store.open(typed);
        const { savedAtMs, keptAside } = placed.value;
        if (!opened.ok) return opened;
        delay.right();
        now = { ...NOTHING, restored: { savedAtMs, keptAside } };
        return opened;
      }),
    );
  }

  async function list(): Promise<Result<readonly BackupFacts[], Failure>> {
    const found = await store.backups();
    if (found.ok) for (const { id, savedAtMs } of found.value) dates.set(id, savedAtMs);
    return found;
  }

  return {
    state: () => now,
    savedAtMs: (id) => dates.get(id) ?? null,
    list,
    async lookAround() {
      const found = (await store.exists()) ? ok([]) : await list();
      if (!found.ok || found.value.length === 0) return;
      const { id, savedAtMs } = found.value.find(({ intact }) => intact) ?? {};
      const newest = id === undefined || savedAtMs === undefined ? null : { id, savedAtMs };
      now = { ...now, found: { count: found.value.length, newest } };
    },
    async test(id) {
      if (!dates.has(id)) return fail({ code: 'backup_missing' });
      const tested = await withPassphrase(aboutBackup(id), (typed) =>
        store.inspectBackup(id, typed),
      );
      return tested.ok ? ok(tested.value ?? 'cancelled') : tested;
    },
    async restore(id) {
      if (!dates.has(id)) return fail({ code: 'backup_missing' });
      // The save of a lock may prune it before it is restored.
      const file = await store.readBackup(id);
      return file.ok ? await restoreFrom(file.value, aboutBackup(id)) : file;
    },
    fileToRestore: store.readBackupFile,
    restoreFile: (file) =>
      restoreFrom(file, `It opens the file dated ${backupDate(file.facts.savedAtMs)}.`),
    async reevaluate(passphrase) {
      const newest = await store.newestAuthenticBackup(passphrase);
      if (newest.ok && newest.value !== null) dates.set(newest.value.id, newest.value.savedAtMs);
      now = { ...now, offer: newest.ok ? (newest.value ?? 'none') : 'none' };
      ports.changed();
    },
    forget() {
      now = NOTHING;
    },
  };
}

const date = madeOnce(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' }),
);

/** `21 November 2026 at 03:20:07`, local time: the same in dialogs and the entry window. */
export function backupDate(savedAtMs: number): string {
  return date().format(savedAtMs);
}

function problemOf(failure: Failure): string {
  const { what, todo } = failureWords(failure);
  const first = failure.code === 'wrong_passphrase' ? WRONG_FOR_BACKUP : what;
  return `${first} ${todo}`;
}
